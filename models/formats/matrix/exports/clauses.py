"""A matrix in clauses, which say neither weights nor conditions.

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

from ....errors import ModelError
from ....matrix.exact_cover import ExactCover
from ...format import Problem
from ..refusals import refuse
from .mapping import matrix_of

__all__ = ["Clauses", "clauses_of"]

PAIRS = 5  # so many literals of which one at most is true are told pair by pair
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
    """Clauses in one flat array, a 0 behind each; the first variables are the options."""

    def __init__(self, options: int, what: str) -> None:
        self.variables, self.number = options, 0
        self._literals, self._what = array("i"), what

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
            raise ModelError(f"{self._what} needs more than {LARGEST} literals, expected fewer")

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
                # A variable that is true just where `before` is, or all that is carried.
                found = self._fresh()
                known = [] if told is None else [told]
                self.add([*(-one for one in carried), found])
                for element in carried:
                    self.add([*known, element, -found])
                if told is not None:
                    self.add([-told, found])
                following.append(found)
            counts = following
        if high < len(literals):
            self.add([-counts[high]])
        if low > 0:
            self.add([counts[low - 1]])
