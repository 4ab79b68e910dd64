"""The native option-mask engine (solvers/native/option_masks.hpp) as a solver.

The search filters arrays of bit masks instead of dancing on links. The variant names the vector
instructions: `bitmask:portable`, `bitmask:avx2`, `bitmask:avx512`; without one the environment
variable MINUET_SIMD does, and else the best that the processor has. Several threads split the tree
(split.py). Multiplicities and costs, which the engine does not know, are answered by the reference
in Python; `bitmask:python` is that alone. The reference counts with memory.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from ...models.errors import Unavailable, UnknownSolver, Unsupported
from ...models.matrix.exact_cover import ExactCover
from ..contract.solver import Options, Search, Solver, Stopped, version_of
from ..native.arrays import native_arrays, refusals, with_given
from ..native.split import Make, can_split, count_split, counting_split, split_solutions
from . import reference, reference_count

if TYPE_CHECKING:
    from .. import _native

__all__ = ["BitMask"]

TICK = 0.03
STEP = 0.004  # of a count, which may be one of several that take turns
BATCH = 128
PATHS = ("auto", "avx512", "avx2", "portable")
REFERENCE = "python"
# Of the masks on the first level, in words of 64 bits: beyond, streaming them is not cheap.
MOST_WORDS = 16
LARGEST = 1 << 21
LARGEST_READ = 4096  # options; the masks of the reference take the square of that in bits


class BitMask(Solver):
    """Exact cover on bit masks: natively streamed, or in readable Python."""

    name = "bitmask"
    kind = "native"  # the matrix and its bounds are read by code that dancing links share
    summary = "native bit masks (filtered arrays of option masks; costs, multiplicities in Python)"

    def __init__(self, variant: str = "") -> None:
        super().__init__(variant)
        self.path = variant or "auto"
        if self.path == REFERENCE:
            self.kind = REFERENCE
        if self.path not in (*PATHS, REFERENCE):
            known = ", ".join((*PATHS, REFERENCE))
            raise UnknownSolver(f"solver bitmask:{self.path}, expected one of {known}")

    def version(self) -> str:
        """Return minuet's own version: the engine is part of it."""
        if self.path == REFERENCE:
            return version_of("minuet")
        try:
            from .. import _native  # noqa: F401
        except ImportError as error:
            raise Unavailable(
                f"solver bitmask: the native module is not built ({error})"
            ) from error
        return version_of("minuet")

    def solutions(self, search: Search) -> Iterator[Options]:
        """Yield every solution, lazily: searched for in batches that double, for `TICK` at most."""
        if not self._takes(search.matrix):
            yield from reference.solutions(search)
            return
        if can_split(search):
            yield from split_solutions(search, self._engines(search))
            return
        with suppress(Stopped):
            yield from self._enumerate(search)

    def _enumerate(self, search: Search) -> Iterator[Options]:
        engine = self._engines(search)(search.given, search.deadline.check)
        most = 1
        while not search.deadline.passed():
            exhausted, batch = engine.collect(min(TICK, search.deadline.left()), most)
            search.nodes, search.ready = engine.nodes, max(len(batch) - 1, 0)
            yield from batch
            if exhausted:
                search.complete, search.progress = True, 1.0
                return
            most = min(2 * most, BATCH)

    def count(self, search: Search) -> int:
        """Count without building the solutions."""
        if not self._takes(search.matrix):
            return reference_count.count(search)
        if can_split(search):
            return count_split(search, self._engines(search))
        for _ in self.counting(search):
            pass
        return search.found

    def counting(self, search: Search) -> Iterator[None]:
        """Count natively, in steps."""
        if can_split(search):
            yield from counting_split(search, self._engines(search))
            return
        with suppress(Stopped):
            yield from self._counting(search)

    def _counting(self, search: Search) -> Iterator[None]:
        from .._native import State

        engine = self._engines(search)(search.given, search.deadline.check)
        search.complete = False
        while not search.complete and not search.deadline.passed():
            search.complete = engine.run(STEP, True) is State.EXHAUSTED
            search.nodes, search.found = engine.nodes, engine.solutions
            search.progress = engine.progress
            yield

    def improving(self, search: Search) -> Iterator[Options]:
        """Yield ever cheaper solutions, found by the reference."""
        return reference.improving(search)

    def many(
        self, search: Search, selections: Iterable[Options], limit: int
    ) -> Iterator[tuple[int, Options | None]]:
        """Answer many selections from one prepared state (batches.py)."""
        from ..native.batches import native_batch

        batch = None
        if self.path != REFERENCE:
            try:
                batch = native_batch(search, self._chosen_path())
            except ValueError as error:
                raise Unavailable(f"solver {self.full_name}: {error}") from None
            except Stopped:
                return
        if batch is None:
            yield from super().many(search, selections, limit)
        else:
            yield from batch.answers(selections, limit)

    def require_size(self, search: Search) -> None:
        """Raise Unsupported where the engine refuses the masks, or streaming them is not cheap."""
        from .. import _native

        if self.path == REFERENCE:
            if search.matrix.options > LARGEST_READ:
                raise Unsupported(f"solver {self.full_name} is for small matrices")
            return
        if not self._takes(search.matrix):
            raise Unsupported(f"solver {self.full_name} answers multiplicities in Python alone")
        arrays, free = native_arrays(search)
        with refusals(self.full_name):
            options, bits, words = _native.mask_shape(*arrays, free.skip, search.deadline.check)
        if not 0 < words <= MOST_WORDS or options * words > LARGEST:
            raise Unsupported(
                f"solver {self.full_name}: masks of {bits} bits for {options} options are not cheap"
            )

    def kind_in(self, search: Search, *, costs: bool = False) -> str:
        """Return whose word it is: the reference's where the engine leaves the answer to it."""
        return self.kind if self._takes(search.matrix) and not costs else REFERENCE

    def _takes(self, matrix: ExactCover) -> bool:
        """Whether the native engine is wanted and knows the matrix's multiplicities."""
        return self.path != REFERENCE and int(matrix.high.max(initial=1)) <= 1

    def _chosen_path(self) -> str:
        """The vector instructions that are asked for."""
        return (self.path == "auto" and os.environ.get("MINUET_SIMD")) or self.path

    def _engines(self, search: Search) -> Make[_native.OptionMasks]:
        """Return what makes an engine for given options; the rest is prepared once."""
        from .. import _native

        arrays, free = native_arrays(search)
        path = self._chosen_path()

        def engine(given: Options, check: Callable[[], None]) -> _native.OptionMasks:
            try:
                arguments = (*with_given(arrays, given), free.skip, path)
                with refusals(self.full_name):
                    return _native.OptionMasks(*arguments, check=check)
            except ValueError as error:
                raise Unavailable(f"solver {self.full_name}: {error}") from None

        return engine
