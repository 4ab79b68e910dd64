"""Progress: who is told, what, in which thread, and what becomes of an error of theirs."""

from __future__ import annotations

import threading
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest
from own_solvers import DancingLinks

from minuet.models import ModelError, Sudoku
from minuet.models.gallery import entry
from minuet.setting import generate, is_unique, minimal_givens, rate, redundant_givens
from minuet.solvers import (
    Interrupted,
    Snapshot,
    best,
    count,
    crosscheck,
    estimate,
    explain,
    sat_proof,
    solution_set,
    solutions,
    solve,
    solve_many,
)
from minuet.solvers.contract import Deadline, Progress, Query, watching
from minuet.solvers.contract.progress_bars import html
from minuet.solvers.contract.snapshot import clock, phrases_of

from oracle.problems import HARD, priced, queens

Question = Callable[..., object]
SMALL = queens(6).matrix
QUESTIONS: dict[str, Question] = {
    "solve": lambda told: solve(SMALL, progress=told),
    "count": lambda told: count(SMALL, progress=told),
    "solutions": lambda told: list(solutions(SMALL, progress=told)),
    "arrays": lambda told: list(solutions(SMALL, arrays=True, progress=told)),
    "best": lambda told: list(best(priced(3, 1, 2), 2, progress=told)),
    "solve_many": lambda told: list(solve_many(SMALL, [(), ()], progress=told)),
    "symmetry": lambda told: count(
        entry("pentominoes-3x20").load(), symmetries="known", progress=told, time_limit=60
    ),
    "crosscheck": lambda told: crosscheck(SMALL, ["dlx", "bitmask"], progress=told),
    "solution_set": lambda told: solution_set(SMALL, progress=told),
    "generate": lambda told: generate(Sudoku(size=4), 6, progress=told),
    "is_unique": lambda told: is_unique(SMALL, progress=told),
    "redundant_givens": lambda told: redundant_givens(Sudoku(HARD), progress=told),
    "minimal_givens": lambda told: minimal_givens(Sudoku(HARD), progress=told),
    "rate": lambda told: rate(Sudoku(HARD), progress=told),
    "explain": lambda told: explain(queens(3), relax=True, progress=told),
    "sat_proof": lambda told: sat_proof(queens(3), progress=told),
    "classes": lambda told: crosscheck(
        entry("pentominoes-3x20").load(), ["dlx"], symmetries="known", progress=told
    ),
    "estimate": lambda told: estimate(SMALL, ways=100, progress=told),
}


@pytest.fixture
def _at_every_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "OFTEN", 0.0)


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_question_tells_a_last_time_that_it_ended(name: str) -> None:
    seen: list[Snapshot] = []
    QUESTIONS[name](seen.append)
    assert [one.ended for one in seen] == [False] * (len(seen) - 1) + [True]


@pytest.mark.usefixtures("_at_every_look")
@pytest.mark.parametrize("name", QUESTIONS)
def test_an_error_of_the_one_who_is_told_ends_the_question_and_is_raised(name: str) -> None:
    mine = ValueError("mine")

    def fails(snapshot: Snapshot) -> None:
        raise mine

    with pytest.raises(ValueError, match="mine") as caught:
        QUESTIONS[name](fails)
    assert caught.value is mine
    assert caught.value.__cause__ is None


@pytest.mark.usefixtures("_at_every_look")
@pytest.mark.parametrize("who", ["auto", "dlx", "bitmask", "memo", "sat", "cpsat"])
def test_it_is_told_in_the_thread_that_asked_and_stops_there_as_ctrl_c_does(who: str) -> None:
    threads = set()

    def stop(snapshot: Snapshot) -> None:
        threads.add(threading.get_ident())
        if snapshot.solver:  # it is compiled, and searched
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as stopped:
        count(queens(9), who, threads=2 if who in ("auto", "dlx", "bitmask") else 1, progress=stop)
    assert threads == {threading.get_ident()}
    assert not stopped.value.result.complete


@pytest.mark.usefixtures("_at_every_look")
@pytest.mark.parametrize("who", ["dlx", "bitmask", "dlx:links"])
def test_one_thread_tells_its_share_while_it_searches(who: str) -> None:
    seen: list[Snapshot] = []
    number = count(queens(13 if who == "bitmask" else 12), who, progress=seen.append).count
    shares = [one.share for one in seen[:-1] if one.share is not None]
    assert shares
    assert all(0 < share <= 1 for share in shares)
    assert shares == sorted(shares)
    assert (seen[-1].share, seen[-1].found, seen[-1].solver) == (1.0, number, who)


@pytest.mark.usefixtures("_at_every_look")
def test_who_has_no_estimate_invents_no_share() -> None:
    seen: list[Snapshot] = []
    count(queens(7), "sat", progress=seen.append)
    assert {one.share for one in seen[:-1]} == {None}
    assert seen[-1].found == 40


@pytest.mark.usefixtures("_at_every_look")
def test_the_best_and_the_bound_are_told_in_the_words_of_the_puzzle() -> None:
    seen: list[Snapshot] = []
    puzzle = entry("fewest-queens").load()
    result = solve(puzzle, progress=seen.append)
    assert (seen[-1].best, seen[-1].found) == (result.objective, seen[-1].found)
    assert any(one.bound is not None and one.bound <= 5 for one in seen)


@pytest.mark.usefixtures("_at_every_look")
def test_the_one_at_work_is_seen_while_it_works() -> None:
    whole = Progress(found=3, bound=4, share=0.25)
    whole.at_work = Progress(found=5, bound=2, share=0.5)
    now = whole.now()
    assert (now.found, now.bound, now.share, now.complete) == (5, 4, 0.5, False)
    assert (whole.found, whole.copy().at_work) == (3, None)


@pytest.mark.usefixtures("_at_every_look")
def test_a_set_tells_how_large_it_has_become() -> None:
    seen: list[Snapshot] = []

    def enough(snapshot: Snapshot) -> None:
        seen.append(snapshot)
        if snapshot.unit:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as stopped:
        solution_set(queens(14), progress=enough)
    assert "MB" in " ".join(phrases_of(seen[-1]))
    assert 0 <= stopped.value.result.found < 365596
    seen.clear()
    assert solution_set(queens(6), progress=seen.append).count == 4
    assert (seen[-1].share, seen[-1].found) == (1.0, 4)


def test_a_batch_counts_its_puzzles() -> None:
    seen: list[Snapshot] = []
    list(solve_many(Sudoku(HARD), [()] * 5, progress=seen.append))
    assert {one.total for one in seen} == {5}
    assert [one.done for one in seen] == sorted(one.done or 0 for one in seen)
    assert (seen[-1].done, seen[-1].unit) == (5, "puzzles")


@pytest.mark.usefixtures("_at_every_look")
def test_who_leaves_out_givens_tells_how_many_were_looked_at() -> None:
    seen: list[Snapshot] = []
    minimal_givens(Sudoku(size=4), solve(Sudoku(size=4)).answer, progress=seen.append)
    assert {one.total for one in seen if one.done is not None} == {16}
    looked_at = [one.done for one in seen if one.done is not None]
    assert looked_at == sorted(looked_at)


@pytest.mark.usefixtures("_at_every_look")
def test_an_explanation_tells_how_many_parts_still_clash_and_what_it_takes_to_relax() -> None:
    seen: list[Snapshot] = []
    found = explain(queens(3), relax=True, progress=seen.append)
    parts = [one.done for one in seen if one.done is not None]
    assert parts == sorted(parts, reverse=True)
    assert parts[-1] == len(found)
    assert found.relaxation is not None
    assert seen[-1].best == len(found.relaxation)


@pytest.mark.usefixtures("_at_every_look")
def test_a_check_is_watched_while_it_finds_out_what_to_compare(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scoping = import_module("minuet.solvers.crosscheck.crosscheck")
    seen: list[Snapshot] = []
    during: list[int] = []
    usual = scoping.scope_of

    def scope_of(*arguments: Any, **others: Any) -> Any:
        before = len(seen)
        found = usual(*arguments, **others)
        during.append(len(seen) - before)
        return found

    monkeypatch.setattr(scoping, "scope_of", scope_of)
    crosscheck(queens(8), ["dlx", "bitmask"], progress=seen.append)
    assert during[0] > 0
    assert (seen[0].done, seen[0].total) in ((None, None), (0, 2))


def test_an_iterator_that_is_closed_tells_that_it_ended() -> None:
    seen: list[Snapshot] = []
    with solutions(SMALL, progress=seen.append) as stream:
        next(stream)
    assert [(one.ended, one.found) for one in seen] == [(True, 1)]


class Bar:
    """What tqdm's bars are, as far as it matters."""

    def __init__(self, total: float | None = None) -> None:
        self.n: float = 0
        self.total = total
        self.postfix: dict[str, Any] = {}
        self.closed = False

    def update(self, more: float) -> None:
        self.n += more

    def set_postfix(self, known: dict[str, Any]) -> None:
        self.postfix = known

    def close(self) -> None:
        self.closed = True


@pytest.mark.parametrize(("total", "at"), [(None, 100.0), (4, 4)])
def test_a_bar_of_tqdm_shows_what_it_counts_up_to(total: int | None, at: float) -> None:
    bar = Bar(total)
    count(SMALL, progress=bar)
    assert (bar.n, bar.postfix["found"], bar.closed) == (at, 4, False)
    assert bar.total == (total or 100)


def test_a_class_of_bars_is_made_and_closed() -> None:
    made: list[Bar] = []

    class Noted(Bar):
        def __init__(self) -> None:
            super().__init__()
            made.append(self)

    count(SMALL, progress=Noted)
    assert [(bar.n, bar.closed) for bar in made] == [(100.0, True)]


def test_what_cannot_be_told_is_refused() -> None:
    for wrong in (7, "yes", object()):
        with pytest.raises(ModelError, match=r"progress: .*, expected a callable"):
            count(SMALL, progress=wrong)  # type: ignore[arg-type]


def test_nobody_is_told_without_progress(capfd: pytest.CaptureFixture[str]) -> None:
    threads = threading.active_count()
    assert count(SMALL).count == count(SMALL, progress=False).count == 4
    assert capfd.readouterr() == ("", "") and threading.active_count() == threads
    seen: list[type[Deadline]] = []

    class Looking(DancingLinks):  # type: ignore[misc]
        def count(self, query: Query, progress: Progress) -> int:
            seen.append(type(query.deadline))
            return int(super().count(query, progress))

    for progress in (None, False, lambda _: None):
        assert count(SMALL, Looking(), progress=progress).count == 4
    assert seen[:2] == [Deadline, Deadline]  # only one of a kind of its own is watched
    assert issubclass(seen[2], Deadline) and seen[2] is not Deadline


def test_the_time_left_is_told_where_it_can_be() -> None:
    assert Snapshot("count", 10.0, share=0.25).seconds_left == 30.0
    assert Snapshot("count", 10.0, share=0.25, limit_left=5.0).seconds_left == 5.0
    assert Snapshot("solve", 10.0, done=5, total=10).seconds_left == 10.0
    for wild in (
        Snapshot("count", 10.0),
        Snapshot("count", 0.1, share=0.5),
        Snapshot("check", 10.0, done=1, total=2, even=False),
    ):
        assert wild.seconds_left is None


def test_a_snapshot_is_said_in_a_few_words() -> None:
    shown = Snapshot("solve", 75.0, share=0.5, found=1234567, best=17, bound=20)
    rest = ["1,234,567 found", "1:15, some 1:15 left"]
    assert phrases_of(shown) == ["best 17", "bound 20", "gap 17.6%", *rest]
    assert phrases_of(
        Snapshot("check", 3.0, done=1, total=6, unit="solvers", limit_left=57.0, even=False)
    ) == [
        "1/6 solvers",
        "0:03, at most 0:57 left",
    ]
    assert [clock(s) for s in (0, 61, 3723, 1e8, 1e10)][1:] == [
        "1:01",
        "1:02:03",
        "1157 days",
        "years",
    ]
    assert phrases_of(Snapshot("count", 1.0, found=10**30))[0] == "1.000e30 found"
    assert html(Snapshot("<b>", 1.0, share=0.5)).startswith(
        '<div>&lt;b&gt; <progress value="0.5000">'
    )
