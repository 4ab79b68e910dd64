"""Clauses with prices in WCNF: what MaxSAT solvers read, in the form of the evaluations since 2022.

A line that begins with `h` is a hard clause; another one begins with what it costs to break it. The
hard clauses are those of clauses.py. An option that costs is a clause against it, one whose cost is
negative a clause for it, so that a solution costs what it breaks and a number that a comment gives.
(The form: MaxSAT Evaluation 2022, rules; RC2, Open-WBO and others read it.)
"""

from __future__ import annotations

from collections.abc import Iterator

from ....errors import ModelError
from ...format import Format, Problem, whole
from .clauses import Clauses, clauses_of
from .mapping import heading, matrix_of, option_in_words

__all__ = ["WCNF", "write_wcnf"]

MOST = (1 << 63) - 1  # what solvers take all prices to sum to at most


def stream_wcnf(problem: Problem) -> Iterator[str]:
    """Return the clauses and prices of a puzzle or a matrix, by the piece.

    Raises ModelError for what clauses do not say.
    """
    costs = matrix_of(problem).costs
    if sum(map(abs, costs[costs != 0].tolist())) > MOST:
        raise ModelError(f"wcnf: {problem!r} has costs that sum past {MOST}, expected less")
    return _written(problem, clauses_of(problem, "wcnf"))


def _written(problem: Problem, clauses: Clauses) -> Iterator[str]:
    matrix = matrix_of(problem)
    yield from heading(problem, "c", "the models of the hard clauses are its solutions")
    gained = int(matrix.costs[matrix.costs < 0].sum())
    yield f"c a solution costs what it breaks{f', less {-gained}' if gained else ''}\n"
    for option in range(matrix.options):
        yield f"c variable {option + 1} is {option_in_words(problem, option)}\n"
    yield from clauses.text("h ")
    for option, cost in enumerate(matrix.costs.tolist(), 1):
        if cost:
            yield f"{abs(cost)} {-option if cost > 0 else option} 0\n"


write_wcnf = whole(stream_wcnf)

WCNF = Format(
    "wcnf",
    "clauses with prices in WCNF, for MaxSAT solvers",
    extensions=(".wcnf",),
    write=write_wcnf,
    stream=stream_wcnf,
    example="""\
c an exact cover: the models of the hard clauses are its solutions
c a solution costs what it breaks, less 2
c variable 1 is a |5
c variable 2 is b c:x |-2
c variable 3 is a b |4
h 1 3 0
h -1 -3 0
h 2 3 0
h -2 -3 0
5 -1 0
2 2 0
4 -3 0
""",
)
