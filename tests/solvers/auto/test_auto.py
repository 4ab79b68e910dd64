"""`auto` answers every question, says who answered and why, and moves on where one is stuck."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from own_plans import auto_of
from own_solvers import DancingLinks, Options, Propagate, one_by_one

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
from minuet.setting import is_unique
from minuet.solvers import Status, count, get_solver, solutions, solve, solve_many
from minuet.solvers._native import OptionMasks, mask_shape
from minuet.solvers.conformance import all_solutions
from minuet.solvers.contract import Progress, Query, Solver
from minuet.solvers.native.engine import problem_of

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
    proves = {"dlx": "there are costs", "optimize:blocks": "prices on the items are loose"}
    assert proves[best.solver] in best.reason  # on a busy machine the second turn may prove


def test_a_solver_says_who_answers() -> None:
    alone = get_solver("dlx")
    assert (alone.answerer, alone.bounder, alone.reason) == (alone, alone, "")
    assert alone.for_problem(queens(6)) is alone
    with pytest.raises(Unsupported, match=r"solver dlx .* chooses no other solver"):
        alone.choose(get_solver("sat"), "for the test")
    auto = get_solver("auto")
    assert (auto.chooses, alone.chooses) == (True, False)
    assert auto.answerer is auto
    auto.choose(alone, "for the test")
    assert (auto.answerer, auto.bounder, auto.reason) == (alone, alone, "for the test")


def test_moves_on_to_the_next_solver_when_the_first_does_not_finish(data: Path) -> None:
    first = auto_of(("dlx", 0.0), ("bitmask", 0.0), ("sat:cadical195", None))
    result = solve(queens(8), first)
    assert (result.solver, result.status) == ("sat:cadical195", Status.OPTIMAL)
    every = auto_of(("bitmask", 0.0), ("dlx", None), questions=("all",))
    stream = solutions(queens(8), every)
    assert len(list(stream)) == 92
    assert (stream.result().solver, stream.result().complete) == ("dlx", True)
    (target,) = read((data / "target/sample1.in").read_bytes(), form="target-sudoku").problems
    result = solve(target, auto_of(("dlx", 0.0), ("optimize:blocks", 0.0), ("cpsat", None)))
    assert (result.solver, result.status, result.objective) == ("cpsat", Status.OPTIMAL, 2829)


def test_counts_with_memory_what_bit_masks_cannot_enumerate(data: Path) -> None:
    result = count(instance(data, "domino12x12"))
    assert (result.count, result.solver) == (53060477521960000, "memo")


class Counts(Solver):
    """Has counted seven when the time is over; in one of its turns it is interrupted."""

    def __init__(self, interrupted: int = 0) -> None:
        super().__init__()
        self.interrupted, self.turns = interrupted, 0

    def version(self) -> str:
        return "1"

    def solutions(self, query: Query, progress: Progress) -> Iterator[list[Options]]:
        yield from ()

    def count(self, query: Query, progress: Progress) -> int:
        self.turns += 1
        if self.turns == self.interrupted:
            raise KeyboardInterrupt
        progress.found = 7
        while not query.deadline.passed():
            pass
        return 7


def test_a_limit_keeps_what_any_stage_counted() -> None:
    result = count(Sudoku(), auto_of(Counts(), growth=2), time_limit=0.05)
    assert not result.complete
    assert result.count == 7


@pytest.mark.parametrize("turn", [2, 3, 4])
def test_an_interrupt_keeps_what_was_counted(turn: int) -> None:
    """Before the matrix is reduced, and after it."""
    progress = Progress()
    with pytest.raises(KeyboardInterrupt):
        auto_of(Counts(turn), growth=2).count(Query(Sudoku().matrix), progress)
    assert progress.found == 7


def test_multiplicities_go_to_dancing_links_and_bit_masks() -> None:
    builder = ExactCoverBuilder()
    builder.item("some", 2, 14)
    for _ in range(16):
        builder.option(["some"])
    matrix = builder.build()
    assert count(matrix).count == 2**16 - 1 - 16 - 16 - 1
    assert count(matrix).solver in ("dlx", "bitmask")
    assert len(list(solutions(matrix))) == count(matrix).count
    query, progress = Query(matrix), Progress()
    assert get_solver("auto").first(query, progress) is not None


@pytest.mark.slow
def test_a_count_ends_that_native_engines_do_not_end_soon(data: Path) -> None:
    result = count(instance(data, "numbrix8"))
    assert (result.count, result.complete) == (481, True)


def test_no_solution_is_told_where_native_engines_do_not_end_soon(data: Path) -> None:
    matrix = instance(data, "hitori8")
    result = count(matrix)
    assert (result.count, result.complete) == (0, True)
    assert list(solutions(matrix)) == []


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

    givens = [(k,) for k in range(6)]
    asked = auto_of("dlx", seconds=0.05, batches=(Slow(),), questions=())
    told = list(solve_many(queens(6), iter(givens), asked, unique=True))
    expected = list(solve_many(queens(6), givens, "dlx", unique=True))
    assert [(one.count, one.status) for one in told] == [(o.count, o.status) for o in expected]


def test_no_solver_that_can_answer_is_an_error_that_says_so() -> None:
    builder = ExactCoverBuilder()
    builder.item("twice", 2, 2)
    builder.option(["twice"])
    for ask in (count, solve, lambda *of: list(solutions(*of))):
        with pytest.raises(Unsupported, match="memo"):
            ask(builder.build(), auto_of("memo", growth=2))  # type: ignore[operator]


# ---- which plan a matrix has --------------------------------------------------------------------


class Marker(Propagate):
    name = "marker"


def chaos() -> Puzzle:
    return ShapedSudoku(4, 4, regions=(), constraints=[ChaosConstruction()])


def two_colors() -> Puzzle:
    puzzle = Puzzle("two colors")
    stone = puzzle.choices("stone", row=range(4), col=range(4), color=("b", "w"))
    puzzle.exactly_one(stone, by=("row", "col"))
    puzzle.connected(stone, by=("row", "col"), regions="color")
    return puzzle


def weighted() -> ExactCover:
    return ExactCover(
        primary=1, items=["a"], starts=[0, 1, 2], members=[0, 0], weights=[2, 3], low=[3], high=[4]
    )


def partition(items: int, options: int, *, primary: int | None = None) -> ExactCover:
    """Options of an item each, that are the dearer the later they are."""
    return ExactCover(
        primary=items if primary is None else primary,
        items=range(items),
        starts=range(options + 1),
        members=[option % items for option in range(options)],
        costs=range(options),
    )


def several(options: int) -> ExactCover:
    """Options of one item, of which there may be one or two."""
    return ExactCover(
        primary=1,
        items=["a"],
        starts=range(options + 1),
        members=[0] * options,
        costs=range(options),
        high=[2],
    )


@pytest.mark.parametrize(
    ("plan", "make"),
    [
        # Clauses come early where a place may be of many connected parts.
        ("parts_first", chaos),
        # Propagation with learning begins where there are graph rules.
        ("graph_first", two_colors),
        ("beyond_first", weighted),
        ("first", Sudoku),
        ("small_first", lambda: Sudoku(size=4)),
        ("large_first", lambda: Sudoku(size=25)),
        ("small_first", lambda: partition(4, 440).replaced(costs=None)),
        ("first", lambda: partition(4, 441).replaced(costs=None)),
        # The linear program of many options has more time.
        ("best", lambda: partition(1, 5000)),
        ("many_best", lambda: partition(1, 5001)),
        # Linear programs at every node are for set partitions of many items.
        ("wide_best", lambda: partition(200, 5200)),
        ("many_best", lambda: partition(199, 5174)),
        ("many_best", lambda: partition(200, 5200, primary=199)),
        ("covering_best", partial(several, 2)),
        ("limited_best", partial(several, 3)),
    ],
)
def test_a_matrix_has_the_plan_of_its_kind(
    plan: str, make: Callable[[], ExactCover | Puzzle]
) -> None:
    result = solve(make(), auto_of(Marker(), seconds=None, questions=(plan,)))
    assert (result.solver, result.status) == ("marker", Status.OPTIMAL)


@pytest.mark.parametrize("options", [5000, 5001])
def test_the_best_of_many_options_is_the_best(options: int) -> None:
    assert solve(partition(1, options)).objective == 0


def test_a_puzzle_of_many_parts_is_not_unique() -> None:
    assert is_unique(chaos()) is False


@pytest.mark.slow
def test_large_sudokus_near_the_hardest_density_are_solved(data: Path) -> None:
    puzzles = list(read((data / "sudoku" / "gecode_25x25.txt").read_bytes()).problems)
    assert len(puzzles) == 18
    for puzzle in puzzles:
        result = solve(puzzle, time_limit=100)
        assert result.status is Status.OPTIMAL
        assert puzzle.check(result.answer)
