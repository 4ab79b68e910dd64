"""`optimize`: techniques by turns, or one alone; what it is asked, and what it says."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import ExactCover, ExactCoverBuilder, Puzzle, UnknownSolver, Unsupported
from minuet.solvers import Goal, Status, best, count, get_solver, solutions, solve, verify
from minuet.solvers.conformance import all_solutions
from minuet.solvers.contract import Progress, Query

from drawing import few
from oracle.costed import domination, drawn, square
from oracle.matrices import matrices
from oracle.problems import queens

SHOWN = [
    "optimize",
    *(f"optimize:{t}" for t in ("blocks", "neighborhoods", "climbing", "pairs", "diving")),
]


def colored() -> ExactCover:
    """Return four items of two colors; all of one color cost least where that is 0."""
    builder = ExactCoverBuilder()
    builder.secondary("color")
    for item in range(4):
        builder.item(item)
        for color in range(2):
            builder.option({item: None, "color": f"{color}"}, cost=item * color + 1)
    return builder.build()


@few(40)
@given(matrices(), st.sampled_from([1, 2, 3]))
def test_ends_with_the_cheapest(matrix: ExactCover, threads: int) -> None:
    progress = Progress()
    query = Query(matrix, threads=threads, seed=1)
    found = list(get_solver("optimize").improving(query, progress))
    costs = [matrix.cost(options) for options in found]
    expected = sorted(map(matrix.cost, all_solutions(matrix)))
    assert all(verify(matrix, options) is None for options in found)
    assert costs == sorted(set(costs), reverse=True)
    assert costs[-1:] == expected[:1]
    assert progress.complete


@pytest.mark.parametrize("matrix", [colored(), domination(5)], ids=["colors", "a covering"])
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_answers_what_most_techniques_refuse(matrix: ExactCover, threads: int) -> None:
    mine, theirs = solve(matrix, "optimize", threads=threads), solve(matrix, "dlx")
    assert mine.status is theirs.status is Status.OPTIMAL
    assert mine.objective == theirs.objective


def test_the_result_names_the_technique_that_answers() -> None:
    puzzle = square(6, (2, 3), drawn(3, 6))
    result = solve(puzzle, "optimize")
    assert result.solver == "optimize"
    assert "those of blocks" in result.reason
    assert "none better: claimed by optimize:blocks" in str(result.evidence)


def test_what_users_see_are_the_techniques_that_are_not_internal() -> None:
    solver = type(get_solver("optimize"))
    assert solver.full_names() == SHOWN
    every = set(solver.full_names(internal=True))
    assert {"optimize:blocks-proof", "optimize:neighborhoods-no-dear"} <= every - set(SHOWN)
    with pytest.raises(UnknownSolver, match=r"expected optimize, alone or .* diving; did"):
        get_solver("optimize:pair")


@pytest.mark.parametrize("name", SHOWN)
def test_without_costs_any_solution_is_the_best(name: str) -> None:
    result = solve(queens(6), name)
    assert result.answer is not None
    assert queens(6).check(result.answer)
    assert solve(queens(3), name).status is Status.INFEASIBLE


@pytest.mark.parametrize("ask", [count, solutions, lambda *asked: best(asked[0], 2, asked[1])])
def test_answers_the_best_alone(ask: Callable[[Puzzle, str], object]) -> None:
    assert get_solver("optimize").goals == {Goal.BEST, Goal.IMPROVING}
    with pytest.raises(Unsupported, match="solver optimize answers solve, improving alone"):
        ask(square(4, None, drawn(1, 4)), "optimize")


def test_weights_and_conditions_are_refused() -> None:
    puzzle = Puzzle("weights")
    table = puzzle.choices("row", number=range(4))
    puzzle.between(3, 4, table, weight="number")
    puzzle.minimize(table, "number")
    with pytest.raises(Unsupported, match="solver optimize does not support weights"):
        solve(puzzle, "optimize")
