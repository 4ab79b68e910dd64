"""What tests write solvers of their own with: engines to build on, and streams of solutions.

A stream holds batches; a solver may yield any sequence of solutions as one.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from contextlib import closing
from typing import Any

from minuet.solvers import get_solver

__all__ = ["BitMask", "DancingLinks", "Memo", "Options", "Propagate", "one_by_one", "singly"]

Options = tuple[int, ...]
DancingLinks: Any = type(get_solver("dlx"))
BitMask: Any = type(get_solver("bitmask"))
Memo: Any = type(get_solver("memo"))
Propagate: Any = type(get_solver("propagate"))


def one_by_one(batches: Any) -> Generator[Options, None, None]:
    """Yield the solutions of the batches; closing it stops the search."""
    with closing(batches if hasattr(batches, "close") else _generator(batches)) as stream:
        for batch in stream:
            yield from batch


def singly(solutions: Iterable[Options]) -> Generator[Sequence[Options], None, Any]:
    """Yield each solution as a batch of its own; return what a generator of them returns."""
    stream = _generator(solutions)
    while True:
        try:
            found = next(stream)
        except StopIteration as end:
            return end.value
        try:
            yield [found]
        except GeneratorExit:
            stream.close()
            raise


def _generator(values: Iterable[Any]) -> Generator[Any, None, Any]:
    return (yield from values)
