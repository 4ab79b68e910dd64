"""What every solver must do. `pytest --solver NAME` asks one, a new one included."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import Unsupported
from minuet.solvers.conformance import REQUIREMENTS, Requirement, all_solutions
from minuet.solvers.conformance.requirement import NotApplicable
from minuet.solvers.contract import Solver
from minuet.solvers.fuzz import Task

from drawing import few
from oracle.matrices import matrices

pytestmark = pytest.mark.asks()  # what a solver answers, its goals say
SLOW = {  # each example asks several questions
    "finds_a_solution_if_there_is_one",
    "answers_many_selections",
    "does_not_tell_excluded_solutions",
    "agrees_or_leaves_open",
}
FEWEST = 100  # solutions that a solver lists in sensible time: who lists fewer is asked less
DRAWN = [one for one in REQUIREMENTS if one.drawn is not None]
FIXED = [one for one in REQUIREMENTS if one.fixed is not None]
FUZZED = [one for one in REQUIREMENTS if one.fuzzed is not None]


def refusals(solver: Solver) -> tuple[type[Exception], ...]:
    """Return what a solver may raise where it is asked what is none of its goals."""
    return () if solver.goals >= Solver.goals else (Unsupported,)


@st.composite
def tasks(draw: st.DrawFn) -> Task:
    """Draw a small matrix, a selection on it, and further ones for a batch."""
    matrix = draw(matrices())
    some = st.lists(st.integers(0, max(matrix.options - 1, 0)), max_size=2, unique=True)
    given_, forbidden, *selections = draw(st.lists(some, min_size=2, max_size=5))
    if not matrix.options:
        return Task(matrix, selections=((),))
    selected = draw(st.booleans())
    return Task(
        matrix,
        tuple(given_) if selected else (),
        frozenset(forbidden) if selected else frozenset(),
        tuple(map(tuple, selections)),
    )


@pytest.mark.parametrize("requirement", DRAWN, ids=lambda one: one.name)
def test_answers_as_brute_force_does(solver: Solver, requirement: Requirement) -> None:
    asked = 0
    most = solver.most_solutions or FEWEST

    @given(task=tasks(), seed=st.integers(0, 1 << 20))
    def meets(task: Task, seed: int) -> None:
        nonlocal asked
        assert requirement.drawn is not None
        if most < FEWEST < len(all_solutions(task.matrix)):
            return  # hundreds take it minutes
        with suppress(NotApplicable, *refusals(solver)):
            requirement.drawn(solver, task, Random(seed))
            asked += 1

    slow = requirement.name in SLOW or most < FEWEST
    few(10 if slow else 30)(meets)()
    if not asked:
        pytest.skip(f"none on {solver.full_name}")


@pytest.mark.parametrize("requirement", FIXED, ids=lambda one: one.name)
def test_behaves_as_every_solver_must(solver: Solver, requirement: Requirement) -> None:
    assert requirement.fixed is not None
    try:
        requirement.fixed(solver)
    except (NotApplicable, *refusals(solver)) as reason:
        pytest.skip(str(reason))


@pytest.mark.slow  # seconds for each solver; tests/solvers/fuzz asks all of them too
@pytest.mark.parametrize("requirement", FUZZED, ids=lambda one: one.name)
def test_shows_no_fault_to_the_fuzzer(solver: Solver, requirement: Requirement) -> None:
    assert requirement.fuzzed is not None
    requirement.fuzzed(solver, 60)
