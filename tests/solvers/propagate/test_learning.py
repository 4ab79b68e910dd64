"""Learning from conflicts: numbers that are published, and what takes thousands of conflicts."""

from __future__ import annotations

from itertools import combinations, product
from random import Random

import pytest
from own_solvers import one_by_one

from minuet.models import ExactCover, ExactCoverBuilder, Puzzle, SolverError
from minuet.models.gallery import entry
from minuet.solvers import Status, count, get_solver, solve
from minuet.solvers.contract import Progress, Query

NAMES = [
    "hitori-8",
    "kakuro-5",
    "loops-3",
    "magic-square-3",
    "masyu_10",
    "nurikabe-9x10",
    "queens-8",
    "slitherlink_6",
    "spanning-trees-3",
    "square-cuts-6",
    "star-battle-8",
]


@pytest.mark.parametrize("name", NAMES)
def test_counts_are_those_of_the_gallery(name: str) -> None:
    one = entry(name.replace("_", "-"))
    assert one.solutions is not None
    assert count(one.load(), "propagate:learning").count == one.solutions


def pigeons(number: int, holes: int) -> ExactCover:
    builder = ExactCoverBuilder()
    for pigeon in range(number):
        builder.item(("pigeon", pigeon))
    for hole in range(holes):
        builder.secondary(("hole", hole))
    for pigeon, hole in product(range(number), range(holes)):
        builder.option([("pigeon", pigeon), ("hole", hole)])
    return builder.build()


def test_what_was_learned_may_be_forgotten() -> None:
    result = solve(pigeons(8, 7), "propagate:learning")
    assert result.status is Status.INFEASIBLE
    assert result.statistics.nodes > 4000  # decisions and conflicts: clauses were forgotten


def test_solutions_come_once_each_over_many_restarts() -> None:
    solver, progress = get_solver("propagate:learning"), Progress()
    found = list(one_by_one(solver.solutions(Query(pigeons(6, 6)), progress)))
    assert len(found) == len(set(found)) == 720
    assert progress.complete


@pytest.mark.parametrize("seed", range(4))
def test_sums_and_connected_cells_count_as_the_plain_search_counts(seed: int) -> None:
    """Cells that hang together, whose numbers add up to so much in each row and column."""
    rng, size = Random(seed + 10), 4
    weights = {cell: rng.randint(-2, 5) for cell in product(range(size), repeat=2)}
    puzzle = Puzzle("sums of connected cells")
    cell = puzzle.choices("cell", row=range(size), col=range(size))
    for by in "row", "col":
        puzzle.between(1, 9, cell, by=by, weight=lambda row, col: weights[row, col])
    puzzle.connected(cell, by=("row", "col"))
    expected = count(puzzle, "propagate:tree").count
    assert expected
    assert count(puzzle, "propagate:learning").count == expected


def best_value(items: list[tuple[int, int, int]], rooms: tuple[int, int]) -> int:
    every = (some for size in range(len(items) + 1) for some in combinations(items, size))
    fits = (some for some in every if all(sum(one[k] for one in some) <= rooms[k] for k in (0, 1)))
    return max(sum(value for *_, value in some) for some in fits)


@pytest.mark.parametrize("seed", range(6))
def test_the_bound_by_multipliers_cuts_no_best_solution_off(seed: int) -> None:
    rng = Random(seed)
    items = [(rng.randint(3, 20), rng.randint(3, 20), rng.randint(-4, 25)) for _ in range(12)]
    rooms = rng.randint(20, 90), rng.randint(20, 90)
    puzzle = Puzzle("knapsack")
    take = puzzle.choices("take", [{"size": s, "mass": m, "value": v} for s, m, v in items])
    for room, weight in zip(rooms, ("size", "mass"), strict=True):
        puzzle.between(0, room, take, by=lambda value: 0, weight=weight, name=weight)
    puzzle.maximize(take, "value")
    result = solve(puzzle, "propagate:tree")
    assert result.status is Status.OPTIMAL
    assert result.objective == best_value(items, rooms)


def test_a_knapsack_of_a_hundred_is_bounded_tightly() -> None:
    rng = Random(2)
    items = [
        {"name": k, "size": rng.randint(10, 99), "value": rng.randint(10, 99)} for k in range(100)
    ]
    puzzle = Puzzle("knapsack")
    take = puzzle.choices("take", items)
    room = sum(one["size"] for one in items) // 2
    puzzle.between(0, room, take, by=lambda name: 0, weight="size")
    puzzle.maximize(take, "value")
    result = solve(puzzle, "propagate:tree", time_limit=60)
    assert result.status is Status.OPTIMAL
    table = [0] * (room + 1)  # the textbook's dynamic program
    for one in items:
        for space in range(room, one["size"] - 1, -1):
            table[space] = max(table[space], table[space - one["size"]] + one["value"])
    assert result.objective == table[room]


def test_a_native_module_of_older_sources_is_told_in_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from minuet.solvers import _native

    monkeypatch.delattr(_native, "LearningPropagation")
    for solver in "propagate:tree", "auto":
        with pytest.raises(SolverError, match=r"\(it has no LearningPropagation\), build it"):
            solve(pigeons(3, 3), solver)
