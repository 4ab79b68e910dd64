"""The numbers that a question takes beside the puzzle: their ranges, checked in one place.

They come from whoever asks, and mean the same for every solver. So they are looked at before any
solver sees them: a number out of its range is an error, and never one that is taken for another.
"""

from __future__ import annotations

from operator import index

from ...models.errors import ModelError, excerpt

__all__ = ["MOST_MEMORY", "MOST_THREADS", "checked_memory", "checked_threads", "whole_number"]

MOST_THREADS = 256  # each has an engine of its own, and some machines allow no more
MOST_MEMORY = (1 << 63) - 1  # bytes


def checked_threads(threads: object) -> int:
    """Return how many threads may work. Raises ModelError unless it is 1 to MOST_THREADS."""
    return whole_number("{} threads", threads, 1, MOST_THREADS)


def checked_memory(memory: object) -> int:
    """Return how many bytes may be used. Raises ModelError unless it is 1 to MOST_MEMORY."""
    return whole_number("memory of {} bytes", memory, 1, MOST_MEMORY)


def whole_number(what: str, value: object, low: int, high: int | None = None) -> int:
    """Return `value` as an integer from `low` to `high`; None: without an end.

    Raises ModelError for anything else, a float or a bool too; `what` says it, with a place for it.
    """
    number = None
    if hasattr(value, "__index__") and not isinstance(value, bool):
        number = index(value)
        if number >= low and (high is None or number <= high):
            return number
    known = number is None or number.bit_length() < 200  # Python writes no number of any length
    shown = excerpt(repr(value))[1:-1] if known else "a number beyond all bounds of"
    wanted = f"{low} or more" if high is None else f"{low} to {high}"
    raise ModelError(f"{what.format(shown)}, expected a whole number, {wanted}")
