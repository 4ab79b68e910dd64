"""What is said of a TOML document that can be read, and is likely not meant so."""

from __future__ import annotations

import pytest

from oracle.toml_texts import QUEENS, A, puzzle_of


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        (QUEENS, []),
        (A, ["p.toml: no rule reads table a: each of its 3 choices may be made"]),
        (A + 'where = "x > 9"\n', ["p.toml: table a has no choices: where leaves no row"]),
        (A + "[choices.b]\nx = []\n", ["p.toml: no rule reads table a: each of its 3 choices may"]),
        (A + '[rules]\na = { at_most_one = "a", by = "x" }\n', []),
        (A + '[minimize]\na = "x"\n', []),
        ("[choices.a]\nx = [7]\n", ["p.toml: no rule reads table a: its one choice may be made"]),
        ("[sudoku]\nsize = 4\n", []),
    ],
)
def test_a_table_that_no_rule_reads_or_without_choices_is_noted(
    text: str, notes: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    puzzle_of(text)
    told = [record.getMessage() for record in caplog.records]
    assert [one[: len(note)] for one, note in zip(told, notes, strict=False)] == notes
    assert len(told) >= len(notes) and (notes or not told)
