"""A linear solver that lies: whatever prices GLOP is made to tell, answers must stay exact."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from unittest import mock

import numpy as np
import pytest

__all__ = ["lying_prices"]


@contextmanager
def lying_prices(
    duals: Sequence[float] = (), *, noise: float | None = None, infeasible: bool = False
) -> Iterator[None]:
    """Let OR-Tools' linear solver tell these dual values, or its own ones and some noise.

    infeasible  it claims at first that there is no solution, and tells the duals when asked why
    """
    helper = pytest.importorskip("ortools.linear_solver.python.model_builder_helper")
    solver: Any = helper.ModelSolverHelper
    asked = 0

    class Liar(solver):  # type: ignore[misc]
        def __init__(self, name: str) -> None:
            super().__init__(name)
            nonlocal asked
            self.number, asked = asked, asked + 1

        def status(self) -> Any:
            lies = infeasible and self.number == 0
            return helper.SolveStatus.INFEASIBLE if lies else helper.SolveStatus.OPTIMAL

        def dual_values(self) -> Any:
            if noise is not None:
                told = np.asarray(super().dual_values())
                return told + noise * np.arange(len(told))
            rows = len(super().dual_values())
            return np.resize(np.array(duals, float), rows)

    with mock.patch.object(helper, "ModelSolverHelper", Liar):
        yield
