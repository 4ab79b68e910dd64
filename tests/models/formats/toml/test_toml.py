"""Puzzles in TOML: a whole document, and where its mistakes are."""

from __future__ import annotations

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


def test_a_message_is_short_and_printable_whatever_it_names() -> None:
    for text in (
        "x" * 300_000 + " = 1\n" + A,
        A + '[rules]\n"a\\u0007\\u202e" = { exactly_one = "\\u0000", by = "x" }\n',
        "".join(f"[choices.t{k}]\nx = [1]\n" for k in range(400)) + '[given]\nu = "1"\n',
    ):
        message = mistake(text)
        assert message.isprintable()
        assert len(message) < 400
