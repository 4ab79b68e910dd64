"""Block prices: optima of matrices that fall into blocks, and what is refused."""

from __future__ import annotations

import random
import signal
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from itertools import combinations, islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import ExactCover, ExactCoverBuilder, ModelError, Unsupported
from minuet.solvers import Status, _native, get_solver, solve, verify
from minuet.solvers.conformance import all_solutions
from minuet.solvers.contract import Batch, Deadline, Progress, Query
from minuet.solvers.native.engine import problem_of
from minuet.solvers.optimize.blocks import Deepening, Freeing

from drawing import few
from oracle.costed import drawn, square

SOLVER = "optimize:blocks"


@st.composite
def linked_blocks(draw: st.DrawFn) -> ExactCover:
    """Draw two or three blocks of items of their own, beside links that any of them may take."""
    builder = ExactCoverBuilder()
    links = [f"l{k}" for k in range(draw(st.integers(1, 4)))]
    needed = draw(st.booleans())
    if needed:
        for link in links:
            builder.item(link)
    blocks = [[f"b{b}.{k}" for k in range(draw(st.integers(1, 3)))] for b in range(2)]
    for block in blocks:
        for item in block:
            builder.item(item)
    if not needed:
        for link in links:
            builder.secondary(link)
    cost = draw(st.sampled_from([st.integers(-9, 9), st.integers(-(1 << 50), 1 << 50)]))
    for block in blocks:
        own = [some for k in (1, 2) for some in combinations(block, k)]
        for _ in range(draw(st.integers(1, 6))):
            mine = draw(st.sampled_from(own))
            taken = draw(st.lists(st.sampled_from(links), max_size=2, unique=True))
            builder.option([*mine, *taken], cost=draw(cost))
    for _ in range(draw(st.integers(0, 3))):
        taken = draw(st.lists(st.sampled_from(links), min_size=1, max_size=2, unique=True))
        builder.option(taken, cost=draw(cost))
    return builder.build()


@given(linked_blocks(), st.integers(0, 30))
def test_finds_the_cheapest_covers_of_linked_blocks(matrix: ExactCover, forbidden: int) -> None:
    without = frozenset({forbidden} & set(range(matrix.options)))
    known = [one for one in all_solutions(matrix) if without.isdisjoint(one)]
    query, progress = Query(matrix, forbidden=without), Progress()
    costs = [matrix.cost(options) for options in get_solver(SOLVER).improving(query, progress)]
    assert costs == sorted(set(costs), reverse=True)
    assert costs[-1:] == ([min(map(matrix.cost, known))] if known else [])
    assert progress.complete
    assert not costs or progress.bound == costs[-1]


@given(linked_blocks(), st.sampled_from([0, 1, 4, 12]))
def test_finds_the_same_by_branching_on_options(matrix: ExactCover, few_covers: int) -> None:
    prices = _native.BlockPrices(problem_of(Query(matrix)), matrix.costs, 1 << 20)
    if prices.impossible:
        assert not all_solutions(matrix)
        return
    while prices.climb(0.01):
        pass
    known = sorted(map(matrix.cost, all_solutions(matrix)))
    assert not known or prices.least <= known[0]
    for most in {None, *known[:3], *(cost - 1 for cost in known[:2])}:
        search = prices.search(most, few_covers)
        _, starts, options = search.next_batch(60.0, 1 << 20)
        found = sorted(matrix.cost(one) for one in Batch(starts, options))
        assert found == [cost for cost in known if most is None or cost <= most]
        left_out = [cost for cost in known if most is not None and cost > most]
        assert not left_out or (search.cut is not None and search.cut <= left_out[0])


@pytest.mark.parametrize("most", [0, 9, 1 << 40])
def test_prices_end_where_there_is_no_solution(most: int) -> None:
    """Three blocks want one of two links each: their prices would climb for ever."""
    rng = random.Random(most)
    builder = ExactCoverBuilder()
    for block in range(3):
        builder.item(f"b{block}")
    for link in range(2):
        builder.secondary(f"l{link}")
    for block in range(3):
        for link in range(2):
            builder.option([f"b{block}", f"l{link}"], cost=rng.randint(-most, most))
    result = solve(builder.build(), solver=SOLVER)
    assert (result.status, result.complete) == (Status.INFEASIBLE, True)


@few(12)
@given(st.integers(0, 1 << 20), st.sampled_from([(4, (2, 2)), (4, None), (6, (2, 3)), (5, None)]))
def test_agrees_with_dancing_links_on_squares(
    seed: int, shape: tuple[int, tuple[int, int] | None]
) -> None:
    size, boxes = shape
    puzzle = square(size, boxes, drawn(seed, size))
    given_ = random.Random(seed).sample(range(size**3), 1)
    mine = solve(puzzle, solver=SOLVER, given=given_)
    theirs = solve(puzzle, solver="dlx", given=given_)
    assert mine.status is theirs.status is Status.OPTIMAL
    assert mine.objective == theirs.objective == mine.bound


def test_proves_a_blank_grid_with_random_weights() -> None:
    # 5938 is also what a search through whole lists of covers found, without prices at nodes.
    result = solve(square(9, (3, 3), drawn(0, 9)), solver=SOLVER)
    assert (result.status, result.objective, result.bound) == (Status.OPTIMAL, 5938, 5938)


def test_blocks_need_not_be_alike() -> None:
    """A digit whose places are given is another block than the rest."""
    puzzle = square(4, (2, 2), drawn(1, 4))
    table = puzzle.table("digit")
    for row, col in enumerate((0, 2, 1, 3)):
        puzzle.given(table, row=row, col=col, value=0)
    best = solve(puzzle, solver="dlx").objective
    assert solve(puzzle, solver=SOLVER).objective == best


def test_a_deadline_keeps_the_bound() -> None:
    puzzle = square(12, (3, 4), drawn(0, 12))
    for seconds in (0.0, 0.001):
        result = solve(puzzle, solver=SOLVER, time_limit=seconds)
        assert result.status in (Status.UNKNOWN, Status.FEASIBLE)
        assert not result.complete
        assert result.bound is None or result.bound >= 11_400
    progress = Progress()
    next(get_solver(SOLVER).improving(Query(puzzle.matrix), progress))
    assert progress.bound is not None and 11_400 < -progress.bound < 12_300


def test_begins_at_a_hint_and_tells_only_what_is_better() -> None:
    puzzle = square(6, (2, 3), drawn(2, 6))
    best = solve(puzzle, solver="dlx")
    assert best.options is not None
    query, progress = Query(puzzle.matrix, hint=best.options), Progress()
    assert list(get_solver(SOLVER).improving(query, progress)) == [best.options]
    assert progress.complete
    assert progress.bound == puzzle.matrix.cost(best.options)


@few(30)
@given(linked_blocks(), st.integers(0, 5), st.integers(0, 3))
def test_a_solution_of_others_limits_the_proof(matrix: ExactCover, when: int, rank: int) -> None:
    known = sorted(all_solutions(matrix), key=matrix.cost)
    costs = np.gcd.reduce(matrix.costs) or 1
    prices = _native.BlockPrices(problem_of(Query(matrix)), matrix.costs // costs, 1 << 20)
    if prices.impossible:
        return
    proof, told = Deepening(Progress(), prices, int(costs), None), []
    for step, options in enumerate(proof.steps):
        if options is not None and matrix.cost(options) < min(told, default=1 << 60):
            assert verify(matrix, options) is None
            told.append(matrix.cost(options))
            proof.learn(told[-1])
        if step == when and known:
            cost = matrix.cost(known[min(rank, len(known) - 1)])
            if cost < min(told, default=1 << 60):
                told.append(cost)
                proof.learn(cost)
    assert proof.progress.complete
    assert min(told, default=None) == (matrix.cost(known[0]) if known else None)
    assert not known or proof.progress.bound == matrix.cost(known[0])


@pytest.mark.parametrize("named", [True, False])
def test_what_is_freed_makes_ever_better_solutions(named: bool) -> None:
    matrix = square(12, (3, 4), drawn(3, 12)).matrix
    if not named:  # rows, columns and digits are seen in the matrix itself
        matrix = matrix.replaced(items=range(len(matrix.items)))
    query = Query(matrix, seed=1)
    freeing, costs = Freeing(query, ()), []
    while freeing.spent < 1_500_000:
        options = next(freeing.steps)
        if options is not None:
            assert verify(matrix, options) is None
            costs.append(matrix.cost(options))
            freeing.learn(options)
    assert costs == sorted(set(costs), reverse=True)
    assert costs[-1] < -10_600  # by failure weights alone some -7,000


def test_another_start_never_loses_the_best_solution() -> None:
    matrix = square(9, (3, 3), drawn(3, 9)).matrix
    given = tuple((solve(matrix, SOLVER).options or ())[:9])
    freeing, costs = Freeing(Query(matrix, given=given, seed=1), (), again=60_000), []
    while freeing.starts < 3:
        options = next(freeing.steps)
        if options is not None:
            assert verify(matrix, options) is None
            assert set(given) <= set(options)
            costs.append(matrix.cost(options))
            freeing.learn(options)
    assert costs == sorted(set(costs), reverse=True)
    best = solve(matrix.selected(given), SOLVER).objective
    assert best is not None and best <= costs[-1]


def test_tries_that_end_before_their_first_step_leave_others_their_turn() -> None:
    matrix = square(4, None, [1] * 64).matrix  # no part of it can be had for less
    best = solve(matrix, "dlx").options
    assert best is not None
    freeing = Freeing(Query(matrix), best)
    with at_most(120):
        assert [next(freeing.steps) for _ in range(20)] == [None] * 20


@contextmanager
def at_most(seconds: int) -> Iterator[None]:
    """Fail where something goes on for ever, and looks at no deadline."""

    def over(number: int, frame: object) -> None:
        raise AssertionError("it goes on for ever")

    before = signal.signal(signal.SIGALRM, over)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def test_the_same_seed_finds_the_same_solutions() -> None:
    matrix = square(12, (3, 4), drawn(4, 12)).matrix

    def found() -> list[int]:
        stream = get_solver(SOLVER).improving(Query(matrix, seed=3), Progress())
        with closing(stream):  # type: ignore[type-var]
            return [matrix.cost(options) for options in islice(stream, 12)]

    assert found() == found()


def test_asked_again_it_goes_on_with_what_it_knows() -> None:
    matrix = square(9, (3, 3), drawn(0, 9)).matrix
    solver, best, bounds = get_solver(SOLVER), None, []
    progress = Progress()
    while not progress.complete:
        progress = Progress()
        query = Query(matrix, hint=best or (), deadline=Deadline(0.05))
        for options in solver.improving(query, progress):
            assert best is None or matrix.cost(options) <= matrix.cost(best)
            best = options
        bounds += [progress.bound] if progress.bound is not None else []
    assert best is not None
    assert matrix.cost(best) == -5938
    assert bounds == sorted(bounds)
    again = Progress()  # without a hint it tells what it knows
    assert list(solver.improving(Query(matrix), again)) == [best]
    assert (again.complete, again.bound) == (True, -5938)


def test_asked_of_another_matrix_it_begins_anew() -> None:
    solver = get_solver(SOLVER)
    one, other = (square(6, (2, 3), drawn(seed, 6)) for seed in (5, 6))
    for puzzle in (one, other, one):
        found = [puzzle.matrix.cost(o) for o in solver.improving(Query(puzzle.matrix), Progress())]
        assert -found[-1] == solve(puzzle, solver="dlx").objective


def test_what_falls_into_no_blocks_is_refused_in_a_line() -> None:
    rng = random.Random(5)
    builder = ExactCoverBuilder()
    for item in range(80):
        builder.item(item)
    for _ in range(3000):
        builder.option(rng.sample(range(80), rng.randint(3, 6)), cost=rng.randint(1, 99))
    query = Query(builder.build(), memory=1 << 24)
    with pytest.raises(
        Unsupported, match=r"solver optimize:blocks does not .* blocks small enough"
    ):
        list(get_solver(SOLVER).improving(query, Progress()))
    with pytest.raises(Unsupported):
        get_solver(SOLVER).require_size(query)
    with pytest.raises(Unsupported):  # with as much memory as it likes, too
        get_solver(SOLVER).require_size(replace(query, memory=None))


def test_multiplicities_and_colors_are_refused() -> None:
    builder = ExactCoverBuilder()
    builder.item("a", low=0, high=2)
    builder.option(["a"], cost=1)
    with pytest.raises(Unsupported, match="multiplicities"):
        solve(builder.build(), solver=SOLVER)


def test_costs_that_no_sum_holds_are_refused() -> None:
    builder = ExactCoverBuilder()
    for item in range(4):
        builder.item(item)
        for cost in ((1 << 60) - 1, 7):
            builder.option([item], cost=cost)
    with pytest.raises((Unsupported, ModelError), match="sum"):
        solve(builder.build(), solver=SOLVER)
