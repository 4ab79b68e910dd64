"""A document of `--json`: one JSON object on a line, which says what kind it is of.

Each begins with `minuet`, the version of the schema, and its `kind`. docs/json.md tells what each
kind holds, docs/minuet.schema.json says the same to programs, and the tests hold every command's
documents against it: who adds a kind adds it there.
"""

from __future__ import annotations

from typing import Any

from ...models.telling.json_values import as_json
from ..terminal.streams import show

__all__ = ["VERSION", "document", "dumped", "emit"]

VERSION = "1"  # goes up where a key goes away or changes its meaning, not where one is added


def document(kind: str, /, **fields: Any) -> dict[str, Any]:
    """Return a document as plain values; integers past 2^53 become strings of digits."""
    return {"minuet": VERSION, "kind": kind, **as_json(fields)}


def dumped(kind: str, /, **fields: Any) -> str:
    """Return a document as JSON, on one line and in ASCII."""
    import json

    return json.dumps(document(kind, **fields), allow_nan=False)


def emit(kind: str, /, **fields: Any) -> None:
    """Print a document on standard output, a line of its own."""
    show(dumped(kind, **fields))
