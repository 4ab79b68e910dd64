"""The native option-mask engine (solvers/native/option_masks.hpp) as a solver.

The search filters arrays of bit masks instead of dancing on links. The variant names the vector
instructions: `bitmask:portable`, `bitmask:avx2`, `bitmask:avx512`; without one the environment
variable MINUET_SIMD does, and else the best that the processor has.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from ..models.errors import Unavailable, UnknownSolver, Unsupported
from ..models.exact_cover import ExactCover
from .losses import allowed_options, losses
from .solver import Options, Search, Solver

if TYPE_CHECKING:
    from . import _native

__all__ = ["BitMask"]

TICK = 0.03
BATCH = 128
PATHS = ("auto", "avx512", "avx2", "portable")


class BitMask(Solver):
    """Exact cover on streamed bit masks: all solutions and counts, with colors, without costs."""

    name = "bitmask"
    summary = "native bit masks (filtered arrays of option masks, AVX-512, AVX2 or portable)"
    features = frozenset({"colors"})

    def __init__(self, variant: str = "", *, path: str = "auto") -> None:
        super().__init__(variant)
        self.path = variant or path
        if self.path not in PATHS:
            raise UnknownSolver(f"solver bitmask:{self.path}, expected one of {', '.join(PATHS)}")

    def version(self) -> str:
        """Return minuet's own version: the engine is part of it."""
        from importlib.metadata import version

        try:
            from . import _native  # noqa: F401
        except ImportError as error:
            raise Unavailable(
                f"solver bitmask: the native module is not built ({error})"
            ) from error
        return version("minuet")

    def solutions(self, search: Search) -> Iterator[Options]:
        """Yield every solution, lazily: searched for in batches that double, for `TICK` at most."""
        engine = self._engine(search)
        most = 1
        while not search.deadline.passed():
            exhausted, batch = engine.collect(TICK, most)
            search.nodes = engine.nodes
            yield from batch
            search.found += len(batch)
            if exhausted:
                search.complete = True
                return
            most = min(2 * most, BATCH)

    def count(self, search: Search) -> int:
        """Count without building the solutions."""
        from ._native import State

        engine = self._engine(search)
        while (state := engine.run(TICK, True)) is State.PAUSED:
            _note(engine, search)
            if search.deadline.passed():
                break
        _note(engine, search)
        search.complete = state is State.EXHAUSTED
        return search.found

    def improving(self, search: Search) -> Iterator[Options]:
        """Raise Unsupported: the engine knows no costs."""
        raise Unsupported(f"solver {self.full_name} does not support costs")

    def require(self, matrix: ExactCover) -> None:
        """Raise Unsupported for an item that must be covered more than once, or may be."""
        low, high = matrix.low[: matrix.primary], matrix.high[: matrix.primary]
        wrong = np.flatnonzero((low > 1) | (high > 1))
        if len(wrong):
            item = int(wrong[0])
            raise Unsupported(
                f"solver {self.full_name} does not support multiplicities "
                f"(item {matrix.items[item]}: {int(low[item])} to {int(high[item])} times)"
            )

    def _engine(self, search: Search) -> _native.OptionMasks:
        from . import _native

        matrix = search.matrix
        self.require(matrix)
        path = self.path
        if path == "auto":
            path = os.environ.get("MINUET_SIMD") or "auto"
        allowed = allowed_options(matrix, search.forbidden)
        prices = losses(matrix, allowed, costs=False)
        try:
            return _native.OptionMasks(
                matrix.primary,
                matrix.starts,
                matrix.members,
                matrix.colors,
                matrix.low,
                matrix.high,
                np.array(search.given, np.int32),
                allowed,
                prices.skip,
                path,
            )
        except OverflowError as error:
            raise Unsupported(f"solver {self.full_name} does not support {error}") from None
        except ValueError as error:
            raise Unavailable(f"solver {self.full_name}: {error}") from None


def _note(engine: _native.OptionMasks, search: Search) -> None:
    search.nodes, search.found = engine.nodes, engine.solutions
