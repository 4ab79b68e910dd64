"""Tables in TOML: what stands in the text is what the puzzle holds, or an error."""

from __future__ import annotations

from itertools import pairwise, permutations

import pytest

from minuet.solvers import count, solutions

from oracle.toml_texts import STARS, A, mistake, puzzle_of


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


def test_rows_may_be_tables_arrays_or_text() -> None:
    for rows in (
        'rows = [{ name = "cat", legs = 4 }, { name = "hen", legs = 2 }]',
        'columns = ["name", "legs"]\nrows = [["cat", 4], ["hen", 2]]',
        'columns = ["name", "legs"]\nrows = """\ncat 4\nhen 2\n"""',
    ):
        (table,) = puzzle_of(f"[choices.animal]\n{rows}\nday = [1, 2]\n").tables
        assert table.rows == [("cat", 4, 1), ("cat", 4, 2), ("hen", 2, 1), ("hen", 2, 2)]


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


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[choices.a]\n", "p.toml:1:1: table 'a' has no columns, expected some"),
        ('[choices.a]\nx = "1..m"\n', "p.toml:2:5: no constant 'm', expected an integer or one of"),
        ('[choices.a]\nx = "3"\n', "p.toml:2:5: '3', expected a range as 1..8 or an array"),
        ("[choices.a]\nx = 3\n", "p.toml:2:5: no column, expected a range as 1..8 or an array"),
        ("[choices.a]\nx = [1, 2.5]\n", "p.toml:2:9: a value of another kind, expected an"),
        (A + 'where = "x > y"\n', "p.toml:3:14: no column 'y', expected one of x"),
        (A + 'where = "x + 1"\n', "p.toml:3:9: 'x + 1' is neither true nor false, expected a"),
        (A + 'where = "x >"\n', "p.toml:3:"),
        (A + "where = \"x == 'a' + 1\"\n", "p.toml:3:15: \"'a'\" is no integer, expected one"),
        (A + 'where = "x // 0 == 1"\n', "p.toml:1:1: 'x // 0 == 1' divides by zero at (1,)"),
        ('[choices.a]\ngrid = """\nab\nabc"""', "p.toml:2:8: 3 marks in row 2 of the grid, expec"),
        ('[choices.a]\nx = "4..1"\n', "p.toml:2:5: '4..1' ends before it begins, expected a ra"),
        (A + 'where = "x = 2"\n', "p.toml:3:12: 'x = 2' cannot be read, expected == to compare"),
        (A + '[choices.b]\nclass = "1..2"\n', "p.toml:4:1: column 'class', expected a name that"),
        ('[choices.in]\nx = "1..2"\n', "p.toml:1:1: table 'in', expected a name that is no word"),
        ('[choices.b]\ncolumns = ["x", "from"]\nrows = [[1, 2]]', "p.toml:2:17: column 'from', ex"),
        ('[choices.b]\nrows = [{ x = 1, from = 2 }]', "p.toml:2:18: column 'from', expected a nam"),
        (A + '"first name" = ["a"]\n', "p.toml:3:1: column 'first name', expected a name of lett"),
        ('[choices.a]\nx = "1..1000"\ny = "1..1000"', "p.toml:1:1: 1000000 choices, expected 100"),
        ('[choices.a]\ncolumns = ["x"]\nrows = [{ x = 1 }]\n', "p.toml:2:1: columns of rows that"),
        ('[choices.a]\ncolumns = []\nrows = [[], []]\n', "p.toml:2:11: no names, expected the"),
    ],
)  # fmt: skip
def test_mistakes_in_tables_have_their_place(text: str, message: str) -> None:
    assert mistake(text).startswith(message)
