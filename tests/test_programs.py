"""What CP-SAT and the MIP solvers are asked for beyond the shared contract."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minuet.models import ExactCover, ExactCoverBuilder
from minuet.solvers import Search, Solver, get_solver
from minuet.solvers.fuzz.brute_force import all_solutions

from oracle.matrices import matrices


@pytest.fixture(params=["cpsat", "mip:scip"], scope="session")
def program(request: pytest.FixtureRequest) -> Solver:
    return get_solver(request.param)


@settings(max_examples=40)
@given(matrix=matrices(), data=st.data())
def test_excluded_solutions_are_not_told(
    program: Solver, matrix: ExactCover, data: st.DataObject
) -> None:
    some = st.sets(st.integers(0, max(matrix.options - 1, 0)), max_size=1)
    chosen = data.draw(some) if matrix.options else set()
    known = sorted(all_solutions(matrix))
    excluded = tuple(data.draw(st.lists(st.sampled_from(known), unique=True)) if known else [])
    left = [one for one in sorted(all_solutions(matrix, chosen)) if one not in excluded]
    asked = Search(matrix, tuple(chosen), excluded=excluded)
    search = asked.anew()
    assert sorted(tuple(sorted(one)) for one in program.solutions(search)) == left
    assert search.complete
    assert program.count(asked.anew()) == len(left)
    search = asked.anew()
    first = program.first(search)
    assert tuple(sorted(first)) in left if first is not None else search.complete and not left
    search = asked.anew()
    costs = [matrix.cost(one) for one in program.improving(search)]
    assert search.complete
    assert costs[-1:] == ([min(map(matrix.cost, left))] if left else [])


def test_the_only_solution_excluded_is_infeasible(program: Solver) -> None:
    empty = ExactCoverBuilder().build()
    builder = ExactCoverBuilder()
    builder.item("a")
    builder.option(["a"])
    for matrix, only in ((empty, ()), (builder.build(), (0,))):
        search = Search(matrix, excluded=(only,))
        assert program.first(search) is None
        assert search.complete
