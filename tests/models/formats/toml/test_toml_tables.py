"""Tables in TOML: what stands in the text is what the puzzle holds, or an error."""

from __future__ import annotations

from itertools import pairwise, permutations

import pytest

from minuet.solvers import count, solutions

from oracle.toml_texts import STARS, mistake, puzzle_of


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
