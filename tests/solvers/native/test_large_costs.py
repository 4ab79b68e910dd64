"""Costs up to the documented limit: every optimum exact, whatever the sums on the way there."""

from __future__ import annotations

import os
import time
from itertools import count
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from native_problems import problem_of

from minuet.models import ExactCover, ExactCoverBuilder, ModelError, SolverError, Unsupported
from minuet.solvers import _native, best, get_solver, solve
from minuet.solvers.conformance import all_solutions
from minuet.solvers.contract import Deadline, Progress, Query, Solver
from minuet.solvers.fuzz import SHAPES, Task

from oracle.lying_prices import lying_prices
from oracle.matrices import matrices

EXACT = ["dlx", "dlx:taxes", "auto", "cpsat", "sat"]  # they take any costs that a matrix may hold
TOTAL = (1 << 62) - 1  # what all costs of a matrix may come to, and the sums of an engine
SECONDS = float(os.environ.get("MINUET_SECONDS", "20"))
LONG = 300.0  # seconds for what is soon proved
SIZES = [0, 1, 9, 1 << 20, (1 << 31) - 1, 1 << 40, 1 << 53, 1 << 61]


def drawn_costs(random: Random, options: int) -> list[int]:
    """Draw costs of one or several sizes and either sign; some matrices reach the limit."""
    sizes, costs, left = random.sample(SIZES, random.randint(1, 3)), [], TOTAL
    for _ in range(options):
        size = min(random.choice(sizes), left)
        left -= size
        costs.append(random.choice([-1, 1]) * size)
    if costs and random.random() < 0.3:
        costs[0] += left if costs[0] >= 0 else -left
    return random.sample(costs, options)


def one_item(times: int, costs: list[int]) -> ExactCover:
    builder = ExactCoverBuilder()
    builder.item("i", times, times)
    for cost in costs:
        builder.option(["i"], cost=cost)
    return builder.build()


def is_proved(case: Task, solver: Solver, seconds: float) -> bool:
    """Whether the solver proved its answer in time; whatever it says must be true."""
    query, progress = Query(case.matrix, case.given, case.forbidden, Deadline(seconds)), Progress()
    try:
        solver.require(case.matrix)
        costs = [case.matrix.cost(options) for options in solver.improving(query, progress)]
    except Unsupported:
        return False
    if progress.bound is not None and case.least is not None:
        assert progress.bound <= case.least
    if case.least is None:
        assert not costs
    else:
        assert min(costs, default=case.least) >= case.least
        assert not progress.complete or costs[-1:] == [case.least]
    return progress.complete


def has_wide_ranges(matrix: ExactCover) -> bool:
    """Whether an item may be covered a different number of times: its bound is weak."""
    return bool((matrix.high - matrix.low > 1).any())


def ranked(case: Task, variant: str, k: int, seconds: float) -> None:
    """What is ranked first must be the best, and the rest in order."""
    query, progress = Query(case.matrix, case.given, case.forbidden, Deadline(seconds)), Progress()
    solver = get_solver(variant)
    costs = [case.matrix.cost(options) for options in solver.best_solutions(query, progress, k)]  # type: ignore[attr-defined]
    assert costs == sorted(costs)
    assert costs[:1] in ([], [case.least])
    assert bool(costs) or not progress.complete or case.least is None


@pytest.mark.parametrize("name", EXACT)
def test_a_great_reward_among_thousands_of_given_options(name: str) -> None:
    matrix = one_item(2050, [-(1 << 61)] + [0] * 2049)
    result = solve(matrix, name, given=range(2050))
    assert (result.status, result.objective, result.bound) == ("OPTIMAL", -(1 << 61), -(1 << 61))
    if name.startswith("dlx"):
        found = list(best(matrix, 3, name, given=range(2050)))
        assert found == [tuple(range(2050))]


GREAT = [(128, TOTAL), (130, -TOTAL), (1025, -(1 << 40)), (5000, TOTAL), (5000, -TOTAL)]


@pytest.mark.parametrize(
    ("name", "times", "reward"),
    # `sat` takes some seconds for thousands of options
    [(name, *case) for name in EXACT for case in GREAT if name != "sat" or case[0] < 5000],
)
def test_one_great_cost_among_many_options(name: str, times: int, reward: int) -> None:
    for spare in (0, 3):
        matrix = one_item(times, [0] * 2 + [reward] + [0] * (times + spare - 3))
        least = reward if reward < 0 or not spare else 0
        result = solve(matrix, name)
        assert (result.status, result.objective) == ("OPTIMAL", least)


@given(matrix=matrices(), seed=st.integers(0, 1 << 30))
def test_every_solver_is_exact_up_to_the_limit(
    solver: Solver, matrix: ExactCover, seed: int
) -> None:
    if "costs" not in solver.features:
        return
    matrix = matrix.replaced(costs=drawn_costs(Random(seed), matrix.options))
    least = min(map(matrix.cost, all_solutions(matrix)), default=None)
    is_proved(Task(matrix, least=least), solver, LONG)


@pytest.mark.parametrize("variant", ["dlx", "dlx:taxes"])
@given(matrix=matrices(), seed=st.integers(0, 1 << 30))
def test_links_prove_every_small_optimum_and_rank(
    variant: str, matrix: ExactCover, seed: int
) -> None:
    matrix = matrix.replaced(costs=drawn_costs(Random(seed), matrix.options))
    expected = sorted(map(matrix.cost, all_solutions(matrix)))
    case = Task(matrix, least=min(expected, default=None))
    assert is_proved(case, get_solver(variant), LONG)
    assert [matrix.cost(options) for options in best(matrix, 4, variant)] == expected[:4]


@pytest.mark.parametrize("variant", ["dlx", "dlx:taxes"])
@pytest.mark.parametrize("seed", range(20))
def test_links_on_many_options_of_few_items(variant: str, seed: int) -> None:
    case = SHAPES["many_costs"].draw(Random(seed))
    wide = has_wide_ranges(case.matrix)
    assert is_proved(case, get_solver(variant), 0.1 if wide else LONG) or wide
    ranked(case, variant, 3, 0.1)


@pytest.mark.parametrize("seed", [seed for seed in range(17) if seed != 14])  # 14 takes long
def test_links_find_planted_optima(seed: int) -> None:
    case = SHAPES["planted_costs"].draw(Random(seed))
    wide = has_wide_ranges(case.matrix)
    assert is_proved(case, get_solver("dlx"), 0.1 if wide else LONG) or wide
    large = SHAPES["planted_wide_costs"].draw(Random(seed))
    for variant in ("dlx", "dlx:taxes"):  # whether or not it is proved in so short a time
        is_proved(large, get_solver(variant), 0.05)


DUALS = st.lists(
    st.one_of(st.sampled_from([2.0**52, -(2.0**52), 2.0**57, -1e30, 0.5]), st.floats(-9, 9)),
    min_size=12,
    max_size=12,
)


@given(matrix=matrices(), seed=st.integers(0, 1 << 30), duals=DUALS)
def test_whatever_the_prices_are_no_sum_of_reduced_costs_is_refused(
    matrix: ExactCover, seed: int, duals: list[float]
) -> None:
    """The engine refuses sums that 64 bits may not hold: prices are kept from such."""
    matrix = matrix.replaced(costs=drawn_costs(Random(seed), matrix.options))
    least = min(map(matrix.cost, all_solutions(matrix)), default=None)
    with lying_prices(duals):
        assert is_proved(Task(matrix, least=least), get_solver("dlx"), LONG)
    assert is_proved(Task(matrix, least=least), get_solver("dlx:taxes"), LONG)


def test_repairing_a_price_does_not_lift_the_other_options_beyond_the_limit() -> None:
    builder = ExactCoverBuilder()
    builder.item("i")
    builder.item("j")
    for _ in range(3000):
        builder.option(["i"])
    builder.option(["i", "j"], cost=-1)
    builder.option(["i", "j"], cost=4)
    with lying_prices([0.0, 2.0**55]):
        result = solve(builder.build(), "dlx")
    assert (result.status, result.objective) == ("OPTIMAL", -1)


def with_reduced(reduced: int, budget: int = TOTAL) -> _native.DancingLinks:
    reduced_costs, charge = np.array([0, reduced]), np.zeros(1, np.int64)
    problem = problem_of(Query(one_item(1, [5, 6])))
    zeros = np.zeros(2, np.int64)
    return _native.DancingLinks.priced(problem, reduced_costs, zeros, charge, True, budget)


def test_the_links_refuse_reduced_costs_that_sums_cannot_hold() -> None:
    with_reduced(TOTAL)
    for reduced in (TOTAL + 1, -1, (1 << 63) - 1):
        with pytest.raises(OverflowError, match="reduced costs that are negative"):
            with_reduced(reduced)


def test_the_links_tell_the_least_that_was_left_out_or_that_nothing_was() -> None:
    for reduced, budget, cut in [(3, 2, 3), (3, 3, None), (3, -1, 0)]:
        engine = with_reduced(reduced, budget)
        engine.count(1)
        assert engine.cut == cut


@pytest.mark.parametrize("cut", [-1, 0])
def test_a_cut_that_cannot_be_is_an_error_and_no_exhaustion(
    cut: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Lying:
        nodes = updates = solutions = 0

        @classmethod
        def priced(cls, *_: Any, **__: Any) -> Lying:
            return cls()

        def next_batch(self, seconds: float, most: int) -> object:
            return True, np.zeros(1, np.int64), np.zeros(0, np.int64)

    Lying.cut = cut  # type: ignore[attr-defined]
    monkeypatch.setattr(_native, "DancingLinks", Lying)
    progress = Progress()
    with pytest.raises(SolverError, match="internal error"):
        list(get_solver("dlx").improving(Query(one_item(1, [5, 6])), progress))
    assert not progress.complete


@pytest.mark.parametrize("seed", range(3))
def test_no_solver_says_what_is_not_so(solver: Solver, seed: int) -> None:
    if "costs" in solver.features:
        for shape in ("few_costs", "planted_costs"):
            is_proved(SHAPES[shape].draw(Random(seed)), solver, 0.1)


@pytest.mark.slow
def test_no_solver_says_what_is_not_so_for_long(solver: Solver) -> None:
    """Loops for MINUET_SECONDS, on ever other matrices; a failure names the seed."""
    if "costs" not in solver.features:
        return
    end, proved = time.monotonic() + SECONDS, 0
    for seed in count(1000):
        if time.monotonic() > end:
            break
        dear = ["crowd_of_costs", "planted_wide_costs"] if solver.name == "dlx" else []
        for shape in ("few_costs", "many_costs", "planted_costs", *dear):
            case = SHAPES[shape].draw(Random(seed))
            try:
                proved += is_proved(case, solver, 2)
            except AssertionError as error:
                error.add_note(f"seed {seed}: {case.matrix}")
                raise
    assert proved


@pytest.mark.parametrize("seed", range(5))
def test_the_limit_itself_is_exact(seed: int) -> None:
    random = Random(seed)
    costs = [random.choice([-1, 1]) * random.randint(0, 1 << 43) for _ in range(1000)]
    rest = TOTAL - sum(map(abs, costs))
    assert one_item(1, [*costs, -rest]).cost(range(1001)) == sum(costs) - rest
    for wrong in ([*costs, rest + 1], [*costs, -rest, 1], [1 << 62], [-(1 << 63)], [1 << 63, -1]):
        with pytest.raises(ModelError):
            one_item(1, wrong)
