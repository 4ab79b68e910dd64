"""Pseudo-Boolean constraints in OPB: what PB solvers, and VeriPB as their checker, read.

The rows of linear.py, each a sum that equals a number or is at least it; one bounded on both sides
is two. (The form: Roussel and Manquinho, "Input/Output Format and Solver Requirements for the
Competitions of Pseudo-Boolean Solvers", 2016.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...format import Format, Problem, whole
from .linear import Linear, Row, comments, linear_of

__all__ = ["OPB", "write_opb"]


def stream_opb(problem: Problem) -> Iterator[str]:
    """Return the constraints of a puzzle or a matrix, by the piece.

    Raises ModelError for graph rules and statements.
    """
    return _written(linear_of(problem, "opb"))


def _written(linear: Linear) -> Iterator[str]:
    number = sum(1 for row in linear.rows() for _ in _sides(row))
    yield f"* #variable= {linear.variables} #constraint= {number}\n"
    yield from comments(linear, "*", "models of these constraints")
    if linear.matrix.has_costs:
        prices = " ".join(f"{cost:+d} x{variable}" for variable, cost in linear.prices)
        yield f"min: {prices} ;\n"
    for row in linear.rows():
        for variables, weights, sign, bound in _sides(row):
            terms = " ".join(f"{w:+d} x{v}" for v, w in zip(variables, weights, strict=True))
            yield f"{terms} {sign} {bound} ;\n"


def _sides(row: Row) -> Iterator[tuple[Sequence[int], Sequence[int], str, int]]:
    """Yield what a row says as constraints: variables, weights, sign, bound."""
    if row.low is not None:
        yield row.variables, row.weights, "=" if row.low == row.high else ">=", row.low
    if row.high is not None and row.high != row.low:
        yield row.variables, [-weight for weight in row.weights], ">=", -row.high


write_opb = whole(stream_opb)

OPB = Format(
    "opb",
    "pseudo-Boolean constraints in OPB",
    extensions=(".opb",),
    write=write_opb,
    stream=stream_opb,
    example="""\
* #variable= 3 #constraint= 2
* an exact cover: its solutions are the models of these constraints
* x1 is a |5
* x2 is b c:x |-2
* x3 is a b |4
* r1 is item a
* r2 is item b
min: +5 x1 -2 x2 +4 x3 ;
+1 x1 +1 x3 = 1 ;
+1 x2 +1 x3 = 1 ;
""",
)
