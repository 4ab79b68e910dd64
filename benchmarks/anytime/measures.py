"""What runs come to: answers at a moment, the primal integral, ratios, and what cannot be.

The primal integral is the area of the primal gap, |objective - best of all| / max of the two, over
the time, in seconds (Berthold, "Measuring the impact of primal heuristics", 2013): 0 is the best at
once, the limit is no answer at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ..measure import geometric_mean
from .records import Moment, Run

__all__ = [
    "apart",
    "at",
    "best_of",
    "mean_ratio",
    "merged",
    "primal_integral",
    "ratio_to",
    "wrong",
]

SHORTEST = 0.001  # seconds that are told apart


def at(moments: Sequence[Moment], seconds: float) -> Moment:
    """Return what was known at a moment."""
    known = [one for one in moments if one.seconds <= seconds]
    return known[-1] if known else Moment(seconds, None, None)


def apart(one: int | None, other: int) -> float:
    """Return the gap of two objectives, relative to the larger; 1 without one, and at most."""
    if one is None:
        return 1.0
    return min(abs(one - other) / max(abs(one), abs(other), 1), 1.0)


def primal_integral(moments: Sequence[Moment], best: int, seconds: float) -> float:
    """Return the area of the primal gap up to so many seconds; 1 before there is an answer."""
    total, last, gap = 0.0, 0.0, 1.0
    for one in [*moments, Moment(seconds, None, None)]:
        now = min(one.seconds, seconds)
        total += gap * (now - last)
        last = now
        if one.objective is not None:
            gap = apart(one.objective, best)
    return total


def merged(runs: Iterable[Run]) -> dict[str, dict[str, Run]]:
    """Return by instance and engine what it knew: of several runs with other limits, all together.

    What was known sooner counts; so SCIP, which tells its last answer only, knows at each look what
    it had when that was the limit.
    """
    told: dict[str, dict[str, list[Run]]] = {}
    for run in runs:
        told.setdefault(run.instance, {}).setdefault(run.engine, []).append(run)
    return {
        name: {engine: _together(some) for engine, some in found.items()}
        for name, found in told.items()
    }


def _together(runs: Sequence[Run]) -> Run:
    """Return a run that knew at each moment the best that one of these did."""
    last = max(runs, key=lambda run: (run.complete, run.seconds))
    best: int | None = None
    bound: int | None = None
    moments = []
    # What is told a moment after the limit, as SCIP's only answer is, was known at the limit.
    every = [
        one._replace(seconds=min(one.seconds, run.seconds)) for run in runs for one in run.moments
    ]
    for one in sorted(every, key=lambda one: one.seconds):
        best = _better(last.upwards, best, one.objective)
        bound = _better(not last.upwards, bound, one.bound)
        moments.append(Moment(one.seconds, best, bound))
    seconds = max(run.seconds for run in runs)
    message = "; ".join(run.message for run in runs if run.message)
    return replace(last, seconds=seconds, moments=moments, message=message)


def _better(upwards: bool, *values: int | None) -> int | None:
    known = [one for one in values if one is not None]
    return (max if upwards else min)(known, default=None)


def best_of(found: Mapping[str, Run]) -> int | None:
    """Return the best objective that is known of an instance."""
    runs = list(found.values())
    every = [value for run in runs for value in (run.known, run.last.objective)]
    return _better(runs[0].upwards, *every)


def ratio_to(mine: Run, other: Run) -> float | None:
    """Return how many times as long the other took for its proof; None if neither has one.

    Who has none took the whole limit, so that the true ratio is further from 1.
    """
    if mine.proved is None and other.proved is None:
        return None
    return _proof(other) / _proof(mine)


def _proof(run: Run) -> float:
    return max(run.seconds if run.proved is None else run.proved, SHORTEST)


def mean_ratio(found: Mapping[str, Mapping[str, Run]], engine: str, mine: str) -> float | None:
    """Return the geometric mean of an engine's ratios to mine, where one of the two has a proof."""
    both = [one for one in found.values() if engine in one and mine in one]
    ratios = [ratio_to(one[mine], one[engine]) for one in both]
    return geometric_mean([one for one in ratios if one is not None])


def wrong(found: Mapping[str, Run]) -> list[str]:
    """Return what cannot be: a proof of another optimum, a bound that an answer is better than."""
    told = []
    best = best_of(found)
    for engine, run in found.items():
        last, sign = run.last, -1 if run.upwards else 1
        if run.complete and last.objective != best:
            told.append(f"{run.instance}: {engine} proves {last.objective}, the best is {best}")
        elif last.bound is not None and best is not None and sign * last.bound > sign * best:
            told.append(f"{run.instance}: {engine} has the bound {last.bound}, the best is {best}")
    return told
