"""The cross-check agrees on what is right and catches every seeded fault."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from own_solvers import Options, one_by_one, singly

from minuet.models import ExactCover, ModelError
from minuet.models.formats import read
from minuet.solvers import (
    Status,
    crosscheck,
    get_solver,
    solve,
    verify,
)
from minuet.solvers.conformance import all_solutions
from minuet.solvers.contract import Progress, Query, Solver

from oracle.liars import ClaimsInfeasible, DropsOne, Faulty, Miscounts
from oracle.matrices import matrices
from oracle.problems import queens

pytestmark = pytest.mark.usefixtures("in_this_process")

FAST = ("dlx", "bitmask")


class ReturnsAWrongOption(Faulty):
    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        for options in one_by_one(super().solutions(query, progress)):
            yield [(*options[:-1], (options[-1] + 1) % query.matrix.options)]

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        yield from one_by_one(self.solutions(query, progress))


class CountsOneTwice(Faulty):
    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        for number, options in enumerate(one_by_one(super().solutions(query, progress))):
            yield [options]
            if number == 0:
                yield [options]


class SwapsOneForAnother(Faulty):
    """The count is right, the set is not."""

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        first, _, *rest = one_by_one(super().solutions(query, progress))
        yield from singly((first, first, *rest))


class NeverEnds(Faulty):
    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        first = next(one_by_one(super().solutions(query, progress)))
        while True:
            yield [first]


class StopsAtAWorseSolution(Faulty):
    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        yield next(one_by_one(self.solutions(query, progress)))  # any solution
        progress.complete = True


FAULTS: list[type[Solver]] = [
    DropsOne,
    ReturnsAWrongOption,
    ClaimsInfeasible,
    CountsOneTwice,
    SwapsOneForAnother,
    Miscounts,
    NeverEnds,
]


# Each in one of the places, and one that leaves out and one that adds in all of them.
@pytest.mark.parametrize(
    ("fault", "place"),
    [
        *((fault, number % 3) for number, fault in enumerate(FAULTS)),
        (DropsOne, 2),
        (ReturnsAWrongOption, 0),
        pytest.param(DropsOne, 1, marks=pytest.mark.slow),
        pytest.param(ReturnsAWrongOption, 2, marks=pytest.mark.slow),
    ],
)
def test_catches_a_broken_solver(fault: type[Solver], place: int, tmp_path: Path) -> None:
    solvers: list[str | Solver] = list(FAST)
    solvers.insert(place, fault())
    report = crosscheck(queens(6), solvers, replay=tmp_path / "replay.dlx")
    assert not report
    assert any("faulty" in line for line in report.disagreements)
    assert report.replay is not None


@pytest.mark.parametrize("fault", [ReturnsAWrongOption, ClaimsInfeasible, StopsAtAWorseSolution])
def test_catches_a_broken_optimiser(fault: type[Solver], data: Path) -> None:
    (matrix,) = read((data / "instances/langford8_cost.dlx").read_bytes()).problems
    assert crosscheck(matrix, FAST)
    assert not crosscheck(matrix, [*FAST, fault()])


def test_the_witness_is_a_solution_that_one_solver_lacks(tmp_path: Path) -> None:
    puzzle = queens(6)
    report = crosscheck(puzzle, ["dlx", DropsOne()], replay=tmp_path / "replay.dlx")
    assert report.witness is not None
    assert verify(puzzle.matrix, report.witness) is None
    lacking = list(one_by_one(DropsOne().solutions(Query(puzzle.matrix), Progress())))
    assert report.witness not in {tuple(sorted(options)) for options in lacking}


def test_the_replay_holds_the_matrix_with_its_selection(tmp_path: Path) -> None:
    puzzle = queens(6)
    puzzle.given(puzzle.table("queen"), row=0, col=1)
    path = tmp_path / "replay.dlx"
    assert not crosscheck(puzzle, ["dlx", ClaimsInfeasible()], replay=path)
    (matrix,) = read(path.read_bytes(), form="dlx").problems
    assert isinstance(matrix, ExactCover)
    assert len(list(one_by_one(get_solver("dlx").solutions(Query(matrix), Progress())))) == 1


class DropsTheSecond(Faulty):
    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        for number, options in enumerate(one_by_one(super().solutions(query, progress))):
            if number != 1:
                yield [options]


def test_the_replay_is_the_smallest_matrix_that_shows_it(tmp_path: Path) -> None:
    puzzle = queens(4)
    path = tmp_path / "replay.dlx"
    report = crosscheck(puzzle, ["dlx", DropsTheSecond()], replay=path)
    assert report.replay == path
    (matrix,) = read(path.read_bytes(), form="dlx").problems
    assert isinstance(matrix, ExactCover)
    assert report.smallest is not None
    assert matrix.digest == report.smallest.digest
    assert matrix.options <= 4 < puzzle.matrix.options
    assert len(all_solutions(matrix)) == 2
    assert not crosscheck(matrix, ["dlx", DropsTheSecond()])


def test_what_does_not_show_again_is_written_as_it_was(tmp_path: Path) -> None:
    class WrongOnce(Faulty):
        """Wrong while the file is not there."""

        def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
            stream = one_by_one(super().solutions(query, progress))
            if not (tmp_path / "once").exists():
                (tmp_path / "once").touch()
                next(stream)
            return singly(stream)

    puzzle = queens(6)
    puzzle.given(puzzle.table("queen"), row=0, col=1)
    path = tmp_path / "replay.dlx"
    assert not crosscheck(puzzle, ["dlx", WrongOnce()], replay=path)
    (matrix,) = read(path.read_bytes(), form="dlx").problems
    assert isinstance(matrix, ExactCover)
    assert matrix.options == puzzle.matrix.options
    assert len(list(one_by_one(get_solver("dlx").solutions(Query(matrix), Progress())))) == 1


def test_refuses_questions_that_compare_nothing() -> None:
    with pytest.raises(ModelError, match="a limit of 0"):
        crosscheck(queens(6), FAST, limit=0)
    with pytest.raises(ModelError, match="a list of solvers"):
        crosscheck(queens(6), "dlx")
    assert len(crosscheck(queens(6), ["dlx", "dlx"]).outcomes) == 1


def test_agreement_writes_no_replay(tmp_path: Path) -> None:
    report = crosscheck(queens(6), FAST, replay=tmp_path / "replay.dlx")
    assert report
    assert report.scope == "all solutions"
    assert [outcome.count for outcome in report.outcomes] == [4, 4]
    assert len({outcome.digest for outcome in report.outcomes}) == 1
    assert not list(tmp_path.iterdir())


def test_large_counts_are_compared_on_branches() -> None:
    report = crosscheck(queens(8), FAST, limit=10)
    assert report
    assert report.scope == "all 92 solutions"
    assert len(report.compares.branches) > 1
    assert report.outcomes[0].count == 92
    assert not crosscheck(queens(8), [*FAST, DropsOne()], limit=10)


def test_a_solver_that_stops_early_is_compared_as_far_as_it_got() -> None:
    class GivesUp(Faulty):
        def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
            yield [next(one_by_one(super().solutions(query, progress)))]

    report = crosscheck(queens(6), [*FAST, GivesUp()])
    assert report
    assert report.outcomes[2].note == "ended without saying that this is all"
    assert [outcome.solver for outcome in report.compared] == ["dlx", "bitmask"]


@given(matrix=matrices())
def test_verify_accepts_exactly_the_solutions(matrix: ExactCover) -> None:
    good = all_solutions(matrix)
    for mask in range(1 << matrix.options):
        options = tuple(o for o in range(matrix.options) if mask >> o & 1)
        assert (verify(matrix, options) is None) == (options in good)


def test_verify_says_what_is_wrong() -> None:
    matrix = queens(4).matrix
    solution = (1, 7, 8, 14)
    assert verify(matrix, solution) is None
    assert verify(matrix, (*solution, 1)) == "an option is chosen twice"
    assert verify(matrix, solution[1:]) == (
        "item queen/row 0 is covered 0 times, expected exactly one"
    )
    assert "covered too often" in str(verify(matrix, (*solution, 0)))
    assert "option number 16" in str(verify(matrix, (*solution, 16)))
    assert "is given, but not chosen" in str(verify(matrix, solution, given=[0]))
    assert "is forbidden, but chosen" in str(verify(matrix, solution, forbidden=[1]))


def test_an_agreement_says_which_kinds_it_rests_on() -> None:
    report = crosscheck(queens(6), ["dlx", "bitmask"])
    assert (report.verdict, report.kinds) == ("agreed by one kind", ("native",))
    assert bool(report) and report.evidence == "claimed"
    assert not report.by_two_kinds
    report = crosscheck(queens(3), ["dlx", "bitmask", "sat", "cpsat", "mip"])
    assert report.by_two_kinds
    assert report.kinds == ("native", "sat", "cpsat", "mip")
    assert {outcome.status for outcome in report.outcomes} == {Status.INFEASIBLE}
    assert {outcome.ended for outcome in report.outcomes} == {"finished"}
    assert all(outcome.version for outcome in report.outcomes)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("timeout", "crosscheck: no setting 'timeout'; did you mean time_limit?"),
        ("budgets", "crosscheck: no setting 'budgets'; did you mean budget?"),
        ("hint", "crosscheck: no setting 'hint', expected it with solve and improving"),
    ],
)
def test_an_unknown_setting_names_the_nearest(name: str, told: str) -> None:
    with pytest.raises(ModelError) as refused:
        crosscheck(queens(6), FAST, **{name: 1})  # type: ignore[arg-type]
    assert str(refused.value) == told


def test_a_budget_is_for_a_cross_check_alone() -> None:
    with pytest.raises(ModelError, match=r"solve: no setting 'budget'; did you mean time_limit"):
        solve(queens(6), budget=1)  # type: ignore[call-arg]


@pytest.mark.parametrize("setting", [{"time_limit": "soon"}, {"budget": None, "seed": -1}])
def test_a_setting_out_of_its_range_is_refused(setting: dict[str, Any]) -> None:
    with pytest.raises(ModelError):
        crosscheck(queens(6), FAST, **setting)
