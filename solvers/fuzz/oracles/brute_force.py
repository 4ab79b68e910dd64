"""Brute force, straight from the definition of a solution: what small matrices are measured by.

Option after option is left out and taken; nothing is chosen cleverly, and nothing is shared with
any solver or with `verify`. A branch ends where an item is overfilled, or where its last option
is behind and it is not yet covered often enough.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

import numpy as np

from ....models.matrix.exact_cover import ExactCover

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
    """Whether the options, each once, cover every item as they must; the selection is obeyed."""
    chosen = list(options)
    if len(set(chosen)) < len(chosen) or not all(0 <= k < matrix.options for k in chosen):
        return False
    if not set(given) <= set(chosen) or set(forbidden) & set(chosen):
        return False
    covers = np.zeros(len(matrix.items), np.int64)
    color_of: dict[int, int] = {}
    for option in chosen:
        for item, color in matrix.option(option):
            covers[item] += 1
            if item >= matrix.primary and color_of.setdefault(item, color) != color:
                return False
    for item, color in color_of.items():
        if color == 0 and covers[item] > 1:
            return False
    own = covers[: matrix.primary]
    low, high = matrix.low[: matrix.primary], matrix.high[: matrix.primary]
    return bool((low <= own).all() and (own <= high).all())


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
        self.rows = [matrix.option(k) for k in range(matrix.options)]
        self.given, self.forbidden = given, forbidden
        self.left = float("inf") if most is None else most
        self.covers = [0] * len(self.low)
        self.colors: dict[int, list[int]] = {}  # of the secondary items in use, as often as used
        self.closing: list[list[int]] = [[] for _ in range(matrix.options + 1)]
        last = {item: k + 1 for k, row in enumerate(self.rows) for item, _ in row}
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
        if any(self.covers[item] < self.low[item] for item in self.closing[option]):
            return
        if option == self.options:
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

    def _fits(self, row: list[tuple[int, int]]) -> bool:
        for item, color in row:
            if item < self.primary:
                if self.covers[item] >= self.high[item]:
                    return False
            elif self.covers[item] and (color == 0 or self.colors[item][-1] != color):
                return False
        return True

    def _take(self, row: list[tuple[int, int]], times: int) -> None:
        for item, color in row:
            self.covers[item] += times
            if item >= self.primary:
                used = self.colors.setdefault(item, [])
                if times > 0:
                    used.append(color)
                else:
                    used.pop()
