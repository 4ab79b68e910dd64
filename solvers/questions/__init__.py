"""The questions that people ask: solve, count, solutions, best, many, up to symmetry.

queries.py has the first three, best.py, many.py (with its many_question.py and givens.py) and
symmetry.py the others. question.py is a
question on its way to a solver, stream.py its answers on their way back, confirm.py what is left
of a result after a second opinion; written.py writes all solutions with a checkpoint, frames.py
makes one table of them; of a batch, givens.py and many_question.py are these. It knows solvers
through the registry and auto. estimate/ tells how large a search is before one starts it.
"""

__all__ = [
    "best",
    "confirm",
    "estimate",
    "frames",
    "givens",
    "many",
    "many_question",
    "queries",
    "question",
    "stream",
    "symmetry",
    "written",
]
