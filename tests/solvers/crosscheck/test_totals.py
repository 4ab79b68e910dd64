"""The number of all solutions, where there are too many to list: counted by two kinds."""

from __future__ import annotations

from pathlib import Path

import pytest
from own_solvers import DancingLinks

from minuet.models import Puzzle
from minuet.models.formats import read
from minuet.models.gallery import entry
from minuet.solvers import count, crosscheck, get_solver
from minuet.solvers.contract import Progress, Query, Solver

pytestmark = pytest.mark.usefixtures("in_this_process")

ALL = 12_988_816


@pytest.fixture(scope="module")
def dominoes() -> Puzzle:
    puzzle = entry("dominoes-8").load()
    assert isinstance(puzzle, Puzzle)
    return puzzle


class Adds(DancingLinks):
    """Counts a few more, or less, than there are."""

    name = "adds"
    kind = "adds"
    more = 0

    def count(self, query: Query, progress: Progress) -> int:
        return get_solver("memo").count(query, progress) + self.more


def adding(more: int) -> Solver:
    solver = Adds()
    solver.more = more
    return solver


def test_two_kinds_confirm_a_count_that_nobody_could_list(dominoes: Puzzle) -> None:
    report = crosscheck(dominoes, ["memo", "bitmask:python", "dlx"], limit=20)
    assert report.verdict == "agreed"
    assert report.total == report.count == ALL
    assert report.scope.endswith(f"all {ALL:,} solutions counted by memo and bitmask:python")
    assert not report.asked.whole


def test_where_nobody_is_named_two_kinds_are_asked_to_count(data: Path) -> None:
    (matrix,) = read((data / "instances/domino6x6.dlx").read_bytes()).problems
    report = crosscheck(matrix, limit=20)
    assert report.total == 6728
    assert report.scope.endswith("all 6,728 solutions counted by memo and bitmask:python")


@pytest.mark.parametrize(("expected", "verdict"), [(ALL, "agreed"), (ALL + 1, "disagreed")])
def test_a_confirmed_count_is_held_against_the_expected_one(
    expected: int, verdict: str, dominoes: Puzzle
) -> None:
    names = ["memo", "bitmask:python"]
    report = crosscheck(dominoes, names, limit=20, expect=expected)
    assert report.verdict == verdict


@pytest.mark.slow
def test_one_kind_confirms_no_count(dominoes: Puzzle) -> None:
    report = crosscheck(dominoes, ["memo", "bitmask"], limit=20)
    assert report.verdict == "agreed by one kind"  # on the branches
    assert report.total is report.count is None
    assert [outcome.count for outcome in report.totals] == [ALL, ALL]
    report = crosscheck(dominoes, ["memo", "bitmask"], limit=20, expect=ALL)
    assert report.verdict == "incomplete"


@pytest.mark.parametrize("more", [1, -1])
def test_a_wrong_count_of_all_is_caught_and_made_small(
    more: int, dominoes: Puzzle, tmp_path: Path
) -> None:
    replay = tmp_path / "replay.dlx"
    assert crosscheck(dominoes, ["memo", adding(0)], limit=20).total == ALL
    solvers: list[str | Solver] = ["memo", adding(more)]
    report = crosscheck(dominoes, solvers, limit=20, replay=replay)
    assert report.verdict == "disagreed"
    (line,) = [one for one in report.disagreements if one.endswith("in all")]
    assert str(ALL) in line
    assert str(ALL + more) in line
    assert report.total is None
    (matrix,) = read(replay.read_bytes(), form="dlx").problems
    assert (count(matrix).count or 0) <= 1


def test_a_count_of_all_is_held_to_what_was_found(data: Path) -> None:
    (matrix,) = read((data / "instances/domino6x6.dlx").read_bytes()).problems
    report = crosscheck(matrix, ["dlx:links", adding(5 - 6728)], limit=20)
    assert report.verdict == "disagreed"
    assert any("5 solutions in all against" in line for line in report.disagreements)
