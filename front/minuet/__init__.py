"""Model puzzles that are exact covers, solve one shared matrix, cross-check the answers.

Puzzle, Sudoku, Packing, ExactCover     what is solved
solve, improving, best      an answer, ever better ones, the cheapest ones
count, solutions            how many there are, and all of them
solve_many                  an answer of each of many puzzles
crosscheck, verify          several solvers' answers compared; one solution looked at
explain, estimate           why there is no answer; how long a search takes
read, write                 texts in any format
Search, Goal, Settings      what the verbs run, as a value
Result, Status              what comes back
MinuetError, ...            what is raised

These names are the front door: each is imported when it is first used. Everything else is in
`minuet.models`, `minuet.solvers`, `minuet.setting` and `minuet.experiments`.
"""

from .models.lazily import lazily

with lazily(__name__):
    from .models.errors import (
        InputError,
        MinuetError,
        ModelError,
        SolverError,
        Unavailable,
        Unsupported,
        WrongAnswer,
    )
    from .models.formats.reading import read
    from .models.formats.writing import write
    from .models.matrix.exact_cover import ExactCover
    from .models.packings.packing import Packing
    from .models.puzzle import Puzzle
    from .models.sudokus.sudoku import Sudoku
    from .solvers.contract.goal import Goal
    from .solvers.contract.result import Interrupted, Result, Status
    from .solvers.contract.verify import verify
    from .solvers.crosscheck import crosscheck
    from .solvers.explain.explain import explain
    from .solvers.search.estimate import estimate
    from .solvers.search.search import Search
    from .solvers.search.settings import Settings
    from .solvers.search.verbs import best, count, improving, solutions, solve, solve_many

__all__ = [
    "ExactCover",
    "Goal",
    "InputError",
    "Interrupted",
    "MinuetError",
    "ModelError",
    "Packing",
    "Puzzle",
    "Result",
    "Search",
    "Settings",
    "SolverError",
    "Status",
    "Sudoku",
    "Unavailable",
    "Unsupported",
    "WrongAnswer",
    "best",
    "count",
    "crosscheck",
    "estimate",
    "explain",
    "improving",
    "read",
    "solutions",
    "solve",
    "solve_many",
    "verify",
    "write",
]
