"""Texts with a mistake, in each format: the error names its place and says what is wrong.

The table is tests/data/mistakes.jsonl, an object a line:

form          the format that is named, or null: it is sniffed
text          the text, or pairs of a piece and how often it is repeated; or `bytes` in hexadecimal
line, column  where the mistake is, from 1
says          a part of the message
"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from minuet.models import InputError
from minuet.models.formats import read

TABLE = Path(__file__).parents[2] / "data/mistakes.jsonl"
MISTAKES: dict[str | None, list[dict[str, Any]]] = defaultdict(list)
for _line in TABLE.read_text("utf-8").split("\n")[:-1]:
    MISTAKES[json.loads(_line)["form"]].append(json.loads(_line))


def text_of(mistake: dict[str, Any]) -> str | bytes:
    if "bytes" in mistake:
        return bytes.fromhex(mistake["bytes"])
    text = mistake["text"]
    return text if isinstance(text, str) else "".join(piece * times for piece, times in text)


def outcome(mistake: dict[str, Any]) -> tuple[int, int, str] | None:
    """Return the place and the message of the error, which is one short line; None without one."""
    try:
        list(read(text_of(mistake), file="f", form=mistake["form"]).problems)
    except InputError as error:
        told = str(error)
        assert told == f"f:{error.line}:{error.column}: {error.message}", told
        assert told.isprintable() and len(told) < 500, told
        return error.line, error.column, error.message
    return None


@pytest.mark.parametrize("form", MISTAKES)
def test_a_mistake_is_an_error_at_its_place(form: str | None) -> None:
    wrong = []
    for mistake in MISTAKES[form]:
        found = outcome(mistake)
        place = mistake["line"], mistake["column"]
        if found is None or found[:2] != place or mistake["says"] not in found[2]:
            wrong.append((mistake, found))
    assert wrong == []


def test_the_table_is_of_many_mistakes() -> None:
    assert sum(map(len, MISTAKES.values())) > 550
    assert len(MISTAKES) > 20
