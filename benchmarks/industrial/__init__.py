"""Problems of industry and puzzles, each modeled twice: with minuet, and by hand for CP-SAT.

Each module has its data, minuet_model() and cpsat_model(), which take the arguments of an instance,
and what both find of each instance:

OPTIMA  the value of the best answer; 0 where nothing is minimized, None where there is no answer
COUNTS  the number of answers. A cpsat_model() whose solutions are more than the answers returns
        besides the model the variables by which answers differ
"""

import importlib
import math
import pkgutil
import types
from collections.abc import Iterator
from typing import Any, NamedTuple

__all__ = ["OPEN", "Instance", "instances"]

OPEN = "open"  # nothing was proved within the time limit


class Instance(NamedTuple):
    """One instance of a problem: the arguments of its models, and what they are to find."""

    problem: str
    arguments: tuple
    expected: int | None
    counted: bool

    def __str__(self) -> str:
        return " ".join(map(str, (self.problem, *self.arguments)))

    @property
    def module(self) -> types.ModuleType:
        """The module of the problem."""
        return importlib.import_module(f"{__name__}.{self.problem}")

    def by_minuet(self, solver: str, time_limit: float | None = None) -> int | str | None:
        """Return what minuet finds, with one thread."""
        from minuet import count, solve

        puzzle = self.module.minuet_model(*self.arguments)
        threads = {"threads": 1} if solver == "cpsat" else {}
        if self.counted:
            counted = count(puzzle, solver, time_limit=time_limit, **threads)
            return counted.count if counted.complete else OPEN
        result = solve(puzzle, solver, time_limit=time_limit, **threads)
        if result.status.name not in ("OPTIMAL", "INFEASIBLE"):
            return OPEN
        return None if result.status.name == "INFEASIBLE" else result.objective or 0

    def by_hand(self, time_limit: float = math.inf) -> int | str | None:
        """Return what CP-SAT finds with the model by hand, with one worker."""
        from ortools.sat.python import cp_model

        class Counter(cp_model.CpSolverSolutionCallback):
            found = 0

            def on_solution_callback(self) -> None:
                self.found += 1

        model: Any = self.module.cpsat_model(*self.arguments)
        if isinstance(model, tuple):
            return _number_of_answers(*model, time_limit)
        solver, counter = cp_model.CpSolver(), Counter()
        solver.parameters.num_workers = 1
        solver.parameters.max_time_in_seconds = time_limit
        solver.parameters.enumerate_all_solutions = self.counted
        status = solver.solve(model, counter)
        if status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
            return OPEN
        if self.counted:
            return counter.found
        return None if status == cp_model.INFEASIBLE else round(solver.objective_value)


def instances() -> Iterator[Instance]:
    """Yield all instances, ordered by the names of their problems."""
    for found in pkgutil.iter_modules(__path__):
        if found.name == "__main__":
            continue
        problem = importlib.import_module(f"{__name__}.{found.name}")
        counted = hasattr(problem, "COUNTS")
        for arguments, expected in (problem.COUNTS if counted else problem.OPTIMA).items():
            yield Instance(found.name, arguments, expected, counted)


def _number_of_answers(model: Any, variables: list, time_limit: float) -> int | str:
    """Return how often the Booleans differ: solve, exclude the answer, and solve again."""
    from ortools.sat.python import cp_model

    found = 0
    while True:
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.max_time_in_seconds = time_limit
        status = solver.solve(model)
        if status != cp_model.OPTIMAL:
            return found if status == cp_model.INFEASIBLE else OPEN
        found += 1
        model.add_bool_or(~each if solver.value(each) else each for each in variables)
