"""The matrix as clauses that can be switched off, part by part.

Every clause of an item (sat/sums.py) also holds the negation of the item's *selector*, a
variable that is assumed true where the item counts and is free where it does not. A given is
assumed as its option's own literal, a forbidden option through a selector. One SAT solver so
answers for every set of parts and keeps what it learned, and of a set that clashes it names the
assumptions that it used: a core (Eén and Sörensson, "An extensible SAT-solver", SAT 2003).
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable
from types import TracebackType
from typing import Any

from ...models.errors import Unavailable
from ..contract.batch import Options
from ..contract.deadline import Deadline
from ..encoding.rows import rows
from ..encoding.selection import unselected
from ..process.interrupt import Run, RunDeadline, Stopped
from ..sat.child.formula import pairs
from ..sat.child.task import Task
from ..sat.sums import Sums, new_task
from .part_links import search_parts
from .parts import Kind, Part, Parts

__all__ = ["PartSolver"]

SOLVER = "glucose4"
CONFLICTS = 3000  # of the SAT solver's first turn
SECONDS = 0.2  # at least, for a turn of dancing links; else as long as the SAT solver had


class PartSolver:
    """A SAT solver over the parts of a problem; a context manager, to be used by one thread.

    chosen  the options of the solution found last
    links   until when dancing links may be asked where it takes long; `Deadline(0)`: never, so
            that all that is found is the same each time
    """

    def __init__(self, parts: Parts, run: Run[Any], links: Deadline) -> None:
        try:
            from pysat.solvers import Solver
        except ImportError as error:
            raise Unavailable(f"explain: python-sat cannot be imported ({error})") from error
        task, self._literal = _guarded(parts, run)
        self.run = run
        self._links = links
        self.parts = parts
        self.chosen: Options = ()
        self.loose = task["loose"]
        self._part = {literal: part for part, literal in self._literal.items()}
        self._variables = task["variables"]
        self._always: list[int] = []
        self._model: set[int] = set()
        self._sat = Solver(name=SOLVER, bootstrap_with=task["clauses"])
        for option in parts.made:
            self.suppose([option + 1])
        for option in parts.unmade:
            self.suppose([-1 - option])
        # A solution that was asked for some parts then often satisfies many others.
        self.prefer(self._literal.values())

    def __enter__(self) -> PartSolver:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._sat.delete()

    def suppose(self, clause: list[int]) -> None:
        """Hold a clause (literal k: option k - 1 is chosen) from now on, whatever the parts."""
        # Behind a selector, for a literal that is false from the start would empty the subsets.
        self._variables += 1
        self._always.append(self._variables)
        self._sat.add_clause([*clause, -self._variables])

    def retract(self) -> None:
        """Drop the clause that was supposed last."""
        self._always.pop()

    def prefer(self, literals: Iterable[int]) -> None:
        """Ask for solutions in which these literals are true, where it is all the same."""
        self._sat.set_phases(list(literals))

    def unsatisfiable_subset(self, parts: Iterable[Part]) -> list[Part] | None:
        """Return parts among these that clash; None if there is a solution, kept in `chosen`.

        Where it takes long, dancing links try too, in turn and for as long.
        """
        every = [part for part in parts if part in self._literal]
        assumptions = self._always + [self._literal[part] for part in every]
        conflicts = CONFLICTS
        answer: bool | None = None
        while answer is None:
            began = time.monotonic()
            turns = not self._links.passed()
            answer = self._solve(assumptions, conflicts if turns else -1)
            conflicts *= 4
            if answer is None:
                ended, found = self._search(every, time.monotonic() - began)
                if ended and found is None:
                    return every
                if found is not None:
                    chosen = set(found)
                    assumptions += [
                        option + 1 if option in chosen else -1 - option
                        for option in range(self.parts.matrix.options)
                    ]
        if not answer:
            return [self._part[v] for v in self._sat.get_core() or () if v in self._part]
        self._model = {literal for literal in self._sat.get_model() or () if literal > 0}
        options = range(self.parts.matrix.options)
        self.chosen = tuple(option for option in options if option + 1 in self._model)
        return None

    def _search(self, every: list[Part], seconds: float) -> tuple[bool, Options | None]:
        deadline = RunDeadline(self.run, self._links.within(max(seconds, SECONDS)))
        found = search_parts(self.parts, every, deadline)
        self.run.check()
        return found

    def _solve(self, assumptions: list[int], conflicts: int) -> bool | None:
        """Return whether there is a model; None after that many conflicts (-1: no limit)."""
        self._sat.conf_budget(conflicts)
        with self.run.stoppable(self._sat.interrupt):
            answer: bool | None = self._sat.solve_limited(assumptions, expect_interrupt=True)
        if answer is None and (conflicts < 0 or self.run.stopping):
            raise Stopped
        return answer

    def satisfied(self, parts: Collection[Part]) -> list[Part]:
        """Return those of the parts that the solution found last is known to satisfy."""
        literals = self._literal
        return [part for part in parts if part not in literals or literals[part] in self._model]


def _guarded(parts: Parts, run: Run[Any]) -> tuple[Task, dict[Part, int]]:
    """Return the clauses and each part's literal; an item that wants nothing has none."""
    matrix = parts.matrix
    table = rows(unselected(matrix), run.check)
    literal = {Part(Kind.GIVEN, option): option + 1 for option in parts.given}
    selectors = len(table.sums) + len(parts.forbidden)
    task = new_task(SOLVER, table.variables + selectors, matrix.options, table.loose)
    sizes = [len(variables) for variables, _, _ in table.sums]
    clauses, sums = task["clauses"], Sums(task, run.check, sizes)
    for color, options in table.colors:
        clauses += [[-1 - option, color + 1] for option in options]
    selector = table.variables
    for item, (variables, low, high) in zip(table.items, table.sums, strict=True):
        run.check()
        selector += 1
        literal[Part(Kind.ITEM, item)] = selector
        first = len(clauses)
        sums.between([v + 1 for v in variables], low, high)
        apart = [pair for group in task["apart"] for pair in pairs(group)]
        task["apart"].clear()
        clauses[first:] = [[*clause, -selector] for clause in (*clauses[first:], *apart)]
    for option in parts.forbidden:
        selector += 1
        literal[Part(Kind.FORBIDDEN, option)] = selector
        clauses.append([-1 - option, -selector])
    return task, literal
