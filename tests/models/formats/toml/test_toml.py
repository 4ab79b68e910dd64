"""Puzzles in TOML: a whole document, and where its mistakes are."""

from __future__ import annotations

import pytest

from minuet.solvers import count, solve

from oracle.toml_texts import QUEENS, A, mistake, puzzle_of


def test_reads_tables_rules_and_a_picture() -> None:
    queens = puzzle_of(QUEENS)
    assert queens.name == "queens"
    assert count(queens).count == 92
    answer = solve(queens).answer
    assert sorted(str(answer)) == sorted("\n" * 7 + "." * 56 + "Q" * 8)
    assert [rule.source for rule in queens.rules][:2] == ["p.toml:13", "p.toml:14"]
    assert [rule.name for rule in queens.rules] == ["row", "col", "rising", "falling"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('name = "x"\n', "p.toml:1:1: no [choices.NAME], expected a table of choices"),
        ('name = "x\n', "p.toml:1:10: illegal character '\\n', expected a TOML document"),
        ("[choices.a]\nx =", "p.toml:2:4: invalid value, expected a number, an array, or"),
        (A + "[rulse]\n", "p.toml:3:1: unknown key 'rulse', expected 'rules'"),
        (A + 'optimum = "x"\n[choices.b]\n', "p.toml:3:11: "),
        ("[choices.a]\nx = 1..4\n", "p.toml:2:6: expected newline or end of document after a"),
        ("name = shikaku", "p.toml:1:8: invalid value, expected a number, an array, or text"),
        ("# nothing\n", "p.toml:1:1: no [choices.NAME], expected a table of choices"),
    ],
)  # fmt: skip
def test_mistakes_in_a_document_have_their_place(text: str, message: str) -> None:
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
