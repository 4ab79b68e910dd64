"""Puzzles in TOML: what they mean, and where their mistakes are."""

from __future__ import annotations

from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import Sudoku
from minuet.solvers import count, explain, solutions, solve

from oracle.toml_texts import KILLER, QUEENS, STARS, WORDS, A, mistake, puzzle_of


def test_reads_tables_rules_and_a_picture() -> None:
    queens = puzzle_of(QUEENS)
    assert queens.name == "queens"
    assert count(queens).count == 92
    answer = solve(queens).answer
    assert sorted(str(answer)) == sorted("\n" * 7 + "." * 56 + "Q" * 8)
    assert [rule.source for rule in queens.rules][:2] == ["p.toml:13", "p.toml:14"]
    assert [rule.name for rule in queens.rules] == ["row", "col", "rising", "falling"]


def test_a_grid_of_marks_is_a_table() -> None:
    stars = puzzle_of(STARS)
    regions = STARS.split("'''")[1].split()
    expected = [
        list(enumerate(cols, 1))
        for cols in permutations(range(1, 6))
        if all(abs(one - other) > 1 for one, other in pairwise(cols))
        and len({regions[row][col - 1] for row, col in enumerate(cols)}) == 5
    ]
    found = [[(row, col) for row, col, _ in answer["star"]] for answer in solutions(stars)]
    assert sorted(found) == expected != []


def test_words_agree_on_their_letters() -> None:
    words = puzzle_of(WORDS)
    vocabulary = ["to", "on", "no", "ot"]
    expected = sum(
        {one[0] + other[0], one[1] + other[1]} <= set(vocabulary)
        for one in vocabulary
        for other in vocabulary
    )
    assert count(words).count == expected > 0


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ('{ exactly_one = "a", covering = "cells" }', 2),
        ('{ exactly_one = "a", by = "size", over = "1..2" }', 2),
        ('{ exactly_one = "a", by = "size", over = [1, 2, 3] }', 0),
        ('{ at_most_one = ["a"], by = { a = "size" } }', 6),
        ('{ between = [1, "many"], of = "a", covering = "cells" }', 5),
        ('{ between = [0, 1], of = "a", by = ["size", "size % 2"] }', 6),
        ('{ at_most_one = "a", covering = [{ key = "1", where = "size == 1" }] }', 6),
        ('{ exactly_one = "a", by = "size, 1", over = { x = "1..2", y = "1..1" } }', 2),
        ('{ exactly_one = "a", by = "1", over = { x = "1..2", where = "x > 1" } }', None),
        ('{ exactly = 2, of = "a", by = "1" }', 3),
        ('{ exactly = [2, 1], of = "a", by = "size", over = "1..2" }', 1),
        ('{ exactly = [0, 1], of = "a", covering = "cells", over = "1..2" }', 1),
        ('{ exactly = [1, 1, 0], of = "a", by = "size", over = [1, 2, 3] }', 2),
        ('{ exactly = [1, 1, 2], of = "a", by = "size", over = [1, 2, 3] }', 0),
        ('{ exactly = [1, 0], of = "a", by = "size", over = [2, 3] }', None),
        ('{ exactly = 1, of = "a", by = "size", over = [2, 3] }', None),
        ('{ exactly_one = "a", covering = [{ key = "k", for = { k = "1..2" } }] }', 3),
        (
            '{ exactly_one = "a", covering = ["0", '
            '{ key = "k", for = { k = [1, 2] }, where = "k > size" }] }',
            2,
        ),
        (
            '{ agree = { a = { keys = [{ key = "k", for = { k = [1, 2] } }],'
            ' values = ["size", "1"] } } }',
            5,
        ),
        ('{ at_most_one = "a", by = "size * n // n" }', 6),
        ('{ at_most_one = "a", by = "size\\n+ 1" }', 6),
        ('{ agree = { a = { keys = "cells", values = "cells" } } }', 8),
        ('{ agree = { a = { keys = ["1"], values = ["size"] } } }', 5),
    ],
)
def test_rules_mean_what_the_layer_means(rule: str, expected: int | None) -> None:
    rows = "rows = [{ size = 1, cells = [1] }, { size = 1, cells = [2] }, "
    table = f"[choices.a]\n{rows}{{ size = 2, cells = [1, 2] }}]\n"
    text = f"[constants]\nn = 3\n{table}\n[rules]\nr = {rule}\n"
    if expected is None:
        assert "which `over` does not name" in mistake(text)
    else:
        assert count(puzzle_of(text)).count == expected


def test_givens_forbidden_choices_and_objectives() -> None:
    sudoku = """
    [choices.digit]
    row = "1..4"
    col = "1..4"
    value = "1..4"
    [rules]
    cell = { exactly_one = "digit", by = "row, col" }
    row = { exactly_one = "digit", by = "row, value" }
    col = { exactly_one = "digit", by = "col, value" }
    box = { exactly_one = "digit", by = "(row - 1) // 2, (col - 1) // 2, value" }
    """
    assert count(puzzle_of(sudoku)).count == 288
    grid = sudoku + '\n[given]\ndigit = """\n12..\n..1.\n0-_4\n...."""\n'
    assert [str(given) for given in puzzle_of(grid).givens][2] == "digit(row=2, col=3, value=1)"
    listed = sudoku + '[given]\ndigit = [{ row = 1, col = 2, value = 3 }, "row + col + value == 3"]'
    listed = listed.replace("row + col + value == 3", "row == 2 and col == 2 and value == 1")
    assert len(puzzle_of(listed).givens) == 2
    assert count(puzzle_of(listed)).count == 288 // 4 // 3
    forbidden = sudoku + '[forbid]\ndigit = [{ row = 1, col = 1, value = 1 }, "value == row + 3"]'
    assert len(puzzle_of(forbidden).forbidden_options) == 1 + 4
    best = solve(puzzle_of(sudoku + '[maximize]\ndigit = "row * col * value"'))
    least = solve(puzzle_of(sudoku + '[minimize]\ndigit = "-row * col * value"'))
    assert best.objective is not None and least.objective == -best.objective


def test_marks_are_columns_words_or_several_expressions() -> None:
    shown = '[show]\ntable = "queen"\nmark = ["row", "\'/\'", "9 - col"]\n'
    queens = puzzle_of(QUEENS.split("[show]")[0] + shown)
    rows = str(solve(queens).answer).split("\n")
    assert all(f"{number}/" in row for number, row in enumerate(rows, 1))
    squares = """
    [choices.square]
    col = "1..3"
    [rules]
    r = { exactly_one = "square", by = "1" }
    [show]
    table = "square"
    covering = [{ key = "1, col + k", for = { k = "0..3" }, where = "k < col" }]
    mark = "col"
    """
    drawn = {str(answer) for answer in solutions(puzzle_of(squares))}
    assert drawn == {"1", "22", "333"}


def test_rows_may_be_tables_arrays_or_text() -> None:
    for rows in (
        'rows = [{ name = "cat", legs = 4 }, { name = "hen", legs = 2 }]',
        'columns = ["name", "legs"]\nrows = [["cat", 4], ["hen", 2]]',
        'columns = ["name", "legs"]\nrows = """\ncat 4\nhen 2\n"""',
    ):
        (table,) = puzzle_of(f"[choices.animal]\n{rows}\nday = [1, 2]\n").tables
        assert table.rows == [("cat", 4, 1), ("cat", 4, 2), ("hen", 2, 1), ("hen", 2, 2)]


def four_by_four() -> list[list[list[int]]]:
    sudoku = Sudoku(size=4)
    return [sudoku.grid(answer) for answer in solutions(sudoku)]


def test_sudokus_are_a_grid_and_constraints() -> None:
    killer = puzzle_of(KILLER)
    assert isinstance(killer, Sudoku)
    grids = [killer.grid(answer) for answer in solutions(killer)]
    assert sorted(grids) == sorted(
        grid
        for grid in four_by_four()
        if sum(grid[0][:3]) == 7
        and grid[1][0] < grid[1][1] < grid[1][2]
        and abs(grid[2][0] - grid[2][1]) == 1
    )
    assert grids


def test_a_sudoku_may_have_an_objective_and_further_rules() -> None:
    rings = "(10 - max(abs(row - 4), abs(col - 4))) * value"
    target = puzzle_of(f'[sudoku]\n[maximize]\ndigit = "{rings}"')
    assert solve(target).objective == 2906
    key = '{ key = "value", where = "row == col" }'
    more = puzzle_of(
        f'[sudoku]\nsize = 4\n[rules]\nr = {{ at_most_one = "digit", covering = [{key}] }}'
    )
    every = four_by_four()
    assert count(more).count == sum(len({grid[k][k] for k in range(4)}) == 4 for grid in every) > 0
    jigsaw = '[sudoku]\nregions = """\nAABB\nAABB\nCCDD\nCCDD"""\ngrid = """\n1 . . .\n'
    found = puzzle_of(f'{jigsaw}. . . .\n. . . .\n- 0 _ 4"""\n')
    assert count(found).count == sum((grid[0][0], grid[3][3]) == (1, 4) for grid in every)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("size = 5", "1:1: a sudoku of size 5 has no box shape; say which with `box`"),
        ("size = 90", "1:1: 729000 choices, expected 100000 choices at most"),
        ('grid = "12"', "2:8: 2 marks in row 1 of the grid, expected 1"),
        ('grid = "x"', "2:8: 'x' in row 1 of the grid, expected a number or ."),
        ('grid = "9"', "1:1: row 1, column 1: 9, expected 0 to 1"),
        ("cages = 1", "2:1: unknown key 'cages', expected 'cage'"),
        ('cage = { sum = "7", cells = "R1C1" }', "2:16: a string, expected an integer"),
        ("cage = { sum = 7 }", "2:1: cage with sum, expected sum, cells"),
        ('cage = { sum = 7, cells = "R1C1 R0C1" }', "1:1: cage 1: cell 'R0C1', expected"),
        ('cage = { sum = 7, cells = "R10C1" }', "1:1: cage 1: R10C1 is outside the grid of 9x9"),
        ('thermometer = [{ lines = "R1C1" }]', "2:18: unknown key 'lines', expected 'line'"),
    ],
)
def test_mistakes_in_sudokus_have_their_place(text: str, message: str) -> None:
    assert mistake(f"[sudoku]\n{text}\n").startswith(f"p.toml:{message}")


def test_choices_and_rules_have_words_of_their_own() -> None:
    text = QUEENS.replace('col = "1..n"', 'col = "1..n"\nsays = "R{row}C{col}"')
    text = text.replace('by = "row" }', 'by = "row", says = "row {1} needs a queen" }')
    queens = puzzle_of(text + "[given]\nqueen = [{ row = 1, col = 1 }, { row = 1, col = 3 }]")
    assert str(queens.givens[1]) == "R1C3"
    assert str(explain(queens)).endswith("row 1 needs a queen: given R1C1 and given R1C3")
    assert "row 2 needs a queen: 0 chosen" in queens.check(queens.read([0])).violations
    assert mistake(QUEENS + "x = 1").startswith("p.toml:21:1: unknown key 'x'")
    bad = QUEENS.replace('col = "1..n"', 'col = "1..n"\nsays = "{column}"')
    assert mistake(bad) == "p.toml:11:1: no {column}, expected one of row, col in braces"
    bad = QUEENS.replace('by = "row" }', 'by = "row", says = "{2}" }')
    assert mistake(bad).startswith("p.toml:13:44: no {2}")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('board = { rectangle = [3, 20] }\npieces = "pentominoes"', 8),
        ('lattice = "cubes"\nboard = { box = [3, 3, 3] }\npieces = "soma"', 11520),
        ('board = """\n####\n####\n####"""\npieces.L = { cells = "##/#.", copies = 4 }', 4),
        ('board = "###/###"\npieces = { I = "##", O = "#" }\nuncovered = true', 7 * 4),
        ('board = "##/##"\npieces.I = { cells = "##", copies = [0, "many"] }\n', 2),
        ('board = "##/##"\npieces.I = "##"\ncopies.I = 9\nleftover = true', 2),
        ('lattice = "hexagons"\nboard = { hexagon = 2 }\npieces = { cells = 1 }', 0),
        ('lattice = "triangles"\nboard = { triangle = 2 }\npieces = { cells = 4 }\n'
         "leftover = true", 1),
    ],
)  # fmt: skip
def test_packings_are_a_board_and_pieces(text: str, expected: int) -> None:
    assert count(puzzle_of(f"[packing]\n{text}\n")).count == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('pieces = "soma"', "1:1: no board, expected a drawing or a shape"),
        ('board = "##"', "1:1: no pieces, expected pieces"),
        ('board = "##"\npieces = "tetris"', "3:10: no pieces 'tetris', expected pentominoes, soma"),
        ('board = "#?"\npieces = "soma"', "2:1: row 1, column 2: '?', expected # or ."),
        ('lattice = "torus"', "2:11: no lattice 'torus', expected one of squares, triangles"),
        ("board = { rectangle = [9999, 9999] }", "2:23: too large a board, expected 20000 cells"),
        ("board = { rectangle = [9] }", "2:23: 1 element in the array, expected 2"),
        ('lattice = "hexagons"\nboard = { box = [2, 2, 2] }', "3:17: a box of hexagons, expected"),
        ('board = "#"\npieces = { cells = 30 }', "3:20: all pieces of 30 cells, expected 8"),
        ('board = "#"\npieces.A = { cells = "#", copies = [2, 1] }', "3:40: 1, expected an integ"),
        ('board = "#"\npieces.A = "x"', "3:1: row 1, column 1: 'x', expected # or ."),
        ('board = "#"\npieces.A = ""', "1:1: piece 'A' has no cells"),
    ],
)
def test_mistakes_in_packings_have_their_place(text: str, message: str) -> None:
    assert mistake(f"[packing]\n{text}\n").startswith(f"p.toml:{message}")


D = '[choices.d]\nr = "1..2"\nc = "1..2"\nv = "1..2"\n'
B = A + "[rules]\nr = { "
C = 'at_most_one = "a", covering = [{ '


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('name = "x"\n', "p.toml:1:1: no [choices.NAME], expected a table of choices"),
        ('name = "x\n', "p.toml:1:10: illegal character '\\n', expected a TOML document"),
        ("[choices.a]\nx =", "p.toml:2:4: invalid value, expected a number, an array, or"),
        ("[choices.a]\n", "p.toml:1:1: table 'a' has no columns, expected some"),
        (A + "[rulse]\n", "p.toml:3:1: unknown key 'rulse', expected 'rules'"),
        ('[choices.a]\nx = "1..m"\n', "p.toml:2:5: no column 'm', expected one of none"),
        ('[choices.a]\nx = "3"\n', "p.toml:2:5: '3', expected a range as 1..8 or an array"),
        ("[choices.a]\nx = 3\n", "p.toml:2:5: no column, expected a range as 1..8 or an array"),
        ("[choices.a]\nx = [1, 2.5]\n", "p.toml:2:9: a value of another kind, expected an"),
        (A + 'where = "x > y"\n', "p.toml:3:14: no column 'y', expected one of x"),
        (A + 'where = "x + 1"\n', "p.toml:3:9: 'x + 1' is neither true nor false, expected a"),
        (A + 'where = "x >"\n', "p.toml:3:"),
        (A + "where = \"x == 'a' + 1\"\n", "p.toml:3:15: \"'a'\" is no integer, expected one"),
        (A + 'where = "x // 0 == 1"\n', "p.toml:1:1: 'x // 0 == 1' divides by zero at (1,)"),
        (A + '[rules]\nr = { one = "a", by = "x" }\n', "p.toml:4:7: unknown key 'one', expected"),
        (A + '[rules]\nr = { by = "x" }\n', "p.toml:4:1: no kind of rule, expected one of exactly"),
        (A + '[rules]\nr = { exactly_one = "b", by = "x" }\n', "p.toml:4:21: no table 'b', expec"),
        (A + '[rules]\nr = { exactly_one = "a" }\n', "p.toml:4:1: expected one of `by` and `cov"),
        (A + '[rules]\nr = { exactly_one = "a", by = "y" }\n', "p.toml:4:32: no column 'y'"),
        (A + '[rules]\nr = { between = [1], of = "a", by = "x" }\n', "p.toml:4:17: 1 element in"),
        (A + '[rules]\nr = { between = [1, 2], by = "x" }\n', "p.toml:4:1: no of, expected the t"),
        (A + '[rules]\nr = { between = [2, 1], of = "a", by = "x" }\n', "p.toml:4:21: 1, expected"),
        (A + '[rules]\nr = { exactly_one = "a", covering = "x" }\n', "p.toml:4:37: 'x' is no c"),
        (A + '[rules]\nr = { at_most_one = "a", covering = ["x", "1"] }\n', "p.toml:4:1: rule r"),
        (B + 'exactly = [1], of = "a", by = "x" }\n', "p.toml:4:1: numbers without `over`"),
        (B + 'exactly = [1], of = "a", by = "x", over = [1, 2] }', "p.toml:4:17: 1 element in"),
        (B + 'exactly = -1, of = "a", by = "x" }', "p.toml:4:17: -1, expected a number or"),
        (B + 'exactly = [1], of = "a", by = "x", over = [1] }', "p.toml:4:1: rule r (p.toml:4)"),
        (B + 'exactly = [1, 0], of = "a", by = "x", over = [1, 2] }', "p.toml:4:1: rule r (p.t"),
        (B + C + 'key = "y", for = { x = [1] } }] }', "p.toml:4:59: 'x' is a column, expected"),
        (B + C + 'key = "z", for = { y = [1] } }] }', "p.toml:4:47: no column 'z', expected"),
        (A + '[show]\ntable = "a"\nmark = 1\n', "p.toml:5:8: no mark, expected a column, a mark"),
        (A + 'optimum = "x"\n[choices.b]\n', "p.toml:3:11: "),
        (A + '[rules]\nr = { agree = { b = {} } }\n', "p.toml:4:17: no table 'b', expected one"),
        (A + '[given]\na = [{ x = 4 }]\n', "p.toml:4:6: given a(x=4): no such choice"),
        (A + '[given]\na = ["x > 1"]\n', "p.toml:4:6: given a(): 2 choices match, expected one"),
        (A + '[given]\na = "123"\n', "p.toml:4:5: a grid for a table of 1 columns, expected 3"),
        (D + '[given]\nd = """\n1.\n.2\n.."""\n', "p.toml:6:5: a grid of 3 rows of 2, expected 2"),
        (D + '[given]\nd = """\n1.\n."""\n', "p.toml:6:5: 1 mark in row 2 of the grid, expected"),
        (D + '[given]\nd = """\n1.\n.9"""\n', "p.toml:6:5: 9 in row 2, column 2 of the grid,"),
        ('[choices.a]\ngrid = """\nab\nabc"""', "p.toml:2:8: 3 marks in row 2 of the grid, expec"),
        ('[choices.a]\nx = "4..1"\n', "p.toml:2:5: '4..1' ends before it begins, expected a ra"),
        ("[choices.a]\nx = 1..4\n", "p.toml:2:6: expected newline or end of document after a"),
        ("name = shikaku", "p.toml:1:8: invalid value, expected a number, an array, or text"),
        (A + 'where = "x = 2"\n', "p.toml:3:12: 'x = 2' cannot be read, expected == to compare"),
        (A + '[show]\ntable = "a"\n', "p.toml:3:1: no mark, expected a column or the mark itself"),
        ("# nothing\n", "p.toml:1:1: no [choices.NAME], expected a table of choices"),
        (A + '[minimize]\na = "x > 1"\n', "p.toml:4:5: 'x > 1' is no integer, expected arith"),
        (A + '[minimize]\na = "x * 1000000000000000000"\n', "p.toml:4:1: objective: a(1,) has 1"),
        (A + '[show]\nmark = "x"\n', "p.toml:3:1: no table, expected the table whose rows are"),
        (A + '[choices.b]\nclass = "1..2"\n', "p.toml:3:1: table 'b': Type names and field na"),
        ('[choices.a]\nx = "1..1000"\ny = "1..1000"', "p.toml:1:1: 1000000 choices, expected 100"),
    ],
)  # fmt: skip
def test_every_mistake_has_its_place(text: str, message: str) -> None:
    assert mistake(text).startswith(message)


@pytest.mark.parametrize(
    "expression",
    [
        "x.__class__ == 1",
        "().__class__.__bases__ == 1",
        "__import__('os').system('true') == 1",
        "9**9**9 == x",
        "1 << 9999999999 == x",
        "'a' * 9999999999 == 'b'",
        "(lambda: x)() == 1",
        "[x for x in (1, 2)] == 1",
        "x[0] == 1",
        "f'{x}' == '1'",
        "abs(x=1) == 1",
        "abs(x, x) == 1",
        "max(*x) == 1",
        "(y := x) == 1",
        "x if x else 1",
        "x is 1",
        "~x == 1",
        "x / 2 == 1",
        "1.5 == x",
        "True == x",
        "print == x",
        "-" * 200 + "x == 1",
        "(" * 240 + "x" + ")" * 240 + "== 1",
        "x" + "*x" * 50 + " == 1",
        "9" * 400 + " == x",
        "",
        "x ==\x00 1",
    ],
)
def test_expressions_are_arithmetic_and_comparison_alone(expression: str) -> None:
    quoted = expression.replace("\x00", "\\u0000")
    message = mistake(f'{A}where = "{quoted}"\n')
    assert message.startswith("p.toml:3:") and "expected" in message


@given(st.integers(-9, 9), st.integers(-9, 9))
def test_expressions_compute_as_python_does(x: int, y: int) -> None:
    text = "(x + y * 2 - -x) // 3 % 5 == abs(x) or not x < y <= 4 and max(x, y, 2) in (2, x)"
    puzzle = puzzle_of(f'[choices.a]\nx = [{x}]\ny = [{y}]\nwhere = "{text}"\n')
    expected = (x + y * 2 - -x) // 3 % 5 == abs(x) or (not x < y <= 4 and max(x, y, 2) in (2, x))
    assert len(puzzle.table("a")) == expected
