"""A solver that lies is found out where agreement is asked for, whatever it lies about."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

import pytest
from test_evidence import priced
from test_givens import HARD

from minuet.models import ExactCover, Sudoku, WrongAnswer
from minuet.solvers import (
    Interrupted,
    Search,
    Solver,
    Status,
    best,
    count,
    generate,
    get_solver,
    is_unique,
    minimal_givens,
    redundant_givens,
    second,
    solutions,
    solve,
    solve_many,
)
from minuet.solvers.givens import Unreached
from minuet.solvers.judge import Judge
from minuet.solvers.part_clauses import PartSolver
from minuet.solvers.parts import Kind, Part
from minuet.solvers.second import Opinions
from minuet.solvers.solver import Options
from minuet.solvers.stages import Stage

from test_solvers import queens

BOTH = r"(?s)(?=.*\bliar\b)(?=.*\b(dlx|sat|bitmask|cpsat|mip)\b)"
Asked = Callable[[Solver], object]
Reworked = Callable[[list[Options]], list[Options]]


class Liar(Solver):
    """Lists and counts what it makes of the solutions of dancing links; says that it is all."""

    def __init__(self, rework: Reworked, *, counts: int | None = None) -> None:
        super().__init__()
        self._rework, self._counts = rework, counts

    def version(self) -> str:
        return "1"

    def solutions(self, search: Search) -> Iterator[Options]:
        yield from self._rework(list(get_solver("dlx").solutions(replace(search))))
        search.complete = True

    def count(self, search: Search) -> int:
        found = super().count(search)
        return found if self._counts is None else self._counts

    def improving(self, search: Search) -> Iterator[Options]:
        every = sorted(self.solutions(search), key=search.matrix.cost)
        yield from every[:1]
        search.bound = None

    def best_solutions(self, search: Search, k: int) -> Iterator[Options]:
        yield from islice(sorted(self.solutions(search), key=search.matrix.cost), k)


class SaysTwo(Liar):
    """Says of every selection that it has two solutions or more."""

    def many(
        self, search: Search, selections: Iterable[Options], limit: int
    ) -> Iterator[tuple[int, Options | None]]:
        for _, first in super().many(search, selections, limit):
            yield limit, first


class BoundsTooHigh(Liar):
    """Finds the dearest solution, and proves that none is cheaper than one less."""

    def improving(self, search: Search) -> Iterator[Options]:
        dearest = max(self.solutions(search), key=search.matrix.cost)
        search.complete = False
        yield dearest
        search.bound = search.matrix.cost(dearest) - 1


LOSES_ALL = Liar(lambda found: [])
LOSES_ONE = Liar(lambda found: found[1:])
LEAVES_ONE = Liar(lambda found: found[:1])
REPEATS = Liar(lambda found: [*found, *found[:1]])
HONEST = Liar(lambda found: found)
ONE_MORE = Liar(lambda found: found, counts=5)
ONE_LESS = Liar(lambda found: found, counts=3)
NONE_COUNTED = Liar(lambda found: found, counts=0)
MANY_MORE = Liar(lambda found: found, counts=10_000)
COSTLY = priced(4, 3, 5, 9)


def every(solver: Solver) -> object:
    return list(solutions(queens(6), solver, evidence="agreed"))


LIES: list[tuple[str, Solver, Asked]] = [
    ("no solution", LOSES_ALL, lambda s: solve(queens(6), s, evidence="agreed")),
    ("no solution with costs", LOSES_ALL, lambda s: solve(COSTLY, s, evidence="agreed")),
    (
        "false optimum",
        Liar(lambda found: [one for one in found if one != (1,)]),
        lambda s: solve(COSTLY, s, evidence="agreed"),
    ),
    ("a count of none", NONE_COUNTED, lambda s: count(queens(6), s, evidence="agreed")),
    ("one too many", ONE_MORE, lambda s: count(queens(6), s, evidence="agreed")),
    ("one too few", ONE_LESS, lambda s: count(queens(6), s, evidence="agreed")),
    ("far too many", MANY_MORE, lambda s: count(queens(6), s, evidence="agreed")),
    ("one that is lost in a count", LOSES_ONE, lambda s: count(queens(6), s, evidence="agreed")),
    ("a repeat in a count", REPEATS, lambda s: count(queens(6), s, evidence="agreed")),
    ("one that is lost in a list", LOSES_ONE, every),
    ("all are lost in a list", LOSES_ALL, every),
    ("a repeat in a list", REPEATS, every),
    ("uniqueness", LEAVES_ONE, lambda s: is_unique(queens(6), s, evidence="agreed")),
    ("no uniqueness", LOSES_ALL, lambda s: is_unique(Sudoku(HARD), s, evidence="agreed")),
    ("two for one", SaysTwo(list), lambda s: is_unique(Sudoku(HARD), s, evidence="agreed")),
    ("a false bound", BoundsTooHigh(list), lambda s: solve(COSTLY, s, evidence="agreed")),
    ("a batch", LOSES_ALL, lambda s: list(solve_many(queens(6), [()], s, evidence="agreed"))),
    (
        "uniqueness in a batch",
        LEAVES_ONE,
        lambda s: list(solve_many(queens(6), [()], s, evidence="agreed", unique=True)),
    ),
    (
        "an optimum in a batch",
        LOSES_ONE,
        lambda s: list(solve_many(priced(3, 4), [()], s, evidence="agreed")),
    ),
    (
        "the best left out",
        Liar(lambda found: [one for one in found if one != (1,)]),
        lambda s: list(best(COSTLY, 2, s, evidence="agreed")),
    ),
    (
        "the worst of the best left out",
        Liar(lambda found: [one for one in found if one != (3,)]),
        lambda s: list(best(COSTLY, 4, s, evidence="agreed")),
    ),
]


@pytest.mark.parametrize(("liar", "ask"), [lie[1:] for lie in LIES], ids=[lie[0] for lie in LIES])
def test_a_lie_is_a_wrong_answer(liar: Solver, ask: Asked) -> None:
    with pytest.raises(WrongAnswer, match="liar"):
        ask(liar)
    ask(HONEST)


@pytest.mark.parametrize("name", ["none", "lost", "unique", "optimum"])
def test_who_contradict_each_other_are_both_named(name: str) -> None:
    asked: dict[str, tuple[Solver, Asked]] = {
        "none": (LOSES_ALL, lambda s: solve(queens(6), s, evidence="agreed")),
        "lost": (LOSES_ONE, lambda s: count(queens(6), s, evidence="agreed")),
        "unique": (LEAVES_ONE, lambda s: is_unique(queens(6), s, evidence="agreed")),
        "optimum": (LOSES_ONE, lambda s: solve(priced(3, 4), s, evidence="agreed")),
    }
    liar, ask = asked[name]
    with pytest.raises(WrongAnswer, match=BOTH):
        ask(liar)


def test_two_solutions_that_are_both_said_to_be_the_only_one() -> None:
    """Both kinds say that there is one solution, but each shows another one."""
    liar = LEAVES_ONE
    theirs = {"unique": Liar(lambda found: found[-1:])}
    theirs["unique"].kind = "another"
    stages = (Stage(theirs["unique"], 1.0, "for the test"),)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(second, "OPINIONS", Opinions(stages, stages, stages, stages))
        with pytest.raises(WrongAnswer, match="contradict"):
            list(solve_many(queens(6), [()], liar, unique=True, evidence="agreed"))


@pytest.fixture
def only(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Let only these be asked besides."""

    def choose(*solvers: Solver | str) -> None:
        stages = tuple(Stage(solver, 0.05, "for the test") for solver in solvers)
        monkeypatch.setattr(second, "OPINIONS", Opinions(stages, stages, stages, stages))

    return choose


class Waits(Solver):
    """Waits until its time is over."""

    excludes = True

    def version(self) -> str:
        return "1"

    def solutions(self, search: Search) -> Iterator[Options]:
        threading.Event().wait(min(search.deadline.left(), 0.2))
        yield from ()


class Breaks(Waits):
    """Breaks down."""

    name = "breaks"

    def solutions(self, search: Search) -> Iterator[Options]:
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

        def improving(self, search: Search) -> Iterator[Options]:
            yield (3,)
            search.bound = 2

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

        def improving(self, search: Search) -> Iterator[Options]:
            yield (3,)

        def count(self, search: Search) -> int:
            return 2

    result = solve(COSTLY, Half(), evidence="agreed")
    assert (result.status, result.objective) == (Status.OPTIMAL, 3)
    assert "half" not in str(result.evidence)
    assert result.evidence == "agreed"
    counted = count(queens(6), Half(), evidence="agreed")
    assert (counted.count, counted.complete, counted.evidence == "agreed") == (4, True, True)


def test_ctrl_c_while_a_second_is_asked_keeps_what_was_found(only: Callable[..., None]) -> None:
    class Stopped(Waits):
        """Is interrupted."""

        def solutions(self, search: Search) -> Iterator[Options]:
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


def test_the_reference_is_no_second_kind_where_it_answers_for_the_masks() -> None:
    """`bitmask` leaves costs and multiplicities to the code that `bitmask:python` is."""
    masks, reference = get_solver("bitmask"), get_solver("bitmask:python")
    plain, costly = Search(queens(6).matrix), Search(COSTLY)
    assert masks.kind_in(plain) == get_solver("dlx").kind_in(plain) == "native"
    assert masks.kind_in(costly, costs=True) == reference.kind_in(costly, costs=True) == "python"
    twice = ExactCover(
        primary=1,
        items=["a"],
        starts=[0, 1, 2],
        members=[0, 0],
        colors=[0, 0],
        costs=[0, 0],
        low=[2],
        high=[2],
        color_names=[],
    )
    assert masks.kind_in(Search(twice)) == "python"
    result = count(twice, "bitmask", evidence="agreed")
    assert result.evidence == "agreed"
    assert "python" not in str(result.evidence)


@pytest.mark.parametrize("what", ["generate", "minimal", "redundant"])
def test_a_judge_of_givens_that_lies_is_found_out(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Judge, "enough", lambda self, given: given)
    if what == "generate":
        with pytest.raises(WrongAnswer, match="generate"):
            generate(Sudoku(), 5, evidence="agreed")
        return
    if what == "minimal":
        with pytest.raises(WrongAnswer, match="minimal givens"):
            minimal_givens(Sudoku(), solve(Sudoku(HARD)).options, evidence="agreed")
        return
    real = PartSolver.core

    def core(self: PartSolver, parts: Sequence[Part]) -> Sequence[Part] | None:
        found = real(self, parts)
        left_out = any(part.kind is Kind.FORBIDDEN for part in parts)
        return [] if left_out and found is None else found

    monkeypatch.setattr(PartSolver, "core", core)
    assert len(redundant_givens(Sudoku(HARD))) == 21
    with pytest.raises(WrongAnswer, match="dlx and sat contradict each other"):
        redundant_givens(Sudoku(HARD), evidence="agreed")
