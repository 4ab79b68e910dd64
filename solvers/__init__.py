"""How a puzzle is answered: the solvers, the questions, the cross-check.

solve(puzzle)       the first solution, or the best one where there are costs
solutions(puzzle)   all solutions, lazily
count(puzzle)       how many there are, exactly
count_up_to_symmetry(puzzle)  how many of which no two are alike
crosscheck(puzzle)  several solvers' answers, compared
verify(matrix, options)  None, or why the options are no solution
"""

from .best import best
from .crosscheck import Outcome, Report, crosscheck
from .many import solve_many
from .queries import Solutions, count, solutions, solve
from .registry import get_solver, solver_names
from .result import Interrupted, Result, Statistics
from .solver import Deadline, Search, Solver, Status
from .symmetry import ClassCount, count_up_to_symmetry
from .verify import Verifier, verify

__all__ = [
    "ClassCount",
    "Deadline",
    "Interrupted",
    "Outcome",
    "Report",
    "Result",
    "Search",
    "Solutions",
    "Solver",
    "Statistics",
    "Status",
    "Verifier",
    "best",
    "count",
    "count_up_to_symmetry",
    "crosscheck",
    "get_solver",
    "solutions",
    "solve",
    "solve_many",
    "solver_names",
    "verify",
]
