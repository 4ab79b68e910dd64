"""A matrix as linear rows over variables that are 0 or 1, which say all but conditions.

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
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from ....errors import ModelError
from ....matrix.exact_cover import ExactCover
from ...format import Problem
from ..refusals import refuse
from .mapping import heading, matrix_of, on_one_line, option_in_words

__all__ = ["Linear", "Row", "comments", "linear_of", "require_exact_in_floats"]

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
    for what, total in sums:
        if total > EXACT:
            told = f"{what} that sum to {total}, expected {EXACT} at most"
            raise ModelError(f"{form}: {linear.problem!r} has {told} (opb and cpsat take more)")


def comments(linear: Linear, mark: str, what: str = "solutions of these rows") -> Iterator[str]:
    """Yield lines that say what the text is, and what its variables and rows are.

    mark  what a comment begins with
    what  what the solutions of the puzzle are there
    """
    yield from heading(linear.problem, mark, f"its solutions are the {what}")
    for variable in range(1, linear.variables + 1):
        yield f"{mark} x{variable} is {linear.variable_in_words(variable)}\n"
    for number, row in enumerate(linear.rows(), 1):
        if row.item >= 0:
            yield f"{mark} r{number} is item {on_one_line(str(linear.matrix.items[row.item]))}\n"
