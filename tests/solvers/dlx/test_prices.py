"""Optimisation by prices: exact whatever the prices are, the k best in order, domination."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from own_solvers import DancingLinks

from minuet.models import ExactCover, ExactCoverBuilder, TargetSudoku, UnknownSolver
from minuet.solvers import Deadline, Progress, Query, best, get_solver, solve
from minuet.solvers.conformance import all_solutions
from minuet.solvers.dlx import best_prices as prices_module
from minuet.solvers.dlx.iterative_deepening import Cheapest, ascending
from minuet.solvers.encoding.priced_matrix import PricedMatrix, priced, taxed
from minuet.solvers.encoding.selection import selected

from oracle.costed import domination
from oracle.matrices import matrices

ODD = [math.nan, math.inf, -math.inf, 1e308, -1e308, 1e30, -(2.0**40), 1e-7, -1e-7, 0.5, -3.0, 7.0]
DUALS = st.lists(st.one_of(st.sampled_from(ODD), st.floats(-12, 12)), min_size=12, max_size=12)
SELECTIONS = st.tuples(
    st.lists(st.integers(0, 8), max_size=2), st.lists(st.integers(0, 8), max_size=1)
)


def query_of(matrix: ExactCover, selection: tuple[list[int], list[int]]) -> Query:
    chosen, forbidden = ([k for k in part if k < matrix.options] for part in selection)
    return Query(matrix, tuple(chosen), frozenset(forbidden))


def expected_costs(query: Query) -> list[int]:
    found = all_solutions(query.matrix, set(query.given), query.forbidden)
    return sorted(query.matrix.cost(options) for options in found)


def scaled(matrix: ExactCover, factor: int) -> ExactCover:
    return matrix.replaced(costs=matrix.costs * factor)


def assert_finds_the_cheapest(
    query: Query, progress: Progress, found: Iterator[tuple[int, ...]]
) -> None:
    expected = expected_costs(query)
    costs = [query.matrix.cost(options) for options in found]
    assert costs == sorted(set(costs), reverse=True)
    assert costs[-1:] == expected[:1]
    assert progress.complete
    if expected:
        assert progress.bound == expected[0]


def assert_ranks(
    query: Query, progress: Progress, found: Iterator[tuple[int, ...]], k: int
) -> None:
    solutions = [tuple(sorted(options)) for options in found]
    legal = all_solutions(query.matrix, set(query.given), query.forbidden)
    assert len(set(solutions)) == len(solutions)
    assert set(solutions) <= legal
    assert [query.matrix.cost(options) for options in solutions] == expected_costs(query)[:k]
    assert progress.complete


@pytest.mark.parametrize("variant", ["", "taxes"])
@given(matrix=matrices(), selection=SELECTIONS, factor=st.sampled_from([1, 7, 2**40]))
def test_the_last_improvement_is_the_cheapest_solution(
    variant: str, matrix: ExactCover, selection: tuple[list[int], list[int]], factor: int
) -> None:
    query, progress = query_of(scaled(matrix, factor), selection), Progress()
    assert_finds_the_cheapest(query, progress, DancingLinks(variant).improving(query, progress))


@pytest.mark.parametrize("variant", ["", "taxes"])
@given(matrix=matrices(), selection=SELECTIONS, k=st.sampled_from([0, 1, 2, 5, 1000]))
def test_the_k_best_come_in_order(
    variant: str, matrix: ExactCover, selection: tuple[list[int], list[int]], k: int
) -> None:
    query, progress = query_of(matrix, selection), Progress()
    assert_ranks(query, progress, DancingLinks(variant).best_solutions(query, progress, k), k)


@given(matrix=matrices(), selection=SELECTIONS, duals=DUALS)
def test_wrong_prices_slow_the_search_but_prove_nothing_wrong(
    matrix: ExactCover, selection: tuple[list[int], list[int]], duals: list[float]
) -> None:
    query, progress = query_of(matrix, selection), Progress()
    rest = selected(query)
    if rest is None:
        assert expected_costs(query) == []
        return
    prices = priced(rest, np.array(duals[: len(matrix.items)]))
    search = Cheapest(query, progress, prices)
    assert_finds_the_cheapest(query, progress, search.solutions(query, progress))
    again = Progress()
    assert_ranks(query, again, ascending(query, again, prices, 5), 5)


@given(matrix=matrices(), selection=SELECTIONS, duals=DUALS)
def test_any_prices_give_a_valid_bound(
    matrix: ExactCover, selection: tuple[list[int], list[int]], duals: list[float]
) -> None:
    query = query_of(matrix, selection)
    rest = selected(query)
    if rest is None:
        assert expected_costs(query) == []
        return
    prices = priced(rest, np.array(duals[: len(matrix.items)]))
    assert (prices.reduced >= 0).all()
    assert (prices.charge >= 0).all()
    assert all(prices.least() <= cost for cost in expected_costs(query))


@given(matrix=matrices(), noise=st.floats(-1e-3, 1e-3))
def test_perturbed_duals_stay_exact(matrix: ExactCover, noise: float) -> None:
    query, progress = Query(matrix), Progress()
    rest = selected(query)
    duals, _ = (None, True) if rest is None else prices_module.relaxation(rest, query)
    if rest is not None and duals is not None:
        prices = priced(rest, duals + noise * np.arange(len(duals)))
        search = Cheapest(query, progress, prices)
        assert_finds_the_cheapest(query, progress, search.solutions(query, progress))


@given(matrix=matrices(), selection=SELECTIONS)
def test_what_the_given_options_leave_has_the_same_solutions(
    matrix: ExactCover, selection: tuple[list[int], list[int]]
) -> None:
    query = query_of(matrix, selection)
    solutions = all_solutions(matrix, set(query.given), query.forbidden)
    rest = selected(query)
    if rest is None:
        assert not solutions
        return
    high = rest.high.copy()
    high[matrix.primary :] = 1  # where it is 0 no option is left
    left = ExactCover(
        primary=matrix.primary,
        items=matrix.items,
        starts=rest.starts,
        members=rest.members,
        colors=rest.colors,
        costs=rest.costs,
        low=rest.low,
        high=high,
    )
    given = frozenset(rest.given.tolist())
    found = {given | {int(rest.options[k]) for k in part} for part in all_solutions(left)}
    assert found == set(map(frozenset, solutions))
    assert {rest.offset + left.cost(part) for part in all_solutions(left)} == set(
        expected_costs(query)
    )


@given(matrix=matrices(), selection=SELECTIONS)
def test_what_is_infeasible_is_proved_without_a_search_too(
    matrix: ExactCover, selection: tuple[list[int], list[int]]
) -> None:
    query, progress = query_of(matrix, selection), Progress()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(prices_module, "_is_soon_exhausted", lambda *_: False)
        assert_finds_the_cheapest(query, progress, DancingLinks().improving(query, progress))


@given(matrix=matrices(), selection=SELECTIONS)
def test_a_false_claim_of_infeasibility_is_not_believed(
    matrix: ExactCover, selection: tuple[list[int], list[int]]
) -> None:
    def lies(*args: object, elastic: bool = False) -> object:
        return (np.full(len(matrix.items), 0.9), False) if elastic else (None, True)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(prices_module, "relaxation", lies)
        query, progress = query_of(matrix, selection), Progress()
        assert_finds_the_cheapest(query, progress, DancingLinks().improving(query, progress))


@given(matrix=matrices())
def test_without_ortools_taxes_take_the_place_of_prices(matrix: ExactCover) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(prices_module, "available", lambda: False)
        query, progress = Query(matrix), Progress()
        assert_finds_the_cheapest(query, progress, DancingLinks().improving(query, progress))


DOMINATION = [(4, 2), (5, 3), (6, 3), (7, 4), (8, 5), (9, 5), (10, 5), (11, 5)]


@pytest.mark.parametrize(("size", "queens"), DOMINATION)
def test_queens_dominate_the_board(size: int, queens: int) -> None:  # OEIS A075458
    result = solve(domination(size), "dlx")
    assert (result.status, result.objective, result.bound) == ("OPTIMAL", queens, queens)


@pytest.mark.slow
def test_six_queens_dominate_a_board_of_twelve() -> None:
    result = solve(domination(12), "dlx")
    assert (result.status, result.objective) == ("OPTIMAL", 6)


def test_covering_too_often_is_charged() -> None:
    query, progress = Query(domination(5)), Progress()
    prices = prices_module.best_prices(query, progress)
    assert prices is not None
    assert prices.charge.any()
    for options in all_solutions_of_size(query.matrix, 3):
        covers = np.zeros(25, np.int64)
        for option in options:
            covers[[item for item, _ in query.matrix.option(option)]] += 1
        spent = int(prices.reduced[list(options)].sum() + (prices.charge * (covers - 1)).sum())
        assert prices.least(spent) == 3


def all_solutions_of_size(matrix: ExactCover, cost: int) -> Iterator[tuple[int, ...]]:
    query, progress = Query(matrix), Progress()
    for options in DancingLinks().best_solutions(query, progress, 10):
        assert matrix.cost(options) == cost
        yield options


def grid_of(text: str) -> list[list[int]]:
    return [[int(digit) for digit in line.split()] for line in text.splitlines() if line.strip()]


def test_target_sudokus_are_proved_in_few_nodes(data: Path) -> None:
    paths = sorted((data / "target").glob("*.in"))
    if not paths:
        pytest.skip("tests/data/target is not there")
    for path in paths:
        expected = int(path.with_suffix(".out").read_text())
        result = solve(TargetSudoku(grid_of(path.read_text())), "dlx")
        assert result.complete
        assert (-1 if result.objective is None else result.objective) == expected, path.name
        assert result.statistics.nodes < 1000, path.name


def test_the_blank_target_sudoku_scores_2906() -> None:
    result = solve(TargetSudoku([[0] * 9] * 9), "dlx")
    assert (result.status, result.objective, result.bound) == ("OPTIMAL", 2906, 2906)
    assert result.statistics.nodes < 1000


def test_best_reads_answers_back_best_first() -> None:
    puzzle = TargetSudoku([[0] * 9] * 9)
    answers = list(best(puzzle, 5))
    scores = [
        sum(
            (10 - max(abs(r - 4), abs(c - 4))) * digit
            for r, row in enumerate(puzzle.grid(answer))  # type: ignore[arg-type]
            for c, digit in enumerate(row)
        )
        for answer in answers
    ]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] == 2906
    assert len({str(answer) for answer in answers}) == 5


def test_the_bound_is_proved_before_the_first_solution() -> None:
    query, progress = Query(domination(11), deadline=Deadline(0)), Progress()
    assert list(DancingLinks().improving(query, progress)) == []
    assert not progress.complete


def test_the_deadline_ends_a_long_proof() -> None:
    matrix, bounds = domination(13), []
    for seconds in (0.3, 1.2, 4.8):  # a slow machine proves as much in the later ones
        query, progress = Query(matrix, deadline=Deadline(seconds)), Progress()
        began = time.monotonic()
        list(DancingLinks().improving(query, progress))
        assert time.monotonic() - began < seconds + 5
        assert not progress.complete
        assert progress.bound is not None
        bounds.append(progress.bound)
        if bounds[-1] >= 5:
            break
    assert max(bounds) >= 5


def test_an_unknown_variant_is_refused() -> None:
    with pytest.raises(UnknownSolver, match="dlx:magic"):
        get_solver("dlx:magic")


def test_huge_costs_stay_exact() -> None:
    builder = ExactCoverBuilder()
    for item in "abc":
        builder.item(item)
    top = 1 << 50
    for pair, cost in [("ab", top + 1), ("bc", top), ("ca", top + 3), ("a", 1), ("b", 0), ("c", 2)]:
        builder.option(pair, cost=cost - 1)
    assert solve(builder.build(), "dlx").objective == 0
    assert isinstance(taxed(Query(builder.build())), PricedMatrix)
