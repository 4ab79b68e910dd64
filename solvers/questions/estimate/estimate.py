"""The question `estimate`: how large is the search, and how long will it take, before one starts?

Random ways down the tree of dancing links tell its nodes, leaves and solutions (ways.py); then the
engine of `dlx` searches for a moment, which tells how many nodes it does a second (pace.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ....models.errors import ModelError
from ...contract.deadline import Deadline, Stopped
from ...contract.features import require_covers
from ...contract.query import Query
from ...contract.result import Interrupted, Unreached
from ...contract.watching.watching import watching
from ...native.problem import problem_of, refusals
from ...native.solver import NativeSolver
from ...registry import get_solver
from ..selection import Problem, selection_of
from .pace import Finished, Pace, searching
from .told import Estimate
from .ways import Ways

if TYPE_CHECKING:
    from ... import _native
    from ...contract.watching.receiver import Listener
    from ...contract.watching.watch import Watch

__all__ = ["estimate", "links_of"]

WAYS = 10_000
SECONDS = 10.0  # for an estimate that has no other limit
PILOT = 1000  # ways that tell whether to look ahead
MOST_TAIL = 0.5  # with which not to
ENOUGH = 100  # ways that look ahead to take the place of the others
PACE = 0.5  # seconds in which the pace is measured, or
PART = 1 / 4  # of the time, where that is less
MOST_WAYS, SEEDS = 10_000_000, 1 << 32


def estimate(
    puzzle: Problem,
    *,
    ways: int = WAYS,
    seed: int = 0,
    time_limit: float | None = SECONDS,
    given: Sequence[int] = (),
    skewed: bool | None = None,
    progress: Listener = None,
) -> Estimate:
    """Estimate how large the search for all solutions is, by Knuth's random ways (1975).

    ways        how many ways are gone, 1 to 10,000,000; fewer where the time is over
    seed        of the random choices, 0 to 2^32 - 1; the same ways come with it each time
    time_limit  seconds, compiling included; None: none. A part of it measures the pace
    given       further option numbers that are given
    skewed      look one node ahead and prefer children that have many children themselves
                (importance sampling): each way takes longer and tells more, which pays where most
                children are dead ends. None: where the first thousand ways, all children being
                alike to them, leave much to a few, begin anew and look ahead
    progress    who is told how far it is, as for `solve`: `done` are the ways gone

    What is told is the tree of `dlx`, that chooses an item with the fewest options left; `bitmask`
    and `dlx:memo` may need far less. Costs play no part.

    Raises ModelError for an argument out of its range, Unavailable without the native module,
    Unsupported for a matrix that it cannot hold, Unreached if the time was over before the first
    way; Interrupted on Ctrl-C, with the estimate by then.
    """
    _require("ways", ways, 1, MOST_WAYS)
    _require("seed", seed, 0, SEEDS - 1)
    dlx = get_solver("dlx")
    assert isinstance(dlx, NativeSolver)
    dlx.version()
    asked = Ways(ways, seed, bool(skewed))
    with watching(progress, "estimate", ways) as watch:
        return _estimated(puzzle, given, time_limit, dlx, asked, skewed is None, watch)


def _estimated(
    puzzle: Problem,
    given: Sequence[int],
    time_limit: float | None,
    dlx: NativeSolver,
    asked: Ways,
    may_skew: bool,
    watch: Watch | None,
) -> Estimate:
    deadline = Deadline(time_limit) if watch is None else watch.deadline(time_limit)
    gone, pace, ended = asked, None, None
    try:
        matrix, selected, forbidden = selection_of(puzzle, given, deadline)
        require_covers(matrix, "estimate")
        query = Query(matrix, selected, frozenset(forbidden), deadline)
        seconds = min(PACE, PART * deadline.left())
        part = deadline.within(deadline.left() - seconds)
        for gone in _going(query, asked, may_skew, part):
            if watch is not None:
                watch.note(done=len(gone), unit="ways")
        engine = dlx.engine(problem_of(query), deadline.check)
        for pace, ended in searching(engine, seconds, deadline):  # noqa: B007  kept for an interrupt
            pass
    except Stopped:
        pass
    except KeyboardInterrupt:
        if not len(gone):
            raise
        known = replace(_told(gone, pace, ended), wanted=asked.wanted)  # not those of the pilot
        raise Interrupted(known) from None
    if not len(gone):
        raise Unreached("the time was over before the first random way was gone", late=True)
    return _told(gone, pace, ended)


def _require(name: str, value: int, low: int, high: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise ModelError(f"{name} {value!r}, expected a whole number from {low} to {high}")


def _going(query: Query, ways: Ways, may_skew: bool, deadline: Deadline) -> Iterator[Ways]:
    """Go down; yield what is known after each step. Others may take the place of the first ways."""
    links = links_of(query)
    first = replace(ways, wanted=min(ways.wanted, PILOT)) if may_skew else ways
    for _ in first.going(links, deadline):
        yield first
    if may_skew and first.tail > MOST_TAIL:
        ahead = replace(ways, skewed=True, numbers=ways.numbers[:0])
        for _ in ahead.going(links, deadline):
            if len(ahead) >= min(ways.wanted, ENOUGH):
                yield ahead
        return
    first.wanted = ways.wanted
    for _ in first.going(links, deadline):
        yield first


def links_of(query: Query) -> _native.DancingLinks:
    """Return the engine down whose tree is gone. Raises Unsupported for what it cannot hold."""
    from ... import _native

    with refusals("dlx"):
        return _native.DancingLinks(problem_of(query), query.deadline.check)


def _told(gone: Ways, pace: Pace | None, ended: Finished | None) -> Estimate:
    nodes, (depth, deepest) = gone.nodes, gone.depths
    return Estimate(
        nodes=nodes,
        leaves=gone.leaves,
        solutions=gone.solutions,
        time=None if pace is None else nodes.over(pace.rate, pace.spread),
        pace=pace,
        ways=len(gone),
        wanted=gone.wanted,
        met=gone.met,
        tail=gone.tail,
        depth=depth,
        deepest=deepest,
        finished=ended,
        skewed=gone.skewed,
        seed=gone.seed,
    )
