"""The problems of benchmarks/industrial: minuet's model and the one by hand have one optimum."""

from __future__ import annotations

import importlib
import pkgutil

import pytest

import benchmarks.industrial
from minuet import solve

cp_model = pytest.importorskip("ortools.sat.python.cp_model")
NAMES = [
    module.name
    for module in pkgutil.iter_modules(benchmarks.industrial.__path__)
    if module.name != "__main__"
]


@pytest.mark.parametrize("name", NAMES)
def test_both_models_have_the_stated_optimum(name: str) -> None:
    problem = importlib.import_module(f"benchmarks.industrial.{name}")
    result = solve(problem.minuet_model(), "cpsat", threads=1)
    assert (result.status.name, result.objective) == ("OPTIMAL", problem.OPTIMUM)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    assert solver.solve(problem.cpsat_model()) == cp_model.OPTIMAL
    assert solver.objective_value == problem.OPTIMUM
