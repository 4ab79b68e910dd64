"""Write a matrix as clauses (DIMACS CNF and WCNF), which hold neither weights nor conditions.

Variable k is option k, from 1 on. The others are determined by these: a variable of a color is true
just where an option that gives it is chosen, one of a counter just where so many of the first
options of an item are (Sinz, "Towards an optimal CNF encoding of Boolean cardinality constraints",
2005, with every implication both ways). So the clauses have as many models as the matrix has
solutions, whether all variables are counted or those of options alone. Givens and what is forbidden
are clauses of one literal.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence

import numpy as np

from ...errors import ModelError
from ...matrix.exact_cover import ExactCover
from ..format import Format, Problem, whole
from .mapping import heading, matrix_of, option_in_words, title
from .refusals import refuse

__all__ = ["CNF", "WCNF", "Clauses", "clauses_of", "cnf_lines"]

PAIRS = 5  # most literals of which at most one is true that are encoded pair by pair
LARGEST = 100_000_000  # literals
PIECE = 1 << 12  # literals, and as many ends, that are written at once

Literals = Sequence[int]


def clauses_of(problem: Problem, form: str) -> Clauses:
    """Return the clauses of a puzzle or a matrix, costs aside.

    Raises ModelError, naming the format, for what clauses do not say, and where they are too many.
    """
    matrix = matrix_of(problem)
    if matrix.has_weights:
        raise refuse(form, problem, "weights")
    if matrix.conditions:
        raise refuse(form, problem, "conditions")
    clauses = Clauses(matrix.options, f"{form}: {problem!r}")
    for item, entries in enumerate(_entries(matrix)):
        clauses.cover(entries, int(matrix.low[item]), int(matrix.high[item]))
        clauses.ends.append(clauses.number)
    if not isinstance(problem, ExactCover):
        for option in problem.given_options:
            clauses.add([option + 1])
        for option in sorted(problem.forbidden_options):
            clauses.add([-option - 1])
    return clauses


def _entries(matrix: ExactCover) -> Iterator[list[tuple[int, int]]]:
    """Yield of each item its options, as variables, each with its color."""
    order = np.argsort(matrix.members, kind="stable")
    variables = (matrix.owners()[order] + 1).tolist()
    colors = matrix.colors[order].tolist()
    ends = np.cumsum(np.bincount(matrix.members, minlength=len(matrix.items))).tolist()
    for start, end in zip([0, *ends], ends, strict=False):
        yield list(zip(variables[start:end], colors[start:end], strict=True))


class Clauses:
    """Clauses in one flat array, a 0 behind each; the first variables are the options.

    ends  how many clauses there are up to those of each item
    """

    def __init__(self, options: int, noun: str) -> None:
        self.variables, self.number = options, 0
        self.ends: list[int] = []
        self._literals, self._noun = array("i"), noun

    def add(self, literals: Literals) -> None:
        """Demand one of the literals; of none, what cannot be."""
        if not literals:  # some readers take an empty clause for the end
            never = self._fresh()
            self.add([never])
            literals = [-never]
        self.number += 1
        self._literals.extend(literals)
        self._literals.append(0)
        if len(self._literals) - self.number > LARGEST:
            raise ModelError(f"{self._noun} needs more than {LARGEST} literals, expected fewer")

    def clauses(self) -> Iterator[Literals]:
        """Yield the clauses."""
        start = 0
        for end, literal in enumerate(self._literals):
            if not literal:
                yield self._literals[start:end]
                start = end + 1

    def text(self, before: str = "") -> Iterator[str]:
        """Yield the clauses, a line each, by the piece.

        before  what stands at the begin of each line
        """
        start, size = 0, len(self._literals)
        while start < size:
            end = self._literals.index(0, min(start + PIECE, size - 1)) + 1
            words = " ".join(map(str, self._literals[start:end]))
            lines = words.replace(" 0 ", f" 0\n{before}")
            yield f"{before}{lines}\n"
            start = end

    def _fresh(self) -> int:
        self.variables += 1
        return self.variables

    def _either(self, literals: Literals) -> int:
        """Return a variable that is true just where one of the literals is."""
        if len(literals) == 1:
            return literals[0]
        variable = self._fresh()
        for literal in literals:
            self.add([-literal, variable])
        self.add([*literals, -variable])
        return variable

    # ---- Items ------------------------------------------------------------------------------

    def cover(self, entries: Sequence[tuple[int, int]], low: int, high: int) -> None:
        """Let an item be covered `low` to `high` times, options of one color counting as one."""
        by_color: dict[int, list[int]] = {}
        alone = [variable for variable, color in entries if not color]
        for variable, color in entries:
            if color:
                by_color.setdefault(color, []).append(variable)
        if not alone and len(by_color) == 1:
            return  # all agree
        covering = [*alone, *map(self._either, by_color.values())]
        if low == 1 or low > len(covering):
            self.add(covering if low == 1 else [])
            low = 0
        if high == 1:
            self._at_most_one(covering)
        elif high < len(covering) or low > 0:
            self._between(covering, low, high)

    def _at_most_one(self, literals: Literals) -> None:
        if len(literals) <= PAIRS:
            for place, literal in enumerate(literals):
                for other in literals[:place]:
                    self.add([-other, -literal])
            return
        before = literals[0]  # whether one of those so far is true
        for place, literal in enumerate(literals[1:], 2):
            self.add([-before, -literal])
            if place < len(literals):
                before = self._either([before, literal])

    def _between(self, literals: Literals, low: int, high: int) -> None:
        """Count: `counts[j]` is true just where more than j of the literals so far are."""
        most = high + 1 if high < len(literals) else low
        counts: list[int] = []
        for place, literal in enumerate(literals):
            following = []
            for j in range(min(place + 1, most)):
                carried = [literal] if j == 0 else [literal, counts[j - 1]]
                before = counts[j] if j < len(counts) else None
                # A variable that is true just where `before` is, or all that is carried.
                variable = self._fresh()
                clause = [] if before is None else [before]
                self.add([*(-element for element in carried), variable])
                for element in carried:
                    self.add([*clause, element, -variable])
                if before is not None:
                    self.add([-before, variable])
                following.append(variable)
            counts = following
        if high < len(literals):
            self.add([-counts[high]])
        if low > 0:
            self.add([counts[low - 1]])


# ---- DIMACS CNF ----------------------------------------------------------------------------------
# Every SAT solver and every model counter reads this. `c` lines name the variables of options, and
# `c p show` lists the variables that a projected counter counts, as the Model Counting Competition
# has it.


def stream_cnf(problem: Problem) -> Iterator[str]:
    """Return the clauses of a puzzle or a matrix, by the piece.

    Raises ModelError for what clauses do not say, costs above all, and for a text that is too long.
    """
    if matrix_of(problem).has_costs:
        raise refuse("cnf", problem, "costs")
    return _cnf_text(problem, clauses_of(problem, "cnf"))


def _cnf_text(problem: Problem, clauses: Clauses) -> Iterator[str]:
    options = matrix_of(problem).options
    yield f"c {title(problem)}: the models of these clauses are its solutions\n"
    for option in range(options):
        yield f"c variable {option + 1} is {option_in_words(problem, option)}\n"
    if options:
        yield f"c p show {' '.join(map(str, range(1, options + 1)))} 0\n"
    yield f"p cnf {clauses.variables} {clauses.number}\n"
    yield from clauses.text()


def cnf_lines(matrix: ExactCover) -> Iterator[str]:
    """Yield the lines of the clauses of a matrix, costs aside."""
    for piece in _cnf_text(matrix, clauses_of(matrix, "cnf")):
        yield from piece.splitlines()


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

# ---- WCNF ----------------------------------------------------------------------------------------
# MaxSAT solvers read this; the form is that of the evaluations since 2022. A line that begins with
# `h` is a hard clause; another one begins with the cost of breaking it. An option with a cost is a
# clause against it, one with a negative cost a clause for it, so a solution costs what it breaks
# plus a constant, which a comment gives. (MaxSAT Evaluation 2022, rules; RC2, Open-WBO and others
# read it.)


MOST = (1 << 63) - 1  # what solvers take all prices to sum to at most


def stream_wcnf(problem: Problem) -> Iterator[str]:
    """Return the clauses and prices of a puzzle or a matrix, by the piece.

    Raises ModelError for what clauses do not say.
    """
    costs = matrix_of(problem).costs
    if sum(map(abs, costs[costs != 0].tolist())) > MOST:
        raise ModelError(f"wcnf: {problem!r} has costs that sum past {MOST}, expected less")
    return _wcnf_text(problem, clauses_of(problem, "wcnf"))


def _wcnf_text(problem: Problem, clauses: Clauses) -> Iterator[str]:
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
