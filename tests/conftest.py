"""The shared set-up of the tests: which solvers run, where the data stands."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from minuet.models import ExactCover
from minuet.models.formats import read
from minuet.solvers import Goal, get_solver, solver_names
from minuet.solvers.contract import Solver

from drawing import EXAMPLES, FRESH

hypothesis.settings.register_profile(
    "minuet",
    deadline=None,
    max_examples=EXAMPLES,
    derandomize=not FRESH,
    # MINUET_SHRINK=0 leaves a failing example as it was found: who wants only to see it fail.
    phases=[
        phase
        for phase in hypothesis.Phase
        if phase is not hypothesis.Phase.shrink or os.environ.get("MINUET_SHRINK") != "0"
    ],
    report_multiple_bugs=False,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("minuet")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--kind", help="run the shared tests with all solvers and techniques of a kind: native"
    )
    parser.addoption(
        "--solver",
        action="append",
        help="run the shared tests with this solver only, as in sat:cadical195 (repeatable)",
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "solver" in metafunc.fixturenames:
        names = metafunc.config.getoption("--solver") or [*solver_names(), *techniques_apart()]
        kind = metafunc.config.getoption("--kind")
        # A test asks for the best solution, or for what its mark says.
        mark = metafunc.definition.get_closest_marker("asks")
        goals = {Goal.BEST} if mark is None else set(mark.args)
        solvers = every_technique() if kind else [get_solver(name) for name in names]
        metafunc.parametrize(
            "solver",
            [
                installed(solver)
                for solver in solvers
                if goals <= solver.goals and (not kind or solver.kind == kind)
            ],
            ids=lambda solver: solver.full_name,
        )


def techniques_apart() -> list[str]:
    """Return the names of techniques that are solvers of another kind than theirs."""
    return [solver.full_name for solver in every_technique() if solver.kind != type(solver).kind]


def every_technique() -> list[Solver]:
    """Return the solvers, alone and with each technique."""
    names = [name for base in solver_names() for name in get_solver(base).full_names()]
    return [get_solver(name) for name in names]


def installed(solver: Solver) -> Any:
    """Return a solver as a parameter; where its library is not installed its tests are skipped."""
    if not solver.package or solver.version_at_hand():
        return solver
    return pytest.param(solver, marks=pytest.mark.skip(f"{solver.package} is not installed"))


@pytest.fixture
def searching() -> Callable[[], list[threading.Thread]]:
    """The threads of searches that this test began and that still run.

    A search that was interrupted may outlive its test, until its stream is collected.
    """
    before = set(threading.enumerate())
    return lambda: [
        thread
        for thread in threading.enumerate()
        if thread.name == "minuet" and thread not in before
    ]


@pytest.fixture(scope="session")
def data() -> Path:
    return Path(__file__).parent / "data"


@pytest.fixture(scope="session")
def langford(data: Path) -> ExactCover:
    """Langford pairs with costs; the best costs 99."""
    (matrix,) = read((data / "instances/langford8_cost.dlx").read_bytes()).problems
    assert isinstance(matrix, ExactCover)
    return matrix
