"""Lazy clauses for conditions, checked once a solution is found; and improving solutions.

For a solution that breaks it, a condition returns a clause that it breaks and every valid solution
keeps. A solver finds a solution of the items, adds the clauses that it breaks and
continues; a solution that breaks none is emitted. No valid solution is cut off, and each round cuts
off at least the one found, so the search ends, and counts are exact. Clauses that follow from a
condition before any solution is found are added with the rows.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator

from ...models.matrix import conditions as of_matrix
from ...models.matrix.conditions import Condition
from ..contract.batch import Options
from ..contract.progress import Progress
from ..contract.query import Query
from .rows import Rows, add_lex_leader, complement, rows
from .selection import SelectedMatrix
from .sums import Either

__all__ = ["cheaper", "cuts", "implied", "raise_bound", "rows_and_implied"]


def cuts(conditions: Iterable[Condition], table: Rows, options: Options) -> list[Either]:
    """Return clauses over the rows' variables for the conditions that a solution breaks.

    Raises WrongAnswer where a condition's clause does not cut the solution off.
    """
    clauses = (clause for condition in conditions for clause in of_matrix.cuts(condition, options))
    return [either for clause in clauses if (either := table.clause(clause)) is not None]


def implied(condition: Condition, table: Rows) -> Iterator[Either]:
    """Yield what a condition says of any solution, as clauses over the rows' variables."""
    for clause in condition.implied():
        either = table.clause(clause)
        if either is not None:
            yield either


def rows_and_implied(
    rest: SelectedMatrix,
    query: Query,
    check: Callable[[], None],
    *,
    said: Callable[[Condition], bool] = lambda _: False,
) -> Rows:
    """Return the rows of what is left, with the clauses that the query's conditions imply.

    Besides, if one solution of all that are alike is wanted, what the greatest of them holds.

    said  whether the solver has a constraint for a condition, which needs no clauses
    """
    table = rows(rest, check)
    complement(table, check)
    for condition in query.matrix.conditions:
        if said(condition):
            continue
        check()
        table.clauses += implied(condition, table)
    if query.symmetries:
        add_lex_leader(table, query.symmetries, check)
    return table


# ---- Improving solutions, verified in integers ---------------------------------------------------
#
# Solvers of other makers report a solution now and then that is no better than the last one, and
# their costs pass through floating point. Here the costs are added up again, in integers.


def cheaper(
    query: Query, progress: Progress, solutions: Generator[Options, None, bool | None]
) -> Iterator[Options]:
    """Yield those solutions that are cheaper than all before.

    `solutions` returns whether everything was searched; then the last solution's cost is the bound.
    """
    best: int | None = None
    try:
        while True:
            options = next(solutions)
            cost = query.matrix.cost(options)
            if best is None or cost < best:
                best = cost
                yield options
    except StopIteration as end:
        progress.complete = bool(end.value)
    finally:
        solutions.close()
    if progress.complete and best is not None:
        progress.bound = best


def raise_bound(progress: Progress, bound: int) -> None:
    """Note that no solution costs less than `bound`."""
    progress.bound = bound if progress.bound is None else max(progress.bound, bound)
