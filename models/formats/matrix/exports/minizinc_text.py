"""A model in MiniZinc, which compiles to FlatZinc for some twenty constraint solvers.

The rows of linear.py over an array of variables that are 0 or 1. `choice` says in words what the
first ones are, and the output is the choices of a solution, a line each, with their numbers, as
MiniZinc takes solutions with the same output for one. (Nethercote et al., "MiniZinc: Towards a
standard CP modelling language", CP 2007.)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...format import Format, Problem, whole
from .linear import Linear, Row, linear_of
from .mapping import MODEL, heading, on_one_line, quoted

__all__ = ["MINIZINC", "write_minizinc"]


def stream_minizinc(problem: Problem) -> Iterator[str]:
    """Return the model of a puzzle or a matrix, by the piece.

    Raises ModelError for graph rules and statements.
    """
    return _written(linear_of(problem, "minizinc"))


def _written(linear: Linear) -> Iterator[str]:
    yield from heading(linear.problem, "%", MODEL)
    yield f"array[1..{linear.options}] of string: choice = [\n"
    for option in range(1, linear.options + 1):
        yield f"  {quoted(linear.variable_in_words(option))},\n"
    yield f"];\narray[1..{linear.variables}] of var 0..1: x;\n"
    for variable in range(linear.options + 1, linear.variables + 1):
        yield f"% x[{variable}] is {linear.variable_in_words(variable)}\n"
    for row in linear.rows():
        if row.item >= 0:
            yield f"% item {on_one_line(str(linear.matrix.items[row.item]))}\n"
        total = _sum(zip(row.variables, row.weights, strict=True))
        yield f"constraint {total} {_bounds(row)};\n"
    if linear.matrix.has_costs:
        yield f"solve minimize {_sum(linear.prices)};\n"
    else:
        yield "solve satisfy;\n"
    yield 'output ["\\(k): " ++ choice[k] ++ "\\n" | k in index_set(choice) where fix(x[k]) = 1];\n'


def _sum(terms: Iterable[tuple[int, int]]) -> str:
    words = (
        f"x[{variable}]" if factor == 1 else f"{factor}*x[{variable}]" for variable, factor in terms
    )
    return f"sum([{', '.join(words)}])"


def _bounds(row: Row) -> str:
    if row.low == row.high:
        return f"= {row.low}"
    if row.high is None:
        return f">= {row.low}"
    return f"<= {row.high}" if row.low is None else f"in {row.low}..{row.high}"


write_minizinc = whole(stream_minizinc)

MINIZINC = Format(
    "minizinc",
    "a model in MiniZinc",
    extensions=(".mzn",),
    write=write_minizinc,
    stream=stream_minizinc,
    example="""\
% an exact cover: the solutions of this model are its solutions
array[1..3] of string: choice = [
  "a |5",
  "b c:x |-2",
  "a b |4",
];
array[1..3] of var 0..1: x;
% item a
constraint sum([x[1], x[3]]) = 1;
% item b
constraint sum([x[2], x[3]]) = 1;
solve minimize sum([5*x[1], -2*x[2], 4*x[3]]);
output ["\\(k): " ++ choice[k] ++ "\\n" | k in index_set(choice) where fix(x[k]) = 1];
""",
)
