"""The matrix as clauses that can be switched off, part by part.

Every clause of an item (sat_clauses.py) also holds the negation of the item's *selector*, a
variable that is assumed true where the item counts and is free where it does not. A given is
assumed as its option's own literal, a forbidden option through a selector. One SAT solver so
answers for every set of parts and keeps what it learned, and of a set that clashes it names the
assumptions that it used: a core (Eén and Sörensson, "An extensible SAT-solver", SAT 2003).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from types import TracebackType
from typing import Any

from ..models.errors import Unavailable
from .interrupt import Run, Stopped
from .parts import Kind, Part, Parts
from .rows import rows
from .sat_child import Task
from .sat_clauses import add_sum, default_encoding, few_literals
from .solver import Options

__all__ = ["PartSolver"]

SOLVER = "glucose4"


class PartSolver:
    """A SAT solver over the parts of a problem; a context manager, to be used by one thread.

    chosen  the options of the solution found last
    """

    def __init__(self, parts: Parts, run: Run[Any]) -> None:
        try:
            from pysat.solvers import Solver
        except ImportError as error:
            raise Unavailable(f"explain: python-sat cannot be imported ({error})") from error
        task, self._literal = _guarded(parts, run)
        self.run = run
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
        # Behind a selector, for a literal that is false from the start would empty the cores.
        self._variables += 1
        self._always.append(self._variables)
        self._sat.add_clause([*clause, -self._variables])

    def retract(self) -> None:
        """Drop the clause that was supposed last."""
        self._always.pop()

    def prefer(self, literals: Iterable[int]) -> None:
        """Ask for solutions in which these literals are true, where it is all the same."""
        self._sat.set_phases(list(literals))

    def core(self, parts: Iterable[Part]) -> list[Part] | None:
        """Return parts among these that clash; None if there is a solution, kept in `chosen`."""
        assumptions = self._always + [self._literal[p] for p in parts if p in self._literal]
        with self.run.stoppable(self._sat.interrupt):
            answer = self._sat.solve_limited(assumptions, expect_interrupt=True)
        if answer is None:
            raise Stopped
        if answer:
            self._model = {literal for literal in self._sat.get_model() or () if literal > 0}
            options = self.parts.matrix.options
            self.chosen = tuple(v - 1 for v in sorted(self._model) if v <= options)
            return None
        return [self._part[v] for v in self._sat.get_core() or () if v in self._part]

    def satisfied(self, parts: Collection[Part]) -> list[Part]:
        """Return those of the parts that the solution found last is known to satisfy."""
        literals = self._literal
        return [part for part in parts if part not in literals or literals[part] in self._model]


def _guarded(parts: Parts, run: Run[Any]) -> tuple[Task, dict[Part, int]]:
    """Return the clauses and each part's literal; an item that wants nothing has none."""
    matrix = parts.matrix
    table = rows(matrix, run.check)
    literal = {Part(Kind.GIVEN, option): option + 1 for option in parts.given}
    task: Task = {
        "solver": SOLVER,
        "variables": table.variables + len(table.sums) + len(parts.forbidden),
        "options": matrix.options,
        "clauses": [],
        "atmosts": [],
        "loose": [option + 1 for option in table.loose],
        "softs": None,
    }
    clauses = task["clauses"]
    for color, options in table.colors:
        clauses += [[-1 - option, color + 1] for option in options]
    few = few_literals([len(variables) for variables, _, _ in table.sums])
    selector = table.variables
    for item, (variables, low, high) in zip(table.items, table.sums, strict=True):
        run.check()
        selector += 1
        literal[Part(Kind.ITEM, item)] = selector
        first = len(clauses)
        literals = [v + 1 for v in variables]
        add_sum(task, literals, low, high, default_encoding(len(literals), high, few))
        clauses[first:] = [[*clause, -selector] for clause in clauses[first:]]
    for option in parts.forbidden:
        selector += 1
        literal[Part(Kind.FORBIDDEN, option)] = selector
        clauses.append([-1 - option, -selector])
    return task, literal
