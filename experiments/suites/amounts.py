"""Seconds and bytes as a suite says them: `seconds = 5`, `memory = "2G"`."""

from __future__ import annotations

import re

from ...models.errors import ModelError, excerpt

__all__ = ["memory_of", "seconds_of"]

MOST_SECONDS = 1e9
LEAST_MEMORY = 1 << 20  # bytes, far below what Python itself takes
MOST_MEMORY = 1 << 62
_SIZE = re.compile(r"([0-9]{1,18})([KMGT]?)(?:i?B)?", re.ASCII | re.IGNORECASE)
_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


def seconds_of(value: object) -> float:
    """Return a limit of seconds. Raises ModelError unless it is a number above 0."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ModelError(f"{_shown(value)}, expected seconds as a number")
    if not 0 < value <= MOST_SECONDS:
        raise ModelError(f"{value} seconds, expected a number above 0 and up to {MOST_SECONDS:g}")
    return value


def memory_of(value: object) -> int:
    """Return a limit of bytes, of a number or of a text as `"2G"`. Raises ModelError for others."""
    size: int | None = value if type(value) is int else None
    if isinstance(value, str) and (found := _SIZE.fullmatch(value.strip())):
        size = int(found[1]) * _UNITS[found[2].upper()]
    if size is None:
        raise ModelError(f'{_shown(value)}, expected bytes as a number, or as "500M" or "2G"')
    if not LEAST_MEMORY <= size <= MOST_MEMORY:
        most = MOST_MEMORY // _UNITS["T"]
        raise ModelError(f"memory of {size} bytes, expected {LEAST_MEMORY} (1M) to {most}T")
    return size


def _shown(value: object) -> str:
    return excerpt(value) if isinstance(value, str) else excerpt(repr(value))[1:-1]
