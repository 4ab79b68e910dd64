"""Write a matrix as linear rows over 0/1 variables: LP, MPS, OPB, MiniZinc and CP-SAT.

The first part makes the rows, which hold everything but conditions; one part writes each format.

Variable k is option k, from 1 on. A primary item is the row `low <= sum of its options <= high`,
each option times its weight. A secondary item is a row `sum <= 1`, in which options that give it
one color stand as a single variable, the color's own, which two kinds of rows make 1 just where one
of these options is chosen: no option is more than it, and it is no more than their sum. This is the
standard 0/1 program of an exact cover, with the colors of Knuth's XCC (The Art of Computer
Programming, volume 4B, section 7.2.2.1). Givens and what is forbidden are rows of one variable. So
the rows have one solution a solution of the matrix.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np

from ...errors import ModelError
from ...matrix.exact_cover import ExactCover
from ..format import Format, Problem, whole
from .mapping import MODEL, heading, matrix_of, on_one_line, option_in_words, quoted, title
from .refusals import refuse

__all__ = ["LP", "MPS", "OPB", "comments"]

EXACT = 1 << 53  # integers up to here are themselves in floating point


class Row(NamedTuple):
    """low <= the sum of variables, each times its weight <= high; None: no bound on this side.

    item  the item that the row stands for; -1: a color or a selection
    """

    variables: Sequence[int]
    weights: Sequence[int]
    low: int | None
    high: int | None
    item: int

    @property
    def plain(self) -> bool:
        """Whether all weights are 1."""
        return all(weight == 1 for weight in self.weights)

    @property
    def clause(self) -> list[int] | None:
        """The literals of which it demands one, if it says no more than that; -k: k is 0."""
        below = sum(weight == -1 for weight in self.weights)
        ones = below + sum(weight == 1 for weight in self.weights) == len(self.weights)
        if not ones or self.high is not None or self.low != 1 - below:
            return None
        return [v * w for v, w in zip(self.variables, self.weights, strict=True)]


class Linear:
    """The rows of a puzzle or a matrix, in flat arrays.

    options    so many variables come first; the costs of those that are 1 are to be minimised
    colors     of each further variable the item and the color that it stands for; color 0: none, it
               is 0 and is to be 1
    number     how many rows there are
    """

    def __init__(self, problem: Problem) -> None:
        self.problem, self.matrix = problem, matrix_of(problem)
        self.options = self.variables = self.matrix.options
        self.colors: list[tuple[int, int]] = []
        self.number = 0
        self._ends, self._items = array("q", [0]), array("q")
        self._variables, self._weights = array("i"), array("q")
        self._bounds: list[tuple[int | None, int | None]] = []
        self._cover()
        if not isinstance(problem, ExactCover):
            for option in problem.given_options:
                self._add([option + 1], [1], 1, 1)
            for option in sorted(problem.forbidden_options):
                self._add([option + 1], [1], 0, 0)

    @property
    def prices(self) -> Iterator[tuple[int, int]]:
        """Each variable that costs something, and what."""
        paid = np.flatnonzero(self.matrix.costs)
        yield from zip((paid + 1).tolist(), self.matrix.costs[paid].tolist(), strict=True)

    def rows(self) -> Iterator[Row]:
        """Yield the rows, items first."""
        for number, (low, high) in enumerate(self._bounds):
            part = slice(self._ends[number], self._ends[number + 1])
            yield Row(self._variables[part], self._weights[part], low, high, self._items[number])

    def variable_in_words(self, variable: int) -> str:
        """Return what a variable that is 1 says."""
        if variable <= self.options:
            return option_in_words(self.problem, variable - 1)
        item, color = self.colors[variable - self.options - 1]
        name = on_one_line(str(self.matrix.items[item]))
        if not color:
            return f"never: item {name} cannot be covered so often"
        return f"item {name} in color {on_one_line(str(self.matrix.color_names[color - 1]))}"

    def _cover(self) -> None:
        matrix = self.matrix
        order = np.argsort(matrix.members, kind="stable")
        variables = matrix.owners()[order] + 1
        colors, weights = matrix.colors[order], matrix.weights[order]
        ends = np.cumsum(np.bincount(matrix.members, minlength=len(matrix.items))).tolist()
        bounds = zip(matrix.low.tolist(), matrix.high.tolist(), strict=True)
        start = 0
        for item, (end, (low, high)) in enumerate(zip(ends, bounds, strict=True)):
            part = slice(start, end)
            own: list[int] = variables[part].tolist()
            if colors[part].any():
                own = self._exclusive(item, own, colors[part].tolist())
                self._bounded(item, own, [1] * len(own), low, high)
            else:
                self._bounded(item, own, weights[part].tolist(), low, high)
            start = end

    def _exclusive(self, item: int, options: Sequence[int], colors: Sequence[int]) -> list[int]:
        """Return an item's variables: its uncolored options, and one variable for each color."""
        of_color: dict[int, list[int]] = {}
        alone = []
        for option, color in zip(options, colors, strict=True):
            if color:
                of_color.setdefault(color, []).append(option)
            else:
                alone.append(option)
        if not alone and len(of_color) == 1:
            return []  # all agree
        return alone + [self._any(item, color, own) for color, own in of_color.items()]

    def _any(self, item: int, color: int, options: Sequence[int]) -> int:
        """Return a variable that is 1 just where one of the options is."""
        if len(options) == 1:
            return options[0]
        self.variables += 1
        self.colors.append((item, color))
        for option in options:
            self._add([self.variables, option], [1, -1], 0, None)
        self._add([*options, self.variables], [*[1] * len(options), -1], 0, None)
        return self.variables

    def _bounded(
        self, item: int, variables: Sequence[int], weights: Sequence[int], low: int, high: int
    ) -> None:
        """Let an item's sum be between bounds, those left out that nothing could pass."""
        least = sum(weight for weight in weights if weight < 0)
        most = sum(weights) - least
        if low > most or high < least:
            # Say of an item that it cannot be covered, by a variable that is 0 and is to be 1.
            self.variables += 1
            self.colors.append((item, 0))
            self._add([self.variables], [1], 0, 0)
            self._add([self.variables], [1], 1, 1, item)
            return
        bounds = low if low > least else None, high if high < most else None
        if bounds != (None, None):
            self._add(variables, weights, *bounds, item)

    def _add(
        self,
        variables: Sequence[int],
        weights: Sequence[int],
        low: int | None,
        high: int | None,
        item: int = -1,
    ) -> None:
        self.number += 1
        self._variables.extend(variables)
        self._weights.extend(weights)
        self._ends.append(len(self._variables))
        self._items.append(item)
        self._bounds.append((low, high))


def linear_of(problem: Problem, form: str) -> Linear:
    """Return the rows. Raises ModelError, naming the format, for graph rules and statements."""
    if matrix_of(problem).conditions:
        raise refuse(form, problem, "conditions")
    return Linear(problem)


def require_exact_in_floats(linear: Linear, form: str) -> None:
    """Raise ModelError, naming the format, for sums that floating point does not hold exactly."""
    costs = linear.matrix.costs
    sums = [("costs", sum(map(abs, costs[costs != 0].tolist())))]
    if linear.matrix.has_weights:
        sums += [("weights", sum(map(abs, row.weights))) for row in linear.rows()]
    for kind, total in sums:
        if total > EXACT:
            reason = f"{kind} that sum to {total}, expected {EXACT} at most"
            raise ModelError(f"{form}: {linear.problem!r} has {reason} (opb and cpsat take more)")


def comments(linear: Linear, mark: str, meaning: str = "solutions of these rows") -> Iterator[str]:
    """Yield lines that say what the text is, and what its variables and rows are.

    mark     the beginning of a comment
    meaning  what the solutions of the puzzle are in the text
    """
    yield from heading(linear.problem, mark, f"its solutions are the {meaning}")
    for variable in range(1, linear.variables + 1):
        yield f"{mark} x{variable} is {linear.variable_in_words(variable)}\n"
    for number, row in enumerate(linear.rows(), 1):
        if row.item >= 0:
            yield f"{mark} r{number} is item {on_one_line(str(linear.matrix.items[row.item]))}\n"


# ---- LP ------------------------------------------------------------------------------------------
# The LP format of CPLEX, which people read as well as MIP solvers. A row that is bounded on both
# sides becomes two, `r5` and `r5_high`, since not all readers take two bounds. Lines are short,
# since some readers take no long ones.


ON_A_LINE = 10  # terms


def stream_lp(problem: Problem) -> Iterator[str]:
    """Return the program of a puzzle or a matrix, by the piece.

    Raises ModelError for graph rules and statements, and for sums past what floating point holds.
    """
    linear = linear_of(problem, "lp")
    require_exact_in_floats(linear, "lp")
    return _lp_text(linear)


def _lp_text(linear: Linear) -> Iterator[str]:
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

# ---- MPS -----------------------------------------------------------------------------------------
# Free MPS, column by column: nearly every MIP solver reads it.


def stream_mps(problem: Problem) -> Iterator[str]:
    """Return the program of a puzzle or a matrix, by the piece.

    Raises ModelError for graph rules and statements, and for sums past what floating point holds.
    """
    linear = linear_of(problem, "mps")
    require_exact_in_floats(linear, "mps")
    return _mps_text(linear)


def _mps_text(linear: Linear) -> Iterator[str]:
    yield from comments(linear, "*")
    yield "NAME minuet\nROWS\n N cost\n"
    for number, row in enumerate(linear.rows(), 1):
        bounded = "G" if row.high is None else "L"  # at least, at most
        yield f" {'E' if row.low == row.high else bounded} r{number}\n"
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


def _columns(linear: Linear) -> Iterator[str]:
    """Yield each variable's cost and entries; a variable without any gets a cost of 0."""
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

# ---- OPB -----------------------------------------------------------------------------------------
# PB solvers read this, and VeriPB as their checker. A row is a sum that equals a number or is at
# least it; a row that is bounded on both sides becomes two. (The form: Roussel and Manquinho,
# "Input/Output Format and Solver Requirements for the Competitions of Pseudo-Boolean Solvers",
# 2016.)


def stream_opb(problem: Problem) -> Iterator[str]:
    """Return the constraints of a puzzle or a matrix, by the piece.

    Raises ModelError for graph rules and statements.
    """
    return _opb_text(linear_of(problem, "opb"))


def _opb_text(linear: Linear) -> Iterator[str]:
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

# ---- MiniZinc ------------------------------------------------------------------------------------
# MiniZinc compiles to FlatZinc for some twenty constraint solvers. The rows are over an array of
# 0/1 variables. `choice` names the options in words, and the output is the choices of a solution, a
# line each, with their numbers, as MiniZinc takes solutions with the same output for one.
# (Nethercote et al., "MiniZinc: Towards a standard CP modelling language", CP 2007.)


def stream_minizinc(problem: Problem) -> Iterator[str]:
    """Return the model of a puzzle or a matrix, by the piece.

    Raises ModelError for graph rules and statements.
    """
    return _minizinc_text(linear_of(problem, "minizinc"))


def _minizinc_text(linear: Linear) -> Iterator[str]:
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

# ---- CP-SAT --------------------------------------------------------------------------------------
# `CpModelProto` of OR-Tools as text. A row is `exactly_one`, `at_most_one` or `bool_or` where these
# are enough, else `linear`. Variable k is numbered k - 1 here. Variables, and rows of items, are
# named in words.


LARGE = 1 << 62  # no sum comes near it


def stream_cpsat(problem: Problem) -> Iterator[str]:
    """Return the message of a puzzle or a matrix, by the piece.

    Raises ModelError for graph rules and statements.
    """
    return _cpsat_text(linear_of(problem, "cpsat"))


def _cpsat_text(linear: Linear) -> Iterator[str]:
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
        terms = f"vars: {_places(variables)} coeffs: {_list(costs)}"
        yield f"objective {{ {terms} }}\n"


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
