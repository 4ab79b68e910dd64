"""What CP-SAT and the MIP solvers are asked for beyond the shared contract."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings

from minuet.models import ExactCover
from minuet.solvers import Search, Solver, get_solver
from minuet.solvers.fuzz.brute_force import all_solutions

from oracle.matrices import matrices

FEW = 20  # solutions: each takes a MIP solver a program of its own


@pytest.fixture(params=["cpsat", "mip:scip", "mip:highs"], scope="session")
def program(request: pytest.FixtureRequest) -> Solver:
    return get_solver(request.param)


@settings(max_examples=25)
@given(matrix=matrices())
def test_highs_finds_what_there_is(matrix: ExactCover) -> None:
    """Whose whole contract runs with `--solver mip:highs`."""
    solver = get_solver("mip:highs")
    expected = sorted(all_solutions(matrix))
    assume(len(expected) <= FEW)
    search = Search(matrix, excluded=tuple(expected[:1]))
    found = [tuple(sorted(options)) for options in solver.solutions(search)]
    assert (sorted(found), search.complete) == (expected[1:], True)
    search = Search(matrix)
    costs = [matrix.cost(options) for options in solver.improving(search)]
    assert costs == sorted(set(costs), reverse=True)
    assert costs[-1:] == sorted(map(matrix.cost, expected))[:1]
    assert search.complete
