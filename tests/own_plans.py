"""`auto` with plans of a test's own: which solvers it asks, in which order, and for how long."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

from minuet.models import ExactCover
from minuet.solvers import auto
from minuet.solvers.contract import Query, Solver
from minuet.solvers.turns import plan, runs, scheduler

__all__ = ["PLANS", "Auto", "CountRun", "Plan", "Stage", "Turn", "auto_of", "turns_of"]

Auto, PLANS, Plan, Stage = auto.Auto, auto.PLANS, plan.Plan, plan.Stage
CountRun = runs.CountRun

Turn = Solver | str | tuple[Solver | str, float | None]  # with the seconds of its first turn

QUESTIONS = (
    "first",
    "small_first",
    "large_first",
    "beyond_first",
    "graph_first",
    "all",
    "count",
    "colored_count",
    "covering_count",
    "lined_first",
    "lined_count",
    "best",
    "beyond_best",
)


def auto_of(
    *turns: Turn,
    seconds: float | None = 0.01,
    growth: float = 0.0,
    questions: tuple[str, ...] = QUESTIONS,
    batches: tuple[Solver, ...] | None = None,
    improves: Solver | None = None,
) -> Auto:
    """Return `auto` with these solvers, in this order.

    seconds  of a turn for which none are told; None: all that is left
    growth   each round of turns is longer by this factor; 0: there is one round
    questions  for which ones it has them; for others it has those that it always has
    batches  who is asked for a batch before it is answered one by one; None: as ever
    improves  the solver that improves on solutions in a thread of its own; None: as ever
    """
    stages = tuple(
        Stage(*(turn if isinstance(turn, tuple) else (turn, seconds)), "for the test")
        for turn in turns
    )
    changed = replace(PLANS, **dict.fromkeys(questions, Plan(stages, growth)))
    if batches is not None:
        first = tuple(Stage(solver, seconds or 0.0, "for the test") for solver in batches)
        changed = replace(changed, batch=first)
    if improves is not None:
        alone = Plan((Stage(improves, seconds, "for the test"),))
        changed = replace(changed, improve=alone, head_start=0.0)
    return Auto(plans=changed)


def turns_of(
    matrix: ExactCover,
    number: int,
    mine: Plan | None = None,
    *,
    proves: bool = False,
    saves: bool = False,
) -> list[tuple[str, float | None]]:
    """Return the first turns in a search for the best solution: solvers and seconds.

    mine    the plan; None: that of `auto`
    proves  of a thread that proves, while another one improves
    saves   whether turns that are too short add up
    """
    view = Plan.for_proof if proves else None
    given = scheduler.Scheduler(Query(matrix), mine or PLANS.for_best(matrix), view)
    return [
        (solver.full_name, stage.seconds)
        for solver, stage in islice(given.turns(saves=saves), number)
    ]
