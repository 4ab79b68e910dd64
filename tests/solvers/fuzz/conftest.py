"""Imports once what the questions of the fuzzer need, so that no child process does it anew."""

from __future__ import annotations

from contextlib import suppress

import pytest

from minuet.models import Unavailable, Unsupported
from minuet.models.formats import read
from minuet.solvers import count, diverse, explain, pareto, solution_set, solve

SOLVERS = ("auto", "sat", "cpsat", "mip", "optimize")


@pytest.fixture(scope="session", autouse=True)
def imported() -> None:
    (matrix,) = read("a b\na |1\na |2\nb |1\n", form="dlx").problems
    for solver in SOLVERS:
        with suppress(Unavailable):
            solve(matrix, solver)
    with suppress(Unavailable):
        count(matrix, symmetries="auto")
        list(diverse(matrix, 2))
    with suppress(Unsupported):  # that two solvers agree on costs
        solve(matrix, "dlx", evidence="agreed")
    list(pareto(matrix, [1, 2, 3], [3, 2, 1]))
    explain(matrix)
    solution_set(matrix)
