"""What clashes in a matrix, by trying all; and whether an explanation could do with less."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from minuet.models import ExactCover, Puzzle
from minuet.solvers import Status, solve
from minuet.solvers.conformance import all_solutions

Selection = tuple[list[int], list[int]]


def restricted(matrix: ExactCover, items: set[int]) -> ExactCover:
    """The matrix in which the other items may be covered any number of times."""
    kept = sorted(items)
    rows = [[(i, c) for i, c in matrix.option(k) if i in items] for k in range(matrix.options)]
    starts = [0]
    for row in rows:
        starts.append(starts[-1] + len(row))
    return ExactCover(
        primary=sum(item < matrix.primary for item in kept),
        items=kept,
        starts=starts,
        members=[kept.index(item) for row in rows for item, _ in row],
        colors=[color for row in rows for _, color in row],
        low=[matrix.low[item] for item in kept],
        high=[matrix.high[item] for item in kept],
        color_names=matrix.color_names,
    )


def selection(found: Any) -> Selection:
    """The givens and the forbidden options, the supposition about the choice among them."""
    chosen, out = list(found.givens), list(found.forbidden)
    if found.choice is not None and found.verdict == "FORCED":
        out.append(found.choice)
    if found.choice is not None and found.verdict == "IMPOSSIBLE":
        chosen.append(found.choice)
    return chosen, out


def clashes(matrix: ExactCover, items: set[int], chosen: list[int], out: list[int]) -> bool:
    return not all_solutions(restricted(matrix, items), chosen, out)


def fewer(found: Any) -> list[Any]:
    """The explanation without each of its parts in turn."""
    left = []
    for name in ("items", "givens", "forbidden"):
        parts = getattr(found, name)
        left += [replace(found, **{name: parts[:k] + parts[k + 1 :]}) for k in range(len(parts))]
    return left


def require_irreducible(matrix: ExactCover, found: Any) -> None:
    assert found.irreducible
    assert found.confirmed
    assert clashes(matrix, set(found.items), *selection(found))
    for less in fewer(found):
        assert not clashes(matrix, set(less.items), *selection(less))


def least_clash(matrix: ExactCover) -> int:
    """The size of the smallest set of items that clashes, by trying all."""
    every = range(1 << len(matrix.items))
    sets = ({item for item in range(len(matrix.items)) if bits >> item & 1} for bits in every)
    return min(len(items) for items in sets if clashes(matrix, items, [], []))


def clashing(puzzle: Puzzle, sets: list[Any]) -> list[Any]:
    """Which of the sets have no solution, by a solver that the explanation did not ask."""
    return [
        found
        for found in sets
        if solve(restricted(puzzle.matrix, set(found.items)), "cpsat", given=found.givens).status
        is Status.INFEASIBLE
    ]
