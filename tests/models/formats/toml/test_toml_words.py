"""What a person who writes a first text in TOML gets wrong, and is told of it."""

from __future__ import annotations

import pytest

from oracle.toml_texts import mistake, puzzle_of

Q = '[choices.q]\nrow = "1..4"\ncol = "1..4"\n'


def rule(text: str) -> str:
    return mistake(f"{Q}[rules]\nr = {{ {text} }}\n")


def test_a_range_speaks_of_constants() -> None:
    told = (
        "p.toml:2:7: no constant 'n', expected an integer or one of [constants], and there is none"
    )
    assert mistake('[choices.q]\nrow = "1..n"\n') == told
    told = "p.toml:4:7: no constant 'n', expected an integer or one of m"
    assert mistake('[constants]\nm = 3\n[choices.q]\nrow = "1..n"\n') == told
    assert mistake('[constants]\nsize = 3\n[choices.q]\nrow = "1..siz"\n').endswith(
        "one of size; did you mean size?"
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            'exactly = "q", by = "row"',
            "5:17: a table under 'exactly', expected a number there and the table under 'of'",
        ),
        (
            'between = "q", by = "row"',
            "p.toml:5:17: a table under 'between', expected numbers there and the table under 'of'",
        ),
        ('exactly = 2, by = "row"', "p.toml:5:1: no of, expected the table that is counted"),
        ('exactly_one = "q", by = "row / 2"', "p.toml:5:32: / is not allowed, expected //, which"),
        ('exactly_one = "q", by = "row ** 2"', "** is not allowed, expected one of + - * // %"),
        ('exactly_one = "q", by = "row << 2"', "<< is not allowed, expected one of + - * // %"),
        ('exactly_one = "q", by = "row >> 2"', ">> is not allowed, expected one of + - * // %"),
        ('exactly_one = "q", by = "row & 1"', "& is not allowed, expected one of + - * // %"),
        ('exactly_one = "q", by = "row | 1"', "| is not allowed, expected one of + - * // %"),
        ('exactly_one = "q", by = "row ^ 1"', "^ is not allowed, expected one of + - * // %"),
        ('exactly_one = "q", by = "row @ 1"', "@ is not allowed, expected one of + - * // %"),
        (
            'exactly_one = "q", by = "row and 1"',
            "p.toml:5:32: 'row' is neither true nor false, expected a comparison",
        ),
        ('exactly_one = "q", by = "row == 1 or col"', "'col' is neither true nor false"),
        ('exactly_one = "q", by = "not row"', "'row' is neither true nor false"),
        ('exactly_one = "q", by = "not (row, 1)"', "is not allowed"),
    ],
)
def test_a_rule_says_what_was_meant(text: str, told: str) -> None:
    assert told in rule(text)


@pytest.mark.parametrize("mark", [",", ";", ", "])
def test_rows_of_text_have_blanks_between_their_words(mark: str) -> None:
    text = f'[choices.q]\ncolumns = ["who", "n"]\nrows = """\nAnn{mark}1\n"""\n'
    told = mistake(text)
    if mark == ", ":
        assert told == "p.toml:3:8: 'Ann,' in the row 'Ann, 1', expected blanks between the words"
    else:
        assert told.startswith(
            f"p.toml:3:8: 1 word in the row 'Ann{mark}1', expected 2 with blanks"
        )


def test_words_with_commas_are_words_where_they_are_as_many() -> None:
    text = '[choices.q]\ncolumns = ["pair"]\nrows = """\na,b\n"""\n'
    assert str(puzzle_of(text).tables[0].rows) == "[q(pair='a,b')]"
