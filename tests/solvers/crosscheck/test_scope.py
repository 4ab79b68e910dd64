"""What a cross-check compares of a puzzle, what part of the whole that is, how far each came."""

from __future__ import annotations

import math
import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, permutations
from pathlib import Path
from typing import Any

import pytest
from own_solvers import BitMask, DancingLinks, Memo, Options, one_by_one

from minuet.models import Puzzle, Sudoku
from minuet.models.formats import read
from minuet.solvers import count, crosscheck, get_solver, solutions
from minuet.solvers.contract import Progress, Query, Solver
from minuet.solvers.crosscheck import Outcome, Report
from minuet.solvers.crosscheck import scope as scope_module

from oracle.liars import DropsOne
from oracle.problems import queens

FAST = ("dlx", "bitmask")

needs_children = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs child processes")
here = pytest.mark.usefixtures("in_this_process")


class Ends(Solver):
    """Finds nothing, and ends."""

    def version(self) -> str:
        return "1"

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        return iter(())


def asked(puzzle: Puzzle, limit: int = 1000, **terms: Any) -> Any:
    """Return what a cross-check asks about, without anyone's answer."""
    return crosscheck(puzzle, [Ends()], limit=limit, **terms).asked


def places(size: int) -> Puzzle:
    """The permutations of so many, size! of them."""
    puzzle = Puzzle("permutations")
    place = puzzle.choices("place", row=range(size), col=range(size))
    puzzle.exactly_one(place, by="row")
    puzzle.exactly_one(place, by="col")
    return puzzle


def of_queens(size: int) -> set[Options]:
    """All ways to place so many queens, as the option numbers of `queens`."""
    return {
        tuple(size * row + col for row, col in enumerate(cols))
        for cols in permutations(range(size))
        if len({col - row for row, col in enumerate(cols)}) == size
        and len({col + row for row, col in enumerate(cols)}) == size
    }


@here
def test_few_solutions_are_compared_as_they_are() -> None:
    scope = asked(queens(8))
    (branch,) = scope.branches
    assert (branch.given, branch.forbidden, branch.solutions) == ((), frozenset(), 92)
    assert (scope.whole, scope.solutions, scope.text) == (True, 92, "all solutions")


@here
def test_many_are_compared_whole_where_two_kinds_can_list_them() -> None:
    report = crosscheck(places(5), ["dlx", "sat"], limit=30)
    scope = report.asked
    assert scope.whole
    assert (scope.total, scope.solutions, scope.share) == (120, 120, 1.0)
    assert scope.text == "all 120 solutions"
    assert 1 < len(scope.branches) <= 64
    assert not scope.by_digest
    assert all(len(branch.given) + len(branch.forbidden) for branch in scope.branches)
    assert report.by_two_kinds


@here
def test_so_many_that_no_branch_can_be_kept_are_compared_by_digest() -> None:
    report = crosscheck(places(5), FAST, limit=10)
    scope = report.asked
    assert (scope.whole, scope.by_digest) == (True, True)
    assert scope.text == "all 120 solutions"
    assert max(branch.solutions or 0 for branch in scope.branches) > 10
    assert report
    assert not crosscheck(places(5), ["dlx", DropsOne()], limit=10)


@here
def test_the_share_of_a_count_is_told() -> None:
    report = crosscheck(places(8), FAST, limit=40)
    assert report
    scope = report.compares
    held = report.outcomes[0].count or 0
    assert (scope.whole, scope.total, scope.counted) == (False, 40320, "memo")
    assert scope.share == pytest.approx(held / 40320)
    assert scope.solutions == held
    share = 100 * (scope.share or 0)
    told = f"{len(scope.branches)} branches, {share:.1f} % of all solutions (of 40,320)"
    assert report.scope == told


@here
def test_what_was_compared_in_the_end_is_told() -> None:
    class Half(DancingLinks):
        """Answers about half of the branches."""

        name = "half"
        begun = 0

        def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
            self.begun += 1
            if self.begun <= 4:
                yield from super().solutions(query, progress)

    report = crosscheck(queens(8), ["dlx", Half()], limit=10)
    assert report.verdict == "agreed by one kind"
    every, scope = report.asked, report.compares
    number = sum(branch.solutions or 0 for branch in every.branches[:4])
    assert (len(every.branches) > 4, every.share, every.text) == (True, 1.0, "all 92 solutions")
    assert (scope.branches, scope.whole, scope.solutions) == (every.branches[:4], False, number)
    assert scope.share == pytest.approx(number / 92)
    assert scope.text == f"4 branches, {100 * number / 92:.1f} % of all solutions (of 92)"
    assert every.compared([2, 0, 0]).branches == (every.branches[0], every.branches[2])
    assert every.compared([2]).text.startswith("1 branch, ")
    none = every.compared([])
    assert (none.branches, none.share, none.whole, none.text) == ((), 0.0, False, "nothing")
    # A table tells how much each found in how much.
    shown = f"{number} in 4 of {len(every.branches)} branches"
    for text in (str(report), report.to_markdown()):
        assert shown in text
        assert " 92 " in text


@here
def test_shares_are_told_in_words() -> None:
    scope = asked(queens(8), 10)

    def text(*shares: float | None) -> str:
        parts = tuple(replace(scope.branches[0], share=share) for share in (*shares, 1.0))
        return str(replace(scope, branches=parts, total=None).compared(range(len(shares))).text)

    assert text(0.25, 0.5) == "2 branches, 75.0 % of the search tree (estimated)"
    assert text(2e-9, 1e-9) == "2 branches, some 3e-09 of the search tree (estimated)"
    assert text(0.0) == "1 branch, next to nothing of the search tree (estimated)"
    assert text(0.1, None) == "2 branches, an unknown part of the search tree"


class Stuck(DancingLinks):
    """Finds one solution, and ends before it has them all."""

    def __init__(self, name: str, most: int | None = 1) -> None:
        super().__init__()
        self.name, self.most = name, most  # type: ignore[misc]

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        yield [*islice(one_by_one(super().solutions(query, Progress())), self.most)]


def row_of(report: Report, outcome: Outcome) -> list[str]:
    """Return the line of the table with a solver."""
    lines = [line for line in str(report).splitlines() if line.startswith(outcome.solver)]
    return lines[0].split()


@here
def test_an_incomplete_check_says_who_finished_and_who_did_not() -> None:
    report = crosscheck(queens(6), ["dlx", Stuck("one"), Stuck("another")])
    assert report.verdict == "incomplete"
    told = "incomplete: dlx finished, one and another did not; nothing contradicts it"
    assert told in str(report).splitlines()
    assert "4" in row_of(report, report.outcomes[0])
    assert " 1 so far " in str(report)
    report = crosscheck(queens(6), [Stuck("one"), Stuck("another")])
    told = "incomplete: no solver finished; what they found does not clash"
    assert told in str(report).splitlines()
    assert "no solver finished; what they found does not clash." in report.to_markdown()


@here
def test_branches_keep_what_is_given_and_forbidden(tmp_path: Path) -> None:
    puzzle = queens(8)
    table = puzzle.table("queen")
    puzzle.given(table, row=0, col=2)  # 16 solutions
    puzzle.forbid(table, row=1, col=4)
    every = {tuple(answer.options) for answer in solutions(puzzle, "dlx")}
    path = tmp_path / "replay.dlx"
    report = crosscheck(puzzle, ["dlx", "bitmask", DropsOne()], limit=4, replay=path)
    assert report.verdict == "disagreed"
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


@here
def test_a_seed_fixes_the_branches_and_their_order() -> None:
    one, same, other = (crosscheck(queens(8), FAST, limit=4, seed=seed).asked for seed in (1, 1, 2))
    assert one == same
    assert one.branches != other.branches
    assert set(one.branches) == set(other.branches)


@here
@pytest.mark.parametrize("limit", [1, 8])
def test_without_time_all_is_compared(limit: int) -> None:
    scope = asked(queens(8), limit, time_limit=0.0)
    assert (scope.whole, scope.solutions) == (True, None)


Fault = Callable[[DancingLinks, Query, Progress], Any]


def _crashes(solver: DancingLinks, query: Query, progress: Progress) -> Any:
    os.kill(os.getpid(), signal.SIGSEGV)


def _hangs(solver: DancingLinks, query: Query, progress: Progress) -> Any:
    while True:
        time.sleep(0.1)


def _raises(solver: DancingLinks, query: Query, progress: Progress) -> Any:
    raise RuntimeError("broken")


def _ends(solver: DancingLinks, query: Query, progress: Progress) -> Any:
    return iter(())


def _repeats_itself(solver: DancingLinks, query: Query, progress: Progress) -> Any:
    while True:
        yield [tuple(range(query.matrix.options))]


def _counts_too_few(solver: DancingLinks, query: Query, progress: Progress) -> Any:
    progress.complete = True
    return 5


def broken(patch: pytest.MonkeyPatch, what: str, fault: Fault, *engines: Any) -> None:
    """Break what some engines do."""
    for engine in engines:
        patch.setattr(engine, what, fault)


@needs_children
@pytest.mark.parametrize("fault", [_crashes, _hangs, _raises, _ends, _repeats_itself])
def test_a_broken_engine_does_not_stop_the_search_for_what_to_compare(
    fault: Fault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scope_module, "SILENCE", 0.3)  # seconds, until who hangs is killed
    broken(monkeypatch, "solutions", fault, DancingLinks)
    report = crosscheck(queens(6), ["bitmask", "sat"])
    assert report.verdict == "agreed"
    assert [outcome.count for outcome in report.outcomes] == [4, 4]
    assert (report.scope, report.asked.solutions) == ("all solutions", 4)


@needs_children
def test_where_one_counter_crashes_another_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    broken(monkeypatch, "count", _crashes, Memo)
    scope = crosscheck(queens(8), [Ends()], limit=40).asked
    assert (scope.total, scope.counted) == (92, "bitmask")


@here
@pytest.mark.parametrize("fault", [_raises, _counts_too_few])
def test_a_broken_counter_leaves_branches_to_compare(
    fault: Fault, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken(monkeypatch, "count", fault, DancingLinks, BitMask, Memo)
    scope = asked(queens(8), 40)
    assert scope.total is None
    assert 0 < (scope.solutions or 0) <= 92
    for branch in scope.branches:
        assert branch.solutions == sum(map(branch.holds, of_queens(8)))


@here
def test_the_share_of_an_empty_sudoku_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its solutions are too many to be counted, which takes the counters some time to find out."""
    broken(monkeypatch, "count", _raises, DancingLinks, BitMask)
    scope = asked(Sudoku(), 100)
    monkeypatch.undo()
    assert scope.total is None
    assert scope.share is not None
    assert 0 < scope.share < 1e-6
    assert 0 < scope.spread < 2
    assert scope.text.startswith(f"{len(scope.branches)} branches, some ")
    assert scope.text.endswith(" of the search tree (estimated)")
    for branch in scope.branches[:5]:
        assert branch.solutions == count(Sudoku(), given=branch.given).count


@here
def test_a_tree_in_which_no_engine_finds_anything_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    engines = [type(get_solver(name)) for name in ("dlx", "bitmask", "sat", "cpsat")]
    broken(monkeypatch, "solutions", _raises, *engines)
    scope = asked(queens(6))
    assert (scope.whole, scope.total, scope.text) == (True, None, "all solutions")
    assert len(scope.branches) > 1
    assert all(sum(one.holds(found) for one in scope.branches) == 1 for found in of_queens(6))
    assert math.fsum(branch.share or 0 for branch in scope.branches) == pytest.approx(1)
    assert scope.compared([0]).text.endswith("of the search tree (estimated)")


@needs_children
def test_without_child_processes_it_works_too(monkeypatch: pytest.MonkeyPatch) -> None:
    with_children = asked(queens(8), 40)
    monkeypatch.delattr(os, "fork")
    assert asked(queens(8), 40) == with_children
