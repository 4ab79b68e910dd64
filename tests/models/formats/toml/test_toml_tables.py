"""Tables and grids in TOML: what stands in the text is what the puzzle holds, or an error."""

from __future__ import annotations

import pytest

from minuet.solvers import count, solutions

from oracle.toml_texts import A, mistake, puzzle_of

OFF_DIAGONAL = """
[choices.d]
row = "1..3"
col = "1..3"
v = [1, 2]
where = "row != col"
[rules]
row = { exactly_one = "d", by = "row" }
col = { exactly_one = "d", by = "col" }
"""


def test_a_grid_of_givens_has_the_columns_that_were_declared_whatever_where_leaves() -> None:
    puzzle = puzzle_of(OFF_DIAGONAL + '[given]\nd = """\n.1.\n2..\n..."""\n')
    assert list(map(str, puzzle.givens)) == ["d(row=1, col=2, v=1)", "d(row=2, col=1, v=2)"]
    assert "no such choice" in mistake(OFF_DIAGONAL + '[given]\nd = """\n1..\n...\n..."""\n')


def test_a_grid_of_givens_keeps_lines_and_columns_that_where_leaves_empty() -> None:
    thin = OFF_DIAGONAL.replace("row != col", "row == 3 and col > 1")
    puzzle = puzzle_of(thin + '[given]\nd = """\n...\n...\n..1"""\n')
    assert [str(given) for given in puzzle.givens] == ["d(row=3, col=3, v=1)"]


def test_the_columns_of_a_grid_are_in_the_order_of_their_array() -> None:
    text = OFF_DIAGONAL.replace('col = "1..3"', "col = [3, 1, 2]")
    puzzle = puzzle_of(text + '[given]\nd = """\n..1\n1..\n..."""\n')
    expected = ["d(row=1, col=2, v=1)", "d(row=2, col=3, v=1)"]
    assert list(map(str, puzzle.givens)) == expected


def test_rows_that_come_one_by_one_are_a_grid_in_the_order_of_their_numbers() -> None:
    cells = "[1, 2], [1, 3], [2, 1], [2, 3], [3, 1], [3, 2]"
    text = f'[choices.d]\ncolumns = ["row", "col"]\nrows = [{cells}]\nv = ["a", "b"]\n'
    puzzle = puzzle_of(text + '[given]\nd = """\n.a.\nb..\n..."""\n')
    assert [given.option for given in puzzle.givens] == [0, 5]


MARKS = """
[choices.d]
row = "1..2"
col = "1..2"
mark = ["-", "_", "x"]
[rules]
cell = { exactly_one = "d", by = "row, col" }
"""


def test_blanks_that_are_values_of_the_table_are_givens() -> None:
    puzzle = puzzle_of(MARKS + '[given]\nd = """\n-_\n.x"""\n')
    assert [given.option for given in puzzle.givens] == [0, 4, 11]
    assert count(puzzle).count == 3
    zero = MARKS.replace('["-", "_", "x"]', '"0..1"')
    assert [str(given) for given in puzzle_of(zero + '[given]\nd = "0-\\n_1"\n').givens] == [
        "d(row=1, col=1, mark=0)",
        "d(row=2, col=2, mark=1)",
    ]


def test_a_grid_spells_negative_numbers_and_refuses_a_spelling_of_two_values() -> None:
    text = MARKS.replace('["-", "_", "x"]', "[-1, 0, 1]")
    puzzle = puzzle_of(text + '[given]\nd = """\n-1 0\n. 1"""\n')
    assert [given.option for given in puzzle.givens] == [0, 4, 11]
    both = MARKS.replace('["-", "_", "x"]', '[1, "1"]')
    assert "'1' spells two values" in mistake(both + '[given]\nd = "1.\\n.."\n')


@pytest.mark.parametrize("name", ["self", "choices", "values"])
def test_columns_of_any_name_may_be_given_and_forbidden(name: str) -> None:
    table = f'[choices.a]\n{name} = "1..3"\nother = "1..2"\n[rules]\nr = {{ at_most_one = "a", '
    table += f'by = "{name}" }}\n'
    puzzle = puzzle_of(
        f"{table}[given]\na = [{{ {name} = 2, other = 1 }}]\n[forbid]\na = [{{ {name} = 3 }}]\n"
    )
    assert puzzle.given_options == (2,)
    assert sorted(puzzle.forbidden_options) == [4, 5]


def test_a_table_without_rows_keeps_its_columns() -> None:
    for column in ('x = "1..0"', "x = []", 'x = "1..3"\nwhere = "x > 3"'):
        rules = '[rules]\nr = { at_most_one = "a", by = "x + y" }\ns = { at_most_one = "a", by = '
        text = f'[choices.a]\n{column}\ny = "1..2"\n'
        puzzle = puzzle_of(f'{text}{rules}"x" }}\n')
        (table,) = puzzle.tables
        assert table.columns == ("x", "y")
        assert len(table) == 0
        assert count(puzzle).count == 1
        wrong = f'{text}[rules]\nr = {{ at_most_one = "a", by = "z" }}\n'
        assert "no column 'z', expected one of x, y" in mistake(wrong)
    assert count(puzzle_of('[choices.a]\nx = "1..0"\n[rules]\nr = { exactly_one = "a", by = "x", '
                           'over = [1] }\n')).count == 0  # fmt: skip


@pytest.mark.parametrize("word", ["9" * 5000, "-" + "9" * 25, "--5", "---12", str(2**63)])
def test_a_word_of_digits_that_is_no_integer_is_refused(word: str) -> None:
    text = f'[choices.a]\ncolumns = ["x"]\nrows = """\n1\n{word}\n"""\n'
    assert "expected a word or an integer of 64 bits" in mistake(text)
    if word.isdecimal():
        assert "expected a word or an integer" in mistake(f'[choices.a]\ngrid = "1 {word}"\n')


def test_words_and_marks_of_digits_are_integers_however_long() -> None:
    (table,) = puzzle_of(
        '[choices.a]\ncolumns = ["x"]\nrows = "-5 \\n- \\n +5\\n123456789012"'
    ).tables
    assert table.rows == [(-5,), ("-",), ("+5",), (123456789012,)]
    (table,) = puzzle_of('[choices.a]\ngrid = "1 123456789012"\n').tables
    assert [row[2] for row in table] == [1, 123456789012]


COUNTED = '[choices.t]\nx = "1..3"\nshaded = "0..1"\n[choices.u]\nx = "1..2"\n[rules]\n'


def test_a_row_whose_condition_fails_is_in_no_group() -> None:
    cell = 'cell = { exactly_one = "t", by = "x" }\n'
    rule = 'r = { exactly_one = "t", by = { key = "x % 2", where = "shaded == 1" }'
    puzzle = puzzle_of(f"{COUNTED}{cell}{rule} }}\n")
    chosen = [{row[0] for row in answer["t"] if row[1]} for answer in solutions(puzzle)]
    assert [shaded for shaded in chosen if len(shaded & {1, 3}) != 1 or 2 not in shaded] == []
    assert len(chosen) == 2 * 4
    none = rule.replace("shaded == 1", "shaded > 1")
    assert puzzle_of(f"{COUNTED}{none} }}\n").matrix.primary == 0
    assert count(puzzle_of(f"{COUNTED}{none}, over = [7] }}\n")).count == 0
    each = 'r = { at_most_one = ["t", "u"], by = { t = { key = "x", where = "x > 1" }, u = "x" } }'
    assert len(puzzle_of(COUNTED + each).matrix.members) == 4 + 2


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ('{ at_most_one = "t", by = { t = "x", u = "x" } }', "unknown key 'u', expected one of t"),
        ('{ at_most_one = "t", covering = { t = ["x"], w = [] } }', "unknown key 'w', expected"),
        ('{ at_most_one = ["t", "t"], by = "x" }', "table 't' twice, expected each once"),
        ('{ at_most_one = "t", by = "x", over = [1, 2, 3, 2] }', "'2' twice, expected each value"),
        ('{ at_most_one = "t", by = "x, x", over = { p = [1, 1], q = [1] } }', "'1' twice, expe"),
        ('{ at_most_one = "t", by = "x", over = {} }', "no columns, expected some"),
        ('{ at_most_one = "t", by = { key = "x" } }', "no where, expected a comparison"),
        ('{ at_most_one = "t", by = { key = "x", where = "x > 1", for = { k = [1] } } }',
         "unknown key 'for', expected"),
        ('{ exactly = [1, 2], of = "t", by = "x", over = [3, 3] }', "'3' twice, expected each"),
        ('{ at_most_one = "t", of = "u", by = "x" }', "'of' in a rule of 'at_most_one', expected"),
        ('{ agree = { t = { keys = ["x"], values = ["x"] } }, over = [1] }', "'over' in a rule"),
        ('{ agree = { t = { keys = ["x"], values = ["x"] } }, by = "x" }', "'by' in a rule of"),
        ('{ between = [0, 2147483648], of = "t", by = "1" }', "expected an integer or \"many\" up"),
        ('{ exactly = 9223372036854775807, of = "t", by = "1" }', "expected a number or an array"),
        ('{ at_most_one = "t", covering = [{ key = "k", for = { k = [1, 1] } }] }', "'1' twice"),
        ('{ at_most_one = "t", by = [] }', "no expressions, expected some"),
    ],
)  # fmt: skip
def test_nothing_in_a_rule_is_dropped_in_silence(rule: str, message: str) -> None:
    assert message in mistake(f"{COUNTED}r = {rule}\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[choices.a]\ncolumns = ["x"]\nrows = [{ x = 1 }]\n', "p.toml:2:1: columns of rows that"),
        ('[choices.a]\ncolumns = []\nrows = [[], []]\n', "p.toml:2:11: no names, expected the"),
        (A + "[given]\na = [{}]\n", "p.toml:4:6: no values, expected those of some columns"),
        (A + "[forbid]\na = [{}]\n", "p.toml:4:6: no values, expected those of some columns"),
        ('[packing]\nboard = {}\npieces = "soma"\n', "p.toml:2:9: no shape, expected one of rect"),
        ('[packing]\nlattice = "squares"\nboard = { box = [2, 2, 2] }\npieces = "soma"\n',
         "p.toml:3:17: a box of squares, expected cubes"),
        (A + '[show]\ntable = "a"\ncovering = ["x"]\nmark = "x"\n', "p.toml:3:1: cell '1' in the"),
        (A + '[show]\ntable = "a"\nat = ["x", "\'a\'"]\nmark = "x"\n', "p.toml:3:1: cell \"(1, 'a"),
        (A + '[show]\ntable = "a"\nat = ["x", "x"]\ncovering = ["x, x"]\nmark = "x"\n',
         "p.toml:5:1: `at` and `covering`, expected one of them"),
    ],
)  # fmt: skip
def test_nothing_in_a_table_or_a_picture_is_dropped_in_silence(text: str, message: str) -> None:
    assert mistake(text).startswith(message)


def test_a_message_is_short_and_printable_whatever_it_names() -> None:
    for text in (
        "x" * 300_000 + " = 1\n" + A,
        A + '[rules]\n"a\\u0007\\u202e" = { exactly_one = "\\u0000", by = "x" }\n',
        "".join(f"[choices.t{k}]\nx = [1]\n" for k in range(400)) + '[given]\nu = "1"\n',
    ):
        message = mistake(text)
        assert message.isprintable()
        assert len(message) < 400
