"""Second opinions on a count, on "there is no other" and on "there is none better".

A count is repeated by another kind of solver. Where the solutions are few, they are listed and
looked at, and a solver that can exclude them (`Solver.excludes`) is asked for another
one: that proves a count without finding them twice. Who hands over solutions one by one is not
asked for more than it can.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from ...models.errors import SolverError, Unsupported, WrongAnswer
from ...models.spelling import numeral
from ..contract.batch import Options, closing_stream
from ..contract.certificate import Assertion
from ..contract.claims import Claims
from ..contract.goal import Goal
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.solver import Solver
from .certified import certified
from .opinion import LATE, Confirmation, Second

__all__ = ["LISTED", "Outbid", "Recount", "another", "no_other", "none_left_out"]

# ---- "There is no other": a solution outside a known set? ----------------------------------------
#
# That is a question about one query, however the set was found. It is cheap where the set is small
# and the solver can exclude it (`Solver.excludes`); others enumerate up to one more
# than are known, and must come to the same set.


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
        solutions = second.require([] if option is None else [option], solver)
        if not solutions.isdisjoint(known):
            raise WrongAnswer(f"solver {solver.full_name}: a solution that was to be left out")
        return len(solutions)
    solutions = second.require(solver.several(query, progress, len(known) + 1), solver)
    if progress.complete and len(solutions) <= len(known):
        claims = Claims()
        claims.found(second.name, len(known))
        claims.counted(solver.full_name, len(solutions))
    return len(solutions - set(known))


log = logging.getLogger("minuet")

LISTED = 2000  # solutions that are kept, so that a solver can be asked for another one


class Recount:
    """Counts again what the first solver counted.

    complete   whether it says that these are all
    least      the number of solutions that the second solver, `counter`, counted so far
    solutions  the verified solutions; None: they are too many, or were not listed
    """

    def __init__(self, second: Second, number: int, *, complete: bool) -> None:
        self.second, self.number, self.complete = second, number, complete
        self.least, self.counter = 0, ""
        self.solutions: list[Options] | None = None
        self._claims = Claims()  # of all who were asked, for two of them may contradict each other
        (self._claims.counted if complete else self._claims.found)(second.name, number)

    def confirmation(self) -> Confirmation:
        """Ask other solvers: one confirms the number, or, if not `complete`, reports its own."""
        if self.second.certifies:
            if not self.complete:
                return Confirmation(why=LATE)
            solutions: list[Options] | None = None
            try:
                solutions = self._list(self.second.query) if self.number <= LISTED else None
            except WrongAnswer:
                raise
            except SolverError as error:
                # It counts, but lists nothing: the number alone is asked for.
                log.info("%s", error)
            return certified(self.second, Assertion(tuple(solutions or ()), self.number))
        return self.second.agrees(self.second.opinions.count, self._ask, listing=self.number)

    def _ask(self, solver: Solver, query: Query, progress: Progress) -> bool:
        if self.complete and self.number <= LISTED and solver.excludes:
            solutions = self._list(query)
            if solutions is None:
                return False
            new = new_ones(self.second, solver, query, progress, solutions)
            self._claims.found(solver.full_name, self.number + new)
            return progress.complete
        number = solver.count(query, progress)
        if number > self.least:
            self.least, self.counter = number, solver.full_name
        self._claims.found(solver.full_name, number)
        if progress.complete:
            self._claims.counted(solver.full_name, number)
            self.counter = solver.full_name
        return progress.complete

    def _list(self, query: Query) -> list[Options] | None:
        """Return all solutions, as the first solver lists them; None: not in time."""
        if self.number == 0:
            return []
        if self.solutions is None:
            first = self.second.first
            progress = Progress()
            query = replace(query, parameters=self.second.query.parameters)
            solutions = self.second.require(first.several(query, progress, self.number + 1), first)
            if len(solutions) > self.number or (progress.complete and len(solutions) < self.number):
                listed = "more" if len(solutions) > self.number else f"{len(solutions)}"
                raise WrongAnswer(
                    f"solver {first.full_name}: counts {numeral(self.number)} solutions, "
                    f"but lists {listed}"
                )
            if len(solutions) == self.number:
                self.solutions = sorted(solutions)
        return self.solutions


# ---- "There is none better": a bound on the costs ------------------------------------------------
#
# It follows its own way to ever cheaper solutions. Each of them is held against what the first
# solver proved, and what it proves against every solution that is known. Of the k best solutions
# it is asked for one outside them that is cheaper than the k-th.


class Outbid:
    """Looks for what is cheaper than the first solver's solution, and for a bound.

    options  the cheapest solution that is known, the first solver's or a second one's
    bound    nothing costs less, as the second solver `prover` says; None: it said nothing
    """

    def __init__(self, second: Second, options: Options | None, bound: int | None) -> None:
        """Begin with the first solver's solution, and with the bound that it proved, if any."""
        self.second, self.options = second, options
        self.bound: float | None = None
        self.prover: Solver | None = None
        self.claimed = bound
        self._hint: Options = () if options is None else options
        self._claims = Claims()  # of all who were asked, for two of them may contradict each other
        if options is not None:
            self._claims.cost(second.name, second.query.matrix.cost(options))
        if bound is not None:
            self._claims.bound(second.name, bound)

    @property
    def cost(self) -> float:
        """The cost of the cheapest known solution; infinite if there is none."""
        return math.inf if self.options is None else self.second.query.matrix.cost(self.options)

    @property
    def confirmed(self) -> int | None:
        """The bound on which both agree; None if there is none."""
        if self.claimed is None or self.bound is None or math.isinf(self.bound):
            return None
        return min(self.claimed, int(self.bound))

    def confirmation(self) -> Confirmation:
        """Ask other solvers whether nothing is cheaper than `options`."""
        if self.second.certifies:
            # Have it certified that nothing is cheaper, if the first solver says so.
            if self.options is None or self.claimed is None or self.claimed < self.cost:
                return Confirmation(why=LATE)
            return certified(self.second, Assertion((self.options,), cost=self.claimed))
        return self.second.agrees(self.second.opinions.best, self._ask)

    def _ask(self, solver: Solver, query: Query, progress: Progress) -> bool:
        name, matrix, claims = solver.full_name, query.matrix, self._claims
        query = replace(query, hint=self._hint or query.hint)
        last: int | None = None
        try:
            with closing_stream(solver.improving(query, progress)) as stream:
                for options in stream:
                    (sound,) = self.second.require([options], solver)
                    last = matrix.cost(sound)
                    if last < self.cost:
                        self.options = sound
                    claims.cost(name, last)
        finally:
            self._note(solver, progress.bound)
        if progress.bound is not None:
            claims.bound(name, progress.bound)
        if progress.complete:
            proved = math.inf if last is None else last
            claims.infeasible(name) if last is None else claims.bound(name, last)
            self._note(solver, proved)
        return progress.complete or (self.bound is not None and self.bound >= self.cost)

    def _note(self, solver: Solver, bound: float | None) -> None:
        if bound is not None and (self.bound is None or bound > self.bound):
            self.bound, self.prover = bound, solver


def none_left_out(second: Second, known: Sequence[Options]) -> Confirmation:
    """Ask whether no other solution is cheaper than the last of these, as the first solver says."""
    matrix = second.query.matrix
    costs = [matrix.cost(options) for options in known]
    if second.certifies:
        if costs[0] < costs[-1]:  # a certificate bounds all solutions, not all but some
            return Confirmation(why="a list of several costs has no certificate")
        return certified(second, Assertion(tuple(known), cost=costs[-1]))

    def ask(solver: Solver, query: Query, progress: Progress) -> bool:
        claims, name = Claims(), solver.full_name
        claims.bound(second.name, costs[-1])
        if not solver.excludes:
            return _same_costs(second, solver, query, progress, costs)
        query = replace(query, excluded=(*query.excluded, *known))
        with closing_stream(solver.improving(query, progress)) as stream:
            for options in stream:
                (sound,) = second.require([options], solver)
                if sound not in known:
                    claims.cost(name, matrix.cost(sound))
        bound = progress.bound
        return progress.complete or (bound is not None and bound >= costs[-1])

    return second.agrees(second.opinions.best, ask)


def _same_costs(
    second: Second, solver: Solver, query: Query, progress: Progress, costs: Sequence[int]
) -> bool:
    """Ask a solver that ranks solutions for as many; their costs must be the same."""
    if Goal.RANKED not in solver.goals:
        raise Unsupported(f"solver {solver.full_name} cannot leave solutions out")
    with closing_stream(solver.best_solutions(query, progress, len(costs))) as stream:
        solutions = list(islice(stream, len(costs)))
    second.require(solutions, solver)
    for mine, theirs in zip(map(query.matrix.cost, solutions), costs, strict=False):
        claims, name = Claims(), solver.full_name
        if mine < theirs:
            claims.bound(second.name, theirs)
            claims.cost(name, mine)
        if mine > theirs:
            claims.cost(second.name, theirs)
            claims.bound(name, mine)
    if progress.complete:
        claims = Claims()
        claims.found(second.name, len(costs))
        claims.counted(solver.full_name, len(solutions)) if len(solutions) < len(costs) else None
    return progress.complete
