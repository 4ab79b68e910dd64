"""What CP-SAT and the MIP solvers are asked for beyond the shared contract."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import assume, given
from own_solvers import one_by_one

from minuet.models import ExactCover, ExactCoverBuilder, Unsupported
from minuet.solvers import Status, get_solver, solve, verify
from minuet.solvers.conformance import all_solutions
from minuet.solvers.contract import Deadline, Progress, Query
from minuet.solvers.industrial.mip_program import Program, program

from drawing import few
from oracle.matrices import matrices

FEW = 20  # solutions: each takes a MIP solver a program of its own


@few(25)
@given(matrix=matrices())
def test_highs_finds_what_there_is(matrix: ExactCover) -> None:
    """Whose whole contract runs with `--solver mip:highs`."""
    solver = get_solver("mip:highs")
    expected = sorted(all_solutions(matrix))
    assume(len(expected) <= FEW)
    query, progress = Query(matrix, excluded=tuple(expected[:1])), Progress()
    found = [tuple(sorted(options)) for options in one_by_one(solver.solutions(query, progress))]
    assert (sorted(found), progress.complete) == (expected[1:], True)
    query, progress = Query(matrix), Progress()
    costs = [matrix.cost(options) for options in solver.improving(query, progress)]
    assert costs == sorted(set(costs), reverse=True)
    assert costs[-1:] == sorted(map(matrix.cost, expected))[:1]
    assert progress.complete


def partition(sets: int, seed: int) -> ExactCover:
    """Random sets with costs, of which a few are planted as a solution: hard to prove."""
    draw = random.Random(seed)
    builder = ExactCoverBuilder()
    items = list(range(50))
    for item in items:
        builder.item(item)
    draw.shuffle(items)
    for first in range(0, 50, 5):
        builder.option(sorted(items[first : first + 5]), cost=draw.randint(50, 300))
    for _ in range(sets):
        chosen = draw.sample(range(50), draw.randint(2, 8))
        builder.option(sorted(chosen), cost=draw.randint(50, 300))
    return builder.build()


def test_highs_hands_over_solutions_before_it_has_proved_one() -> None:
    matrix = partition(1500, 1)
    query, progress = Query(matrix, deadline=Deadline(20)), Progress()
    stream = get_solver("mip:highs").improving(query, progress)
    began = time.monotonic()
    assert verify(matrix, next(stream)) is None
    assert not progress.complete
    stream.close()  # type: ignore[attr-defined]
    assert time.monotonic() - began < 15


def test_highs_keeps_what_it_found_at_the_deadline() -> None:
    matrix = partition(1500, 1)
    result = solve(matrix, "mip:highs", time_limit=2)
    assert result.status in (Status.FEASIBLE, Status.UNKNOWN)
    assert not result.complete
    if result.objective is not None and result.bound is not None:
        assert result.bound <= result.objective


@pytest.mark.parametrize("name", ["mip:scip", "mip:highs"])
def test_costs_too_large_for_floating_point_are_refused(name: str) -> None:
    builder = ExactCoverBuilder()
    for item in "ab":
        builder.item(item)
    for cost in (0, 1, 1 << 40):
        builder.option(["a"], cost=cost)
        builder.option(["b"], cost=cost + 3)
    with pytest.raises(Unsupported, match=f"solver {name} does not support costs as large"):
        solve(builder.build(), name)


def test_costs_with_a_common_factor_are_no_larger_for_it() -> None:
    builder = ExactCoverBuilder()
    for item in "ab":
        builder.item(item)
    for cost in (1, 2, 3):
        builder.option(["a"], cost=cost << 40)
        builder.option(["b"], cost=(cost + 3) << 40)
        builder.option(["a", "b"], cost=(2 * cost + 2) << 40)
    for name in ("cpsat", "mip:scip", "mip:highs"):
        result = solve(builder.build(), name)
        assert (result.objective, result.bound) == (4 << 40, 4 << 40)


@pytest.mark.parametrize("name", ["mip:scip", "mip:highs"])
def test_no_bound_passes_the_best_where_options_are_worth_more_chosen_than_left(name: str) -> None:
    builder = ExactCoverBuilder()
    builder.item("sack", low=0, high=10)
    for weight, worth in ((6, 9), (5, 5), (4, 6), (3, 2)):
        builder.option(["sack"], cost=-worth, weights={"sack": weight})
    query, progress = Query(builder.build()), Progress()
    bounds = [progress.bound for _ in get_solver(name).improving(query, progress)]
    assert all(bound is not None and -22 <= bound <= -15 for bound in bounds), bounds
    assert (progress.bound, progress.complete) == (-15, True)


def dear_or_cheap(options: int) -> ExactCover:
    """Return a matrix of one item, of which any option is a solution."""
    builder = ExactCoverBuilder()
    builder.item("one")
    for cost in range(options):
        builder.option(["one"], cost=cost)
    return builder.build()


def test_a_bound_is_lowered_by_what_the_prices_of_all_variables_may_be_off() -> None:
    made = program("mip", Query(dear_or_cheap(50_000)), lambda: None, costs=10**9)
    assert made is not None
    assert made.bound(9.5) == 10
    assert made.bound(9.001) == 9  # fifty thousand duals, each off by a ten-millionth


def test_an_optimum_costs_what_the_bound_says() -> None:
    made = program("mip", Query(dear_or_cheap(20)), lambda: None, costs=10**9)
    assert made is not None
    assert made.proves(7.0, [7])
    assert made.proves(6.9999995, [7])
    assert not made.proves(6.7, [7])  # rounded up it would be, but something of 6 may be cut off
    assert not made.proves(6.0, [7])


@pytest.mark.parametrize("name", ["mip", "mip:highs"])
def test_no_optimum_is_claimed_that_costs_more_than_the_bound_once_it_is_rounded(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Program, "rounded", lambda made, values: [len(list(values)) - 1])
    result = solve(dear_or_cheap(5), name)
    assert (result.objective, result.bound, result.status) == (4, 0, Status.FEASIBLE)
