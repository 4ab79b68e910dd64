"""An integer program in free MPS: what nearly every MIP solver reads.

The rows of linear.py, told by the column, all variables binary, the sum of costs minimised.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import numpy as np

from ...format import Format, Problem, whole
from .linear import Linear, Row, comments, linear_of, require_exact_in_floats

__all__ = ["MPS", "write_mps"]


def stream_mps(problem: Problem) -> Iterator[str]:
    """Return the program of a puzzle or a matrix, by the piece.

    Raises ModelError for graph rules and statements, and for sums past what floating point holds.
    """
    linear = linear_of(problem, "mps")
    require_exact_in_floats(linear, "mps")
    return _written(linear)


def _written(linear: Linear) -> Iterator[str]:
    yield from comments(linear, "*")
    yield "NAME minuet\nROWS\n N cost\n"
    for number, row in enumerate(linear.rows(), 1):
        yield f" {_kind(row)} r{number}\n"
    yield "COLUMNS\n MARK0 'MARKER' 'INTORG'\n"
    yield from _columns(linear)
    yield " MARK1 'MARKER' 'INTEND'\nRHS\n"
    for number, row in enumerate(linear.rows(), 1):
        bound = row.low if row.high is None else row.high
        if bound:
            yield f" RHS r{number} {bound}\n"
    yield "RANGES\n"
    for number, row in enumerate(linear.rows(), 1):
        if row.low is not None and row.high is not None and row.low < row.high:
            yield f" RNG r{number} {row.high - row.low}\n"
    yield "BOUNDS\n"
    for variable in range(1, linear.variables + 1):
        yield f" BV BND x{variable}\n"
    yield "ENDATA\n"


def _kind(row: Row) -> str:
    """Return whether a row equals its bound, is at least it, or at most."""
    if row.low == row.high:
        return "E"
    return "G" if row.high is None else "L"


def _columns(linear: Linear) -> Iterator[str]:
    """Yield each variable's cost and entries; one without any is told by a cost of 0."""
    size = [len(row.variables) for row in linear.rows()]
    rows = np.repeat(np.arange(1, linear.number + 1), size)
    entries = sum(size)
    variables = np.fromiter(chain.from_iterable(r.variables for r in linear.rows()), int, entries)
    weights = np.fromiter(chain.from_iterable(r.weights for r in linear.rows()), int, entries)
    order = np.argsort(variables, kind="stable")
    ends = np.cumsum(np.bincount(variables, minlength=linear.variables + 1)).tolist()
    costs = dict(linear.prices)
    for variable in range(1, linear.variables + 1):
        part = order[ends[variable - 1] : ends[variable]]
        cost = costs.get(variable, 0)
        if cost or not len(part):
            yield f" x{variable} cost {cost}\n"
        pairs = zip(rows[part].tolist(), weights[part].tolist(), strict=True)
        yield "".join(f" x{variable} r{row} {weight}\n" for row, weight in pairs)


write_mps = whole(stream_mps)

MPS = Format(
    "mps",
    "an integer program in free MPS",
    extensions=(".mps",),
    write=write_mps,
    stream=stream_mps,
    example="""\
* an exact cover: its solutions are the solutions of these rows
* x1 is a |5
* x2 is b c:x |-2
* x3 is a b |4
* r1 is item a
* r2 is item b
NAME minuet
ROWS
 N cost
 E r1
 E r2
COLUMNS
 MARK0 'MARKER' 'INTORG'
 x1 cost 5
 x1 r1 1
 x2 cost -2
 x2 r2 1
 x3 cost 4
 x3 r1 1
 x3 r2 1
 MARK1 'MARKER' 'INTEND'
RHS
 RHS r1 1
 RHS r2 1
RANGES
BOUNDS
 BV BND x1
 BV BND x2
 BV BND x3
ENDATA
""",
)
