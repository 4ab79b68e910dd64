"""Counting with memory (solvers/native/memo/counter.hpp): no state is searched twice.

Where the same states come up again (tilings, Latin squares), this counts what no enumeration could
ever reach; where they do not, it switches its memo off and costs little more than enumerating.
Level by level it holds two levels of states and no more, and copies of a block (the numbers of a
Latin square, of a sudoku) count as one however they are named (solvers/native/levels/blocks.hpp).
Where options have weights, the states are what their sums leave open.

`memo:covers` counts a matrix that falls into blocks with few covers each, in any way but alike, as
a matrix of these covers (encoding/block_covers.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

from ..models.errors import Unsupported
from ..models.matrix.exact_cover import ExactCover
from .contract.batch import Batch
from .contract.deadline import Stopped
from .contract.goal import Goal
from .contract.progress import Progress
from .contract.query import Query
from .contract.solver import Solver, Technique
from .encoding.block_covers import MOST_ENTRIES, divided
from .encoding.reduction import reduced
from .native.engine import (
    Driver,
    count_by_sums,
    counted_at_once,
    problem_of,
    quarter_of_memory,
    refusals,
)
from .native.solver import native_version

if TYPE_CHECKING:
    from . import _native

__all__ = ["Memo"]

FEW = 256  # look-ups, which say little
LARGEST = 1 << 25  # words of 64 bits
COVERS = "covers"
MOST_COVERS = 1 << 18
MOST_READ = 4 * MOST_ENTRIES  # entries of a matrix before its reduction
STEP = 0.01  # seconds in which covers are listed
LOOK = 1 << 12  # covers, after which the number of all is foreseen
FORESEEN = 4  # times as many as there may be; that the first ones foretell too few is usual


class Memo(Solver):
    """Counts with a memory of what was counted."""

    name = "memo"
    summary = "counts with memory: states, levels and blocks that are alike are counted once"
    features = frozenset({"colors", "multiplicities", "weights"})
    goals = frozenset({Goal.COUNT})
    kind = "native"  # the matrix and its bounds are read by code that all engines share
    draws = False
    fuzzed = 1.0
    techniques: ClassVar[Mapping[str, Technique]] = {
        COVERS: Technique("lists the covers of blocks, and counts the covers by these")
    }

    def __init__(self, technique: str = "") -> None:
        super().__init__(technique)
        self.takes_memory = technique != COVERS

    def version(self) -> str:
        """Return minuet's own version: the engine is part of it."""
        return native_version(self.name)

    def require(self, matrix: ExactCover) -> None:
        """Raise Unsupported where states do not determine enough.

        With multiplicities a state would have to say how often each item was covered and which of
        its options were tried before; hardly two would be alike. Sums have states of their own.
        """
        super().require(matrix)
        if self.technique == COVERS and matrix.has_weights:
            raise Unsupported(f"solver {self.full_name} does not support weights")
        if not matrix.has_weights and bool((matrix.high > 1).any()):
            raise Unsupported(f"solver {self.name} does not support multiplicities")

    def require_size(self, query: Query) -> None:
        """Raise Unsupported where the masks of the options are of no bearable size.

        By covers a matrix is reduced first, which grows with the square of its options.
        """
        matrix = query.matrix
        entries = len(matrix.members)
        if self.technique == COVERS and entries > MOST_READ:
            message = f"the matrix has {entries} entries, expected up to {MOST_READ}"
            raise Unsupported(f"solver {self.full_name}: {message}")
        if not matrix.has_weights and matrix.options * (len(matrix.items) // 64 + 1) > LARGEST:
            raise Unsupported(
                f"solver {self.name}: the masks of {matrix.options} options are large"
            )

    def count(self, query: Query, progress: Progress) -> int:
        """Count without building the solutions."""
        for _ in self.counting(query, progress):
            pass
        return progress.found

    def counting(self, query: Query, progress: Progress) -> Iterator[None]:
        """Count in steps, in `query.memory` bytes; by default a quarter of the machine's memory.

        Raises Unsupported where the states of sums take more than that.
        """
        with suppress(Stopped):
            if self.technique == COVERS:
                yield from self._by_covers(query, progress)
                return
            if query.matrix.has_weights:
                room = _room(query)
                if not counted_at_once(count_by_sums(query, room), progress):
                    message = f"the states of the sums take more than {room} bytes"
                    raise Unsupported(f"solver {self.name}: {message}, expected more memory")
                yield
                return
            counter = self.counter(query)
            for _ in Driver(counter, query, progress).counting(promises=False):
                progress.repeats = counter.hits / max(counter.lookups, FEW)
                yield

    def _by_covers(self, query: Query, progress: Progress) -> Iterator[None]:
        """Count in steps, by the covers of blocks. Raises Unsupported where there are none."""
        from . import _native

        reduction = reduced(query)
        if reduction is None:
            counted_at_once(0, progress)
            return
        yield
        division = divided(reduction.matrix)
        if division is None:
            raise Unsupported(f"solver {self.full_name}: the matrix does not fall into blocks")
        yield
        entries: list[Batch] = []
        room = MOST_COVERS
        # Most of a block of many covers is foreseen, so the largest one comes first.
        for block in sorted(range(len(division.blocks)), key=lambda k: -len(division.blocks[k])):
            problem = problem_of(Query(division.part(block)))
            with refusals(self.full_name):
                engine = _native.OptionMasks(problem, check=query.deadline.check)
            over, number = False, 0
            while not over:
                query.deadline.check()
                over, starts, options = engine.next_batch(STEP, LOOK - number % LOOK)
                entries.append(division.entries_of(block, Batch.trusted(starts, options)))
                number += len(entries[-1])
                looks = number >= LOOK and not number % LOOK and not over
                if number > room or (looks and number > FORESEEN * room * engine.progress):
                    message = f"the blocks have more than {MOST_COVERS} covers, it seems"
                    raise Unsupported(f"solver {self.full_name}: {message}")
                yield
            room -= number
        whole = division.of_covers(entries)
        yield
        with refusals(self.full_name):
            masks = _native.OptionMasks(problem_of(Query(whole)), check=query.deadline.check)
        yield
        yield from Driver(masks, query, progress).counting()

    def counter(self, query: Query) -> _native.MemoCounter:
        """Return the engine that counts, and can be saved.

        Raises Stopped at the deadline, Unsupported where the matrix is too large.
        """
        from . import _native

        with refusals(self.name):
            check = query.deadline.check
            return _native.MemoCounter(problem_of(query), _room(query), check=check)


def _room(query: Query) -> int:
    return quarter_of_memory() if query.memory is None else query.memory
