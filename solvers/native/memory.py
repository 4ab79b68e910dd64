"""Counting with memory: how much of it there is, and what sums leave open.

The count of sums remembers states of weighted items (solvers/native/frontiers/sum_counter.hpp). It
stands here because `memo` counts with it, and `propagate` tries it beside its own count.
"""

from __future__ import annotations

import os

from ..contract.progress import Progress
from ..contract.query import Query
from .problem import whole_problem_of

__all__ = ["count_by_sums", "counted_at_once", "quarter_of_memory"]

SOME = 1 << 30  # bytes


def quarter_of_memory() -> int:
    """Return a quarter of the machine's memory in bytes; some, where it does not say."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 4
    except (AttributeError, ValueError, OSError):
        return SOME


def count_by_sums(query: Query, most_bytes: int) -> int | None:
    """Return the number of solutions by a memo of what weighted items leave open.

    None: there are conditions, or the memo would pass so many bytes. Raises Stopped at the
    deadline.
    """
    from .. import _native

    if query.matrix.conditions:
        return None
    words = _native.count_sums(whole_problem_of(query), most_bytes, query.deadline.check)
    return None if words is None else sum(word << 64 * k for k, word in enumerate(words))


def counted_at_once(count: int | None, progress: Progress) -> bool:
    """Write a whole count into the progress; return whether there is one."""
    if count is not None:
        progress.found, progress.complete, progress.share = count, True, 1.0
    return count is not None
