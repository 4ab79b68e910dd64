"""How far a batch reads its givens ahead, what comes before an error, and when it is whole."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator

import pytest
from own_solvers import DancingLinks, Options

from minuet.models import ModelError, Sudoku, TargetSudoku, WrongAnswer
from minuet.setting import is_unique
from minuet.solvers import solve_many
from minuet.solvers.contract import Progress, Query

from oracle.problems import queens

BATCHES = ["auto", "dlx", "bitmask", "bitmask:python", "sat", "sat:cadical195", "cpsat"]


class Counted:
    """Givens that note how many of them were read."""

    def __init__(self, givens: Iterable[Options]) -> None:
        self.read = 0
        self._givens = iter(givens)

    def __iter__(self) -> Iterator[Options]:
        for given in self._givens:
            self.read += 1
            yield given


class Stops(DancingLinks):
    """Dancing links that leave a batch after `answered` answers, without a word."""

    answered = 3

    def many(
        self, query: Query, progress: Progress, selections: Iterable[Options], limit: int
    ) -> Iterator[tuple[int, Options | None]]:
        answers = super().many(query, progress, selections, limit)
        for number, answer in enumerate(answers):
            if number == self.answered:
                return
            yield answer


class Breaks(Stops):
    """Dancing links whose library fails after `answered` answers."""

    def many(
        self, query: Query, progress: Progress, selections: Iterable[Options], limit: int
    ) -> Iterator[tuple[int, Options | None]]:
        yield from super().many(query, progress, selections, limit)
        raise RuntimeError("the library failed")


class SaysWhatCannotBe(DancingLinks):
    """One solution, says its batch, but it shows none; with `wrong` it shows a wrong one."""

    wrong: Options | None = None

    def many(
        self, query: Query, progress: Progress, selections: Iterable[Options], limit: int
    ) -> Iterator[tuple[int, Options | None]]:
        for number, answer in enumerate(super().many(query, progress, selections, limit)):
            yield (1, self.wrong) if number == 10 else answer


@pytest.mark.parametrize(
    ("name", "ahead"),
    [
        *((name, ahead) for name in BATCHES for ahead in (0, 5)),
        ("auto", 1),
        ("sat", 1),
        ("dlx", 40),
    ],
)
def test_reads_no_further_ahead_than_is_allowed(name: str, ahead: int) -> None:
    number = 30 if name in ("cpsat", "sat:cadical195") else 100
    givens = Counted((option % 36,) for option in range(number))
    furthest = 0
    for place, _ in enumerate(solve_many(queens(6), givens, name, ahead=ahead)):
        furthest = max(furthest, givens.read - place - 1)
    assert givens.read == number
    assert furthest <= ahead


@pytest.mark.parametrize("name", BATCHES)
def test_the_first_result_comes_before_the_second_set_is_read(name: str) -> None:
    givens = Counted([(1,)] * 5)
    results = solve_many(queens(6), givens, name)
    next(results)
    assert givens.read == 1
    results.close()


@pytest.mark.parametrize("name", BATCHES)
@pytest.mark.parametrize("wrong", [(10**9,), "an error"])
def test_what_was_due_comes_before_an_error_in_the_givens(name: str, wrong: object) -> None:
    def givens() -> Iterator[Options]:
        yield from [(1,)] * 23
        if wrong == "an error":
            raise ValueError(wrong)
        yield wrong  # type: ignore[misc]

    results = solve_many(queens(6), givens(), name)
    with pytest.raises(
        ValueError if wrong == "an error" else ModelError, match=r"an error|given: "
    ):
        for number, result in enumerate(results, 1):  # noqa: B007  looked at after the error
            assert 1 in (result.options or ())
    assert number == 23
    assert not results.complete


def test_what_was_due_comes_before_an_error_of_the_solver() -> None:
    results = solve_many(queens(6), [(1,)] * 30, Breaks())
    with pytest.raises(RuntimeError, match="failed"):
        for number, _ in enumerate(results, 1):  # noqa: B007
            pass
    assert number == 3
    assert list(results) == []
    assert not results.complete


@pytest.mark.parametrize("wrong", [None, (0, 1)])
def test_what_was_due_comes_before_a_wrong_answer(wrong: Options | None) -> None:
    solver = SaysWhatCannotBe()
    solver.wrong = wrong
    results = solve_many(queens(6), [(1,)] * 30, solver)
    with pytest.raises(WrongAnswer, match="solver dlx: "):
        for number, _ in enumerate(results, 1):  # noqa: B007
            pass
    assert number == 10


def test_an_interrupt_keeps_the_results_that_were_due() -> None:
    def givens() -> Iterator[Options]:
        yield from [(1,)] * 23
        raise KeyboardInterrupt

    results = solve_many(queens(6), givens(), "bitmask:python")
    with pytest.raises(KeyboardInterrupt):
        for number, _ in enumerate(results, 1):  # noqa: B007
            pass
    assert number == 23


def test_a_batch_says_whether_every_set_was_answered() -> None:
    for name in BATCHES:
        whole = solve_many(queens(6), [(1,)] * 5, name)
        assert not whole.complete
        assert len(list(whole)) == 5
        assert whole.complete
        late = solve_many(queens(6), [(1,)] * 5, name, time_limit=0)
        assert list(late) == []
        assert not late.complete
    cut = solve_many(queens(6), [(1,)] * 5, Stops())
    assert len(list(cut)) == 3
    assert not cut.complete
    costly = solve_many(TargetSudoku(), [()])
    assert len(list(costly)) == 1
    assert costly.complete
    assert not solve_many(TargetSudoku(), [()], time_limit=0).complete
    closed = solve_many(Sudoku(), [(0,)] * 5)
    next(closed)
    closed.close()
    assert not closed.complete


@pytest.mark.parametrize("name", ["sat", "cpsat"])
def test_who_drops_a_batch_stops_its_search(
    name: str, searching: Callable[[], list[threading.Thread]]
) -> None:
    results = solve_many(queens(6), [(1,)] * 5, name)
    next(results)
    del results
    assert not searching()


def test_refuses_to_look_back() -> None:
    with pytest.raises(ModelError, match="ahead: -1"):
        solve_many(queens(6), [()], ahead=-1)
    with pytest.raises(ModelError, match=r"ahead: 1\.5 .* a whole number, 0 or more"):
        solve_many(queens(6), [()], ahead=1.5)  # type: ignore[arg-type]


def test_uniqueness_is_told_from_a_solution_that_is_shown() -> None:
    class ClaimsOne(DancingLinks):
        def many(
            self, query: Query, progress: Progress, selections: Iterable[Options], limit: int
        ) -> Iterator[tuple[int, Options | None]]:
            for _ in selections:
                yield 1, None

    with pytest.raises(WrongAnswer, match="none is shown"):
        is_unique(queens(3), ClaimsOne())
