"""Limits as a suite says them: `seconds = 5`, `memory = "2G"`. They are enforced from outside."""

from __future__ import annotations

from ...models.errors import ModelError, excerpt
from ...solvers.contract.numbers import byte_count
from ...solvers.search.settings import MOST_MEMORY

__all__ = ["memory_of", "seconds_of"]

MOST_SECONDS = 1e9
LEAST_MEMORY = 1 << 20  # bytes, far below what Python itself takes


def seconds_of(value: object) -> float:
    """Return a limit of seconds. Raises ModelError unless it is a number above 0."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ModelError(f"{_shown(value)}, expected seconds as a number")
    if not 0 < value <= MOST_SECONDS:
        raise ModelError(f"{value} seconds, expected a number above 0 and up to {MOST_SECONDS:g}")
    return value


def memory_of(value: object) -> int:
    """Return a limit of bytes, of a number or of a text as `"2G"`. Raises ModelError for others."""
    return byte_count(value, LEAST_MEMORY, MOST_MEMORY)


def _shown(value: object) -> str:
    return excerpt(value) if isinstance(value, str) else excerpt(repr(value))[1:-1]
