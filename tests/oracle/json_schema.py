"""As much of JSON Schema (draft 2020-12) as our schemas use; any other word is an error."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

TYPES: dict[str, Any] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
}
NOTES = {"$schema", "$defs", "title", "description"}


def problems(value: Any, schema: dict[str, Any], whole: dict[str, Any], at: str = "$") -> list[str]:
    """Say where a value does not fit its schema."""
    return list(_problems(value, schema, whole, at))


def _problems(value: Any, schema: dict[str, Any], whole: dict[str, Any], at: str) -> Iterator[str]:
    for word, said in schema.items():
        if word in NOTES:
            continue
        if word == "$ref":
            yield from _problems(value, whole["$defs"][said.removeprefix("#/$defs/")], whole, at)
        elif word in ("properties", "additionalProperties", "required"):
            if isinstance(value, dict):
                yield from _of_object(word, value, said, schema, whole, at)
        elif word == "items":
            for place, one in enumerate(value if isinstance(value, list) else []):
                yield from _problems(one, said, whole, f"{at}[{place}]")
        elif not _fits(word, value, said):
            yield f"{at}: {value!r} is not {word} {said}"


def _of_object(
    word: str,
    value: dict[str, Any],
    said: Any,
    schema: dict[str, Any],
    whole: dict[str, Any],
    at: str,
) -> Iterator[str]:
    if word == "required":
        yield from (f"{at}.{key} is missing" for key in said if key not in value)
    elif word == "properties":
        for key in value.keys() & said.keys():
            yield from _problems(value[key], said[key], whole, f"{at}.{key}")
    else:
        for key in value.keys() - schema.get("properties", {}).keys():
            if said is False:
                yield f"{at}.{key} is not known"
            else:
                yield from _problems(value[key], said, whole, f"{at}.{key}")


def _fits(word: str, value: Any, said: Any) -> bool:
    match word:
        case "type":
            names = said if isinstance(said, list) else [said]
            return any(
                isinstance(value, TYPES[name])
                and (name == "boolean" or not isinstance(value, bool))
                for name in names
            )
        case "enum":
            return value in said
        case "const":
            return bool(value == said)
        case "pattern":
            return not isinstance(value, str) or re.search(said, value) is not None
        case "minimum":
            return not isinstance(value, (int, float)) or value >= said
    raise ValueError(f"{word} is no word of ours")
