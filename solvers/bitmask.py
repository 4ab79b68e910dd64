"""The native option-mask engine (solvers/native/masks/option_masks.hpp) as a solver.

The search filters arrays of bit masks instead of dancing on links. The technique names the vector
instructions: `bitmask:portable`, `bitmask:avx2`, `bitmask:avx512`; without one the environment
variable MINUET_SIMD does, and else the best that the processor has. Several threads split the tree
(native/split.py). All solutions of a matrix with symmetries are listed and counted by some of them
(native/exchanged.py). Weights, conditions and costs, which the engine does not know, and
multiplicities in wide masks, are answered by the reference in Python; `bitmask:python` is that
alone. The reference counts with memory.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from ..models.errors import Unavailable, Unsupported
from ..models.matrix.exact_cover import ExactCover
from ..models.symmetry.exchanges import Exchanges
from .contract.batch import Counted, Options, Selections
from .contract.deadline import Stopped
from .contract.progress import Progress
from .contract.query import Query
from .contract.solver import EVERYTHING, Technique, beyond_covers, version_of
from .native.engine import GivingEngine, problem_of, refusals
from .native.exchanged import Listing, exchanged_count, exchanged_solutions
from .native.solver import NativeBatch, NativeSolver, native_batch

if TYPE_CHECKING:
    from . import _native

__all__ = ["BitMask"]

PATHS = {
    "avx512": "AVX-512",
    "avx2": "AVX2",
    "portable": "no vector instructions",
}
REFERENCE = "python"
# Of the masks on the first level, in words of 64 bits: beyond, streaming them is not cheap.
MOST_WORDS = 16
FEW_WORDS = 1 << 13  # of all masks together: then streaming is cheap however wide they are
LARGEST = 1 << 21
LARGEST_READ = 4096  # options; the masks of the reference take the square of that in bits


class BitMask(NativeSolver):
    """Exact cover on bit masks: natively streamed, or in readable Python."""

    name = "bitmask"
    draws = False
    nodes = "forked"
    summary = "native bit masks (filtered arrays of option masks; costs, sums and rules in Python)"
    features = EVERYTHING
    techniques: ClassVar[Mapping[str, Technique]] = {
        **{path: Technique(f"with {words}") for path, words in PATHS.items()},
        REFERENCE: Technique("the reference in Python", kind=REFERENCE, fuzzed=0.1),
    }

    def __init__(self, technique: str = "") -> None:
        super().__init__(technique)
        self.path = technique or "auto"
        if self.path == REFERENCE:
            self.takes_threads, self.takes_memory = False, True

    def version(self) -> str:
        """Return minuet's own version: the engine is part of it, and so is the reference.

        Raises Unavailable for vector instructions that the processor has not.
        """
        if self.path == REFERENCE:
            return version_of("minuet")
        version = super().version()
        if self.technique:
            from . import _native

            if self.technique not in _native.simd_paths():
                raise Unavailable(
                    f"solver {self.full_name}: the processor has no such instructions"
                )
        return version

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        """Yield every solution, lazily."""
        if self._takes(query.matrix):
            plain = super().solutions
            if not _may_exchange(query):
                return plain(query, progress)
            return self._exchanged(query, progress, plain)
        from . import bitmask_reference

        return bitmask_reference.solutions(query, progress)

    def _exchanged(
        self, query: Query, progress: Progress, plain: Listing
    ) -> Iterator[Sequence[Options]]:
        """Yield every solution, most of them as images of others where there are symmetries."""
        with suppress(Stopped):
            engine = self.single_engine(problem_of(query), query.deadline.check)
            size = self.tree_size(query)
            yield from exchanged_solutions(query, progress, engine, plain, size)

    def searching(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        """Tell solutions in steps; the reference tells them at once."""
        if self._takes(query.matrix):
            return super().searching(query, progress)
        from . import bitmask_reference

        return bitmask_reference.solutions(query, progress)

    def count(self, query: Query, progress: Progress) -> int:
        """Count without building the solutions."""
        if self._takes(query.matrix):
            return super().count(query, progress)
        from . import bitmask_reference

        return bitmask_reference.count(query, progress)

    def _counting(self, query: Query, progress: Progress, *, pauses: bool) -> Iterator[None]:
        """Count in steps, where there are symmetries by some of the solutions."""
        if not _may_exchange(query):
            yield from super()._counting(query, progress, pauses=pauses)
            return
        with suppress(Stopped):
            problem, size = problem_of(query), self.tree_size(query)
            engine = self.single_engine(problem, query.deadline.check)
            plain = partial(super()._counting, pauses=pauses)
            by_parts = None
            if self.splits(query, problem):
                from .native.split import counting_split

                makes = self._makes(problem)
                by_parts = partial(counting_split, query, progress, makes, size, pauses=pauses)
            yield from exchanged_count(query, progress, engine, plain, size, by_parts)

    def counting(self, query: Query, progress: Progress) -> Iterator[None]:
        """Count natively, in steps; the reference counts in one."""
        if self._takes(query.matrix):
            yield from super().counting(query, progress)
        else:
            progress.found = self.count(query, progress)
            yield

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        """Yield ever cheaper solutions, found by the reference."""
        from . import bitmask_reference

        return bitmask_reference.improving(query, progress)

    def many(
        self, query: Query, progress: Progress, selections: Iterable[Options], limit: int
    ) -> Iterator[tuple[int, Options | None]]:
        """Answer many selections from one prepared state."""
        with suppress(Stopped):
            batch = self._batch(query, progress)
            if batch is None:
                yield from super().many(query, progress, selections, limit)
            else:
                yield from batch.answers(selections, limit)

    def blocks(
        self, query: Query, progress: Progress, selections: Selections, limit: int
    ) -> Iterator[Counted]:
        """Answer many selections from one prepared state (native/solver.py), by the block."""
        with suppress(Stopped):
            batch = self._batch(query, progress)
            if batch is None:
                yield from super().blocks(query, progress, selections, limit)
            else:
                yield from batch.blocks(selections, limit)

    def _batch(self, query: Query, progress: Progress) -> NativeBatch | None:
        """Prepare the native engine; None where none takes the matrix, or none is wanted."""
        if self.path == REFERENCE or beyond_covers(query.matrix):
            return None
        try:
            return native_batch(query, progress, self._chosen_path())
        except ValueError as error:
            raise Unavailable(f"solver {self.full_name}: {error}") from None

    def require_size(self, query: Query) -> None:
        """Raise Unsupported where the engine refuses the masks, or streaming them is not cheap."""
        from . import _native

        if self.path == REFERENCE:
            if query.matrix.options > LARGEST_READ:
                raise Unsupported(f"solver {self.full_name} is for small matrices")
            return
        if not self._takes(query.matrix):
            feature = beyond_covers(query.matrix) or "multiplicities"
            raise Unsupported(f"solver {self.full_name} answers {feature} in Python alone")
        with refusals(self.full_name):
            shape = _native.mask_shape(problem_of(query), query.deadline.check)
        options, bits, words = shape
        room = FEW_WORDS if words > MOST_WORDS else LARGEST
        if not 0 < words * options <= room:
            raise Unsupported(
                f"solver {self.full_name}: masks of {bits} bits for {options} options are not cheap"
            )

    def kind_in(self, query: Query, *, costs: bool = False) -> str:
        """Return whose word it is: the reference's where the engine leaves the answer to it."""
        return self.kind if self._takes(query.matrix) and not costs else REFERENCE

    def _takes(self, matrix: ExactCover) -> bool:
        """Whether the native engine is wanted and knows all that the matrix says."""
        if self.path == REFERENCE or beyond_covers(matrix):
            return False
        if int(matrix.high.max(initial=1)) <= 1:
            return True
        from . import _native

        *_, words = _native.mask_shape(problem_of(Query(matrix)))
        return words > 0

    def _chosen_path(self) -> str:
        """The vector instructions that are asked for."""
        return (self.path == "auto" and os.environ.get("MINUET_SIMD")) or self.path

    def giving_engine(self, problem: _native.Problem, check: Callable[[], None]) -> GivingEngine:
        """Build the engine on the vector instructions that are asked for."""
        from . import _native

        try:
            with refusals(self.full_name):
                return _native.OptionMasks(problem, self._chosen_path(), check=check)
        except ValueError as error:
            raise Unavailable(f"solver {self.full_name}: {error}") from None


def _may_exchange(query: Query) -> bool:
    """Whether symmetries of the matrix are symmetries of the query, and found soon."""
    return not (query.given or query.forbidden) and Exchanges.fit(query.matrix)
