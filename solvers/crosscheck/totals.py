"""The number of all solutions, where there are too many to compare them all.

Who counts in a way of its own (with memory, say) may count in seconds what nobody could list. So
where the number is known to be within reach, those who count are asked for it, of each kind one
first, until two kinds have answered. They are held to each other, and to the solutions that were
found.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from itertools import combinations

from ...models.errors import Unsupported
from ..contract.deadline import Deadline
from ..contract.goal import Goal
from ..contract.solver import Solver
from ..registry import get_solver
from .comparison import clash, sum_up
from .disagreement import Disagreement
from .kept import KeptAnswers
from .listener import Case, Patience, listen
from .outcome import Outcome
from .scope.scope import Scope
from .worker import Task, counts_itself

__all__ = ["count_whole", "counters", "total_disputes"]

COUNTERS = ("memo", "bitmask:python", "bitmask")  # if nobody is named
GRACE = 0.5  # seconds for one that does not stop in time


def counters(asked: Sequence[Solver] | None) -> list[Solver]:
    """Return who counts in a way of its own, of each kind one first; None: anyone."""
    if asked is None:
        known = [get_solver(name) for name in COUNTERS]
    else:
        known = [solver for solver in asked if counts_itself(solver)]
    first = {solver.kind: solver for solver in reversed(known)}
    return sorted(known, key=lambda solver: first[solver.kind] is not solver)


def count_whole(
    case: Case,
    solvers: Sequence[Solver],
    totals: list[Outcome],
    deadline: Deadline,
    kept: KeptAnswers,
) -> None:
    """Ask for the number of all solutions until two kinds have said it; add to the outcomes."""
    for place, solver in enumerate(solvers):
        share = deadline.left() / (len(solvers) - place)
        if share < GRACE or len({one.kind for one in totals if one.complete}) > 1:
            return
        try:
            solver.require(case.matrix)
        except Unsupported:
            continue
        began = time.monotonic()
        outcome = Outcome(solver.full_name, by=solver.full_name, kind=solver.kind)
        totals.append(outcome)
        if kept.restore(outcome, total=True):
            continue
        patience = Patience(deadline.within(share - GRACE), GRACE)
        listen(case, solver, outcome, [Task(Goal.COUNT)], patience)
        sum_up(outcome, Scope())
        outcome.seconds = time.monotonic() - began
        kept.keep(outcome, 1, total=True)


def total_disputes(
    totals: Sequence[Outcome], outcomes: Sequence[Outcome]
) -> Iterator[Disagreement]:
    """Yield where the numbers of all solutions clash, or are less than what was found."""
    for outcome in totals:
        if outcome.wrong:
            yield Disagreement(outcome.note, (outcome.solver,))
    for one, other in combinations(totals, 2):
        said = clash(one.part(0), other.part(0))
        if said is not None:
            text = f"solvers {one.solver} and {other.solver}: {said} in all"
            yield Disagreement(text, (one.solver, other.solver))
    for total in totals:
        for outcome in outcomes:
            found = sum(part.number for part in outcome.parts)
            if total.complete and found > (total.count or 0):
                text = (
                    f"solvers {total.solver} and {outcome.solver}: "
                    f"{total.count} solutions in all against {found} found"
                )
                yield Disagreement(text, (total.solver, outcome.solver))
