"""The records as a table of data: a row a run, with what it cost and whether it counts as solved.

Which seconds a report is about is said once, here: `wall` and `processor` count from the moment at
which the question was put, `search` is what the solver itself reports of its search, its encoding
included. A run is solved if it answered its question within its limits. Runs whose answers
contradict each other measure nothing: they are marked, and every statistic leaves them out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ...models.errors import ModelError
from ..records.contradictions import Contradiction
from ..records.record import OPTIMIZING, RUN, Outcome, Record

if TYPE_CHECKING:
    from pandas import DataFrame

__all__ = ["CLOCKS", "TASK", "answer_of", "comparable", "runs_of"]

# Which seconds: the record's field, what is too short to be measured, and in words.
CLOCKS = {
    "wall": ("seconds", 1e-3, "wall-clock seconds from the question to its answer"),
    "processor": ("processor_seconds", 1e-3, "processor seconds from the question to its answer"),
    "search": ("search_seconds", 1e-6, "seconds of the search, as the solver tells them"),
}
TASK = [
    "instance",
    "digest",
    "question",
    "shuffle",
    "seed",
    "repetition",
]  # for each solver one run
AS_IS = -1  # the shuffle of what is not shuffled, the seed where there is none
KEPT = ("key", "instance", "digest", "family", "question", "solver", "repetition")


def runs_of(records: Sequence[Record], by: str, wrong: Sequence[Contradiction] = ()) -> DataFrame:
    """Return a row a run, in an order that does not depend on that of the records.

    Beside what the record says: `time`, of solved runs, and NaN of others; `limit`, NaN without;
    `penalized`, the time or twice the limit; `solved`; `contradicted`; `answer`, in words.
    Raises ModelError where a solved run lacks the seconds that are asked for.
    """
    import pandas

    marked = {record.key for each in wrong if not each.is_alone for record in each.records}
    rows = [_row(record, by, record.key in marked) for record in records]
    frame = pandas.DataFrame(rows)
    for name in ("n", "time", "limit", "penalized", "search", "nodes", "memory"):
        frame[name] = frame[name].astype(float)
    return frame.sort_values([*TASK, "solver", "key"], ignore_index=True)


def _row(record: Record, by: str, contradicted: bool) -> dict[str, Any]:
    field, shortest, words = CLOCKS[by]
    solved = record.outcome is Outcome.ANSWERED
    time = getattr(record, field) if solved else None
    if solved and time is None:
        reason = f"{record.solver} on {record.instance} tells no {words}"
        raise ModelError(f"{reason}, expected another clock: {', '.join(CLOCKS)}")
    limit = _limit(record, by)
    if record.question == RUN:  # a program may report its own timing, of many times
        shortest = 0.0
    seconds = np.nan if time is None else max(time, shortest)
    return {
        **{name: getattr(record, name) for name in KEPT},
        "shuffle": AS_IS if record.shuffle is None else record.shuffle,
        "seed": AS_IS if record.seed is None else record.seed,
        "n": record.n,
        "solved": solved,
        "time": seconds,
        "limit": limit,
        "penalized": seconds if solved else 2 * limit,
        "contradicted": contradicted,
        "outcome": str(record.outcome),
        "answer": answer_of(record),
        "search": record.search_seconds,
        "nodes": record.nodes,
        "memory": record.peak_memory,
    }


def _limit(record: Record, by: str) -> float:
    names = ("seconds", "processor_seconds")
    if by == "processor":
        names = names[::-1]
    for name in names:
        limit = record.limits.get(name)
        if limit is not None:
            return float(limit)
    return np.nan


def answer_of(record: Record) -> str:
    """Return what a run found, in words: a number of solutions, an optimum, or a status."""
    solved = record.outcome is Outcome.ANSWERED
    if not solved and record.count is None and record.objective is None:
        return ""
    if record.question in OPTIMIZING and record.objective is not None:
        return f"{record.objective}" if record.status == "OPTIMAL" else f"{record.objective}?"
    if record.question == "unique" and record.count is not None and solved:
        return ("none", "unique")[record.count] if record.count < 2 else "several"
    if record.question in ("count", "all", RUN) and record.count is not None:
        return f"{record.count}" if record.complete and solved else f">= {record.count}"
    return {"INFEASIBLE": "none", "OPTIMAL": "found", "FEASIBLE": "found"}.get(record.status, "")


def comparable(runs: DataFrame) -> tuple[DataFrame, int]:
    """Return the runs of one question that solvers are compared on, and how many are not.

    These are the runs of tasks that every solver has run, and where no answers contradict each
    other. Where a solver has run a task twice, as with other limits, one run is taken. The run of a
    solver that draws nothing, and so has no seed, stands for that of each seed.
    """
    every = runs["key"].nunique()
    runs = _with_seeds(runs).drop_duplicates([*TASK, "solver"])
    solvers = runs["solver"].nunique()
    tasks = runs.groupby(TASK, sort=False)
    whole = tasks["solver"].transform("nunique") == solvers
    fair = ~tasks["contradicted"].transform("any")
    kept = runs[whole & fair]
    return kept, every - kept["key"].nunique()


def _with_seeds(runs: DataFrame) -> DataFrame:
    """Return the runs with those of solvers without seeds repeated for the seeds of the others."""
    import pandas

    seeds = sorted(set(runs["seed"]) - {AS_IS})
    seeded = set(runs[runs["seed"] != AS_IS]["solver"])
    alone = ~runs["solver"].isin(seeded)
    if not seeds or not alone.any():
        return runs
    return pandas.concat([runs[~alone], *(runs[alone].assign(seed=seed) for seed in seeds)])
