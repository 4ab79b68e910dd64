"""A solver that lies is found out where agreement is asked for, whatever it lies about."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

import pytest
from own_solvers import Options, one_by_one, singly

from minuet.models import ExactCover, ExactCoverBuilder, Sudoku, WrongAnswer
from minuet.setting import generate, is_unique, minimal_givens, redundant_givens
from minuet.solvers import (
    Goal,
    best,
    count,
    crosscheck,
    get_solver,
    solutions,
    solve,
    solve_many,
)
from minuet.solvers.contract import Progress, Query, Solver

from mutants.uniqueness import UNIQUENESS
from oracle.problems import HARD, priced, queens

BOTH = r"(?s)(?=.*\bliar\b)(?=.*\b(dlx|sat|bitmask|cpsat|mip)\b)"
Asked = Callable[[Solver], object]
Reworked = Callable[[list[Options]], list[Options]]


class Liar(Solver):
    """Lists and counts what it makes of the solutions of dancing links; says that it is all."""

    goals = frozenset(Goal)

    def __init__(self, rework: Reworked, *, counts: int | None = None) -> None:
        super().__init__()
        self._rework, self._counts = rework, counts

    def version(self) -> str:
        return "1"

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        found = one_by_one(get_solver("dlx").solutions(query, Progress()))
        yield from singly(self._rework(list(found)))
        progress.complete = True

    def count(self, query: Query, progress: Progress) -> int:
        found = super().count(query, progress)
        return found if self._counts is None else self._counts

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        every = sorted(one_by_one(self.solutions(query, progress)), key=query.matrix.cost)
        yield from every[:1]
        progress.bound = None

    def best_solutions(self, query: Query, progress: Progress, k: int) -> Iterator[Options]:
        yield from islice(
            sorted(one_by_one(self.solutions(query, progress)), key=query.matrix.cost), k
        )


class SaysTwo(Liar):
    """Says of every selection that it has two solutions or more."""

    def many(
        self, query: Query, progress: Progress, selections: Iterable[Options], limit: int
    ) -> Iterator[tuple[int, Options | None]]:
        for _, first in super().many(query, progress, selections, limit):
            yield limit, first


class BoundsTooHigh(Liar):
    """Finds the dearest solution, and proves that none is cheaper than one less."""

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        dearest = max(one_by_one(self.solutions(query, progress)), key=query.matrix.cost)
        progress.complete = False
        yield dearest
        progress.bound = query.matrix.cost(dearest) - 1


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


def test_two_solutions_that_are_both_said_to_be_the_only_one(only: Callable[..., None]) -> None:
    """Both kinds say that there is one solution, but each shows another one."""
    theirs = Liar(lambda found: found[-1:])
    theirs.kind = "another"
    only(theirs)
    with pytest.raises(WrongAnswer, match="contradict"):
        list(solve_many(queens(6), [()], LEAVES_ONE, unique=True, evidence="agreed"))


def test_the_second_solver_is_spared_the_parameters_of_the_first(
    only: Callable[..., None],
) -> None:
    class Tuned(Liar):
        """Has parameters that no other solver knows."""

        name = "tuned"

        takes_parameters = True

    for name in ("sat", "cpsat", "mip"):
        only(name)
        result = count(queens(4), Tuned(list), parameters={"tuned/well": 1}, evidence="agreed")
        assert str(result.evidence) == f"2 solutions: agreed by tuned and {name}"


def test_the_reference_is_no_second_kind_where_it_answers_for_the_masks() -> None:
    """`bitmask` leaves costs to the code that `bitmask:python` is, but no multiplicities."""
    masks, reference = get_solver("bitmask"), get_solver("bitmask:python")
    assert not crosscheck(COSTLY, ["bitmask", "bitmask:python"]).by_two_kinds
    assert crosscheck(queens(4), ["bitmask", "bitmask:python"]).by_two_kinds
    plain, costly = Query(queens(6).matrix), Query(COSTLY)
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
    assert masks.kind_in(Query(twice)) == "native"
    result = count(twice, "bitmask", evidence="agreed")
    assert result.evidence == "agreed"
    assert "dlx" not in str(result.evidence)


def test_a_uniqueness_test_that_lies_is_found_out() -> None:
    with UNIQUENESS["any givens are enough"].plant():
        with pytest.raises(WrongAnswer, match="generate"):
            generate(Sudoku(), 5, evidence="agreed")
        with pytest.raises(WrongAnswer, match="minimal givens"):
            minimal_givens(Sudoku(), solve(Sudoku(HARD)).options, evidence="agreed")


def test_a_given_that_is_wrongly_said_to_be_redundant_is_found_out() -> None:
    with UNIQUENESS["whatever is left out clashes"].plant():
        assert len(redundant_givens(Sudoku(HARD))) == 21
        with pytest.raises(WrongAnswer, match="dlx and sat contradict each other"):
            redundant_givens(Sudoku(HARD), evidence="agreed")


def test_a_repeat_far_down_a_list_is_found_though_the_number_is_right() -> None:
    builder = ExactCoverBuilder()
    for number in range(12):
        builder.item(number)
    for number in range(24):
        builder.option([number // 2])
    many = builder.build()
    liar = Liar(lambda found: [*found[:-1], found[2500]])
    with pytest.raises(WrongAnswer, match="liar: a solution comes twice"):
        list(solutions(many, liar, evidence="agreed"))
    honest = solutions(many, HONEST, evidence="agreed")
    assert len(list(honest)) == 4096
    assert honest.complete


class OfAnother(Liar):
    """Of a kind of its own."""

    name = kind = "another"


class Few(OfAnother):
    """Finds one solution and does not come to an end."""

    name = kind = "few"

    def count(self, query: Query, progress: Progress) -> int:
        return 1

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        yield max(one_by_one(get_solver("dlx").solutions(query, Progress())), key=query.matrix.cost)


class TooMany(Few):
    """Says that it found a thousand solutions, or one that is the cheapest; does not end either."""

    name = kind = "too-many"

    def count(self, query: Query, progress: Progress) -> int:
        return 1000

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        yield min(one_by_one(get_solver("dlx").solutions(query, Progress())), key=query.matrix.cost)


class Dearest(OfAnother):
    """Says that the dearest solution is the cheapest."""

    name = kind = "dearest"

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        yield max(one_by_one(self.solutions(query, progress)), key=query.matrix.cost)


def test_the_second_and_the_third_solver_contradict_each_other(only: Callable[..., None]) -> None:
    only(TooMany(list), OfAnother(list))
    with pytest.raises(WrongAnswer, match=r"(?=.*too-many).* contradict each other"):
        count(queens(6), Few(list), evidence="agreed")
    only(TooMany(list), Dearest(list))
    with pytest.raises(WrongAnswer, match=r"(?=.*too-many).* contradict each other"):
        solve(COSTLY, Few(list), evidence="agreed")
