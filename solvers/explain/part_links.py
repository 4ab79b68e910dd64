"""The parts as a matrix of their own, for dancing links.

Where clause learning proves that there is no solution by going through all cases, dancing links do
so a hundred times faster, word squares and Langford's pairs for example. And they share nothing
with the clauses, so they serve to confirm what was found there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

import numpy as np
import numpy.typing as npt

from ...models.errors import Unavailable, Unsupported
from ...models.matrix.exact_cover import ExactCover
from ..contract.batch import Options
from ..contract.deadline import Deadline
from ..contract.progress import Progress
from ..contract.query import Query
from ..registry import native_solver
from ..search.running import query_of
from ..search.search import Search
from ..search.settings import Settings
from .parts import Kind, Part, Parts

__all__ = ["search_parts", "selected_parts", "with_conditions"]


def search_parts(
    parts: Parts, kept: Iterable[Part], deadline: Deadline
) -> tuple[bool, Options | None]:
    """Look for a solution of some of the parts, and of what is supposed besides.

    Return whether the search came to an end, and the solution; without the native module, or where
    dancing links do not know what the parts say, no search comes to an end.
    """
    query, options = selected_parts(parts, kept, deadline)
    if not query.forbidden.isdisjoint(query.given):
        return True, None
    matrix, progress = query.matrix, Progress()
    try:
        solver = native_solver(matrix)
        solver.version()
        solver.require(matrix)
    except (Unavailable, Unsupported):
        return False, None
    found = solver.first(query, progress)
    if found is None:
        return progress.complete, None
    return True, tuple(sorted(options[list(found)].tolist()))


def selected_parts(
    parts: Parts, kept: Iterable[Part], deadline: Deadline
) -> tuple[Query, npt.NDArray[np.int64]]:
    """Return some of the parts, and what is supposed besides, as a query on their own matrix.

    Besides the numbers of its options in the whole matrix, ascending. It has a solution if the
    parts have one; each of its solutions is one of the parts.
    """
    numbers: dict[Kind, list[int]] = {kind: [] for kind in Kind}
    for kind, number in kept:
        numbers[kind].append(number)
    given = list(dict.fromkeys((*numbers[Kind.GIVEN], *parts.made)))
    forbidden = {*numbers[Kind.FORBIDDEN], *parts.unmade}
    # A matrix of these items, and which options of the whole matrix it holds, ascending. It has a
    # solution with the givens if the parts have one. Options that no item needs are left out, for
    # each would double the solutions; but not where they weigh, or where there are conditions,
    # which may need them.
    cover = parts.matrix
    items = numbers[Kind.ITEM]
    conditions = numbers[Kind.CONDITION]
    wanted = np.zeros(len(cover.items), bool)
    wanted[list(items)] = True
    needed = wanted & ((cover.low > 0) | cover.weighted_items)
    owner = cover.owners()
    stays = np.bincount(owner[needed[cover.members]], minlength=cover.options) > 0
    stays |= bool(conditions)
    stays[list(forbidden)] = False
    stays[list(given)] = True
    reduced = with_conditions(cover, conditions).part(options=stays, items=wanted, costs=None)
    matrix, options = reduced, np.flatnonzero(stays)
    given_places, clashing = (
        np.searchsorted(options, np.array(some, np.int64)).tolist()
        for some in (given, sorted(forbidden.intersection(given)))
    )
    search = Search(matrix, settings=Settings(given=given_places, forbidden=clashing))
    return query_of(search, deadline), options


def with_conditions(matrix: ExactCover, numbers: Collection[int]) -> ExactCover:
    """Return the matrix with these of its conditions alone."""
    if len(numbers) == len(matrix.conditions):
        return matrix
    first = len(matrix.graph_rules)
    return matrix.replaced(
        graph_rules=[one for k, one in enumerate(matrix.graph_rules) if k in numbers],
        statements=[one for k, one in enumerate(matrix.statements, first) if k in numbers],
    )
