"""Clauses in DIMACS CNF: what every SAT solver and every counter of models reads.

Variable k is option k, and `c` lines name it. The others are determined by these: a variable of a
color is true just where an option that gives it is chosen, one of a counter just where so many of
the first options of an item are (Sinz, "Towards an optimal CNF encoding of Boolean cardinality
constraints", 2005, with every implication both ways). So the clauses have as many models as the
puzzle has solutions, whether all variables are counted or, by `c p show`, those of options alone.
Givens and what is forbidden are clauses of one literal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ...errors import ModelError
from ...matrix.exact_cover import ExactCover
from ..format import Format, Problem

__all__ = ["CNF", "write_cnf"]

PAIRS = 5  # so many literals of which one at most is true are told pair by pair
LARGEST = 20_000_000  # literals

Literals = Sequence[int]


def write_cnf(problem: Problem) -> str:
    """Return the clauses of a puzzle or a matrix.

    Raises ModelError for what clauses do not say, costs above all, and for a text that is too long.
    """
    matrix = problem if isinstance(problem, ExactCover) else problem.matrix
    if matrix.has_costs:
        raise ModelError(f"cnf: {problem!r} has costs, expected none")
    if matrix.has_weights or matrix.conditions:
        what = "weights" if matrix.has_weights else "graph rules or statements"
        raise ModelError(f"cnf: {problem!r} has {what}, expected none")
    clauses = _Clauses(matrix.options, f"cnf: {problem!r}")
    for item, entries in enumerate(_entries(matrix)):
        clauses.cover(entries, int(matrix.low[item]), int(matrix.high[item]))
    if not isinstance(problem, ExactCover):
        for option in problem.given_options:
            clauses.add([option + 1])
        for option in sorted(problem.forbidden_options):
            clauses.add([-option - 1])
    head = [f"p cnf {clauses.variables} {len(clauses.lines)}"]
    return "\n".join([*_remarks(problem, matrix), *head, *clauses.lines]) + "\n"


def _entries(matrix: ExactCover) -> Iterator[list[tuple[int, int]]]:
    """Yield of each item its options, as variables, each with its color."""
    order = np.argsort(matrix.members, kind="stable")
    variables = (matrix.owners()[order] + 1).tolist()
    colors = matrix.colors[order].tolist()
    ends = np.cumsum(np.bincount(matrix.members, minlength=len(matrix.items))).tolist()
    for start, end in zip([0, *ends], ends, strict=False):
        yield list(zip(variables[start:end], colors[start:end], strict=True))


def _remarks(problem: Problem, matrix: ExactCover) -> Iterator[str]:
    name = "an exact cover" if isinstance(problem, ExactCover) else problem.name
    yield _remark(f"{name}: the models of these clauses are its solutions")
    for option in range(matrix.options):
        if isinstance(problem, ExactCover):
            named = " ".join(
                f"{matrix.items[item]}:{matrix.color_names[color - 1]}"
                if color
                else str(matrix.items[item])
                for item, color in matrix.option(option)
            )
        else:
            named = problem.describe(option)
        yield _remark(f"variable {option + 1} is {named}")
    if matrix.options:
        yield f"c p show {' '.join(map(str, range(1, matrix.options + 1)))} 0"


def _remark(text: str) -> str:
    """Return a comment of one line, whatever is in a name."""
    return f"c {''.join(mark if mark.isprintable() else ' ' for mark in text)}"


class _Clauses:
    """Clauses as lines; the first variables are the options."""

    def __init__(self, options: int, what: str) -> None:
        self.variables, self.lines = options, list[str]()
        self._literals, self._what = 0, what

    def add(self, literals: Literals) -> None:
        """Demand one of the literals; of none, what cannot be."""
        if not literals:  # some readers take an empty clause for the end
            never = self._fresh()
            self.add([never])
            literals = [-never]
        self._literals += len(literals)
        if self._literals > LARGEST:
            raise ModelError(f"{self._what} needs more than {LARGEST} literals, expected fewer")
        self.lines.append(" ".join(map(str, (*literals, 0))))

    def _fresh(self) -> int:
        self.variables += 1
        return self.variables

    def _either(self, literals: Literals) -> int:
        """Return a variable that is true just where one of the literals is."""
        if len(literals) == 1:
            return literals[0]
        found = self._fresh()
        for one in literals:
            self.add([-one, found])
        self.add([*literals, -found])
        return found

    # ---- Items ------------------------------------------------------------------------------

    def cover(self, entries: Sequence[tuple[int, int]], low: int, high: int) -> None:
        """Let an item be covered `low` to `high` times, options of one color counting as one."""
        by_color: dict[int, list[int]] = {}
        alone = [variable for variable, color in entries if not color]
        for variable, color in entries:
            if color:
                by_color.setdefault(color, []).append(variable)
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
            for place, one in enumerate(literals):
                for other in literals[:place]:
                    self.add([-other, -one])
            return
        before = literals[0]  # whether one of those so far is true
        for place, one in enumerate(literals[1:], 2):
            self.add([-before, -one])
            if place < len(literals):
                before = self._either([before, one])

    def _between(self, literals: Literals, low: int, high: int) -> None:
        """Count: `counts[j]` is true just where more than j of the literals so far are."""
        most = high + 1 if high < len(literals) else low
        counts: list[int] = []
        for place, one in enumerate(literals):
            following = []
            for j in range(min(place + 1, most)):
                carried = [one] if j == 0 else [one, counts[j - 1]]
                told = counts[j] if j < len(counts) else None
                following.append(self._counted(told, carried))
            counts = following
        if high < len(literals):
            self.add([-counts[high]])
        if low > 0:
            self.add([counts[low - 1]])

    def _counted(self, before: int | None, carried: Literals) -> int:
        """Return a variable that is true just where `before` is, or all that is carried."""
        found = self._fresh()
        known = [] if before is None else [before]
        self.add([*(-one for one in carried), found])
        for one in carried:
            self.add([*known, one, -found])
        if before is not None:
            self.add([-before, found])
        return found


CNF = Format(
    "cnf",
    "clauses in DIMACS CNF, whose models projected on the choices are the solutions",
    extensions=(".cnf",),
    write=write_cnf,
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
