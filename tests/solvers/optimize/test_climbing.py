"""Dual ascent, pairs, dives: optima of matrices of all kinds of costs, bounds, limits, refusals."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import ExactCover, ExactCoverBuilder, Unsupported
from minuet.solvers import Status, _native, get_solver, solve
from minuet.solvers.conformance import all_solutions
from minuet.solvers.contract import Batch, Progress, Query
from minuet.solvers.encoding.priced_matrix import WIDTH, priced
from minuet.solvers.encoding.selection import selected
from minuet.solvers.optimize import climbing

COSTS = (
    st.just(0),
    st.integers(0, 9),
    st.integers(-9, 9),
    st.integers(90, 110),
    st.integers(-(1 << 48), 1 << 48),
)
MEMORY = 1 << 30
NARROW = 54  # bits of the losses of pairs
NAMES = ("optimize:climbing", "optimize:pairs", "optimize:diving")


def partition(rows: int, options: int, seed: int, *, planted: bool = True) -> ExactCover:
    """Return a set partition: options of 3 to 8 rows, which cost some 100 a row."""
    draw = random.Random(seed)
    builder = ExactCoverBuilder()
    for row in range(rows):
        builder.item(row)
    order = list(range(rows))
    draw.shuffle(order)
    sets = [order[first : first + 5] for first in range(0, rows, 5)] if planted else []
    sets += [draw.sample(range(rows), draw.randint(3, 8)) for _ in range(options - len(sets))]
    for one in sets:
        builder.option(one, cost=100 * len(one) + draw.randint(0, 99))
    return builder.build()


@st.composite
def matrices(draw: st.DrawFn) -> ExactCover:
    """Draw a matrix of a few items, secondary ones among them; mostly with a planted solution.

    Each item may stand for 33 of them, so that two have more than a word has bits.
    """
    builder = ExactCoverBuilder()
    copies = draw(st.sampled_from((1, 33)))

    def option(some: list[str]) -> None:
        builder.option([(one, copy) for one in some for copy in range(copies)], cost=draw(cost))

    primary = [f"p{k}" for k in range(draw(st.integers(0, 6)))]
    secondary = [f"s{k}" for k in range(draw(st.integers(0, 2)))]
    for add, names in ((builder.item, primary), (builder.secondary, secondary)):
        for item in names:
            for copy in range(copies):
                add((item, copy))
    cost = draw(st.sampled_from(COSTS))
    if draw(st.integers(0, 3)):
        for one in range(0, len(primary), 2):
            option(primary[one : one + 2])
    items = [*primary, *secondary]
    some = st.lists(st.sampled_from(items), max_size=4, unique=True) if items else st.just([])
    for _ in range(draw(st.integers(0, 9))):
        option(draw(some))
    return builder.build()


@pytest.mark.parametrize("name", NAMES)
@given(matrices(), st.integers(0, 30), st.booleans())
def test_finds_the_cheapest(name: str, matrix: ExactCover, forbidden: int, hinted: bool) -> None:
    without = frozenset({forbidden} & set(range(matrix.options)))
    known = [one for one in all_solutions(matrix) if without.isdisjoint(one)]
    hint = tuple(sorted(known[0])) if hinted and known else ()
    query, progress = Query(matrix, forbidden=without, hint=hint), Progress()
    costs = [matrix.cost(options) for options in get_solver(name).improving(query, progress)]
    assert costs == sorted(set(costs), reverse=True)
    assert costs[-1:] == ([min(map(matrix.cost, known))] if known else [])
    assert progress.complete
    assert not costs or progress.bound == costs[-1]


@pytest.mark.parametrize(
    ("engine", "width"), [(_native.AscentSearch, WIDTH), (_native.PairSearch, NARROW)]
)
@given(matrices(), st.lists(st.integers(-60, 60), min_size=8, max_size=8))
def test_no_budget_leaves_out_what_is_within_it_whatever_the_prices(
    engine: type[_native.AscentSearch | _native.PairSearch],
    width: int,
    matrix: ExactCover,
    duals: list[int],
) -> None:
    rest = selected(Query(matrix))
    known = sorted(map(matrix.cost, all_solutions(matrix)))
    if rest is None:
        assert not known
        return
    prices = priced(rest, np.resize(np.array(duals, float), len(rest.low)), width=width)
    for most in [*known[:3], *(cost - 1 for cost in known[:2])]:
        search = engine.made(
            prices.problem,
            prices.reduced,
            prices.leave,
            prices.charge,
            prices.budget(most),
            MEMORY,
        )
        exhausted, starts, options = search.next_batch(60.0, 1 << 20)
        assert exhausted
        found = [matrix.cost(prices.options(one)) for one in Batch(starts, options)]
        assert min(found, default=None) == (known[0] if most >= known[0] else None)
        assert all(cost <= most for cost in found)
        left_out = [cost for cost in known if cost > most]
        if not found:
            assert search.cut is not None
            assert prices.least(search.cut) <= left_out[0]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("most", [0, 9, 1 << 40])
def test_prices_end_where_there_is_no_solution(name: str, most: int) -> None:
    """Two of three items each, in every way: their prices would climb for ever."""
    rng = random.Random(most)
    builder = ExactCoverBuilder()
    for item in range(3):
        builder.item(item)
    for pair in ((0, 1), (1, 2), (0, 2)) * 4:
        builder.option(pair, cost=rng.randint(-most, most))
    result = solve(builder.build(), solver=name)
    assert (result.status, result.complete) == (Status.INFEASIBLE, True)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(4))
def test_agrees_with_dancing_links_on_partitions(name: str, seed: int) -> None:
    matrix = partition(25, 300 if name == NAMES[0] else 120, seed)
    mine, theirs = solve(matrix, solver=name), solve(matrix, solver="dlx")
    assert mine.status is theirs.status is Status.OPTIMAL
    assert mine.objective == theirs.objective == mine.bound


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(3))
def test_denies_partitions_that_have_no_solution(name: str, seed: int) -> None:
    matrix = partition(30, 60, seed, planted=False)
    assert solve(matrix, solver="dlx").status is Status.INFEASIBLE
    assert solve(matrix, solver=name).status is Status.INFEASIBLE


@pytest.mark.slow
def test_proves_fifty_rows_whose_relaxation_is_loose() -> None:
    # 5061 is also what a program of its own, apart from minuet, proved.
    matrix = partition(50, 3000, 3)
    begun = (135, 311, 977, 1066, 1744, 1858, 2173, 2218, 2469, 2911, 2934)
    assert matrix.cost(begun) == 5103
    result = solve(matrix, solver=NAMES[0], hint=begun)
    assert (result.status, result.objective, result.bound) == (Status.OPTIMAL, 5061, 5061)


@pytest.mark.parametrize("name", NAMES)
def test_a_deadline_keeps_the_bound_and_the_hint(name: str) -> None:
    matrix = partition(80, 5000, 1)
    planted = tuple(range(16))
    for seconds in (0.0, 0.001, 0.1):
        result = solve(matrix, solver=name, time_limit=seconds, hint=planted)
        assert (result.status, result.complete) == (Status.FEASIBLE, False)
        assert result.objective is not None
        assert result.objective <= matrix.cost(planted)
        assert result.bound is None or result.bound <= 8188  # a solution's cost


def test_begins_at_a_hint_and_tells_only_what_is_better() -> None:
    matrix = partition(20, 200, 1)
    best = solve(matrix, solver="dlx")
    assert best.options is not None
    query, progress = Query(matrix, hint=best.options), Progress()
    assert list(get_solver(NAMES[0]).improving(query, progress)) == [best.options]
    assert progress.complete
    assert progress.bound == best.objective


@pytest.mark.parametrize("name", NAMES)
def test_takes_the_same_way_each_time(name: str) -> None:
    matrix = partition(30, 400, 2) if name == NAMES[0] else partition(20, 150, 0)
    first, second = (solve(matrix, solver=name, seed=7) for _ in range(2))
    assert first.options == second.options
    assert first.statistics.nodes == second.statistics.nodes


@pytest.mark.parametrize("name", NAMES)
def test_what_would_not_fit_into_memory_is_refused_in_a_line(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(climbing, "MEMORY", 1 << 16)
    with pytest.raises(Unsupported, match=rf"solver {name} does not support .* memory"):
        solve(partition(80, 5000, 1), solver=name)


def test_multiplicities_and_colors_are_refused_in_a_line() -> None:
    builder = ExactCoverBuilder()
    builder.item("twice", low=2, high=2)
    for cost in range(3):
        builder.option(["twice"], cost=cost)
    with pytest.raises(Unsupported, match="solver optimize:climbing does not support"):
        solve(builder.build(), solver=NAMES[0])


def test_pairs_refuse_losses_of_which_no_bound_is_worked_out() -> None:
    builder = ExactCoverBuilder()
    for item in "abc":
        builder.item(item)
    for pair, cost in (("ab", 0), ("c", 1 << 58), ("bc", 3), ("a", 1 << 59), ("abc", 1 << 60)):
        builder.option(pair, cost=cost)
    with pytest.raises(Unsupported, match="pairs does not support solutions that may"):
        solve(builder.build(), solver=NAMES[1])
