"""What tests build native engines from, and how they run one to its end."""

from __future__ import annotations

from typing import Any

from minuet.solvers import _native
from minuet.solvers.contract import Batch, Query

__all__ = ["everything", "problem_of", "step"]

Options = tuple[int, ...]


def problem_of(query: Query) -> _native.Problem:
    """Return the query's matrix, with weights if it has some, and its selection."""
    matrix = query.matrix
    return _native.Problem(
        matrix.primary,
        matrix.starts,
        matrix.members,
        matrix.colors,
        matrix.low,
        matrix.high,
        query.given,
        tuple(query.forbidden),
        matrix.weights if matrix.has_weights else None,
    )


def step(engine: Any, seconds: float, most: int) -> tuple[bool, list[Options]]:
    """Search on for a while; return whether that was all, and up to `most` solutions."""
    exhausted, starts, options = engine.next_batch(seconds, most)
    return exhausted, list(Batch(starts, options))


def everything(engine: Any, most: int = 1000) -> list[Options]:
    """Return all solutions of an engine, up to `most` at a time."""
    found: list[Options] = []
    exhausted = False
    while not exhausted:
        exhausted, batch = step(engine, 10.0, most)
        found += batch
    return found
