"""Brute force, straight from the definition of a solution: what small matrices are measured by.

Option after option is left out and taken; nothing is chosen cleverly, and nothing is shared with
any solver or with `verify`. A branch ends where an item is overfilled, or where its last option
is behind and it is not yet covered often enough. Conditions are looked at where all is chosen
(meaning.py).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

import numpy as np

from ....models.matrix.exact_cover import ExactCover
from .meaning import holds

__all__ = ["TooLarge", "all_solutions", "is_solution"]

Options = tuple[int, ...]


class TooLarge(Exception):
    """There are more branches than were allowed."""


def is_solution(
    matrix: ExactCover,
    options: Iterable[int],
    given: Collection[int] = (),
    forbidden: Collection[int] = (),
) -> bool:
    """Whether the options, each once, cover every item as they must; the selection is obeyed.

    What the conditions of the matrix say, they say themselves.
    """
    chosen = list(options)
    if len(set(chosen)) < len(chosen) or not all(0 <= k < matrix.options for k in chosen):
        return False
    if not set(given) <= set(chosen) or set(forbidden) & set(chosen):
        return False
    covers = np.zeros(len(matrix.items), np.int64)
    color_of: dict[int, int] = {}
    for option in chosen:
        pairs = matrix.option(option)
        for (item, color), weight in zip(pairs, matrix.option_weights(option), strict=True):
            covers[item] += weight
            if item >= matrix.primary and color_of.setdefault(item, color) != color:
                return False
    for item, color in color_of.items():
        if color == 0 and covers[item] > 1:
            return False
    own = covers[: matrix.primary]
    low, high = matrix.low[: matrix.primary], matrix.high[: matrix.primary]
    if not ((low <= own).all() and (own <= high).all()):
        return False
    return all(holds(condition, frozenset(chosen)) for condition in matrix.conditions)


def all_solutions(
    matrix: ExactCover,
    given: Collection[int] = (),
    forbidden: Collection[int] = (),
    most: int | None = None,
) -> set[Options]:
    """Return every solution as a tuple of ascending option numbers.

    Raises TooLarge where there are more than `most` branches; None: as many as there are.
    """
    return _Walk(matrix, set(given), set(forbidden), most).solutions()


class _Walk:
    """The options in their order, each left out first and then taken."""

    def __init__(
        self, matrix: ExactCover, given: set[int], forbidden: set[int], most: int | None
    ) -> None:
        self.primary, self.options = matrix.primary, matrix.options
        self.low, self.high = matrix.low.tolist(), matrix.high.tolist()
        self.rows = [
            [(*pair, weight) for pair, weight in zip(matrix.option(k), weights, strict=True)]
            for k in range(matrix.options)
            for weights in [matrix.option_weights(k)]
        ]
        self.conditions = matrix.conditions
        # Where nothing takes away, what is too much stays too much.
        self.falling = {item for row in self.rows for item, _, weight in row if weight < 0}
        self.given, self.forbidden = given, forbidden
        self.left = float("inf") if most is None else most
        self.covers = [0] * len(self.low)
        self.colors: dict[int, list[int]] = {}  # of the secondary items in use, as often as used
        self.closing: list[list[int]] = [[] for _ in range(matrix.options + 1)]
        last = {item: k + 1 for k, row in enumerate(self.rows) for item, _, _ in row}
        for item in range(matrix.primary):
            self.closing[last.get(item, 0)].append(item)
        self.chosen: list[int] = []
        self.found: set[Options] = set()

    def solutions(self) -> set[Options]:
        if all(0 <= option < self.options for option in self.given):
            self._walk(0)
        return self.found

    def _walk(self, option: int) -> None:
        self.left -= 1
        if self.left < 0:
            raise TooLarge
        for item in self.closing[option]:
            if not self.low[item] <= self.covers[item] <= self.high[item]:
                return
        if option == self.options:
            if all(holds(condition, frozenset(self.chosen)) for condition in self.conditions):
                self.found.add(tuple(self.chosen))
            return
        if option not in self.given:
            self._walk(option + 1)
        row = self.rows[option]
        if option not in self.forbidden and self._fits(row):
            self._take(row, 1)
            self.chosen.append(option)
            self._walk(option + 1)
            self.chosen.pop()
            self._take(row, -1)

    def _fits(self, row: list[tuple[int, int, int]]) -> bool:
        for item, color, weight in row:
            if item < self.primary:
                if self.covers[item] + weight > self.high[item] and item not in self.falling:
                    return False
            elif self.covers[item] and (color == 0 or self.colors[item][-1] != color):
                return False
        return True

    def _take(self, row: list[tuple[int, int, int]], times: int) -> None:
        for item, color, weight in row:
            self.covers[item] += times * weight
            if item >= self.primary:
                used = self.colors.setdefault(item, [])
                if times > 0:
                    used.append(color)
                else:
                    used.pop()
