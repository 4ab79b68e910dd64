"""Counting with memory (solvers/native/counter/memo_counter.hpp): no state is searched twice.

Where the same states come up again (tilings, Latin squares), this counts what no enumeration could
ever reach; where they do not, it switches its memo off and costs little more than enumerating.
Level by level it holds two levels of states and no more, and copies of a block (the numbers of a
Latin square, of a sudoku) count as one however they are named (solvers/native/levels/blocks.hpp).
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from ...models.matrix.exact_cover import ExactCover
from ..contract.deadline import Stopped
from ..contract.progress import Progress
from ..contract.query import Query
from ..native.engine import Driver
from ..native.problem import problem_of, refusals

if TYPE_CHECKING:
    from .. import _native

__all__ = [
    "can_count_with_memo",
    "counting_with_memo",
    "memo_counter",
    "quarter_of_memory",
]

SOME = 1 << 30
FEW = 256  # look-ups, which say little
LARGEST = 1 << 25  # words of 64 bits


def can_count_with_memo(matrix: ExactCover) -> bool:
    """Whether no item may be covered more than once, and the bit masks are of a bearable size.

    With multiplicities a state would have to tell how often each item was covered and which of its
    options were tried before; hardly two would be alike. The plain engine counts such a matrix.
    """
    masks = matrix.options * (len(matrix.items) // 64 + 1)
    return masks <= LARGEST and not bool((matrix.high > 1).any())


def counting_with_memo(
    query: Query, progress: Progress, memory: int | None = None
) -> Iterator[None]:
    """Count in steps, remembering the counts of states in `memory` bytes.

    memory  the cap on the memo; by default a quarter of the machine's memory

    The matrix must be one that `can_count_with_memo` takes.
    """
    with suppress(Stopped):
        counter = memo_counter(query, memory)
        for _ in Driver(counter, query, progress).counting(promises=False):
            progress.repeats = counter.hits / max(counter.lookups, FEW)
            yield


def memo_counter(query: Query, memory: int | None = None) -> _native.MemoCounter:
    """Return the counter itself; the arguments are those of `counting_with_memo`.

    Raises Stopped at the deadline, Unsupported where the matrix is too large.
    """
    from .. import _native

    room = quarter_of_memory() if memory is None else memory
    with refusals("dlx:memo"):
        return _native.MemoCounter(problem_of(query), room, check=query.deadline.check)


def quarter_of_memory() -> int:
    """Return a quarter of the machine's memory in bytes; some, where it does not tell."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 4
    except (AttributeError, ValueError, OSError):
        return SOME
