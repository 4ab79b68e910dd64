"""The second opinion on "there is no other": is there a solution outside a known set?

That is a question about one query, however the set was found. It is cheap where the set is small
and the solver can be told to leave it out (`Solver.excludes`); others enumerate up to one more than
are known, and must come to the same set.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...models.errors import WrongAnswer
from ..contract.batch import Options
from ..contract.certificate import Assertion
from ..contract.claims.claims import Claims
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.solver import Solver
from .certified import certified
from .opinion import Confirmation, Second

__all__ = ["another", "new_ones", "no_other"]


def no_other(second: Second, known: Sequence[Options]) -> Confirmation:
    """Ask whether the known solutions, ascending each, are all, as the first solver says."""
    if second.certifies:
        return certified(second, Assertion(tuple(known), len(known)))

    def ask(solver: Solver, query: Query, progress: Progress) -> bool:
        new = new_ones(second, solver, query, progress, known)
        claims = Claims()
        claims.counted(second.name, len(known))
        claims.found(solver.full_name, len(known) + new)
        return progress.complete

    return second.agrees(second.opinions.none, ask)


def another(second: Second, known: Sequence[Options]) -> Confirmation:
    """Ask for a solution besides the known ones, of which the first solver says there is one."""

    def ask(solver: Solver, query: Query, progress: Progress) -> bool:
        new = new_ones(second, solver, query, progress, known)
        if progress.complete and not new:
            claims = Claims()
            claims.found(second.name, len(known) + 1)
            claims.counted(solver.full_name, len(known))
        return new > 0

    confirmation = second.agrees(second.opinions.none, ask)
    return replace(confirmation, shown=bool(confirmation))


def new_ones(
    second: Second, solver: Solver, query: Query, progress: Progress, known: Sequence[Options]
) -> int:
    """Return how many solutions besides the known ones a solver finds: none, or one or more.

    With `progress.complete` set and none found there are none, as it says. Raises WrongAnswer if it
    says that there are fewer than are known, or shows what is no solution.
    """
    if solver.excludes or not known:
        besides = replace(query, excluded=(*query.excluded, *known))
        option = solver.first(besides, progress)
        found = second.require([] if option is None else [option], solver)
        if not found.isdisjoint(known):
            raise WrongAnswer(f"solver {solver.full_name}: a solution that was to be left out")
        return len(found)
    found = second.require(solver.several(query, progress, len(known) + 1), solver)
    if progress.complete and len(found) <= len(known):
        claims = Claims()
        claims.found(second.name, len(known))
        claims.counted(solver.full_name, len(found))
    return len(found - set(known))
