"""Conditions by lazy clauses: every solver tells what holds them, once each, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from own_solvers import Options

from minuet.models import ExactCover, ModelError, Unsupported, WrongAnswer
from minuet.models.matrix.conditions import Clause, GraphRule, Statement
from minuet.solvers import count, get_solver, solutions, solve
from minuet.solvers.conformance import all_solutions
from minuet.solvers.contract import Progress, Query
from minuet.solvers.fuzz import Task
from minuet.solvers.fuzz.cases.small_matrices import small_conditions, small_sums

from drawing import seeds

LAZY = ("bitmask:python", "sat", "sat:cadical195", "cpsat", "mip", "mip:highs")
# As `seeds` takes them; of the others, which take long, one.
CASES = {"bitmask:python": (120, 40), "sat": (80, 25), "cpsat": (40, 12)}
Draw = Callable[[Random], Task]


def pairs(size: int, **held: object) -> ExactCover:
    """Return items each of which one of two options covers: 2k and 2k + 1."""
    return ExactCover(
        primary=size,
        items=list(range(size)),
        starts=range(2 * size + 1),
        members=[item for item in range(size) for _ in range(2)],
        **held,  # type: ignore[arg-type]
    )


def evenly(size: int) -> Statement:
    """Return the statement that the numbers of the chosen options sum to something even."""
    return Statement("even", lambda chosen: sum(chosen) % 2 == 0, range(2 * size))


def drawn(name: str, draw: Draw) -> list[Task]:
    tasks = (draw(Random(f"{name} {number}")) for number in range(200))
    small = [task for task in tasks if 2 < task.matrix.options <= 9 and light(name, task.matrix)]
    return small[: len(seeds(*CASES.get(name, (1, 1))))]


def light(name: str, matrix: ExactCover) -> bool:
    """Whether a solver that computes in floating point takes the weights and the costs."""
    heaviest = max(abs(matrix.weights).max(initial=1), abs(matrix.costs).max(initial=0))
    return not name.startswith("mip") or heaviest < 1000


def listed(name: str, query: Query) -> list[Options]:
    progress = Progress()
    batches = get_solver(name).solutions(query, progress)
    found = [tuple(sorted(options)) for batch in batches for options in batch]
    assert progress.complete
    assert len(set(found)) == len(found)
    return sorted(found)


@pytest.mark.parametrize("draw", [small_sums, small_conditions])
@pytest.mark.parametrize("name", LAZY)
def test_solvers_say_what_brute_force_says(name: str, draw: Draw) -> None:
    chosen = get_solver(name)
    for task in drawn(name, draw):
        matrix, query = task.matrix, Query(task.matrix, task.given, task.forbidden)
        truth = sorted(all_solutions(matrix, task.given, task.forbidden))
        assert listed(name, query) == truth
        progress = Progress()
        assert chosen.count(query, progress) == len(truth)
        progress = Progress()
        first = chosen.first(query, progress)
        assert first is None if not truth else tuple(sorted(first or ())) in truth
        best = list(chosen.improving(query, progress := Progress()))
        assert progress.complete
        assert [matrix.cost(one) for one in best][-1:] == sorted(map(matrix.cost, truth))[:1]
        assert {tuple(sorted(one)) for one in best} <= set(truth)
        answers = list(chosen.many(query, Progress(), task.selections, 2))
        for selection, (number, one) in zip(task.selections, answers, strict=True):
            held = [known for known in truth if set(selection) <= set(known)]
            assert number == min(len(held), 2)
            assert one is None or tuple(sorted(one)) in held
        if chosen.excludes:
            excluded = tuple(truth[:2])
            told = Query(matrix, task.given, task.forbidden, excluded=excluded)
            assert listed(name, told) == truth[2:]


@pytest.mark.parametrize("name", [*LAZY, "auto"])
def test_of_many_solutions_those_come_that_hold(name: str) -> None:
    size = 3 if name.startswith(("mip", "sat:")) else 7
    matrix = pairs(size, statements=[evenly(size)])
    assert count(matrix, name).count == 2 ** (size - 1)
    found = [one for one in solutions(matrix, name) if isinstance(one, tuple)]
    assert len(set(found)) == 2 ** (size - 1)
    assert all(sum(one) % 2 == 0 for one in found)


@pytest.mark.parametrize("name", LAZY)
def test_the_cheapest_solution_may_not_be_the_cheapest_cover(name: str) -> None:
    costs = [0, 1, 0, 2, 0, 4]
    odd = Statement("odd", lambda chosen: sum(chosen) % 2 == 1, range(6))
    result = solve(pairs(3, costs=costs, statements=[odd]), name)
    assert (result.objective, result.bound, result.complete) == (1, 1, True)


@pytest.mark.parametrize("name", LAZY)
def test_a_batch_forgets_what_it_told_of_one_selection(name: str) -> None:
    matrix = pairs(2, statements=[evenly(2)])  # (0, 2) and (1, 3)
    answers = list(get_solver(name).many(Query(matrix), Progress(), [(), (0,), (0, 3), ()], 5))
    assert [number for number, _ in answers] == [2, 1, 0, 2]


@pytest.mark.parametrize("name", LAZY[1:])
def test_a_clause_that_cuts_nothing_is_a_wrong_answer(name: str) -> None:
    useless = Statement(
        "useless", lambda chosen: False, range(4), lambda chosen: Clause.of([], [0, 1])
    )
    matrix = pairs(2, statements=[useless])
    for ask in (solve, count):
        with pytest.raises(WrongAnswer, match="useless: its clause does not cut"):
            ask(matrix, name)
    with pytest.raises(WrongAnswer, match="useless: its clause does not cut"):
        list(get_solver(name).many(Query(matrix), Progress(), [()], 1))


@pytest.mark.parametrize("name", LAZY)
def test_what_a_predicate_raises_comes_out(name: str) -> None:
    def raises(chosen: tuple[int, ...]) -> bool:
        raise ModelError("statement x at file:3: division by zero")

    with pytest.raises(ModelError, match="file:3"):
        solve(pairs(2, statements=[Statement("x", raises, range(4))]), name)


def test_who_does_not_know_them_refuses_them_by_name() -> None:
    rule = GraphRule("one", "connected", 1, *([],) * 4)  # type: ignore[arg-type]
    for matrix, what in (
        (pairs(1, graph_rules=[rule]), "graph rules"),
        (pairs(1, statements=[evenly(1)]), "statements"),
    ):
        with pytest.raises(Unsupported, match=f"^solver memo does not support {what}$"):
            count(matrix, "memo")
