"""The native dancing-links and dancing-cells engines (solvers/native/) as a solver.

Both visit the nodes of Knuth's dlx2 in its order and count its updates; cells are faster, links
know multiplicities and costs too. Plain `dlx` takes cells where it can, `dlx:links` and
`dlx:cells` say which (`dlx:cells` still takes links for what only they know). `dlx:weights` finds
its first solution by failure weights and restarts, much sooner on large sparse matrices, and the
others as `dlx` does.

The engine runs without the GIL for a few hundredths of a second at a time; between two such runs
Python handles its signals and the deadline is looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ..models.errors import Unavailable, UnknownSolver
from .losses import Losses, allowed_options, losses
from .solver import Options, Search, Solver

if TYPE_CHECKING:
    from . import _native

    Engine = _native.DancingLinks | _native.DancingCells | _native.WeightedCells
    Ints = npt.NDArray[np.int32]
    _Arrays = tuple[
        int, Ints, Ints, Ints, Ints, Ints, Ints, npt.NDArray[np.uint8], npt.NDArray[np.int64]
    ]

__all__ = ["DancingLinks"]

TICK = 0.03
VARIANTS = ("", "links", "cells", "weights")


class DancingLinks(Solver):
    """Knuth's dancing links: Algorithms X, C and M, and costs by branch and bound."""

    name = "dlx"
    summary = "native dancing links (Knuth's Algorithms X, C, M; costs by branch and bound)"

    def __init__(self, variant: str = "") -> None:
        if variant not in VARIANTS:
            names = ", ".join(f"dlx:{name}" for name in VARIANTS if name)
            raise UnknownSolver(f"no solver 'dlx:{variant}', expected dlx, {names}")
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
        """Yield every solution, in the order of Knuth's dlx2; the first by weights if asked so."""
        if self.variant == "weights" and not search.matrix.has_multiplicities:
            yield from _first_by_weights(search)
        else:
            yield from _run(self._engine(search), search)

    def count(self, search: Search) -> int:
        """Count without building the solutions."""
        from ._native import State

        engine = self._engine(search)
        while not search.complete and not search.deadline.passed():
            search.complete = engine.run(_tick(search), True) is State.EXHAUSTED
            _note(engine, search)
        return search.found

    def improving(self, search: Search) -> Iterator[Options]:
        """Yield ever cheaper solutions: branch and bound on the losses."""
        engine, prices = _links(search, costs=True)
        search.bound = prices.base
        best: int | None = None
        for options in _run(engine, search):
            best = search.matrix.cost(options)
            yield options
        if search.complete and best is not None:
            search.bound = best

    def _engine(self, search: Search) -> Engine:
        if self.variant == "links" or search.matrix.has_multiplicities:
            return _links(search, costs=False)[0]
        return _cells(search)


def _cells(search: Search) -> _native.DancingCells:
    from . import _native

    return _native.DancingCells(*_arrays(search))


def _arrays(search: Search) -> _Arrays:
    matrix = search.matrix
    allowed = allowed_options(matrix, search.forbidden)
    return (
        matrix.primary,
        matrix.starts,
        matrix.members,
        matrix.colors,
        matrix.low,
        matrix.high,
        np.array(search.given, np.int32),
        allowed,
        losses(matrix, allowed, costs=False).skip,
    )


def _first_by_weights(search: Search) -> Iterator[Options]:
    """Yield a solution found by weights, then the others as cells find them."""
    from . import _native

    first: Options | None = None
    for first in _run(_native.WeightedCells(*_arrays(search)), search):
        yield first
        break
    if first is None:
        return
    known = frozenset(first)
    for options in _run(_cells(search), search):
        if frozenset(options) != known:
            yield options


def _links(search: Search, *, costs: bool) -> tuple[_native.DancingLinks, Losses]:
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


def _run(engine: Engine, search: Search) -> Iterator[Options]:
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


def _note(engine: Engine, search: Search) -> None:
    search.nodes, search.updates = engine.nodes, engine.updates
    search.found = engine.solutions
