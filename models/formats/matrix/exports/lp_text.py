"""An integer program in the LP format of CPLEX, which people read as well as MIP solvers.

The rows of linear.py, all variables binary, the sum of costs minimised. A row that is bounded on
both sides is two, `r5` and `r5_high`, as not all readers take two bounds; and lines are short, as
some readers take no long ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from ...format import Format, Problem, whole
from .linear import Linear, comments, linear_of, require_exact_in_floats

__all__ = ["LP", "write_lp"]

ON_A_LINE = 10  # terms


def stream_lp(problem: Problem) -> Iterator[str]:
    """Return the program of a puzzle or a matrix, by the piece.

    Raises ModelError for graph rules and statements, and for sums past what floating point holds.
    """
    linear = linear_of(problem, "lp")
    require_exact_in_floats(linear, "lp")
    return _written(linear)


def _written(linear: Linear) -> Iterator[str]:
    yield from comments(linear, "\\")
    yield f"Minimize\n cost: {_terms(_prices(linear))}\nSubject To\n"
    for number, row in enumerate(linear.rows(), 1):
        terms = _terms(zip(row.variables, row.weights, strict=True))
        if row.low is not None:
            yield f" r{number}: {terms} {'=' if row.low == row.high else '>='} {row.low}\n"
        if row.high is not None and row.high != row.low:
            name = f"r{number}" if row.low is None else f"r{number}_high"
            yield f" {name}: {terms} <= {row.high}\n"
    yield "Binary\n"
    for first in range(1, linear.variables + 1, ON_A_LINE):
        last = min(first + ON_A_LINE, linear.variables + 1)
        yield f" {' '.join(f'x{variable}' for variable in range(first, last))}\n"
    yield "End\n"


def _prices(linear: Linear) -> Iterator[tuple[int, int]]:
    """Yield what costs something, and what no row names: readers know no other variables."""
    idle = np.ones(linear.variables + 1, bool)
    for row in linear.rows():
        idle[row.variables] = False
    yield from linear.prices
    costs = linear.matrix.costs
    free = np.flatnonzero(idle[1 : len(costs) + 1] & (costs == 0)) + 1
    yield from ((variable, 0) for variable in free.tolist())


def _terms(terms: Iterable[tuple[int, int]]) -> str:
    """Return a sum of variables, each times its factor, on as many lines as it takes."""
    words = [
        f"{'-' if factor < 0 else '+'} {abs(factor)} x{variable}"
        if abs(factor) != 1
        else f"{'-' if factor < 0 else '+'} x{variable}"
        for variable, factor in terms
    ]
    lines = (words[place : place + ON_A_LINE] for place in range(0, len(words), ON_A_LINE))
    return "\n  ".join(" ".join(line) for line in lines).removeprefix("+ ")


write_lp = whole(stream_lp)

LP = Format(
    "lp",
    "an integer program in CPLEX's LP format",
    extensions=(".lp",),
    write=write_lp,
    stream=stream_lp,
    example="""\
\\ an exact cover: its solutions are the solutions of these rows
\\ x1 is a |5
\\ x2 is b c:x |-2
\\ x3 is a b |4
\\ r1 is item a
\\ r2 is item b
Minimize
 cost: 5 x1 - 2 x2 + 4 x3
Subject To
 r1: x1 + x3 = 1
 r2: x2 + x3 = 1
Binary
 x1 x2 x3
End
""",
)
