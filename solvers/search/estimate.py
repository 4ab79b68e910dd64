"""The verb `estimate`: how large is the search, and how long will it take, before one starts?

Random ways down the tree of dancing links estimate its nodes, leaves and solutions
(random_ways.py); then the engine of `dlx` searches for a moment to measure its nodes a second.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NoReturn, Unpack, cast

from ...models.errors import Unreached
from ...models.spelling import numeral
from ..contract.deadline import Deadline, Stopped
from ..contract.goal import Goal
from ..contract.numbers import whole_number
from ..contract.query import Query
from ..contract.result import Interrupted, Result
from ..contract.solver import require_covers
from ..native.engine import problem_of, refusals
from ..native.solver import NativeSolver
from ..registry import get_solver
from .random_ways import Finished, Pace, Size, Ways, searching
from .running import RunningSearch, answered
from .search import Search
from .selection import Problem
from .settings import EstimateSettings

if TYPE_CHECKING:
    from .. import _native

__all__ = ["Confidence", "Estimate", "estimate", "links_of", "spell_seconds"]

# ---- The result ----------------------------------------------------------------------------------


GOOD, ROUGH = (0.1, 0.5), (0.5, 1.0)  # the spread of the nodes, and the tail, at most
FEW = 100  # ways, too few to estimate a tail
_UNITS = ((60.0, "s"), (60.0, "minutes"), (24.0, "hours"), (365.25, "days"), (math.inf, "years"))


class Confidence(StrEnum):
    """How far the number of nodes can be relied on.

    EXACT  the search came to its end while its pace was measured
    GOOD   a spread of a tenth at most, of which no few ways decide
    ROUGH  a spread of a half at most: expect the order of magnitude
    POOR   few ways hold most of the mean: most probably the estimate is too low
    """

    EXACT = "exact"
    GOOD = "good"
    ROUGH = "rough"
    POOR = "poor"


@dataclass(frozen=True)
class Estimate:
    """How large the whole search of `dlx` is, in one thread, for all solutions.

    nodes      of its tree, as dlx2 counts them: branch points, dead ends and solutions
    leaves     those without children: dead ends and solutions
    solutions  how many there are; `met` 0: no way came to one, and nothing is known of it
    time       seconds of the search; None: its pace could not be measured in time
    pace       nodes a second, measured; None likewise
    ways       random ways gone, of the `wanted`
    met        how many of them came to a solution, or saw one beside them
    tail       how heavy the heaviest ways are: from 1/2 on the spread is too small, from 1 on the
               mean is not settled
    depth      how deep the ways went in the mean, and `deepest` at most
    finished   the whole search, if it came to its end while its pace was measured
    skewed     whether the ways looked ahead
    """

    nodes: Size
    leaves: Size
    solutions: Size
    time: Size | None
    pace: Pace | None
    ways: int
    wanted: int
    met: int
    tail: float
    depth: float
    deepest: int
    finished: Finished | None
    skewed: bool
    seed: int

    @property
    def confidence(self) -> Confidence:
        """How far the number of nodes can be relied on."""
        if self.finished is not None:
            return Confidence.EXACT
        enough = self.ways >= FEW
        for (spread, tail), level in ((GOOD, Confidence.GOOD), (ROUGH, Confidence.ROUGH)):
            if enough and self.nodes.spread <= spread and self.tail <= tail:
                return level
        return Confidence.POOR

    def __str__(self) -> str:
        return "\n".join(_lines(self))

    def to_dict(self) -> dict[str, Any]:
        """Return the estimate as JSON can hold it.

        An estimated number has its logarithm to the base 10 (None: it is 0), its value (None where
        that is beyond all floats) and its spread (None: nothing is known of it).
        """
        ended = self.finished
        return {
            "nodes": _as_dict(self.nodes),
            "leaves": _as_dict(self.leaves),
            "solutions": _as_dict(self.solutions) if self.met else None,
            "seconds": None if self.time is None else _as_dict(self.time),
            "nodes_per_second": None if self.pace is None else self.pace.rate,
            "confidence": str(self.confidence),
            "ways": self.ways,
            "wanted_ways": self.wanted,
            "ways_with_solutions": self.met,
            "tail": self.tail,
            "mean_depth": self.depth,
            "deepest": self.deepest,
            "skewed": self.skewed,
            "seed": self.seed,
            "solver": "dlx",
            "exact": None if ended is None else asdict(ended),
            "text": str(self),
        }


def _as_dict(size: Size) -> dict[str, float | None]:
    value = float(size)
    return {
        "log10": size.log10 if math.isfinite(size.log) else None,
        "value": value if math.isfinite(value) else None,
        "spread": size.spread if math.isfinite(size.spread) else None,
    }


def _lines(estimate: Estimate) -> Iterator[str]:
    ended = estimate.finished
    if ended is not None:
        yield f"nodes      {numeral(ended.nodes, grouped=True)}"
        yield f"solutions  {numeral(ended.solutions, grouped=True)}"
        yield f"time       {spell_seconds(math.log(max(ended.seconds, 1e-9)))}"
        yield "This is exact: the whole search took no longer than to measure its pace."
        return
    yield f"nodes      {_about(estimate.nodes)}"
    if estimate.met:
        yield f"solutions  {_about(estimate.solutions)}"
    else:
        yield f"solutions  unknown: none of {estimate.ways:,} random ways came to one"
    if estimate.time is None or estimate.pace is None:
        yield "time       unknown: no time was left to measure the pace"
    else:
        rate = Size(math.log(estimate.pace.rate), 0.0)
        lasting = f"some {spell_seconds(estimate.time.log)} {_margin(estimate.time.spread)}"
        yield f"time       {lasting}, at {rate} nodes a second (dlx, one thread)"
    yield f"confidence {estimate.confidence}: {_why(estimate)}"


def _why(estimate: Estimate) -> str:
    looking = " that look ahead" if estimate.skewed else ""
    text = f"{estimate.ways:,} random ways{looking}, {estimate.depth:.1f} deep in the mean"
    if estimate.confidence is Confidence.POOR:
        few = "they are few" if estimate.ways < FEW else "a few of them hold most of it"
        return f"{text}; {few}, so it is rather more"
    return text


def _about(size: Size) -> str:
    return f"some {size} {_margin(size.spread)}"


def _margin(spread: float) -> str:
    """Say a relative standard error."""
    if spread >= 1:
        return "(no more than a guess)"
    return f"± {100 * spread:.{1 if spread < 0.1 else 0}f} %"


def spell_seconds(log: float) -> str:
    """Return a duration in a unit that fits it; `log`: the natural logarithm of its seconds."""
    for size, unit in _UNITS:
        if log < math.log(1e-3) and unit == "s":
            return "less than 1 ms"
        if size == math.inf or log < math.log(2 * size):
            break
        log -= math.log(size)
    return f"{Size(log, 0.0)} {unit}"


WAYS = 10_000
SECONDS = 10.0  # for an estimate that has no other limit
PILOT = 1000  # ways that decide whether to look ahead
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
            (importance sampling): each way takes longer and counts more, which pays where most
            children are dead ends. None: where the first thousand ways, all children being alike
            to them, leave much to a few, begin anew and look ahead

    The time limit is 10 seconds unless another one, or None, is given; a part of it measures the
    pace. The same seed, by default 0, goes the same ways each time. Of the progress, `done` are the
    ways gone.

    The estimate is of the tree of `dlx`, which chooses an item with the fewest options left;
    `bitmask` and `memo` may need far less. Costs play no part.

    Raises ModelError for an argument out of its range, Unavailable without the native module,
    Unsupported for a matrix that it cannot hold, Unreached if the time was over before the first
    way; Interrupted on Ctrl-C, with the estimate by then.
    """
    wanted = whole_number("{} random ways", ways, 1, MOST_WAYS)
    given = {"time_limit": SECONDS, **settings}
    own = "ways", "skewed"
    search = Search.part_of("estimate", puzzle, "auto", given, EstimateSettings, own, Goal.COUNT)
    request = Ways(wanted, search.settings.seed or 0, bool(skewed))

    def begun(run: RunningSearch) -> Estimate:
        return _estimated(run, request, may_skew=skewed is None)

    return answered(search, begun, _late, title="estimate", total=wanted)


def _estimated(run: RunningSearch, ways: Ways, *, may_skew: bool) -> Estimate:
    query, watch, dlx = run.query, run.watch, cast(NativeSolver, get_solver("dlx"))
    deadline = query.deadline
    gone, pace, ended = ways, None, None
    if watch is not None:
        watch.source = dict  # of ways, and no solutions
    dlx.version()
    require_covers(query.matrix, "estimate")
    try:
        seconds = min(PACE, PART * deadline.left())
        part = deadline.within(deadline.left() - seconds)
        for gone in _going(query, ways, may_skew, part):
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
        raise Interrupted(_estimate_of(gone, ways.wanted, pace, ended)) from None
    return _estimate_of(gone, ways.wanted, pace, ended) if len(gone) else _late()


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
    from .. import _native

    with refusals("dlx"):
        return _native.DancingLinks(problem_of(query), query.deadline.check)


def _estimate_of(gone: Ways, wanted: int, pace: Pace | None, ended: Finished | None) -> Estimate:
    """Return what the ways tell, of so many that are wanted: a pilot wants fewer."""
    nodes, (depth, deepest) = gone.nodes, gone.depths
    return Estimate(
        nodes=nodes,
        leaves=gone.leaves,
        solutions=gone.solutions,
        time=None if pace is None else nodes.over(pace.rate, pace.spread),
        pace=pace,
        ways=len(gone),
        wanted=wanted,
        met=gone.met,
        tail=gone.tail,
        depth=depth,
        deepest=deepest,
        finished=ended,
        skewed=gone.skewed,
        seed=gone.seed,
    )
