"""The search for the cheapest solution in turns: each goes on where the last one stopped."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import ExactCover
from minuet.models.gallery import entry
from minuet.solvers import get_solver
from minuet.solvers.conformance import all_solutions
from minuet.solvers.contract import Deadline, Progress, Query, Solver

from oracle.costed import domination
from oracle.matrices import matrices


class Looks(Deadline):
    """A deadline that comes after it was looked at so often; steps until then are short."""

    def __init__(self, looks: int) -> None:
        super().__init__()
        self.looks = looks

    def left(self) -> float:
        return 0.0001 if self.looks > 0 else 0.0

    def passed(self) -> bool:
        self.looks -= 1
        return self.looks < 0


def in_turns(
    solver: Solver, query: Query, looks: int, hints: dict[int, tuple[int, ...]]
) -> tuple[list[int], list[int], int]:
    """Ask until the cheapest is proved; return all costs told, the bounds of the turns, and nodes.

    hints  what is known from elsewhere when the turn of this number begins
    """
    costs, bounds, nodes = [], [], 0
    best: tuple[int, ...] = ()
    for turn in range(500):
        hint = hints.get(turn, ())
        if hint and (not best or query.matrix.cost(hint) < query.matrix.cost(best)):
            best = hint
        progress = Progress()
        part = Query(query.matrix, hint=best, deadline=Looks(looks))
        for options in solver.improving(part, progress):
            assert not best or query.matrix.cost(options) <= query.matrix.cost(best)
            best = tuple(sorted(options))
            costs.append(query.matrix.cost(options))
        nodes += progress.nodes
        if progress.bound is not None:
            bounds.append(progress.bound)
        if progress.complete:
            return costs, bounds, nodes
    raise AssertionError("it does not end")


def test_all_turns_together_are_one_search() -> None:
    matrix = domination(9)
    whole = Progress()
    found = list(get_solver("dlx:taxes").improving(Query(matrix), whole))
    solver = get_solver("dlx:taxes")
    costs, bounds, nodes = in_turns(solver, Query(matrix), 40, {})
    assert costs[-1] == matrix.cost(found[-1]) == 5
    assert len(bounds) > 3
    assert bounds == sorted(bounds)
    assert nodes == whole.nodes


TURNS = st.lists(st.integers(0, 5), max_size=3)  # in which something is known from elsewhere


def assert_proves(solver: str, matrix: ExactCover, looks: int, turns: list[int]) -> None:
    solutions = sorted(all_solutions(matrix), key=matrix.cost, reverse=True)
    known = dict(zip(sorted(turns), map(tuple, map(sorted, solutions)), strict=False))
    costs, bounds, _ = in_turns(get_solver(solver), Query(matrix), looks, known)
    assert bounds == sorted(bounds)
    if solutions:
        assert costs[-1] == matrix.cost(solutions[-1]) == bounds[-1]
    else:
        assert not costs


@given(matrix=matrices(), looks=st.integers(8, 20), turns=TURNS)
def test_whoever_finds_the_better_answers_the_proof_is_right(
    matrix: ExactCover, looks: int, turns: list[int]
) -> None:
    assert_proves("dlx:taxes", matrix, looks, turns)


@given(matrix=matrices(weights=True), looks=st.integers(8, 20), turns=TURNS)
def test_so_it_is_where_sums_are_propagated(
    matrix: ExactCover, looks: int, turns: list[int]
) -> None:
    assert_proves("propagate:tree", matrix, looks, turns)


def test_a_ruler_is_proved_in_turns() -> None:
    ruler = entry("golomb-ruler-6").load().matrix
    whole = Progress()
    list(get_solver("propagate").improving(Query(ruler), whole))
    costs, bounds, nodes = in_turns(get_solver("propagate"), Query(ruler), 60, {})
    assert (costs[-1], bounds[-1], nodes) == (17, 17, whole.nodes)


@pytest.mark.parametrize("turns", [(0, 2, 5), (3, 4, 5), (1, 20, 40)])
def test_what_is_known_meanwhile_limits_the_round_that_rests(turns: tuple[int, ...]) -> None:
    matrix = domination(9)
    best = list(get_solver("dlx").improving(Query(matrix), Progress()))[-1]
    others = [option for option in range(matrix.options) if option not in best]
    known = [tuple(sorted((*best, *others[:more]))) for more in (2, 1, 0)]
    hints = dict(zip(turns, known, strict=True))
    costs, bounds, _ = in_turns(get_solver("dlx:taxes"), Query(matrix), 20, hints)
    assert (costs[-1], bounds[-1]) == (5, 5)
    assert bounds == sorted(bounds)


def test_another_question_is_searched_anew() -> None:
    matrix, solver = domination(7), get_solver("dlx")
    list(solver.improving(Query(matrix, deadline=Looks(3)), Progress()))
    progress = Progress()
    corner = list(solver.improving(Query(matrix, given=(0,)), progress))
    assert progress.complete
    assert 0 in corner[-1]
