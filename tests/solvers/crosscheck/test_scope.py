"""What a cross-check compares of a puzzle, and what part of the whole that is."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from own_solvers import BitMask, DancingLinks, Options

from minuet.models import Sudoku
from minuet.models.formats import read
from minuet.solvers import CheckVerdict, Progress, Query, count, crosscheck, solutions
from minuet.solvers.crosscheck.scope import isolated_stages
from minuet.solvers.crosscheck.scope.branch import Branch
from minuet.solvers.crosscheck.scope.scope import Scope
from minuet.solvers.crosscheck.scope.scoping import scope_of
from minuet.solvers.process import isolation

from oracle.liars import DropsOne
from oracle.problems import queens

FAST = ("dlx", "bitmask")


def test_few_solutions_are_compared_as_they_are() -> None:
    scope = scope_of(queens(8), 1000, 60, 0)
    assert scope == Scope((Branch(solutions=92),))
    assert (scope.whole, scope.solutions, scope.text) == (True, 92, "all solutions")


def test_many_are_compared_whole_where_two_kinds_can_list_them(data: Path) -> None:
    (matrix,) = read((data / "instances/domino6x6.dlx").read_bytes()).problems
    scope = scope_of(matrix, 1000, 60, 0, ["dlx", "sat"])
    assert scope.whole
    assert (scope.total, scope.solutions, scope.share) == (6728, 6728, 1.0)
    assert scope.text == "all 6,728 solutions"
    assert 1 < len(scope.branches) <= 64
    assert not scope.by_digest
    assert all(len(branch.given) + len(branch.forbidden) for branch in scope.branches)


def test_so_many_that_no_branch_can_be_kept_are_compared_by_digest(data: Path) -> None:
    (matrix,) = read((data / "instances/latin5.dlx").read_bytes()).problems
    scope = scope_of(matrix, 1000, 60, 0, FAST)
    assert (scope.whole, scope.by_digest) == (True, True)
    assert scope.text == "all 161,280 solutions"
    assert max(branch.solutions or 0 for branch in scope.branches) > 1000


def test_the_share_of_a_count_is_told(data: Path) -> None:
    (matrix,) = read((data / "instances/perm10.dlx").read_bytes()).problems
    report = crosscheck(matrix, FAST, limit=40, time_limit=30)
    assert report
    scope = report.compares
    held = report.outcomes[0].count or 0
    assert (scope.whole, scope.total, scope.counted) == (False, 3628800, "dlx:memo")
    assert scope.share == pytest.approx(held / 3628800)
    assert scope.solutions == held
    number = len(scope.branches)
    assert (
        report.scope == f"{number} branches, some {scope.share:.0e} of all solutions (of 3,628,800)"
    )


def test_the_share_of_an_empty_sudoku_is_told() -> None:
    scope = scope_of(Sudoku(), 400, 20, 0, FAST)
    assert scope.total is None
    assert scope.share is not None
    assert 0 < scope.share < 1e-6
    assert 0 < scope.spread < 2
    assert scope.text.startswith(f"{len(scope.branches)} branches, some ")
    assert scope.text.endswith(" of the search tree (estimated)")
    for branch in scope.branches[:5]:
        assert branch.solutions == count(Sudoku(), given=branch.given).count


def test_a_hard_tree_of_unknown_solutions_is_cut(data: Path) -> None:
    """No engine lists 600 solutions in a moment."""
    (matrix,) = read((data / "instances/rand4_80.dlx").read_bytes()).problems
    scope = scope_of(matrix, 1000, 12, 0)
    assert (scope.whole, scope.total, scope.text) == (True, None, "all solutions")
    part = scope.compared([0])
    assert part == scope or part.text.endswith("of the search tree (estimated)")


def test_what_was_compared_in_the_end_is_told() -> None:
    parts = [Branch((k,), solutions=n, share=n / 1000) for k, n in enumerate((400, 599, 1))]
    scope = Scope.of(parts, 500, 1000, "dlx:memo", whole=True)
    assert (scope.text, scope.by_digest, scope.share) == ("all 1,000 solutions", True, 1.0)
    assert scope.compared([2, 0, 1, 1]) is scope
    some = scope.compared([2, 0])
    assert some.branches == (parts[0], parts[2])
    assert (some.whole, some.solutions, some.share) == (False, 401, pytest.approx(0.401))
    assert some.text == "2 branches, 40.1 % of all solutions (of 1,000)"
    assert scope.compared([2]).text == "1 branch, 0.1 % of all solutions (of 1,000)"
    none = scope.compared([])
    assert (none.branches, none.share, none.whole, none.text) == ((), 0.0, False, "nothing")


def test_shares_are_told_in_words() -> None:
    def text(*shares: float | None) -> str:
        return Scope.of([Branch((1,), share=share) for share in shares], 10).text

    assert text(0.25, 0.5) == "2 branches, 75.0 % of the search tree (estimated)"
    assert text(2e-9, 1e-9) == "2 branches, some 3e-09 of the search tree (estimated)"
    assert text(0.0) == "1 branch, next to nothing of the search tree (estimated)"
    assert text(0.1, None) == "2 branches, an unknown part of the search tree"


def test_branches_keep_what_is_given_and_forbidden(tmp_path: Path) -> None:
    puzzle = queens(8)
    table = puzzle.table("queen")
    puzzle.given(table, row=0, col=2)  # 16 solutions
    puzzle.forbid(table, row=1, col=4)
    every = {tuple(answer.options) for answer in solutions(puzzle, "dlx")}
    path = tmp_path / "replay.dlx"
    report = crosscheck(puzzle, ["dlx", "bitmask", DropsOne()], limit=4, replay=path)
    assert report.verdict is CheckVerdict.DISAGREED
    assert report.outcomes[0].found == every
    (branch,) = [one for one in report.compares.branches if one.holds(report.witness or ())]
    assert branch.given or branch.forbidden
    given, forbidden = (
        [*puzzle.given_options, *branch.given],
        puzzle.forbidden_options | branch.forbidden,
    )
    held = count(puzzle.matrix.selected(given, forbidden)).count
    assert held == branch.solutions == sum(map(branch.holds, every))
    (smallest,) = read(path.read_bytes(), form="dlx").problems
    assert not crosscheck(smallest, ["dlx", DropsOne()])


def test_a_seed_fixes_the_branches_and_their_order() -> None:
    one, same, other = (scope_of(queens(8), 4, 60, seed, FAST) for seed in (1, 1, 2))
    assert one == same
    assert one.branches != other.branches
    assert set(one.branches) == set(other.branches)


@pytest.mark.parametrize("limit", [1, 8])
def test_without_time_all_is_compared(limit: int) -> None:
    scope = scope_of(queens(8), limit, 0.0, 0)
    assert (scope.whole, scope.solutions) == (True, None)


Batches = Iterator[Sequence[Options]]
Fault = Callable[[DancingLinks, Query, Progress], Batches]


def _crashes(solver: DancingLinks, query: Query, progress: Progress) -> Batches:
    os.kill(os.getpid(), signal.SIGSEGV)
    yield from ()


def _hangs(solver: DancingLinks, query: Query, progress: Progress) -> Batches:
    while True:
        time.sleep(0.1)
    yield from ()


def _raises(solver: DancingLinks, query: Query, progress: Progress) -> Batches:
    raise RuntimeError("broken")
    yield from ()


def _repeats_itself(
    solver: DancingLinks, query: Query, progress: Progress
) -> Iterator[Sequence[Options]]:
    while True:
        yield [tuple(range(query.matrix.options))]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs child processes")
@pytest.mark.parametrize("fault", [_crashes, _hangs, _raises, _repeats_itself])
def test_a_broken_engine_does_not_stop_the_search_for_what_to_compare(
    fault: Fault,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(isolated_stages, "SILENCE", 0.3)
    monkeypatch.setattr(DancingLinks, "solutions", fault)
    scope = scope_of(queens(8), 1000, 60, 0)
    assert scope == Scope((Branch(solutions=92),))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs child processes")
@pytest.mark.parametrize("fault", [_crashes, _raises])
def test_a_broken_counter_leaves_branches_to_compare(
    fault: Fault,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(DancingLinks, "count", fault)
    monkeypatch.setattr(BitMask, "count", fault)
    scope = scope_of(queens(8), 40, 12, 0, FAST)
    assert scope.total is None
    assert 0 < (scope.solutions or 0) <= 92
    for branch in scope.branches:
        assert branch.solutions == len(list(solutions(queens(8), given=branch.given)))


def test_without_child_processes_it_works_too(monkeypatch: pytest.MonkeyPatch) -> None:
    here = scope_of(queens(8), 40, 60, 0, FAST)
    monkeypatch.setattr(isolation, "FORKS", False)
    assert scope_of(queens(8), 40, 60, 0, FAST) == here


def test_a_count_below_what_is_known_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_few(solver: DancingLinks, query: Query, progress: Progress) -> int:
        progress.complete = True
        return 5

    monkeypatch.setattr(DancingLinks, "count", too_few)
    assert scope_of(queens(8), 40, 12, 0, FAST).total is None


@pytest.mark.parametrize("seconds", [0.3, 3.0])
def test_what_to_compare_is_found_out_in_time(seconds: float, data: Path) -> None:
    (matrix,) = read((data / "instances/qwh30.dlx").read_bytes()).problems
    began = time.monotonic()
    scope = scope_of(matrix, 1000, seconds, 0)
    assert time.monotonic() - began < seconds / 6 + 1.5
    assert scope.branches
