"""Comparing what the solvers said: each claim is held against what every other one has.

Who says that these are all is held to every solution that anyone else has, for each of those was
verified; who counts, to how many anyone else found or counts; who proves a bound, to the cost of
every solution. Of branches with more solutions than are kept the sets are compared by their hashes,
added up.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ...models.matrix.exact_cover import ExactCover
from ...models.spelling import numeral
from ..contract.batch import Options
from ..contract.result import Status
from .listener import Case
from .outcome import Disagreement, Outcome, Part
from .scope import Scope

__all__ = ["clash", "disputes", "let_bounds_meet", "sum_up", "sum_up_best"]


def sum_up(outcome: Outcome, scope: Scope) -> None:
    """Say of all branches together what the parts say of each, where all were asked for."""
    parts, places = outcome.parts, range(len(scope.branches))
    outcome.complete = bool(parts) and all(map(outcome.answered, places))
    numbers = [part.number if part.complete else part.counted or part.number for part in parts]
    total = sum(numbers)
    if total:
        outcome.status = Status.COMPLETE if outcome.complete else Status.FEASIBLE
    else:
        outcome.status = Status.INFEASIBLE if outcome.complete else Status.UNKNOWN
    listed = outcome.asked in ("all solutions", "the count")
    outcome.count = total if parts and (outcome.complete or listed) else None


def sum_up_best(outcome: Outcome, case: Case) -> None:
    """Say what the best solution is, and whether that is proved."""
    part = outcome.part(0)
    outcome.complete = part.complete
    if part.found:
        outcome.status = Status.OPTIMAL if part.complete else Status.FEASIBLE
        outcome.objective = case.in_words(min(map(case.matrix.cost, part.found)))
    else:
        outcome.status = Status.INFEASIBLE if part.complete else Status.UNKNOWN


def let_bounds_meet(outcomes: list[Outcome], matrix: ExactCover) -> None:
    """Take it for an answer where a bound is as high as the cost of a solution that is known."""
    sound = [outcome for outcome in outcomes if not outcome.wrong]
    costs = [matrix.cost(options) for outcome in sound for options in outcome.found]
    if not costs:
        return
    for outcome in sound:
        if outcome.bound == min(costs) and not outcome.part(0).complete:
            outcome.part(0).complete = outcome.complete = True
            outcome.note = "its bound meets the best solution"
            if min(costs) in map(matrix.cost, outcome.found):
                outcome.status = Status.OPTIMAL


def disputes(question: str, outcomes: list[Outcome], matrix: ExactCover) -> Iterator[Disagreement]:
    """Yield every disagreement, of a solver with itself first."""
    for outcome in outcomes:
        if outcome.wrong:
            yield Disagreement(outcome.note, (outcome.solver,), outcome.witness, outcome.place)
    for first, second in combinations(outcomes, 2):
        if question == "best":
            yield from _of_the_best(first, second, matrix)
            yield from _of_the_best(second, first, matrix)
        else:
            missing = [*_of_the_missing(first, second), *_of_the_missing(second, first)]
            yield from missing or _of_the_number(first, second)


def _of_the_best(finder: Outcome, other: Outcome, matrix: ExactCover) -> Iterator[Disagreement]:
    """Yield what `finder` found that `other` excludes."""
    if not finder.found:
        return
    witness = min(finder.found, key=matrix.cost)
    cost = matrix.cost(witness)
    if other.complete and not other.found:
        claim = str(other.status)
    elif other.complete and other.found and cost < min(map(matrix.cost, other.found)):
        claim = f"{other.status} {other.objective}"
    elif other.bound is not None and cost < other.bound:
        claim = f"that none costs less than {other.bound}"
    else:
        return
    finding = "a solution" if finder.objective is None else f"a solution of {finder.objective}"
    text = f"solvers {finder.solver} and {other.solver}: {finding} against {claim}"
    yield Disagreement(text, (finder.solver, other.solver), witness, 0)


def _of_the_missing(finder: Outcome, other: Outcome) -> Iterator[Disagreement]:
    """Yield that `other` lacks solutions of `finder` where it says that it has all."""
    lacking: dict[int, set[Options]] = {}
    for place, (mine, theirs) in enumerate(zip(finder.parts, other.parts, strict=False)):
        if theirs.complete and _kept(theirs):
            extra = mine.found - theirs.solutions
            if extra:
                lacking[place] = extra
    if lacking:
        place = min(lacking)
        number = sum(map(len, lacking.values()))
        text = (
            f"solver {other.solver} ({other.status}, {len(other.found)} solutions) lacks "
            f"{number} of the {len(finder.found)} solutions of {finder.solver}"
        )
        yield Disagreement(text, (finder.solver, other.solver), min(lacking[place]), place)


def _kept(part: Part) -> bool:
    """Whether all its solutions are at hand."""
    return part.number == len(part.solutions)


def _of_the_number(first: Outcome, second: Outcome) -> Iterator[Disagreement]:
    """Yield the first branch where the numbers, or the hashes, of two solvers clash."""
    for place, (mine, theirs) in enumerate(zip(first.parts, second.parts, strict=False)):
        difference = clash(mine, theirs)
        if difference is not None:
            which = f" of branch {place + 1}" if place or len(first.parts) > 1 else ""
            text = f"solvers {first.solver} and {second.solver}{which}: {difference}"
            yield Disagreement(text, (first.solver, second.solver), place=place)
            return


def clash(first: Part, second: Part) -> str | None:
    """Say how what two solvers say of one branch cannot both be true; None: it can."""
    for mine, theirs in ((first, second), (second, first)):
        # The numbers of solutions that are said to be all.
        counted = [mine.counted] if mine.counted_all and mine.counted is not None else []
        for exact in [*counted, mine.number] if mine.complete else counted:
            most = max(theirs.number, theirs.counted or 0)
            if most > exact:
                return f"{numeral(exact)} solutions against {numeral(most)}"
    whole = first.complete and second.complete
    if whole and not (_kept(first) and _kept(second)) and first.hashes != second.hashes:
        return f"{first.number} solutions each, but not the same ones"
    return None
