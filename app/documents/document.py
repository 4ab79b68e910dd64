"""A document of `--json`: one JSON object on a line, which says what kind it is of.

Each begins with `minuet`, the version of the schema, and its `kind`. docs/json.md tells what each
kind holds, docs/minuet.schema.json says the same to programs, and the tests hold every command's
documents against it: who adds a kind adds it there.

A command that reads a text keeps its reading in click's context (inputs.py), and each document that
it prints then has the key `reading`, but for those that are one of many lines of a puzzle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ...models.telling.json_values import as_json
from ..inputs import READING
from ..terminal.streams import print_text

if TYPE_CHECKING:
    from ...models.formats.reading import Reading

__all__ = ["VERSION", "document", "dumped", "emit"]

VERSION = "1"  # goes up where a key goes away or changes its meaning, not where one is added
ONE_OF_MANY = ("improvement", "point", "solution")  # the document behind them has the reading


def document(kind: str, /, *, reading: Reading | None = None, **fields: Any) -> dict[str, Any]:
    """Return a document as plain values; integers past 2^53 become strings of digits.

    reading  what was read; None: what the running command has read, if anything
    """
    head: dict[str, Any] = {"minuet": VERSION, "kind": kind}
    if kind not in ONE_OF_MANY and (known := reading or _kept_reading()) is not None:
        head |= {"puzzle": fields["puzzle"]} if "puzzle" in fields else {}
        head["reading"] = known.to_dict()
    return {**head, **as_json(fields)}


def _kept_reading() -> Reading | None:
    context = click.get_current_context(silent=True)
    return None if context is None else context.meta.get(READING)


def dumped(kind: str, /, **fields: Any) -> str:
    """Return a document as JSON, on one line and in ASCII."""
    import json

    return json.dumps(document(kind, **fields), allow_nan=False)


def emit(kind: str, /, **fields: Any) -> None:
    """Print a document on standard output, a line of its own."""
    print_text(dumped(kind, **fields))
