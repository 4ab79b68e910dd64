"""The matrix as clauses that can be switched off, part by part.

Every clause of an item (sat/sums.py) also holds the negation of the item's *selector*, a
variable that is assumed true where the item counts and is free where it does not. A given is
assumed as its option's own literal, a forbidden option through a selector. One SAT solver so
answers for every set of parts and keeps what it learned, and of a set that clashes it names the
assumptions that it used: a core (Eén and Sörensson, "An extensible SAT-solver", SAT 2003).

What a condition says is not written down: a solution that breaks one that counts is cut off by its
clause (encoding/conditions.py), behind the selector of the condition, and the solver asked again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from types import TracebackType
from typing import Any

from ...models.errors import Unavailable
from ..contract.batch import Options
from ..contract.deadline import Deadline
from ..encoding.conditions import cuts, implied
from ..encoding.rows import Rows, rows
from ..encoding.selection import unselected
from ..encoding.sums import Either
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
        task, self._literal, self._table = _guarded(parts, run)
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
        while answer is None or (answer and self._is_cut(every)):
            began = time.monotonic()
            turns = not self._links.passed()
            answer = self._solve(assumptions, conflicts if turns else -1)
            if answer is None:
                conflicts *= 4
                seconds = time.monotonic() - began
                deadline = RunDeadline(self.run, self._links.within(max(seconds, SECONDS)))
                ended, found = search_parts(self.parts, every, deadline)
                self.run.check()
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
        return None

    def _is_cut(self, every: list[Part]) -> bool:
        """Whether the model breaks conditions among the parts; it is cut off then, else kept."""
        self._model = {literal for literal in self._sat.get_model() or () if literal > 0}
        options = range(self.parts.matrix.options)
        self.chosen = tuple(option for option in options if option + 1 in self._model)
        broken = False
        for part in every:
            if part.kind is not Kind.CONDITION:
                continue
            condition = self.parts.matrix.conditions[part.number]
            for clause in cuts([condition], self._table, self.chosen):
                self._sat.add_clause([*_literals(clause), -self._literal[part]])
                broken = True
        return broken

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
        return [part for part in parts if self._satisfies(part)]

    def _satisfies(self, part: Part) -> bool:
        if part.kind is Kind.CONDITION:  # its selector may be true where nothing was looked at
            return self.parts.matrix.conditions[part.number].clause(self.chosen) is None
        return part not in self._literal or self._literal[part] in self._model


def _guarded(parts: Parts, run: Run[Any]) -> tuple[Task, dict[Part, int], Rows]:
    """Return the clauses, each part's literal (an item that wants nothing has none), the rows."""
    matrix = parts.matrix
    table = rows(unselected(matrix), run.check)
    literal = {Part(Kind.GIVEN, option): option + 1 for option in parts.given}
    selected = [
        *(Part(Kind.ITEM, item) for item in table.speaking),
        *(Part(Kind.FORBIDDEN, option) for option in parts.forbidden),
        *(Part(Kind.CONDITION, number) for number in range(len(matrix.conditions))),
    ]
    literal |= {part: selector for selector, part in enumerate(selected, table.variables + 1)}
    variables = table.variables + len(selected)
    task = new_task(SOLVER, variables, matrix.options, table.loose)
    sizes = [len(variables) for variables, _, _ in table.sums]
    clauses, sums = task["clauses"], Sums(task, run.check, sizes)
    for color, options in table.colors:
        clauses += [[-1 - option, color + 1] for option in options]
    for item, write in _written(table, sums):
        run.check()
        first = len(clauses)
        write()
        apart = [pair for group in task["apart"] for pair in pairs(group)]
        task["apart"].clear()
        selector = literal[Part(Kind.ITEM, item)]
        clauses[first:] = [[*clause, -selector] for clause in (*clauses[first:], *apart)]
    for option in parts.forbidden:
        clauses.append([-1 - option, -literal[Part(Kind.FORBIDDEN, option)]])
    for number, condition in enumerate(matrix.conditions):
        selector = literal[Part(Kind.CONDITION, number)]
        clauses += [[*_literals(one), -selector] for one in implied(condition, table)]
    return task, literal, table


def _written(table: Rows, sums: Sums) -> Iterator[tuple[int, Callable[[], None]]]:
    """Yield for each row of an item what writes its clauses."""
    for item, (variables, low, high) in zip(table.items, table.sums, strict=True):
        yield item, partial(sums.between, [v + 1 for v in variables], low, high)
    for clause in table.clauses:
        yield clause.item, partial(sums.write, [_literals(clause)])
    for row in table.weighted:
        own = [v + 1 for v in row.variables]
        yield row.item, partial(sums.weighted, own, row.weights, row.low, row.high)


def _literals(clause: Either) -> list[int]:
    return [*(v + 1 for v in clause.yes), *(-1 - v for v in clause.no)]
