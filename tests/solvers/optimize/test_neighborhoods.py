"""Large neighborhoods: whatever is told is a solution, ever cheaper, and what is proved is true."""

from __future__ import annotations

from contextlib import closing
from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from own_solvers import Options

from minuet.models import ExactCover, ExactCoverBuilder, Puzzle, TargetSudoku
from minuet.solvers import Status, _native, get_solver, solve, verify
from minuet.solvers.conformance import all_solutions
from minuet.solvers.contract import Deadline, Progress, Query
from minuet.solvers.encoding.priced_matrix import priced
from minuet.solvers.encoding.selection import selected
from minuet.solvers.optimize.improver import families

from drawing import few
from oracle.matrices import matrices

SOLVER = "optimize:neighborhoods"


def partition(rows: int, options: int, seed: int) -> ExactCover:
    """Return a set partition with a solution planted, costs 1 to 1000."""
    random, builder, sets = Random(seed), ExactCoverBuilder(), set()
    order = list(range(rows))
    random.shuffle(order)
    sets.update(tuple(sorted(order[k : k + 4])) for k in range(0, rows, 4))
    while len(sets) < options:
        sets.add(tuple(sorted(random.sample(range(rows), random.randint(3, 8)))))
    for row in range(rows):
        builder.item(row)
    for one in sorted(sets):
        builder.option(one, cost=random.randint(1, 1000))
    return builder.build()


def grid(size: int, seed: int) -> Puzzle:
    """Return a Latin square whose cells have a worth for each value."""
    random, puzzle = Random(seed), Puzzle("latin")
    cell = puzzle.choices("cell", row=range(size), col=range(size), value=range(size))
    for by in (("row", "col"), ("row", "value"), ("col", "value")):
        puzzle.exactly_one(cell, by=by)
    worth = {
        (row, col, value): random.randint(-50, 50)
        for row in range(size)
        for col in range(size)
        for value in range(size)
    }
    puzzle.maximize(cell, lambda row, col, value: worth[row, col, value])
    return puzzle


@few(60)
@given(matrices(), st.integers(0, 3))
def test_ends_with_the_cheapest_of_small_matrices(matrix: ExactCover, seed: int) -> None:
    progress = Progress()
    query = Query(matrix, seed=seed)
    found = list(get_solver(SOLVER).improving(query, progress))
    costs = [matrix.cost(options) for options in found]
    expected = sorted(map(matrix.cost, all_solutions(matrix)))
    assert all(verify(matrix, options) is None for options in found)
    assert costs == sorted(set(costs), reverse=True)
    assert costs[-1:] == expected[:1]
    assert progress.complete
    assert progress.bound is None or progress.bound <= min(expected, default=progress.bound)


def begun(matrix: ExactCover, most: int, **more: Any) -> tuple[list[Options], Progress]:
    """The first solutions that it tells, and what is known by then."""
    progress = Progress()
    # However busy the machine is, so many come; no search here ends in that time without them.
    query = Query(matrix, deadline=Deadline(600), **more)
    with closing(get_solver(SOLVER).improving(query, progress)) as stream:  # type: ignore[type-var]
        return list(islice(stream, most)), progress


def test_no_bound_passes_the_best() -> None:
    matrix = partition(40, 300, 2)
    (*_, last), progress = begun(matrix, 2)
    proved = solve(matrix, "dlx").objective
    assert proved is not None and progress.bound is not None
    assert progress.bound <= proved <= matrix.cost(last)
    assert not progress.complete or matrix.cost(last) == proved


def test_the_same_seed_finds_the_same_solutions() -> None:
    """The engine alone: between it and the proof the clock decides whose turn it is."""
    rest = selected(Query(partition(60, 1500, 1)))
    assert rest is not None
    prices = priced(rest, np.zeros(len(rest.low)))

    def told(seed: int) -> list[list[int]]:
        tries = _native.Neighborhoods.made(
            prices.problem, prices.reduced, prices.leave, prices.charge, prices.scale, [], 31, seed
        )
        return [tries.next_batch(600.0, 1)[2].tolist() for _ in range(7)]

    one, other, third = map(told, (5, 5, 6))
    assert one == other != third
    assert all(one)


def test_improves_on_a_hint_and_tells_nothing_worse() -> None:
    matrix = grid(6, 1).matrix
    hint = get_solver("dlx:weights").first(Query(matrix), Progress())
    assert hint is not None
    (first,), _ = begun(matrix, 1, hint=hint)
    assert matrix.cost(first) <= matrix.cost(hint)


def test_asked_again_it_goes_on_with_what_it_knows() -> None:
    matrix = grid(8, 1).matrix
    solver, best = get_solver(SOLVER), get_solver("dlx:weights").first(Query(matrix), Progress())
    assert best is not None
    for _ in range(4):
        query = Query(matrix, seed=5, hint=best, deadline=Deadline(0.05))
        costs = []
        for options in solver.improving(query, Progress()):
            costs.append(matrix.cost(options))
            best = options
        assert costs == sorted(set(costs), reverse=True)
    query = Query(matrix, seed=5)
    again = next(iter(solver.improving(query, Progress())))
    assert matrix.cost(again) == matrix.cost(best)  # without a hint, too


def test_a_deadline_of_none_of_the_time_proves_nothing() -> None:
    for seconds in (0.0, 0.001):
        result = solve(partition(80, 1500, 4), SOLVER, time_limit=seconds)
        assert result.status in (Status.UNKNOWN, Status.FEASIBLE)


def test_proves_target_sudokus_by_the_root_bound() -> None:
    result = solve(TargetSudoku(), SOLVER)
    assert (result.objective, result.status) == (2906, Status.OPTIMAL)


def test_without_a_solution_there_is_none() -> None:
    builder = ExactCoverBuilder()
    for item in range(3):
        builder.item(item)
    for pair in ((0, 1), (1, 2), (0, 2)):
        builder.option(pair, cost=1)
    assert solve(builder.build(), SOLVER).status is Status.INFEASIBLE


def test_an_item_covered_twice_is_not_covered_by_one_option_twice() -> None:
    builder = ExactCoverBuilder()
    for item in range(12):
        builder.item(item, 2, 2)
        for cost in (1, 5, 9):
            builder.option([item], cost=cost)
    result = solve(builder.build(), SOLVER)
    assert (result.objective, result.status) == (72, Status.OPTIMAL)


def test_what_nothing_may_cover_is_not_covered() -> None:
    builder = ExactCoverBuilder()
    builder.item("never", 0, 0)
    for item in range(12):
        builder.item(item)
        builder.option([item, "never"], cost=1)
        builder.option([item, (item + 1) % 12], cost=5)
        builder.option([item], cost=3)
    result = solve(builder.build(), SOLVER)
    assert (result.objective, result.status) == (30, Status.OPTIMAL)


KINDS = ("any", "region", "good", "dear", "far", "groups")


@pytest.mark.parametrize("variant", [no + kind for kind in KINDS for no in ("", "no-")])
def test_each_kind_of_neighborhood_improves_alone_and_left_out(variant: str) -> None:
    matrix = grid(7, 3).matrix
    hint = get_solver("dlx:weights").first(Query(matrix), Progress())
    assert hint is not None
    query = Query(matrix, hint=hint, seed=1, deadline=Deadline(600))
    stream = get_solver(f"{SOLVER}-{variant}").improving(query, Progress())
    costs = [matrix.cost(options) for options in islice(stream, 4)]
    assert len(costs) > 1
    assert costs == sorted(set(costs), reverse=True)


def test_families_of_a_grid_are_its_rows_columns_and_values() -> None:
    puzzle = grid(4, 0)
    table = list(np.ndindex(4, 4, 4))
    found = {tuple(one.tolist()) for one in families(puzzle.matrix, np.arange(64))}
    assert found == {tuple(row[place] for row in table) for place in range(3)}
