"""The verb `estimate`: how large is the search, and how long will it take, before one starts?

Random ways down the tree of dancing links tell its nodes, leaves and solutions (ways.py); then the
engine of `dlx` searches for a moment, which tells how many nodes it does a second (pace.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, NoReturn, Unpack, cast

from ....models.errors import Unreached
from ...contract.deadline import Deadline, Stopped
from ...contract.features import require_covers
from ...contract.goal import Goal
from ...contract.numbers import whole_number
from ...contract.query import Query
from ...contract.result import Interrupted, Result
from ...native.problem import problem_of, refusals
from ...native.solver import NativeSolver
from ...registry import get_solver
from ..running import RunningSearch, answered
from ..search import Search
from ..selection import Problem
from ..settings import EstimateSettings
from .pace import Finished, Pace, searching
from .told import Estimate
from .ways import Ways

if TYPE_CHECKING:
    from ... import _native

__all__ = ["estimate", "links_of"]

WAYS = 10_000
SECONDS = 10.0  # for an estimate that has no other limit
PILOT = 1000  # ways that tell whether to look ahead
MOST_TAIL = 0.5  # with which not to
ENOUGH = 100  # ways that look ahead to take the place of the others
PACE = 0.5  # seconds in which the pace is measured, or
PART = 1 / 4  # of the time, where that is less
MOST_WAYS = 10_000_000


def estimate(
    puzzle: Problem,
    *,
    ways: int = WAYS,
    skewed: bool | None = None,
    **settings: Unpack[EstimateSettings],
) -> Estimate:
    """Estimate how large the search for all solutions is, by Knuth's random ways (1975).

    ways    how many ways are gone, 1 to 10,000,000; fewer where the time is over
    skewed  look one node ahead and prefer children that have many children themselves
            (importance sampling): each way takes longer and tells more, which pays where most
            children are dead ends. None: where the first thousand ways, all children being alike
            to them, leave much to a few, begin anew and look ahead

    The time limit is 10 seconds unless another one, or None, is given; a part of it measures the
    pace. The same seed, by default 0, goes the same ways each time. Of the progress, `done` are the
    ways gone.

    What is told is the tree of `dlx`, that chooses an item with the fewest options left; `bitmask`
    and `memo` may need far less. Costs play no part.

    Raises ModelError for an argument out of its range, Unavailable without the native module,
    Unsupported for a matrix that it cannot hold, Unreached if the time was over before the first
    way; Interrupted on Ctrl-C, with the estimate by then.
    """
    wanted = whole_number("{} random ways", ways, 1, MOST_WAYS)
    told = {"time_limit": SECONDS, **settings}
    own = "ways", "skewed"
    search = Search.part_of("estimate", puzzle, "auto", told, EstimateSettings, own, Goal.COUNT)
    asked = Ways(wanted, search.settings.seed or 0, bool(skewed))

    def begun(run: RunningSearch) -> Estimate:
        return _estimated(run, asked, may_skew=skewed is None)

    return answered(search, begun, _late, title="estimate", total=wanted)


def _estimated(run: RunningSearch, asked: Ways, *, may_skew: bool) -> Estimate:
    query, watch, dlx = run.query, run.watch, cast(NativeSolver, get_solver("dlx"))
    deadline = query.deadline
    gone, pace, ended = asked, None, None
    if watch is not None:
        watch.source = dict  # of ways, and no solutions
    dlx.version()
    require_covers(query.matrix, "estimate")
    try:
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
    return _told(gone, pace, ended) if len(gone) else _late()


def _late(_: Result | None = None) -> NoReturn:
    raise Unreached("the time was over before the first random way was gone", late=True)


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
