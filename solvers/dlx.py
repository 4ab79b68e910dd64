"""The native dancing-links engine (solvers/native/dancing_links.hpp) as a solver.

The engine runs without the GIL for a few hundredths of a second at a time; between two such runs
Python handles its signals and the deadline is looked at.

`dlx:memo` counts with a memo of what it has counted (memo.py), and is `dlx` otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from ..models.errors import Unavailable, UnknownSolver
from .losses import Losses, allowed_options, losses
from .memo import can_count_with_memo, count_with_memo
from .solver import Options, Search, Solver

if TYPE_CHECKING:
    from . import _native

__all__ = ["DancingLinks"]

TICK = 0.03


class DancingLinks(Solver):
    """Knuth's dancing links: Algorithms X, C and M, and costs by branch and bound."""

    name = "dlx"
    summary = "native dancing links (Knuth's Algorithms X, C, M; costs by branch and bound)"

    def __init__(self, variant: str = "") -> None:
        if variant not in ("", "memo"):
            raise UnknownSolver(f"no solver 'dlx:{variant}', expected dlx or dlx:memo")
        super().__init__(variant)

    def version(self) -> str:
        """Return minuet's own version: the engine is part of it."""
        from importlib.metadata import version

        try:
            from . import _native  # noqa: F401
        except ImportError as error:
            raise Unavailable(f"solver dlx: the native module is not built ({error})") from error
        return version("minuet")

    def solutions(self, search: Search) -> Iterator[Options]:
        """Yield every solution, in the order of Knuth's dlx2."""
        engine, _ = _engine(search, costs=False)
        yield from _run(engine, search)

    def count(self, search: Search) -> int:
        """Count without building the solutions."""
        if self.variant == "memo" and can_count_with_memo(search.matrix):
            return count_with_memo(search)
        from ._native import State

        engine, _ = _engine(search, costs=False)
        while not search.complete and not search.deadline.passed():
            search.complete = engine.run(_tick(search), True) is State.EXHAUSTED
            _note(engine, search)
        return search.found

    def improving(self, search: Search) -> Iterator[Options]:
        """Yield ever cheaper solutions: branch and bound on the losses."""
        engine, prices = _engine(search, costs=True)
        search.bound = prices.base
        best: int | None = None
        for options in _run(engine, search):
            best = search.matrix.cost(options)
            yield options
        if search.complete and best is not None:
            search.bound = best


def _engine(search: Search, *, costs: bool) -> tuple[_native.DancingLinks, Losses]:
    from . import _native

    matrix = search.matrix
    allowed = allowed_options(matrix, search.forbidden)
    prices = losses(matrix, allowed, costs=costs)
    engine = _native.DancingLinks(
        matrix.primary,
        matrix.starts,
        matrix.members,
        matrix.colors,
        matrix.low,
        matrix.high,
        np.array(search.given, np.int32),
        allowed,
        prices.loss,
        prices.skip,
        costs,
    )
    return engine, prices


def _run(engine: _native.DancingLinks, search: Search) -> Iterator[Options]:
    from ._native import State

    while not search.deadline.passed():
        state = engine.run(_tick(search), False)
        _note(engine, search)
        if state is State.EXHAUSTED:
            search.complete = True
            return
        if state is State.SOLUTION:
            yield tuple(engine.solution())


def _tick(search: Search) -> float:
    return min(TICK, search.deadline.left())


def _note(engine: _native.DancingLinks, search: Search) -> None:
    search.nodes, search.updates = engine.nodes, engine.updates
    search.found = engine.solutions
