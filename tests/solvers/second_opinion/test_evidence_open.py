"""What nobody agrees on is left open, and says so; what was found is kept."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence

import pytest
from own_solvers import Options

from minuet.models import ExactCoverBuilder, Packing, Sudoku, Unreached
from minuet.models.packings import Board, Piece
from minuet.setting import generate, is_unique, minimal_givens
from minuet.solvers import Interrupted, Status, best, count, solutions, solve, solve_many
from minuet.solvers.contract import Progress, Query, Solver

from oracle.problems import HARD, priced, queens

COSTLY = priced(4, 3, 5, 9)


class Waits(Solver):
    """Waits until its time is over."""

    excludes = True

    def version(self) -> str:
        return "1"

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        threading.Event().wait(min(query.deadline.left(), 0.2))
        yield from ()


class Breaks(Waits):
    """Breaks down."""

    name = "breaks"

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        raise RuntimeError("the library failed")


NOBODY: list[tuple[list[Solver | str], str]] = [
    ([], "no solver of another kind can answer this"),
    (["dlx:links", "dlx:cells"], "no solver of another kind can answer this"),
    ([Waits()], "the time limit came first"),
    ([Breaks()], "solver breaks: RuntimeError: the library failed"),
]


@pytest.mark.parametrize(("others", "why"), NOBODY, ids=["none", "one kind", "late", "broken"])
def test_what_nobody_agrees_on_is_left_open(
    only: Callable[..., None], others: list[Solver | str], why: str
) -> None:
    only(*others)
    limit = 0.25
    told = f"claimed by dlx (not agreed: {why})"

    infeasible = solve(queens(3), "dlx", evidence="agreed", time_limit=limit)
    assert (infeasible.status, infeasible.complete) == (Status.UNKNOWN, False)
    assert str(infeasible.evidence) == f"no solution: {told}"

    optimum = solve(COSTLY, "dlx", evidence="agreed", time_limit=limit)
    assert (optimum.status, optimum.objective, optimum.bound) == (Status.FEASIBLE, 3, None)
    assert not optimum.complete
    assert str(optimum.evidence) == f"a solution: verified; none better: {told}"

    counted = count(queens(6), "dlx", evidence="agreed", time_limit=limit)
    # Who can leave solutions out is asked for another one: then those that are left out were seen.
    listed_first = bool(others) and isinstance(others[0], Waits)
    seen = "at least 4 solutions: verified; " * listed_first
    least = 4 * listed_first
    assert (counted.status, counted.count, counted.complete) == (Status.UNKNOWN, least, False)
    assert str(counted.evidence) == f"{seen}4 solutions: {told}"

    listed = solutions(queens(6), "dlx", evidence="agreed", time_limit=limit)
    assert len(list(listed)) == 4
    assert (listed.complete, listed.result().status) == (False, Status.FEASIBLE)
    assert str(listed.result().evidence) == f"each solution: verified; 4 in all: {told}"

    ranked = best(COSTLY, 2, evidence="agreed", time_limit=limit)
    assert len(list(ranked)) == 2
    assert not ranked.complete
    assert told in str(ranked.result().evidence)

    with pytest.raises(Unreached, match="claimed by dlx"):
        is_unique(queens(6), "dlx", evidence="agreed", time_limit=limit)


class Counts(Waits):
    """Says that there are four, and lists no more than it says of itself."""

    excludes = False

    def __init__(self, most: int | None) -> None:
        super().__init__()
        self.most_solutions = most  # type: ignore[misc]

    def count(self, query: Query, progress: Progress) -> int:
        progress.complete = True
        return 4


@pytest.mark.parametrize(("most", "asked"), [(0, False), (3, False), (4, True), (None, True)])
def test_who_lists_fewer_solutions_is_not_asked_to_count_them_again(
    only: Callable[..., None], most: int | None, asked: bool
) -> None:
    only(Counts(most))
    assert count(queens(6), "dlx", evidence="agreed").complete == asked


def test_a_count_of_classes_is_complete_only_if_it_is_agreed_on(
    only: Callable[..., None],
) -> None:
    dominoes = Packing(Board.rectangle(2, 2), [Piece.from_text(name, "##") for name in "ab"])
    assert count(dominoes, symmetries="known", evidence="agreed").count == 1
    only()
    left_open = count(dominoes, symmetries="known", evidence="agreed")
    assert (left_open.status, left_open.complete) == ("UNKNOWN", False)


@pytest.mark.parametrize("unique", [False, True])
def test_a_batch_goes_on_behind_what_is_left_open(only: Callable[..., None], unique: bool) -> None:
    only()
    results = solve_many(queens(4), [(), (1,), (0,), ()], "dlx", unique=unique, evidence="agreed")
    found = [(one.status, one.count, one.evidence >= "agreed") for one in results]
    if unique:
        one = (Status.FEASIBLE, 1, False)
        assert found == [one, one, (Status.UNKNOWN, 0, False), one]
    else:
        one = (Status.OPTIMAL, None, True)
        assert found == [one, one, (Status.UNKNOWN, None, False), one]
    assert not results.complete


def test_a_solution_needs_no_second_word(only: Callable[..., None]) -> None:
    only()
    assert solve(queens(6), evidence="agreed").evidence == "verified"
    assert next(solve_many(queens(6), [()], evidence="agreed")).evidence == "verified"


def test_the_bound_is_the_one_that_both_confirm(only: Callable[..., None]) -> None:
    class Bounds(Waits):
        """Finds the dearest solution and proves a bound."""

        name = "bounds"

        def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
            yield (3,)
            progress.bound = 2

    only(Bounds())
    result = solve(COSTLY, "dlx", evidence="agreed")
    assert (result.status, result.objective, result.bound) == (Status.FEASIBLE, 3, 2)
    assert str(result.evidence) == (
        "a solution: verified; none better than 2: agreed by dlx and bounds; none better: claimed "
        "by dlx (not agreed: solver bounds ended without an answer)"
    )


def test_a_third_is_asked_where_only_the_second_finishes() -> None:
    class Half(Waits):
        """Finds the dearest solution, counts two, and ends."""

        name = "half"

        def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
            yield (3,)

        def count(self, query: Query, progress: Progress) -> int:
            return 2

    class Nothing(Waits):
        """Finds nothing, and ends."""

        name = "nothing"

        def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
            yield from ()

    result = solve(COSTLY, Half(), evidence="agreed")
    assert (result.status, result.objective) == (Status.OPTIMAL, 3)
    assert "half" not in str(result.evidence)
    assert result.evidence == "agreed"
    assert result.reason == "half did not finish"
    builder = ExactCoverBuilder()
    builder.item("a")
    builder.item("b")
    builder.option(["a"], cost=1)
    infeasible = solve(builder.build(), Nothing(), evidence="agreed")
    assert (infeasible.status, infeasible.complete) == (Status.INFEASIBLE, True)
    assert "nothing" not in str(infeasible.evidence)
    assert infeasible.evidence == "agreed"
    counted = count(queens(6), Half(), evidence="agreed")
    assert (counted.count, counted.complete, counted.evidence == "agreed") == (4, True, True)


def test_ctrl_c_while_a_second_is_asked_keeps_what_was_found(only: Callable[..., None]) -> None:
    class Stopped(Waits):
        """Is interrupted."""

        def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
            raise KeyboardInterrupt

    only(Stopped())
    told = "claimed by dlx (not agreed: interrupted)"
    with pytest.raises(Interrupted) as caught:
        solve(COSTLY, "dlx", evidence="agreed")
    result = caught.value.result
    assert (result.status, result.objective) == (Status.FEASIBLE, 3)
    assert str(result.evidence) == f"a solution: verified; none better: {told}"
    with pytest.raises(Interrupted) as caught:
        solve(queens(3), "dlx", evidence="agreed")
    assert str(caught.value.result.evidence) == f"no solution: {told}"
    with pytest.raises(Interrupted) as caught:
        count(queens(6), "dlx", evidence="agreed")
    assert caught.value.result.count == 4
    seen = "at least 4 solutions: verified"
    assert str(caught.value.result.evidence) == f"{seen}; 4 solutions: {told}"
    stream = solutions(queens(6), "dlx", evidence="agreed")
    with pytest.raises(KeyboardInterrupt):
        list(stream)
    assert (stream.result().count, stream.complete) == (4, False)
    assert str(stream.result().evidence) == f"each solution: verified; 4 in all: {told}"


@pytest.mark.parametrize(
    "ask",
    [
        lambda: is_unique(Sudoku(HARD), "dlx", evidence="agreed"),
        lambda: generate(Sudoku(), 30, evidence="agreed"),
        lambda: minimal_givens(Sudoku(HARD), evidence="agreed"),
    ],
    ids=["unique", "generate", "minimal"],
)
def test_ctrl_c_is_no_lack_of_agreement(
    ask: Callable[[], object], only: Callable[..., None]
) -> None:
    class Stopped(Waits):
        """Is interrupted."""

        def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
            raise KeyboardInterrupt

    only(Stopped())
    with pytest.raises(KeyboardInterrupt):
        ask()
