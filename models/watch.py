"""Watching what takes long, so that a time limit can end it.

Compiling a puzzle goes through all rows of its tables, a rule at a time, and finding symmetries
through permutations of all options. Who may not wait for ever names a function that raises once it
has waited long enough, and the loops call it now and then. What is cut short so leaves nothing
behind: a puzzle is compiled or it is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import chain, islice
from typing import TypeVar

__all__ = ["look", "looking", "watched"]

Thing = TypeVar("Thing")

ROWS = 256  # between two looks: below a millisecond


def _wait() -> None:
    """Wait for ever."""


_check: ContextVar[Callable[[], None]] = ContextVar("check", default=_wait)


@contextmanager
def watched(check: Callable[[], None]) -> Iterator[None]:
    """Let the long loops within the block call `check` now and then; they end if it raises."""
    token = _check.set(check)
    try:
        yield
    finally:
        _check.reset(token)


def look() -> None:
    """Call what watches here, if anything does; raises what that raises."""
    _check.get()()


def looking(things: Iterable[Thing]) -> Iterator[Thing]:
    """Iterate over the things, with a look every ROWS of them; quick enough for whole columns."""
    return chain.from_iterable(_in_parts(iter(things)))


def _in_parts(things: Iterator[Thing]) -> Iterator[list[Thing]]:
    while part := list(islice(things, ROWS)):
        look()
        yield part
