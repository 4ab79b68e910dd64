"""The questions that people ask: solve, count, solutions, best, many, up to symmetry.

queries.py has the first three, best.py, many.py (with its many_question.py and givens.py) and
symmetry.py the others. selection.py is what a question is of, question.py one on its way to a
solver, better.py ever better answers and stream.py all of them on their way back, confirm.py what
is left of a result after a second opinion. frames.py makes one table of all solutions. checkpoint/
keeps what a search has found where no kill can tear it, and writes all solutions into a file,
estimate/ tells how large a search is before one starts it, workers/ shares a search among
processes, here or on other machines, optima/ tells better answers as they come, solution_sets/
holds all solutions as one folded tree. All of them know solvers through the registry and auto.
"""

__all__ = [
    "best",
    "better",
    "checkpoint",
    "confirm",
    "estimate",
    "frames",
    "givens",
    "many",
    "many_question",
    "optima",
    "queries",
    "question",
    "selection",
    "solution_sets",
    "stream",
    "symmetries",
    "symmetry",
    "workers",
]
