"""Symmetries that some of the solutions have, and not all: a map that takes the others to none.

Where two left hands and up to one right hand may be laid, what is laid with one of each has a
mirror image that may be laid too, and what is laid with two left hands has none. So solutions are
alike under the symmetries of all (`few`), and those of the part also under more (`all`), which are
twice as many. Of the part's classes under `few`, so many become one with another as there are fewer
under `all`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from ..puzzle import Puzzle
    from .symmetries import Symmetries

__all__ = ["Part"]


@dataclass(frozen=True)
class Part:
    """A part of a puzzle's solutions: those that have more symmetries, as a puzzle of its own.

    puzzle   its solutions are those of the part
    few      the symmetries of the whole, on the part
    all      those of the part, twice as many
    numbers  int32[options of the whole]: the option of the part that each is; -1 if it is none
    """

    puzzle: Puzzle
    few: Symmetries
    all: Symmetries
    numbers: npt.NDArray[np.int32]

    def solution(self, options: Iterable[int]) -> list[int] | None:
        """Return a solution of the whole as one of the part; None if it is none of it."""
        own: list[int] = self.numbers[list(options)].tolist()
        if -1 in own:
            return None
        matrix = self.puzzle.matrix
        times = Counter(item for option in own for item, _ in matrix.option(option))
        low, high = matrix.low.tolist(), matrix.high.tolist()
        fits = all(low[item] <= times[item] <= high[item] for item in range(matrix.primary))
        return own if fits else None
