"""`evidence="certified"`: what each question says then, and what where there is no certificate."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hurried import ticking
from hypothesis import given
from own_solvers import Options

from minuet.models import ExactCover, ModelError, SolverError, Sudoku, Unreached, WrongAnswer
from minuet.setting import generate, is_unique, minimal_givens, redundant_givens
from minuet.solvers import (
    Interrupted,
    Status,
    best,
    count,
    explain,
    sat_proof,
    solutions,
    solve,
    solve_many,
)
from minuet.solvers.conformance import all_solutions
from minuet.solvers.contract import Deadline, Progress, Query, Solver, Stopped

from drawing import few
from oracle.clashes import require_irreducible
from oracle.matrices import matrices
from oracle.problems import HARD, priced, queens

BY = "certified by sat:glucose4 and dratify"
SMALL = "1.....3..4.....2"
TWO = HARD[:-3] + "..."  # several solutions
NONE = "88" + HARD[2:]
SMALL_NONE = Sudoku("11" + "." * 14)
HARD_NONE = HARD[:1] + "12" + HARD[3:5] + "9" + HARD[6:]


Only = Callable[..., None]


class Nobody:
    """Certifies nothing."""

    name = "nobody"

    def certify(self, query: Query, assertion: Any, deadline: Deadline) -> Any:
        raise SolverError("for the test")


class Raises(Nobody):
    """Raises an error."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def certify(self, query: Query, assertion: Any, deadline: Deadline) -> Any:
        raise self.error


class Proves(Nobody):
    """Has a SAT solver prove it."""

    def certify(self, query: Query, assertion: Any, deadline: Deadline) -> Any:
        return sat_proof(query.matrix, assertion.known, given=query.given)


def refuted(by: str, *options: int) -> SolverError:
    """Return what says that there is such a solution after all."""
    with pytest.raises(SolverError) as caught:
        sat_proof(queens(4))
    error: Any = type(caught.value)
    return error(by, options)  # type: ignore[no-any-return]


def test_each_question_is_certified() -> None:
    sudoku = Sudoku(HARD)
    assert str(count(sudoku, "dlx", evidence="certified").evidence) == f"1 solution: {BY}"
    assert str(count(queens(6), "dlx", evidence="certified").evidence) == f"4 solutions: {BY}"
    assert is_unique(sudoku, evidence="certified")
    assert not is_unique(Sudoku(TWO), evidence="certified")
    assert not is_unique(Sudoku(NONE), evidence="certified")
    none = solve(Sudoku(NONE), "dlx", evidence="certified")
    assert (none.status, str(none.evidence)) == (Status.INFEASIBLE, f"no solution: {BY}")
    assert str(solve(sudoku, "dlx", evidence="certified").evidence) == "a solution: verified"
    listed = solutions(queens(6), "dlx", evidence="certified")
    assert len(list(listed)) == 4
    assert listed.complete
    assert str(listed.result().evidence) == f"each solution: verified; 4 in all: {BY}"
    few_best = best(priced(4, 3), 3, evidence="certified")
    assert len(list(few_best)) == 2
    assert few_best.result().evidence == "certified"


def test_a_result_carries_what_the_checker_accepted() -> None:
    none = solve(Sudoku(NONE), "dlx", evidence="certified").certificate
    assert none is not None
    assert none.by == ("sat:glucose4", "dratify")
    assert none.size > 0
    costly = solve(priced(4, 3), "dlx", evidence="certified").certificate
    assert costly is not None
    assert costly.by == ("certify", "check_certificate")
    assert costly.size == sum(len(line) + 1 for line in costly.lines())  # type: ignore[attr-defined]
    for evidence in ("claimed", "agreed", "certified"):
        assert solve(Sudoku(HARD), "dlx", evidence=evidence).certificate is None  # it is looked at
    assert count(queens(6), "dlx").certificate is None
    assert count(queens(6), "dlx", evidence="certified").certificate is not None
    givens = [Sudoku().with_givens(grid).given_options for grid in (HARD, TWO, NONE)]
    many = solve_many(Sudoku(), givens, "dlx", unique=True, evidence="certified")
    assert [one.certificate is not None for one in many] == [True, False, True]


def test_a_batch_is_certified_in_order() -> None:
    givens = [Sudoku().with_givens(grid).given_options for grid in (HARD, TWO, NONE)]
    told = []
    for unique in (False, True):
        results = solve_many(Sudoku(), givens, "dlx", unique=unique, evidence="certified")
        told += [str(one.evidence) for one in results]
        assert results.complete
    assert told == [
        "a solution: verified",
        "a solution: verified",
        f"no solution: {BY}",
        f"a solution: verified; no other: {BY}",
        "a solution: verified; another: verified",
        f"no solution: {BY}",
    ]


def test_givens_are_certified() -> None:
    empty = Sudoku("." * 16)
    answer = solve(Sudoku(SMALL)).options
    least = minimal_givens(empty, answer, evidence="certified")
    assert is_unique(empty, given=least, evidence="certified")
    assert is_unique(generate(empty, 6, evidence="certified"), evidence="certified")
    more = Sudoku("13" + SMALL[2:])  # it has one solution, and needs each of its own givens
    spare = redundant_givens(more, evidence="certified")
    assert [more.describe(one.option) for one in spare] == ["R1C2=3"]


@few(30)
@given(matrix=matrices(weights=True))
def test_certified_answers_are_those_of_brute_force(matrix: ExactCover) -> None:
    every = all_solutions(matrix)
    counted = count(matrix, evidence="certified")
    assert (counted.count, counted.complete) == (len(every), True)
    assert counted.evidence == "certified"
    found = solve(matrix, evidence="certified")
    if not every:
        assert found.status is Status.INFEASIBLE
        assert found.evidence == "certified"
    else:
        assert found.status in (Status.OPTIMAL, Status.FEASIBLE)
        assert found.status is Status.FEASIBLE or found.evidence >= "certified"
    assert is_unique(matrix, evidence="certified") == (len(every) == 1)


@pytest.mark.parametrize("grid", [NONE, HARD_NONE])
def test_an_explanation_is_certified_part_by_part(grid: str) -> None:
    sudoku = Sudoku(grid)
    found = explain(sudoku, evidence="certified")
    assert found.verdict == "CLASH"
    told = f"the parts clash: {BY}; each of them is needed: verified"
    assert str(found.evidence) == told
    assert found.to_dict()["evidence"]["level"] == "certified"
    agreed = explain(sudoku, evidence="agreed")
    words = "the parts clash: agreed by sat and dlx; each of them is needed: verified"
    assert str(agreed.evidence) == words
    assert explain(sudoku).evidence == "claimed"


@pytest.mark.parametrize("evidence", ["agreed", "certified"])
def test_that_no_fewer_clash_is_certified(evidence: str) -> None:
    found = explain(SMALL_NONE, smallest=True, evidence=evidence)
    told = "no fewer clash: certified by certify and check_certificate"
    assert str(found.evidence).endswith(told)
    assert found.evidence >= evidence


def test_what_nobody_certifies_of_an_explanation_is_left_open(
    certifiers: Only,
) -> None:
    certifiers(Nobody())
    found = explain(SMALL_NONE, smallest=True, evidence="certified")
    assert found.evidence == "claimed"
    told = "no fewer clash: claimed by sat (not certified: for the test)"
    assert str(found.evidence).endswith(told)


def test_a_choice_is_certified_to_be_forced_or_impossible() -> None:
    sudoku = Sudoku(HARD)
    for value, verdict in ((1, "FORCED"), (9, "IMPOSSIBLE")):
        choice = ("digit", {"row": 0, "col": 1, "value": value})
        found = explain(sudoku, choice, evidence="certified")
        assert (found.verdict, found.evidence.level) == (verdict, "certified")
    open_ = explain(Sudoku(TWO), ("digit", {"row": 8, "col": 6, "value": 4}), evidence="certified")
    assert (open_.verdict, str(open_.evidence)) == ("OPEN", "each solution: verified")


@few(20)
@given(matrix=matrices(6))
def test_explanations_are_certified_of_all_that_has_no_solution(matrix: ExactCover) -> None:
    found = explain(matrix, evidence="certified")
    if all_solutions(matrix):
        assert str(found.evidence) == "a solution: verified"
    else:
        assert found.evidence == "certified"
        require_irreducible(matrix, found)


def test_what_nobody_certifies_is_left_open(certifiers: Only) -> None:
    certifiers(Nobody())
    why = "(not certified: for the test)"
    none = solve(queens(3), "dlx", evidence="certified")
    assert (none.status, none.complete) == (Status.UNKNOWN, False)
    assert str(none.evidence) == f"no solution: claimed by dlx {why}"
    dear = solve(priced(4, 3), "dlx", evidence="certified")
    assert (dear.status, dear.objective, dear.bound) == (Status.FEASIBLE, 3, None)
    assert str(dear.evidence) == f"a solution: verified; none better: claimed by dlx {why}"
    six = count(queens(6), "dlx", evidence="certified")
    assert (six.status, six.count, six.complete) == (Status.UNKNOWN, 4, False)
    assert str(six.evidence) == f"at least 4 solutions: verified; 4 solutions: claimed by dlx {why}"
    (one,) = solve_many(queens(4), [(1,)], "dlx", unique=True, evidence="certified")
    assert (one.status, one.complete) == (Status.FEASIBLE, False)
    for ask in (is_unique, lambda puzzle, evidence: generate(puzzle, 2, evidence=evidence)):
        with pytest.raises(Unreached, match="for the test"):
            ask(queens(1) if ask is is_unique else queens(4), evidence="certified")  # type: ignore[operator]
    clash = explain(queens(3), evidence="certified").evidence
    assert clash == "claimed"
    assert "for the test" in str(clash)


def test_the_next_one_is_asked_where_one_cannot(certifiers: Only) -> None:
    broken = Raises(ZeroDivisionError("by zero"))
    certifiers(Nobody(), Raises(Stopped()), broken, Proves())
    assert solve(queens(3), evidence="certified").evidence == "certified"
    certifiers(Nobody(), broken)
    left = str(solve(queens(3), evidence="certified").evidence)
    assert left.endswith(
        "(not certified: for the test, certifier nobody: ZeroDivisionError: by zero)"
    )


def test_the_time_limit_leaves_it_open(certifiers: Only) -> None:
    class Waits(Nobody):
        def certify(self, query: Query, assertion: Any, deadline: Deadline) -> Any:
            while True:
                deadline.check()

    certifiers(Waits())
    with ticking(0.01):
        left = solve(queens(3), "dlx", evidence="certified", time_limit=1.0)
    told = "no solution: claimed by dlx (not certified: the time limit came first)"
    assert (left.status, str(left.evidence)) == (Status.UNKNOWN, told)


class Denies(Solver):
    """Says that there is no solution, whatever there is."""

    def version(self) -> str:
        return "1"

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        progress.complete = True
        return iter(())


class Hides(Denies):
    """Keeps all solutions but the first to itself."""

    name = "hides"

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        found = sorted(all_solutions(query.matrix, query.given, query.forbidden))
        yield found[:1]
        progress.complete = True


def test_one_that_lies_is_named() -> None:
    with pytest.raises(WrongAnswer, match="sat:glucose4 and denies contradict each other"):
        solve(queens(4), Denies(), evidence="certified")
    for ask in (count, solutions, is_unique):
        with pytest.raises(WrongAnswer, match="sat:glucose4 and hides contradict each other"):
            list(ask(queens(4), Hides(), evidence="certified"))  # type: ignore[operator]


def test_a_cheaper_solution_names_both(certifiers: Only) -> None:
    class Dear(Denies):
        """Finds the first solution, and says that it is the cheapest."""

        name = "dear"

        def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
            yield (0,)
            progress.complete = True

    certifiers(Raises(refuted("cheaper", 1)))
    with pytest.raises(WrongAnswer, match="dear and cheaper contradict each other"):
        solve(priced(5, 4), Dear(), evidence="certified")
    with pytest.raises(WrongAnswer, match="it contradicts nobody"):
        solve(priced(4, 5), "dlx", evidence="certified")


def test_an_interrupt_keeps_what_was_found(certifiers: Only) -> None:
    certifiers(Raises(KeyboardInterrupt()))
    for ask, claim in ((solve, "no solution"), (count, "no solution")):
        with pytest.raises(Interrupted) as caught:
            ask(queens(3), "dlx", evidence="certified")
        told = f"{claim}: claimed by dlx (not certified: interrupted)"
        assert str(caught.value.result.evidence) == told


def test_classes_have_no_certificate() -> None:
    for ask in (
        lambda: count(queens(4), symmetries="known", evidence="certified"),
        lambda: count(queens(4), symmetries="auto", evidence="certified"),
        lambda: solutions(queens(4), symmetries="auto", evidence="certified"),
    ):
        with pytest.raises(ModelError, match="no certificates of classes"):
            ask()


def test_a_list_of_the_best_is_left_open_without_an_error() -> None:
    ranked = best(priced(4, 3, 5), 2, "dlx", evidence="certified")
    assert list(ranked) == [(1,), (0,)]
    assert not ranked.complete
    assert "(not certified: a list of several costs has no cert" in str(ranked.result().evidence)


def misprinted(grid: str) -> list[str]:
    """The sudoku with its last given misprinted."""
    place = max(place for place, sign in enumerate(grid) if sign in "123456789")
    others = (sign for sign in "123456789" if sign != grid[place])
    return [grid[:place] + sign + grid[place + 1 :] for sign in others]


def test_every_unsolvable_sudoku_of_a_list_is_certified() -> None:
    lists = Path(__file__).parents[2] / "data/sudoku"
    hopeless = (lists / "no_solution_200.txt").read_text().split()[:2]
    easy = (lists / "easy_1000.txt").read_text().split()
    printed = [line for line in easy if len(line) == 81][:1]
    grids = [*hopeless, *(other for grid in printed for other in misprinted(grid))]
    givens = [Sudoku(grid).given_options for grid in grids]
    answers = list(solve_many(Sudoku(), givens, "dlx"))
    unsolvable = [given for given, one in zip(givens, answers, strict=True) if not one.options]
    assert len(unsolvable) >= 5
    assert all(one.options is None for one in answers[: len(hopeless)])
    results = solve_many(Sudoku(), unsolvable, "bitmask", evidence="certified")
    assert {(one.status, one.evidence.level) for one in results} == {
        (Status.INFEASIBLE, "certified")
    }
    assert results.complete
