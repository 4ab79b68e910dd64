"""Clauses in DIMACS CNF: what every SAT solver and every counter of models reads.

Variable k is option k, and `c` lines name it; clauses.py says what the others are. `c p show` names
the variables that a projected counter counts, as the Model Counting Competition has it.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...format import Format, Problem, whole
from ..refusals import refuse
from .clauses import Clauses, clauses_of
from .mapping import matrix_of, option_in_words, title

__all__ = ["CNF", "write_cnf"]


def stream_cnf(problem: Problem) -> Iterator[str]:
    """Return the clauses of a puzzle or a matrix, by the piece.

    Raises ModelError for what clauses do not say, costs above all, and for a text that is too long.
    """
    if matrix_of(problem).has_costs:
        raise refuse("cnf", problem, "costs")
    return _written(problem, clauses_of(problem, "cnf"))


def _written(problem: Problem, clauses: Clauses) -> Iterator[str]:
    options = matrix_of(problem).options
    yield f"c {title(problem)}: the models of these clauses are its solutions\n"
    for option in range(options):
        yield f"c variable {option + 1} is {option_in_words(problem, option)}\n"
    if options:
        yield f"c p show {' '.join(map(str, range(1, options + 1)))} 0\n"
    yield f"p cnf {clauses.variables} {clauses.number}\n"
    yield from clauses.text()


write_cnf = whole(stream_cnf)

CNF = Format(
    "cnf",
    "clauses in DIMACS CNF, whose models projected on the choices are the solutions",
    extensions=(".cnf",),
    write=write_cnf,
    stream=stream_cnf,
    example="""\
c an exact cover: the models of these clauses are its solutions
c variable 1 is a
c variable 2 is b c:x
c variable 3 is a b
c p show 1 2 3 0
p cnf 3 4
1 3 0
-1 -3 0
2 3 0
-2 -3 0
""",
)
