"""Optimisation by prices: exact whatever the prices are, the k best in order, domination."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st
from own_solvers import DancingLinks, Options

from minuet.models import ExactCover, ExactCoverBuilder, TargetSudoku, UnknownSolver
from minuet.solvers import best, get_solver, solve
from minuet.solvers.conformance import all_solutions
from minuet.solvers.contract import Deadline, Progress, Query
from minuet.solvers.encoding.selection import selected

from oracle.costed import domination
from oracle.lying_prices import lying_prices
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
    query, progress, again = query_of(matrix, selection), Progress(), Progress()
    least = min(expected_costs(query), default=math.inf)

    def bounded(found: Iterator[Options]) -> Iterator[Options]:
        for options in found:
            assert progress.bound is None or progress.bound <= least
            yield options

    with lying_prices(duals):
        stream = DancingLinks().improving(query, progress)
        assert_finds_the_cheapest(query, progress, bounded(stream))
        assert_ranks(query, again, DancingLinks().best_solutions(query, again, 5), 5)


@given(matrix=matrices(), noise=st.floats(-1e-3, 1e-3))
def test_perturbed_duals_stay_exact(matrix: ExactCover, noise: float) -> None:
    query, progress = Query(matrix), Progress()
    with lying_prices(noise=noise):
        assert_finds_the_cheapest(query, progress, DancingLinks().improving(query, progress))


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


class Hurried(Deadline):
    """Leaves no time to confirm by a search what the linear program claims.

    It is asked for the time of that program first, and for that of the search then.
    """

    asked = 0

    def left(self) -> float:
        self.asked += 1
        return 0.0 if self.asked == 2 else super().left()


@pytest.mark.parametrize("lies", [False, True])
@given(matrix=matrices(), selection=SELECTIONS)
def test_what_the_linear_program_holds_infeasible_is_proved_by_prices(
    lies: bool, matrix: ExactCover, selection: tuple[list[int], list[int]]
) -> None:
    query, progress = query_of(matrix, selection), Progress()
    query = replace(query, deadline=Hurried())
    with lying_prices([0.9], infeasible=True) if lies else nullcontext():
        assert_finds_the_cheapest(query, progress, DancingLinks().improving(query, progress))


@given(matrix=matrices())
def test_without_ortools_taxes_take_the_place_of_prices(matrix: ExactCover) -> None:
    with mock.patch.dict(sys.modules, {"ortools.linear_solver.python": None}):
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


def test_no_solution_is_lost_where_items_are_covered_too_often() -> None:
    matrix = domination(5)
    covers = [{item for item, _ in matrix.option(option)} for option in range(25)]
    squares = set().union(*covers)
    for size in (1, 2):
        assert all(set().union(*some) < squares for some in combinations(covers, size))
    least = [
        queens
        for queens in combinations(range(25), 3)
        if set().union(*(covers[one] for one in queens)) == squares
    ]
    found = list(best(matrix, len(least) + 1, "dlx"))
    assert {tuple(sorted(one)) for one in found[:-1]} == set(least)
    assert matrix.cost(found[-1]) == 4


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


class Bound(Deadline):
    """Comes as soon as so much is proved."""

    def __init__(self, bound: int, progress: Progress) -> None:
        super().__init__()
        self.bound, self.progress = bound, progress

    def left(self) -> float:
        return 0.0 if self.passed() else 0.01

    def passed(self) -> bool:
        return self.progress.bound is not None and self.progress.bound >= self.bound


def test_the_deadline_ends_a_long_proof() -> None:
    progress = Progress()
    query = Query(domination(13), deadline=Bound(5, progress))
    assert all(len(options) >= 7 for options in DancingLinks().improving(query, progress))
    assert not progress.complete


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
