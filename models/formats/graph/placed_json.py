"""Any JSON text as values that know where they stand."""

from __future__ import annotations

import json
from typing import Any

from ...errors import excerpt
from ..matrix.json_tokens import Tokens
from ..source import Source
from .vertices import Placed

__all__ = ["placed_json"]

DEEPEST = 40
_WORDS = {"true": True, "false": False, "null": None}


def placed_json(source: Source) -> Placed:
    """Return the value of a text. Raises InputError for what is no JSON, or nested too deeply."""
    tokens = Tokens(source)
    found = _value(tokens, tokens.next(), 0)
    tokens.end()
    return found


def _value(tokens: Tokens, token: str, depth: int) -> Placed:
    """Read the value that begins with a token."""
    place = tokens.place
    if depth > DEEPEST:
        raise tokens.error(f"brackets within brackets, expected {DEEPEST} deep at most")
    if token == "{":
        return Placed(_object(tokens, depth), place)
    if token == "[":
        return Placed([_value(tokens, one, depth + 1) for one in tokens.elements()], place)
    if token in _WORDS:
        return Placed(_WORDS[token], place)
    if token not in ("}", "]", ":", ",", "NaN", "Infinity", "-Infinity"):
        try:
            return Placed(json.loads(token), place)
        except ValueError:
            pass
    raise tokens.error(f"{excerpt(token)}, expected a value of JSON")


def _object(tokens: Tokens, depth: int) -> dict[str, Any]:
    found: dict[str, Any] = {}
    token = tokens.next()
    while token != "}":
        key = _value(tokens, token, depth)
        if not isinstance(key.value, str):
            raise tokens.error("expected a key in quotes", key.place)
        if key.value in found:
            raise tokens.error(f"{excerpt(key.value)} twice, expected it once", key.place)
        tokens.next(":")
        found[key.value] = _value(tokens, tokens.next(), depth + 1)
        token = tokens.next(",", "}")
        if token == ",":
            token = tokens.next()
            if token == "}":
                raise tokens.error("'}' behind a comma, expected a key in quotes")
    return found
