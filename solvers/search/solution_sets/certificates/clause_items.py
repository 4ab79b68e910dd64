"""Conditions that no checker knows, written as items: those that a search of the matrix breaks.

A clause says that not all of some options are chosen unless one of others is. So does an item in
which the former have the weight -1 and the latter 1, if the sum is at least 1 less the number of
the former. All solutions of the items are searched once, and each is shown to the conditions; the
clauses that one breaks cut it off. Where the search ends, each solution of the matrix with these
items was shown, so that it has the solutions of the one with the conditions. For an optimum,
solutions that cost less than it are shown.

That a clause follows from its condition is not certified: a graph rule's is by its kind
(models/matrix/graph_kinds/), a statement's by its function.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from .....models.errors import Unreached
from .....models.matrix.conditions import Clause, Condition, Statement, cuts
from .....models.matrix.exact_cover import ExactCover
from ....contract.deadline import Deadline, Stopped
from ....contract.goal import Goal
from ....contract.progress import Progress
from ....registry import get_solver
from ...running import query_of
from ...search import Search
from .matrix_text import is_known

__all__ = ["unknown_conditions", "with_clause_items"]

MOST = 1 << 20  # entries of all clauses together
SOLVER = "propagate:tree"


def unknown_conditions(matrix: ExactCover) -> list[Condition]:
    """Return the conditions that no checker knows."""
    return [rule for rule in matrix.graph_rules if not is_known(rule)] + [*matrix.statements]


def with_clause_items(
    matrix: ExactCover, conditions: Sequence[Condition], goal: Goal, deadline: Deadline
) -> tuple[ExactCover, int, int | None]:
    """Return the matrix in which items stand for these conditions of it, how many items, and what
    a search found.

    goal  COUNT: it has the same solutions, and their number is returned; BEST: none that costs
          less than the optimum, which is returned, None: there is no solution

    Raises Stopped at the deadline, Unreached if the clauses take too much memory, and WrongAnswer
    for a condition whose clause does not cut what breaks it.
    """
    rules = [rule for rule in matrix.graph_rules if not any(rule is one for one in conditions)]
    alone = matrix.replaced(graph_rules=rules, statements=())
    record = _Record(alone)
    for condition in conditions:
        for clause in condition.implied():
            record.add(clause)
    begun = _with_items(alone, list(record.clauses))
    shown = begun.replaced(statements=[_Shown.of(one, record) for one in conditions])
    query, progress = query_of(Search(shown), deadline), Progress()
    solver, found = get_solver(SOLVER), None
    if goal is Goal.COUNT:
        found = solver.count(query, progress)
    else:
        for options in solver.improving(query, progress):
            found = matrix.cost(options)
    if not progress.complete:
        raise Stopped
    return _with_items(alone, list(record.clauses)), len(record.clauses), found


class _Record:
    """The clauses of conditions, each once.

    An option that excludes a chosen one is not among those needed: it is never chosen with it.
    """

    def __init__(self, matrix: ExactCover) -> None:
        self.clauses: dict[Clause, None] = {}
        self._matrix, self._lists = matrix, matrix.item_lists()
        self._alone = (matrix.high == 1) & ~matrix.weighted_items
        self._entries = 0

    def add(self, clause: Clause) -> None:
        if clause.needed:
            excluded = {other for option in clause.chosen for other in self._excluded(option)}
            clause = Clause.of(clause.chosen, set(clause.needed) - excluded)
        if clause not in self.clauses:
            self._entries += len(clause.chosen) + len(clause.needed)
            if self._entries > MOST:
                raise Unreached(f"the certificate's clauses have more than {MOST} entries")
            self.clauses[clause] = None

    def _excluded(self, option: int) -> Iterator[int]:
        starts, owners = self._lists
        for item, color in self._matrix.option(option):
            if self._alone[item] and not color:
                yield from owners[starts[item] : starts[item + 1]].tolist()


@dataclass(frozen=True, eq=False)
class _Shown(Statement):
    """A condition to which solutions are shown; the clauses that it gives are recorded."""

    condition: Condition = field(kw_only=True)
    record: _Record = field(kw_only=True)

    @classmethod
    def of(cls, condition: Condition, record: _Record) -> _Shown:
        return cls(condition.name, bool, (), condition=condition, record=record)

    def clause(self, options: Collection[int]) -> Clause | None:
        """Return the first of the clauses."""
        return next(self.clauses(options), None)

    def clauses(self, options: Collection[int]) -> Iterator[Clause]:
        """Yield the condition's clauses, and record them."""
        for clause in cuts(self.condition, options):
            self.record.add(clause)
            yield clause


def _with_items(matrix: ExactCover, clauses: Sequence[Clause]) -> ExactCover:
    """Return the matrix with a primary item for each clause, behind the other primary items."""
    if not clauses:
        return matrix
    cut, more = matrix.primary, len(clauses)
    entries = np.array(
        [
            (option, cut + number, weight)
            for number, (chosen, needed) in enumerate(clauses)
            for options, weight in ((chosen, -1 if needed else 1), (needed, 1))
            for option in options
        ],
        np.int64,
    ).reshape(-1, 3)
    owners, members, weights = entries[np.argsort(entries[:, 0], kind="stable")].T
    behind = matrix.starts[1:][owners]
    added = np.concatenate(([0], np.cumsum(np.bincount(owners, minlength=matrix.options))))
    low, high = np.array(list(map(_bounds, clauses))).T
    names = [f"clause:{number + 1}" for number in range(more)]
    return matrix.replaced(
        primary=cut + more,
        items=[*matrix.items[:cut], *names, *matrix.items[cut:]],
        starts=matrix.starts + added,
        members=np.insert(matrix.members + more * (matrix.members >= cut), behind, members),
        colors=np.insert(matrix.colors, behind, 0),
        weights=np.insert(matrix.weights, behind, weights),
        low=np.concatenate((matrix.low[:cut], low, matrix.low[cut:])),
        high=np.concatenate((matrix.high[:cut], high, matrix.high[cut:])),
        notes=(),
    )


def _bounds(clause: Clause) -> tuple[int, int]:
    """Return the bounds of the clause's item. Chosen options weigh 1 if none are needed."""
    chosen, needed = map(len, clause)
    if chosen and needed:
        return 1 - chosen, needed
    if chosen:
        return 0, chosen - 1
    return 1, max(needed, 1)  # of an empty clause: no option is in the item
