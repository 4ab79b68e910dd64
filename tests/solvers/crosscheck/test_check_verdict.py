"""What a cross-check may call an agreement: two that finished, about the same thing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from own_solvers import DancingLinks, Options, one_by_one, singly

from minuet.models import ExactCover, ExactCoverBuilder, ModelError, SolverError
from minuet.solvers import crosscheck
from minuet.solvers.contract import Progress, Query, Solver

from in_process import minuet
from oracle.problems import queens

FAST = ("dlx", "bitmask")

pytestmark = pytest.mark.usefixtures("in_this_process")


class Other(DancingLinks):
    """Dancing links under a name of their own, to be broken."""

    name = "other"


class OneByOne(Other):
    """Finds each option of a matrix of one item, in order."""

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        yield from ((option,) for option in range(query.matrix.options))
        progress.complete = True


class Fails(Other):
    error: BaseException = RuntimeError("out of luck")

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        yield [next(one_by_one(super().solutions(query, progress)))]
        raise self.error

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        return one_by_one(self.solutions(query, progress))


class NeverAnswers(Other):
    """Ends, and found nothing."""

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        return iter(())


class OneAtATime(Other):
    """Knows a solution at once, but lists them slowly."""

    most_solutions = 0


class SaysThatThereIsNone(OneAtATime):
    def first(self, query: Query, progress: Progress) -> Options | None:
        progress.complete = True
        return None


class LosesOne(Other):
    """Says that all but one are all."""

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        stream = one_by_one(super().solutions(query, progress))
        next(stream)
        yield from singly(stream)

    def count(self, query: Query, progress: Progress) -> int:
        return Solver.count(self, query, progress)


class BoundsTooHigh(Other):
    """Stops early, with a bound above the optimum."""

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        progress.bound = 10**6
        yield from ()


class ProvesAWorseOne(Other):
    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        yield next(one_by_one(self.solutions(query, progress)))
        progress.complete = True


class StopsAtTheBest(Other):
    """Finds the best solution, and no time to prove it."""

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        for options in super().improving(query, progress):
            progress.bound = None
            yield options
        progress.complete, progress.bound = False, None


class BoundsTheBest(Other):
    """Finds no solution, but the bound that proves another's."""

    name = "another"

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        progress.bound = 99
        yield from ()


@pytest.mark.parametrize("query", ["counts", "", "BEST", "count"])
def test_an_unknown_question_is_refused(query: str) -> None:
    with pytest.raises(ModelError, match=r"query: .*, expected 'all' or 'best'"):
        crosscheck(queens(6), FAST, query=query)


@pytest.mark.parametrize("query", ["all", "best"])
def test_one_solver_is_no_agreement(query: str) -> None:
    for solvers in (["dlx"], ["dlx", NeverAnswers()], ["dlx", "dlx"], []):
        report = crosscheck(queens(6), solvers, query=query)
        assert report.verdict == "nothing compared", solvers
        assert not report


def test_the_solver_that_auto_chose_is_no_other() -> None:
    (alone,) = crosscheck(queens(6), ["auto"]).outcomes
    assert alone.by not in ("", "auto")
    report = crosscheck(queens(6), ["auto", alone.by])
    assert len(report.compared) == 2
    assert report.verdict == "nothing compared"
    assert crosscheck(queens(6), ["auto", "sat"]).verdict == "agreed"


def test_a_part_of_an_answer_is_incomplete() -> None:
    report = crosscheck(queens(6), ["dlx", Fails()])
    assert report.verdict == "incomplete"
    assert not report
    assert [outcome.solver for outcome in report.compared] == ["dlx"]


class _Panic(BaseException):
    pass


@pytest.mark.parametrize(
    "error", [RuntimeError("x"), SolverError("x"), SystemExit(3), MemoryError(), _Panic()]
)
@pytest.mark.parametrize("query", ["all", "best"])
def test_a_solver_that_fails_is_an_outcome(
    error: BaseException, query: str, langford: ExactCover
) -> None:
    fails = Fails()
    fails.error = error
    report = crosscheck(langford, [fails, *FAST, "sat"], query=query)
    assert report.verdict == "agreed"
    assert report.outcomes[0].note.startswith(f"failed with {type(error).__name__}")
    assert not report.outcomes[0].complete
    assert [outcome.solver for outcome in report.compared] == [*FAST, "sat"]


class ListsSlowly(OneAtATime):
    """Knows no way to leave solutions out."""

    excludes = False


def test_who_enumerates_slowly_is_asked_for_a_solution() -> None:
    report = crosscheck(queens(8), [ListsSlowly(), "bitmask"])
    assert report.verdict == "incomplete"
    slow = report.outcomes[0]
    assert (slow.asked, slow.count, slow.complete, str(slow.status)) == (
        "a solution",
        None,
        False,
        "FEASIBLE",
    )
    assert len(slow.found) == 1
    assert "asked for a solution" in slow.note
    assert crosscheck(queens(8), [ListsSlowly(), *FAST]).verdict == "agreed by one kind"
    few = crosscheck(queens(6), ["mip", "dlx"])
    assert few.verdict == "agreed"
    assert [outcome.count for outcome in few.outcomes] == [4, 4]


def test_who_enumerates_slowly_is_asked_for_another_solution() -> None:
    report = crosscheck(queens(7), ["mip", "dlx"])
    assert report.verdict == "agreed"
    mip = report.outcomes[0]
    assert (mip.asked, mip.count, mip.complete, len(mip.found)) == (
        "another solution",
        40,
        True,
        1,
    )
    assert mip.digest == report.outcomes[1].digest


def test_a_solution_that_another_found_besides_is_a_witness() -> None:
    report = crosscheck(queens(7), ["mip", LosesOne()])
    assert report.verdict == "disagreed"
    assert report.witness in report.outcomes[0].found - report.outcomes[1].found


def test_none_is_an_answer_of_who_enumerates_slowly() -> None:
    report = crosscheck(queens(3), [OneAtATime(), "dlx"])
    assert report.verdict == "agreed by one kind"
    assert [outcome.count for outcome in report.outcomes] == [0, 0]


@pytest.mark.parametrize("limit", [1000, 10])
def test_who_says_there_is_none_is_held_to_it(limit: int) -> None:
    report = crosscheck(queens(8), [SaysThatThereIsNone(), *FAST], limit=limit)
    assert report.verdict == "disagreed"
    assert report.witness is not None
    assert all("other" in line for line in report.disagreements)


@pytest.mark.parametrize("liar", [BoundsTooHigh(), ProvesAWorseOne()])
def test_an_unfinished_optimum_contradicts_too(liar: Solver, langford: ExactCover) -> None:
    report = crosscheck(langford, [StopsAtTheBest(), liar])
    assert report.verdict == "disagreed"
    assert report.witness is not None
    assert langford.cost(report.witness) == 99
    assert crosscheck(langford, [StopsAtTheBest(), "dlx"]).verdict == "incomplete"


def test_a_bound_that_meets_the_best_solution_proves_it(langford: ExactCover) -> None:
    report = crosscheck(langford, [BoundsTheBest(), "sat"])
    assert report.verdict == "agreed"
    one = report.outcomes[0]
    assert (one.complete, one.objective, one.bound) == (True, None, 99)
    report = crosscheck(langford, [StopsAtTheBest(), BoundsTheBest()])
    assert report.verdict == "incomplete"


@pytest.mark.parametrize("limit", [1, 2, 5, 1000])
def test_the_best_counts_behind_more_improvements_than_are_kept(limit: int) -> None:
    builder = ExactCoverBuilder()
    builder.item("one")
    for cost in range(9, -1, -1):
        builder.option(["one"], cost=cost)
    matrix = builder.build()
    report = crosscheck(matrix, [OneByOne(), "sat"], query="best", limit=limit)
    assert report.verdict == "agreed", report
    assert [outcome.objective for outcome in report.outcomes] == [0, 0]


def test_a_better_one_of_the_unfinished_is_told_apart_from_none() -> None:
    report = crosscheck(queens(6), [SaysThatThereIsNone(), "dlx"], query="best")
    assert report.verdict == "disagreed"
    assert crosscheck(queens(6), FAST, query="best").verdict == "agreed by one kind"


@pytest.mark.parametrize(("budget", "status"), [("0", 3), ("60", 0)])
def test_the_command_has_one_budget(budget: str, status: int) -> None:
    done = minuet("check", "--solvers", "dlx,sat", "--budget", budget, text="1234" + 12 * "0")
    assert done.returncode == status
    assert ("agreed: dlx, sat" in done.stdout) is (status == 0)
    assert done.stderr == ""


def test_the_verdict_names_as_agreed_who_finished() -> None:
    """Who answered some of what was compared is said to have done that."""
    report = crosscheck(queens(8), ["dlx", "bitmask", "sat"], limit=20)
    assert len(report.asked.branches) > 1
    places = report.answered()
    late = next(one for one in report.outcomes if one.solver == "sat")
    for part in late.parts[1:]:
        part.complete = part.counted_all = False
    assert report.answered() == places
    assert (
        str(report).count("agreed by one kind: dlx, bitmask; sat in part (in part by two kinds)")
        == 1
    )
