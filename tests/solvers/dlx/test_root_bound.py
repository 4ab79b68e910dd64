"""The bound at the root is the linear relaxation's: else nothing is wrong, and all is slow."""

from __future__ import annotations

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import ExactCover
from minuet.solvers.contract import Query
from minuet.solvers.encoding.priced_matrix import priced
from minuet.solvers.encoding.relaxation import relaxation
from minuet.solvers.encoding.selection import unselected


def relaxed_optimum(matrix: ExactCover) -> float | None:
    """Return the linear relaxation's optimum, by OR-Tools' modelling layer; None: infeasible."""
    from ortools.linear_solver.python import model_builder

    model = model_builder.Model()
    chosen = [model.new_num_var(0, 1, f"x{k}") for k in range(matrix.options)]
    for item, (low, high) in enumerate(zip(matrix.low, matrix.high, strict=True)):
        covers = [chosen[k] for k in range(matrix.options) if item in dict(matrix.option(k))]
        model.add(sum(covers) >= int(low))
        model.add(sum(covers) <= int(high))
    model.minimize(sum(int(cost) * x for cost, x in zip(matrix.costs, chosen, strict=True)))
    solver = model_builder.Solver("glop")
    status = solver.solve(model)
    return solver.objective_value if status == model_builder.SolveStatus.OPTIMAL else None


def set_partition(seed: int) -> ExactCover:
    """Return a random matrix with solutions: some items primary, costs of both signs."""
    rng = np.random.default_rng(seed)
    items, primary = 8, int(rng.integers(5, 9))
    rows = [rng.permutation(items)[: rng.integers(1, 4)] for _ in range(20)]
    for _ in range(2):
        rows += np.split(rng.permutation(items), sorted(rng.integers(0, items, 3)))
    return ExactCover(
        primary=primary,
        items=[f"i{k}" for k in range(items)],
        starts=np.cumsum([0, *map(len, rows)]),
        members=np.concatenate(rows),
        costs=rng.integers(-10, 60, len(rows)),
    )


@given(seed=st.integers(0, 2**32), factor=st.sampled_from([1, 2, 6, 7, 1000, 2**20]))
def test_the_bound_at_the_root_is_that_of_the_relaxation_whatever_divides_all_costs(
    seed: int, factor: int
) -> None:
    matrix = set_partition(seed)
    matrix = matrix.replaced(costs=matrix.costs * factor)
    rest = unselected(matrix)
    duals, _ = relaxation(rest, Query(matrix))
    optimum = relaxed_optimum(matrix)
    assert duals is not None
    assert optimum is not None
    unit = int(np.gcd.reduce(matrix.costs))
    assert priced(rest, duals).least() == unit * math.ceil(optimum / unit - 1e-4)
