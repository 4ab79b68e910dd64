"""Costs up to the documented limit: every optimum exact, whatever the sums on the way there."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from itertools import count, product
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import ExactCover, ExactCoverBuilder, ModelError, SolverError, Unsupported
from minuet.solvers import Deadline, Progress, Query, Solver, best, get_solver, solve
from minuet.solvers.conformance import all_solutions
from minuet.solvers.dlx.iterative_deepening import Cheapest
from minuet.solvers.encoding.priced_matrix import PricedMatrix, priced, taxed
from minuet.solvers.encoding.reduced_costs import REDUCED_COST_LIMIT
from minuet.solvers.encoding.selection import selected
from minuet.solvers.fuzz.cases.large_costs import TOTAL, Case, blocks, drawn_costs, planted

from oracle.matrices import matrices

EXACT = ["dlx", "dlx:taxes", "auto", "cpsat", "sat"]  # they take any costs that a matrix may hold
SECONDS = float(os.environ.get("MINUET_SECONDS", "20"))


def one_item(times: int, costs: list[int]) -> ExactCover:
    builder = ExactCoverBuilder()
    builder.item("i", times, times)
    for cost in costs:
        builder.option(["i"], cost=cost)
    return builder.build()


def is_proved(case: Case, solver: Solver, seconds: float) -> bool:
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


def ranked(case: Case, variant: str, k: int, seconds: float) -> None:
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


@pytest.mark.parametrize(
    ("name", "times"),
    [
        (name, times)
        for name, times in product(EXACT, [128, 130, 1025, 5000])
        if name != "sat" or times < 5000  # some seconds
    ],
)
@pytest.mark.parametrize("reward", [-TOTAL, TOTAL, -(1 << 40)])
def test_one_great_cost_among_many_options(name: str, reward: int, times: int) -> None:
    for spare in (0, 3):
        matrix = one_item(times, [0] * 2 + [reward] + [0] * (times + spare - 3))
        least = reward if reward < 0 or not spare else 0
        result = solve(matrix, name, time_limit=60)
        assert (result.status, result.objective) == ("OPTIMAL", least)


@given(matrix=matrices(), seed=st.integers(0, 1 << 30))
def test_every_solver_is_exact_up_to_the_limit(
    solver: Solver, matrix: ExactCover, seed: int
) -> None:
    if "costs" not in solver.features:
        return
    matrix = matrix.replaced(costs=drawn_costs(Random(seed), matrix.options))
    least = min(map(matrix.cost, all_solutions(matrix)), default=None)
    is_proved(Case(matrix, (), frozenset(), least), solver, 60)


@pytest.mark.parametrize("variant", ["dlx", "dlx:taxes"])
@given(matrix=matrices(), seed=st.integers(0, 1 << 30))
def test_links_prove_every_small_optimum_and_rank(
    variant: str, matrix: ExactCover, seed: int
) -> None:
    matrix = matrix.replaced(costs=drawn_costs(Random(seed), matrix.options))
    expected = sorted(map(matrix.cost, all_solutions(matrix)))
    case = Case(matrix, (), frozenset(), min(expected, default=None))
    assert is_proved(case, get_solver(variant), 60)
    assert [matrix.cost(options) for options in best(matrix, 4, variant)] == expected[:4]


@pytest.mark.parametrize("variant", ["dlx", "dlx:taxes"])
@pytest.mark.parametrize("seed", range(20))
def test_links_on_many_options_of_few_items(variant: str, seed: int) -> None:
    case = blocks(Random(seed), 300)
    proved = is_proved(case, get_solver(variant), 0.5 if has_wide_ranges(case.matrix) else 60)
    assert proved or has_wide_ranges(case.matrix)
    ranked(case, variant, 3, 0.2)


@pytest.mark.parametrize("seed", range(16))
def test_links_find_planted_optima(seed: int) -> None:
    case = planted(Random(seed), 40, 6)
    proved = is_proved(case, get_solver("dlx"), 0.3 if has_wide_ranges(case.matrix) else 60)
    assert proved or has_wide_ranges(case.matrix)
    is_proved(case, get_solver("dlx:taxes"), 0.1)


def all_reduced_costs(prices: PricedMatrix) -> int:
    """Return the sum that the engine is promised to stay below the limit."""
    chances = [*prices.reduced.tolist(), *prices.leave.tolist()]
    return sum(chances) + sum(prices.charge[prices.members].tolist())


@given(
    matrix=matrices(),
    seed=st.integers(0, 1 << 30),
    duals=st.lists(
        st.one_of(st.sampled_from([2.0**52, -(2.0**52), 2.0**57, -1e30, 0.5]), st.floats(-9, 9)),
        min_size=12,
        max_size=12,
    ),
)
def test_all_reduced_costs_together_stay_below_the_limit(
    matrix: ExactCover, seed: int, duals: list[float]
) -> None:
    query = Query(matrix.replaced(costs=drawn_costs(Random(seed), matrix.options)))
    assert all_reduced_costs(taxed(query)) < REDUCED_COST_LIMIT
    rest = selected(query)
    if rest is not None:
        assert (
            all_reduced_costs(priced(rest, np.array(duals[: len(matrix.items)])))
            < REDUCED_COST_LIMIT
        )


def test_repairing_a_price_does_not_lift_the_other_options_beyond_the_limit() -> None:
    builder = ExactCoverBuilder()
    builder.item("i")
    builder.item("j", 0, 1)
    for _ in range(3000):
        builder.option(["i"])
    builder.option(["i", "j"], cost=-1)
    matrix = builder.build()
    rest = selected(Query(matrix))
    assert rest is not None
    rest = replace(rest, low=np.array([1, 1]))  # as if j had to be covered
    prices = priced(rest, np.array([0.0, 2.0**55]))
    assert all_reduced_costs(prices) < REDUCED_COST_LIMIT
    query, progress = Query(matrix), Progress()
    search = Cheapest(query, progress, prices)
    assert [matrix.cost(options) for options in search.solutions(query, progress)] == [-1]
    assert progress.complete


def with_reduced(reduced: int, budget: int = REDUCED_COST_LIMIT) -> object:
    prices = taxed(Query(one_item(1, [5, 6])))
    dear = replace(prices, reduced=np.array([0, reduced]))
    return dear.links("dlx", budget, lambda: None, least=True)


def test_the_links_refuse_reduced_costs_that_sums_cannot_hold() -> None:
    with_reduced(REDUCED_COST_LIMIT - 1)
    for reduced in (REDUCED_COST_LIMIT, -1, (1 << 63) - 1):
        with pytest.raises(Unsupported, match="reduced costs that are negative"):
            with_reduced(reduced)


def test_the_links_tell_the_least_that_was_left_out_or_that_nothing_was() -> None:
    for reduced, budget, cut in [(3, 2, 3), (3, 3, None), (3, -1, 0)]:
        engine = with_reduced(reduced, budget)
        engine.count(1)  # type: ignore[attr-defined]
        assert engine.cut == cut  # type: ignore[attr-defined]


@pytest.mark.parametrize("cut", [-1, 0])
def test_a_cut_that_cannot_be_is_an_error_and_no_exhaustion(
    cut: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Lying:
        nodes = updates = solutions = 0

        def next_batch(self, seconds: float, most: int) -> object:
            return True, np.zeros(1, np.int64), np.zeros(0, np.int64)

    Lying.cut = cut  # type: ignore[attr-defined]
    monkeypatch.setattr(PricedMatrix, "links", lambda *_, **__: Lying())
    query, progress = Query(one_item(1, [5, 6])), Progress()
    with pytest.raises(SolverError, match="internal error"):
        search = Cheapest(query, progress, taxed(query))
        list(search.solutions(query, progress))
    assert not progress.complete


@pytest.mark.parametrize("seed", range(5))
def test_no_solver_says_what_is_not_so(solver: Solver, seed: int) -> None:
    if "costs" in solver.features:
        random = Random(seed)
        is_proved(blocks(random, 12), solver, 0.3)
        is_proved(planted(random, 12, 4), solver, 0.3)


@pytest.mark.slow
def test_no_solver_says_what_is_not_so_for_long(solver: Solver) -> None:
    """Loops for MINUET_SECONDS, on ever other matrices; a failure names the seed."""
    if "costs" not in solver.features:
        return
    end, proved = time.monotonic() + SECONDS, 0
    for seed in count(1000):
        if time.monotonic() > end:
            break
        random = Random(seed)
        most = random.choice([8, 60, 300, 5000] if solver.name == "dlx" else [8, 20, 60])
        items, widest = random.choice([(12, 4), (40, 6), (80, 3), (600, 5)])
        for case in (blocks(random, most), planted(random, items, widest)):
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
