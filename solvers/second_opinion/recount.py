"""The second opinion on a count: another kind of solver counts again.

Where the solutions are few, they are listed and looked at, and a solver that can be told to leave
them out (`Solver.excludes`) is asked for another one: that proves a count without finding them
twice. Who hands over solutions one by one is not asked for more than it can.
"""

from __future__ import annotations

import logging
from dataclasses import replace

from ...models.errors import SolverError, WrongAnswer
from ...models.telling.spelling import numeral
from ..contract.batch import Options
from ..contract.certificate import Assertion
from ..contract.claims.claims import Claims
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.solver import Solver
from .certified import certified
from .no_other import new_ones
from .opinion import LATE, Confirmation, Second

__all__ = ["LISTED", "Recount"]

log = logging.getLogger("minuet")

LISTED = 2000  # solutions that are kept, so that a solver can be asked for another one


class Recount:
    """Counts again what the first solver counted.

    complete  whether it says that these are all
    least     so many solutions the second solver `who` counted, as far as it got
    known     the solutions, looked at; None: they are too many, or were not listed
    """

    def __init__(self, second: Second, number: int, *, complete: bool) -> None:
        self.second, self.number, self.complete = second, number, complete
        self.least, self.who = 0, ""
        self.known: list[Options] | None = None
        self._claims = Claims()  # of all who were asked, for two of them may contradict each other
        (self._claims.counted if complete else self._claims.found)(second.name, number)

    def confirmation(self) -> Confirmation:
        """Ask; whoever answers says the same number, or else, `complete` being false, its own."""
        if self.second.certifies:
            if not self.complete:
                return Confirmation(why=LATE)
            known: list[Options] | None = None
            try:
                known = self._list(self.second.query) if self.number <= LISTED else None
            except WrongAnswer:
                raise
            except SolverError as error:
                # It counts, but lists nothing: the number alone is asked for.
                log.info("%s", error)
            return certified(self.second, Assertion(tuple(known or ()), self.number))
        return self.second.agrees(self.second.opinions.count, self._ask, listing=self.number)

    def _ask(self, solver: Solver, query: Query, progress: Progress) -> bool:
        if self.complete and self.number <= LISTED and solver.excludes:
            known = self._list(query)
            if known is None:
                return False
            new = new_ones(self.second, solver, query, progress, known)
            self._claims.found(solver.full_name, self.number + new)
            return progress.complete
        number = solver.count(query, progress)
        if number > self.least:
            self.least, self.who = number, solver.full_name
        self._claims.found(solver.full_name, number)
        if progress.complete:
            self._claims.counted(solver.full_name, number)
            self.who = solver.full_name
        return progress.complete

    def _list(self, query: Query) -> list[Options] | None:
        """Return all solutions, as the first solver lists them; None: not in time."""
        if self.number == 0:
            return []
        if self.known is None:
            first = self.second.first
            progress = Progress()
            query = replace(query, parameters=self.second.query.parameters)
            found = self.second.require(first.several(query, progress, self.number + 1), first)
            if len(found) > self.number or (progress.complete and len(found) < self.number):
                listed = "more" if len(found) > self.number else f"{len(found)}"
                raise WrongAnswer(
                    f"solver {first.full_name}: counts {numeral(self.number)} solutions, "
                    f"but lists {listed}"
                )
            if len(found) == self.number:
                self.known = sorted(found)
        return self.known
