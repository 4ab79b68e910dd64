"""`auto` answers every question, says who answered and why, and moves on where one is stuck."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from own_solvers import DancingLinks, Options, one_by_one

from minuet.models import (
    ExactCover,
    ExactCoverBuilder,
    Puzzle,
    ShapedSudoku,
    Sudoku,
    TargetSudoku,
    Unsupported,
)
from minuet.models.formats import read
from minuet.models.sudokus.constraints import ChaosConstruction
from minuet.solvers import (
    Progress,
    Query,
    Status,
    count,
    get_solver,
    is_unique,
    solutions,
    solve,
    solve_many,
)
from minuet.solvers._native import OptionMasks, mask_shape
from minuet.solvers.auto.auto import Auto, BatchStage
from minuet.solvers.auto.plans import MANY, PLANS, SMALL, WIDE
from minuet.solvers.auto.stages import Plan, Stage
from minuet.solvers.conformance import all_solutions
from minuet.solvers.native.problem import problem_of

from oracle.matrices import matrices
from oracle.problems import queens


@given(matrix=matrices())
def test_answers_as_brute_force_does(matrix: ExactCover) -> None:
    expected = all_solutions(matrix)
    assert count(matrix).count == len(expected)
    assert set(solutions(matrix)) == expected
    result = solve(matrix)
    if not expected:
        assert result.status is Status.INFEASIBLE
    elif matrix.has_costs:
        assert result.objective == min(map(matrix.cost, expected))
        assert (result.status, result.bound) == (Status.OPTIMAL, result.objective)
    else:
        assert result.options in expected


def instance(data: Path, name: str) -> ExactCover:
    (matrix,) = read((data / f"instances/{name}.dlx").read_bytes()).problems
    assert isinstance(matrix, ExactCover)
    return matrix


def test_result_names_the_solver_and_the_reason() -> None:
    first = solve(queens(8))
    assert (first.solver, first.reason) == ("dlx", "dancing links answer most at once")
    assert count(queens(8)).solver == "dlx"
    assert count(queens(12)).solver == "bitmask"
    best = solve(TargetSudoku())
    assert best.solver == "dlx"
    assert "there are costs" in best.reason


def impatient(plan: Plan, last: str) -> Plan:
    """Return the plan with no time for anybody but one, who has all."""
    stages = (replace(s, seconds=None if s.solver == last else 0.0, least=0) for s in plan.stages)
    return Plan(tuple(stages), growth=1)


def test_moves_on_to_the_next_solver_when_the_first_does_not_finish(data: Path) -> None:
    plans = replace(
        PLANS,
        first=impatient(PLANS.first, "sat:cadical195"),
        small_first=impatient(PLANS.small_first, "sat:cadical195"),
        all=impatient(PLANS.all, "dlx"),
        count=impatient(PLANS.count, "cpsat"),
        best=impatient(PLANS.best, "cpsat"),
    )
    result = solve(queens(8), Auto(plans=plans))
    assert (result.solver, result.status) == ("sat:cadical195", Status.OPTIMAL)
    stream = solutions(queens(8), Auto(plans=plans))
    assert len(list(stream)) == 92
    assert (stream.result().solver, stream.result().complete) == ("dlx", True)
    (target,) = read((data / "target/sample1.in").read_bytes(), form="target-sudoku").problems
    result = solve(target, Auto(plans=plans))
    assert (result.solver, result.status, result.objective) == ("cpsat", Status.OPTIMAL, 2829)


def test_counts_with_memory_what_bit_masks_cannot_enumerate(data: Path) -> None:
    result = count(instance(data, "domino12x12"))
    assert (result.count, result.solver) == (53060477521960000, "dlx:memo")


def test_a_limit_keeps_what_any_stage_counted() -> None:
    result = count(Sudoku(), time_limit=1.5)
    assert not result.complete
    assert (result.count or 0) > 0


def test_multiplicities_go_to_dancing_links() -> None:
    builder = ExactCoverBuilder()
    builder.item("twice", 2, 2)
    for _ in range(4):
        builder.option(["twice"])
    matrix = builder.build()
    assert (count(matrix).count, count(matrix).solver) == (6, "dlx")
    assert len(list(solutions(matrix))) == 6
    query, progress = Query(matrix), Progress()
    assert get_solver("auto").first(query, progress) is not None


@pytest.mark.parametrize(
    ("name", "number"),
    [("hitori8", 0), pytest.param("numbrix8", 481, marks=pytest.mark.slow)],
)
def test_a_count_ends_that_native_engines_do_not_end_soon(
    data: Path, name: str, number: int
) -> None:
    result = count(instance(data, name))
    assert (result.count, result.complete) == (number, True)


def test_a_first_solution_and_uniqueness_are_told_where_native_engines_do_not_end(
    data: Path,
) -> None:
    matrix = instance(data, "hitori8")
    assert list(solutions(matrix)) == []
    assert not is_unique(matrix)


def options_on_one_secondary_item(number: int) -> ExactCover:
    """At most one of the options, so one solution more than there are."""
    starts = range(number + 1)
    return ExactCover(primary=0, items=["s"], starts=starts, members=[0] * number)


def options_of_many_colors(number: int) -> ExactCover:
    """One of `number` options; each gives that many items each another color."""
    members = list(range(number + 1)) * number
    colors = [c for k in range(number) for c in (0, *((k + i) % number + 1 for i in range(number)))]
    return ExactCover(
        primary=1,
        items=["p", *map(str, range(number))],
        starts=range(0, len(members) + 1, number + 1),
        members=members,
        colors=colors,
        color_names=list(map(str, range(number))),
    )


@pytest.mark.parametrize(
    ("matrix", "number"),
    [(options_on_one_secondary_item(4096), 4097), (options_of_many_colors(300), 300)],
    ids=["4096 options on an item", "300 items of 300 colors"],
)
def test_a_matrix_that_the_masks_refuse_is_answered_by_others(
    matrix: ExactCover, number: int
) -> None:
    with pytest.raises(Unsupported):
        next(iter(one_by_one(get_solver("bitmask").solutions(Query(matrix), Progress()))))
    assert len(list(islice(solutions(matrix), 400))) == min(number, 400)
    assert not is_unique(matrix)
    counted = [one.count for one in solve_many(matrix, [(), (1,)], unique=True)]
    assert counted == [2, 1]


@given(matrix=matrices())
def test_the_masks_say_how_large_they_are_as_their_constructor_does(matrix: ExactCover) -> None:
    problem = problem_of(Query(matrix))
    if int(matrix.high.max(initial=1)) <= 1:
        _, bits, words = mask_shape(problem)
        assert 0 < bits <= 64 * words
        assert OptionMasks(problem).words == words


@pytest.mark.parametrize(("number", "fits"), [(4095, True), (4096, False)])
def test_the_widest_masks_are_taken_and_wider_ones_are_not(number: int, fits: bool) -> None:
    # Each option has a bit of its own; the start has one, and so has the item.
    matrix = options_on_one_secondary_item(number - 1)
    problem = problem_of(Query(matrix))
    _, bits, words = mask_shape(problem)
    assert (bits, words) == (number + 1, 64 if fits else 0)
    if fits:
        assert OptionMasks(problem).words == 64
    else:
        with pytest.raises(OverflowError):
            OptionMasks(problem)


def test_an_answer_that_a_batch_does_not_give_in_time_is_asked_of_others() -> None:
    class Slow(DancingLinks):
        """Answers every other selection, and lets the rest wait."""

        def many(
            self, query: Query, progress: Progress, selections: Iterable[Options], limit: int
        ) -> Iterator[tuple[int, Options | None]]:
            for number, answer in enumerate(super().many(query, progress, selections, limit)):
                if number % 2:
                    while not query.deadline.passed():
                        pass
                    return
                yield answer

    asked = Auto()
    asked._for_batch = lambda matrix, limit: [BatchStage(Slow(), 0.05, "slow")]  # type: ignore[method-assign,assignment]
    givens = [(k,) for k in range(6)]
    told = list(solve_many(queens(6), iter(givens), asked, unique=True))
    expected = list(solve_many(queens(6), givens, "dlx", unique=True))
    assert [(one.count, one.status) for one in told] == [(o.count, o.status) for o in expected]


def test_no_solver_that_can_answer_is_an_error_that_says_so() -> None:
    builder = ExactCoverBuilder()
    builder.item("twice", 2, 2)
    builder.option(["twice"])
    only = Plan((Stage("dlx:memo", 0.1, "for the test"),), growth=2)
    plans = replace(PLANS, first=only, small_first=only, all=only, count=only)
    for ask in (count, solve, lambda *of: list(solutions(*of))):
        with pytest.raises(Unsupported, match="dlx:memo"):
            ask(builder.build(), Auto(plans=plans))  # type: ignore[operator]


def test_clauses_come_early_where_a_place_may_be_of_many_connected_parts() -> None:
    chaos = ShapedSudoku(4, 4, regions=(), constraints=[ChaosConstruction()])
    two = Puzzle("two colors")
    stone = two.choices("stone", row=range(4), col=range(4), color=("b", "w"))
    two.exactly_one(stone, by=("row", "col"))
    two.connected(stone, by=("row", "col"), regions="color")
    assert PLANS.for_first(chaos.matrix) is PLANS.parts_first
    assert PLANS.for_first(two.matrix) is PLANS.beyond_first
    assert PLANS.for_first(Sudoku(size=9).matrix) is PLANS.first
    assert is_unique(chaos) is False


def test_the_linear_program_of_many_options_has_more_time() -> None:
    few, many = (
        ExactCover(primary=1, items=["one"], starts=range(n + 1), members=[0] * n, costs=range(n))
        for n in (MANY, MANY + 1)
    )
    assert PLANS.for_best(few) is PLANS.best
    assert PLANS.for_best(many) is PLANS.many_best
    assert solve(few).objective == solve(many).objective == 0


def test_linear_programs_at_every_node_are_for_set_partitions_of_many_items() -> None:
    options = list(range(WIDE)) * (1 + MANY // WIDE)

    def matrix(primary: int) -> ExactCover:
        starts = range(len(options) + 1)
        return ExactCover(primary=primary, items=range(WIDE), starts=starts, members=options)

    assert PLANS.for_best(matrix(WIDE)) is PLANS.wide_best
    assert PLANS.for_best(matrix(WIDE - 1)) is PLANS.many_best


def test_masks_have_most_of_the_time_where_options_are_few() -> None:
    assert PLANS.for_first(Sudoku(size=4).matrix) is PLANS.small_first
    (masks,) = (one for one in PLANS.small_first.stages if one.solver == "bitmask")
    assert masks.most == math.inf
    assert queens(6).matrix.options <= SMALL
    assert solve(queens(6)).status is Status.OPTIMAL
