"""What `--json` prints, held against docs/minuet.schema.json."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

__all__ = ["KINDS", "SCHEMA", "documents", "valid"]

PATH = Path(__file__).parents[1] / "docs/minuet.schema.json"
SCHEMA: dict[str, Any] = json.loads(PATH.read_text(encoding="utf-8"))
KINDS = tuple(one["$ref"].removeprefix("#/$defs/") for one in SCHEMA["oneOf"])


def valid(told: dict[str, Any], kind: str | None = None) -> dict[str, Any]:
    """Return a document, once it has been through JSON and has been held against the schema.

    kind  which kind it is to be; None: whichever it says
    """
    again = json.loads(json.dumps(told, allow_nan=False), parse_constant=_refuse)
    assert again["kind"] in KINDS if kind is None else again["kind"] == kind
    # Against its own kind, so that what is wrong is said of that and not of all of them.
    schema = {"$defs": SCHEMA["$defs"], "$ref": f"#/$defs/{again['kind']}"}
    wrong = [
        f"{one.json_path}: {one.message}" for one in Draft202012Validator(schema).iter_errors(again)
    ]
    assert wrong == []
    return dict(again)


def documents(printed: str, kind: str | None = None) -> list[dict[str, Any]]:
    """Return what a command printed, a valid document a line."""
    return [valid(json.loads(line, parse_constant=_refuse), kind) for line in printed.splitlines()]


def _refuse(constant: str) -> None:
    raise AssertionError(f"{constant} is no JSON")
