"""CP-SAT's own message, `CpModelProto` of OR-Tools, as text: for its tools, and in any language.

The rows of linear.py: as `exactly_one`, `at_most_one` or `bool_or` where they say no more, else as
`linear`. Variable k of linear.py is variable k - 1 here, and is named in words; so is a row that
stands for an item.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...format import Format, Problem, whole
from .linear import Linear, Row, linear_of
from .mapping import MODEL, heading, on_one_line, quoted, title

__all__ = ["CPSAT", "write_cpsat"]

LARGE = 1 << 62  # no sum comes near it


def stream_cpsat(problem: Problem) -> Iterator[str]:
    """Return the message of a puzzle or a matrix, by the piece.

    Raises ModelError for graph rules and statements.
    """
    return _written(linear_of(problem, "cpsat"))


def _written(linear: Linear) -> Iterator[str]:
    yield from heading(linear.problem, "#", MODEL)
    yield f"name: {quoted(title(linear.problem))}\n"
    for variable in range(1, linear.variables + 1):
        name = quoted(linear.variable_in_words(variable))
        yield f"variables {{ name: {name} domain: [0, 1] }}\n"
    for row in linear.rows():
        item = "" if row.item < 0 else on_one_line(str(linear.matrix.items[row.item]))
        name = f"name: {quoted(item)} " if item else ""
        yield f"constraints {{ {name}{_constraint(row)} }}\n"
    if linear.matrix.has_costs:
        variables, costs = zip(*linear.prices, strict=True)
        told = f"vars: {_places(variables)} coeffs: {_list(costs)}"
        yield f"objective {{ {told} }}\n"


def _constraint(row: Row) -> str:
    bounds = row.low, row.high
    if row.plain and bounds in ((1, 1), (None, 1)):
        kind = "exactly_one" if row.low == 1 else "at_most_one"
        return f"{kind} {{ literals: {_places(row.variables)} }}"
    if (clause := row.clause) is not None:
        return f"bool_or {{ literals: {_places(clause)} }}"
    low = -LARGE if row.low is None else row.low
    high = LARGE if row.high is None else row.high
    terms = f"vars: {_places(row.variables)} coeffs: {_list(row.weights)}"
    return f"linear {{ {terms} domain: [{low}, {high}] }}"


def _places(literals: Iterable[int]) -> str:
    """Return literals as the message has them: k as k - 1, and not k as -k."""
    return _list(literal - 1 if literal > 0 else literal for literal in literals)


def _list(numbers: Iterable[int]) -> str:
    return f"[{', '.join(map(str, numbers))}]"


write_cpsat = whole(stream_cpsat)

CPSAT = Format(
    "cpsat",
    "CP-SAT's model (CpModelProto of OR-Tools) as text",
    extensions=(".pbtxt", ".textproto"),
    write=write_cpsat,
    stream=stream_cpsat,
    example="""\
# an exact cover: the solutions of this model are its solutions
name: "an exact cover"
variables { name: "a |5" domain: [0, 1] }
variables { name: "b c:x |-2" domain: [0, 1] }
variables { name: "a b |4" domain: [0, 1] }
constraints { name: "a" exactly_one { literals: [0, 2] } }
constraints { name: "b" exactly_one { literals: [1, 2] } }
objective { vars: [0, 1, 2] coeffs: [5, -2, 4] }
""",
)
