"""That no answer came is never taken for an answer: each question tells what is left open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import pytest
from own_solvers import DancingLinks, Options, one_by_one, singly

from minuet.models import (
    ExactCover,
    ExactCoverBuilder,
    Sudoku,
    TargetSudoku,
    UnknownSolver,
    Unsupported,
    WrongAnswer,
)
from minuet.setting import is_unique
from minuet.solvers import Status, best, count, get_solver, solutions, solve, solve_many
from minuet.solvers.contract import Progress, Query, Solver, Technique

from in_process import minuet
from oracle.problems import queens


class Borrowed(Solver):
    """Lists what dancing links find, and knows no more than a solver must."""

    techniques = {"slowly": Technique("the same")}  # noqa: RUF012
    most: int | None = None  # it ends early after so many, without a word

    def version(self) -> str:
        return "1"

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        stream = one_by_one(get_solver("dlx:links").solutions(query, progress))
        return singly(stream if self.most is None else islice(stream, self.most))


class WithoutCosts(Borrowed):
    features = frozenset({"colors"})


class Counts(Borrowed):
    number: object = 0

    def count(self, query: Query, progress: Progress) -> int:
        progress.complete = True
        return self.number  # type: ignore[return-value]


class Improves(Borrowed):
    """Yields what a test asks for, and notes a bound."""

    order: tuple[Options, ...] = ()
    bound: int | None = None

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        progress.bound = self.bound
        yield from self.order


class Ranks(DancingLinks):
    """Yields the best solutions from the worst on."""

    def best_solutions(self, query: Query, progress: Progress, k: int) -> Iterator[Options]:
        yield from reversed(list(super().best_solutions(query, progress, k)))


def priced() -> ExactCover:
    """One item, three options, of cost 3, 1 and 2."""
    builder = ExactCoverBuilder()
    builder.item("a")
    for cost in (3, 1, 2):
        builder.option(["a"], cost=cost)
    return builder.build()


def test_a_solver_has_a_name_and_a_summary_of_its_own() -> None:
    assert Borrowed().full_name == "borrowed"
    assert Borrowed("slowly").full_name == "borrowed:slowly"
    with pytest.raises(UnknownSolver, match=r"borrowed:slow., .* alone or with slowly"):
        Borrowed("slow")
    assert Borrowed.summary.startswith("Lists what dancing links find")


def test_the_best_of_all_solutions_is_the_best() -> None:
    result = solve(priced(), Borrowed())
    assert (result.status, result.objective, result.bound) == (Status.OPTIMAL, 1, 1)
    assert list(Borrowed().improving(Query(priced()), Progress())) == [(0,), (1,)]
    with pytest.raises(Unsupported, match="costs"):
        next(WithoutCosts().improving(Query(priced()), Progress()))


def test_the_best_of_some_solutions_is_left_open() -> None:
    cut = Borrowed()
    cut.most = 1
    result = solve(priced(), cut)
    assert (result.status, result.objective, result.bound) == (Status.FEASIBLE, 3, None)
    cut.most = 0
    assert solve(priced(), cut).status is Status.UNKNOWN
    assert count(priced(), cut).status is Status.UNKNOWN


def test_a_count_is_what_the_solver_returns() -> None:
    counts = Counts()
    counts.number = 41
    result = count(queens(6), counts)
    assert (result.count, result.status, result.complete) == (41, Status.COMPLETE, True)
    for wrong in (None, -1, 1.5, "4"):
        counts.number = wrong
        with pytest.raises(WrongAnswer, match=r"counts .* solutions"):
            count(queens(6), counts)


@pytest.mark.parametrize("order", [((1,), (2,)), ((1,), (1,))])
def test_a_solution_that_is_no_improvement_is_a_wrong_answer(order: tuple[Options, ...]) -> None:
    improves = Improves()
    improves.order = order
    with pytest.raises(WrongAnswer, match="after one of 1"):
        solve(priced(), improves)


def test_a_bound_that_excludes_the_solution_is_a_wrong_answer() -> None:
    improves = Improves()
    improves.order, improves.bound = ((2,), (1,)), 2
    with pytest.raises(WrongAnswer, match="costs less than 2, it says, but one costs 1"):
        solve(priced(), improves)
    improves.bound = 1
    assert solve(priced(), improves).status is Status.OPTIMAL


def test_the_best_few_say_whether_there_are_no_more() -> None:
    few = best(priced(), 5)
    assert [sum(options) for options in few] == [1, 2, 0]
    assert few.complete
    assert (few.result().count, few.result().status) == (3, Status.COMPLETE)
    some = best(priced(), 2)
    next(some)
    assert not some.complete
    assert len(list(some)) == 1
    assert some.complete
    late = best(TargetSudoku(), 3, time_limit=0)
    assert list(late) == []
    assert not late.complete
    assert late.result().status is Status.UNKNOWN


def test_the_best_few_come_in_order() -> None:
    with pytest.raises(WrongAnswer, match="after one of 3"):
        list(best(priced(), 3, Ranks()))


def test_a_stream_that_is_closed_or_fails_is_not_complete() -> None:
    class Wrong(Borrowed):
        def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
            progress.complete = True
            yield [(0, 1)]

    whole = solutions(queens(6))
    assert not whole.complete
    assert len(list(whole)) == 4
    assert whole.complete
    closed = solutions(queens(6))
    next(closed)
    closed.close()
    assert list(closed) == []
    assert (closed.complete, closed.result().status) == (False, Status.FEASIBLE)
    failed = solutions(queens(6), Wrong())
    with pytest.raises(WrongAnswer):
        next(failed)
    assert list(failed) == []
    assert (failed.complete, failed.result().status) == (False, Status.UNKNOWN)
    late = solutions(queens(6), time_limit=0)
    assert (list(late), late.complete) == ([], False)


GIVES_UP = """
from minuet.solvers.contract import Solver

class GivesUp(Solver):
    def version(self):
        return "1"

    def solutions(self, query, progress):
        yield from ()
"""


def test_the_command_leaves_sudokus_open_that_the_solver_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "gives_up.py").write_text(GIVES_UP)
    (tmp_path / "x-1.dist-info").mkdir()
    entry = "[minuet.solvers]\ngivesup = gives_up:GivesUp\n"
    (tmp_path / "x-1.dist-info/entry_points.txt").write_text(entry)
    monkeypatch.syspath_prepend(str(tmp_path))
    done = minuet("solve", "--solver", "givesup", text=("." * 81 + "\n") * 3)
    assert (done.returncode, "left puzzles open" in done.stderr) == (3, True)


def test_check_without_time_has_no_answer() -> None:
    done = minuet("check", "--solvers", "dlx,bitmask", "--time-limit", "0", "gallery:queens-8")
    assert (done.returncode, "nothing to compare: no solver" in done.stdout) == (3, True)


class Patient(Borrowed):
    """Never finds anything, and stops at the deadline."""

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        while not query.deadline.passed():
            pass
        yield from ()


def test_a_batch_with_costs_is_complete_only_if_each_answer_is() -> None:
    costly = TargetSudoku()
    results = solve_many(costly, [(), ()], Patient(), time_limit=0.05)
    assert {result.status for result in results} <= {Status.UNKNOWN}
    assert not results.complete


class Twice(Borrowed):
    """Gives each solution twice."""

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        for options in one_by_one(get_solver("dlx").solutions(query, progress)):
            yield [options]
            yield [options]


def test_one_solution_that_comes_twice_is_no_second_one() -> None:
    with pytest.raises(WrongAnswer, match="a solution comes twice"):
        is_unique(Sudoku("1....2....3....4"), Twice())


def test_who_asks_too_late_for_solutions_gets_none_and_no_error() -> None:
    matrix = Sudoku(size=16).matrix
    for step in range(40):
        with solutions(matrix, "auto", time_limit=0.0001 * 1.2**step) as stream:
            list(islice(stream, 2))
            assert stream.result().status in (Status.UNKNOWN, Status.FEASIBLE)
