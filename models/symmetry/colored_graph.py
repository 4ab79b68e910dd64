"""A matrix as a graph with colored vertices, the symmetries of which are those of the matrix.

A vertex stands for each option that may be chosen, one for each item that can bind, and one for
each color of an item that several options have. An option is joined to its items, by way of the
color where it has one. Vertices have a class, and a symmetry maps each class to itself: options of
one cost, given or not; primary items that are covered as often; secondary items; colors. So items
may change places, and the colors of an item, whatever they are called. Items with the same uses are
one vertex, so that no symmetry leaves all options where they are (P. T. Darga, K. A. Sakallah and
I. L. Markov, Faster symmetry discovery using sparsity of symmetries, 2008, do so for clauses).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

import numpy as np
import numpy.typing as npt

from ..errors import ModelError
from ..matrix.exact_cover import ExactCover
from .item_map import Uses, shared_colors

__all__ = ["ColoredGraph"]

MOST_EDGES = 20_000_000  # of a graph; its search for symmetries takes some 5 gigabytes then


class ColoredGraph:
    """The graph of a matrix, of given and of forbidden options.

    options  int32[live options]: the options that may be chosen; vertex k stands for options[k]
    edges    int32[edges, 2]
    classes  the class of each vertex, 0 or more
    """

    def __init__(
        self,
        matrix: ExactCover,
        given: Iterable[int] = (),
        forbidden: frozenset[int] = frozenset(),
    ) -> None:
        live = np.ones(matrix.options, bool)
        live[list(forbidden)] = False
        self.matrix = matrix
        self.options = np.flatnonzero(live).astype(np.int32)
        self.vertex = np.full(matrix.options, -1, np.int32)
        self.vertex[self.options] = np.arange(len(self.options))
        self._classes: list[Hashable] = self._of_options(set(given))
        self._edges: list[npt.NDArray[np.int32]] = []
        self._add_items(Uses(matrix, forbidden))
        self.edges = np.concatenate([np.empty((0, 2), np.int32), *self._edges])
        if len(self.edges) > MOST_EDGES:
            what = f"a graph of {len(self.edges)} edges"
            raise ModelError(f"symmetries: {what}, expected {MOST_EDGES} at most")
        numbers = {one: place for place, one in enumerate(sorted(set(self._classes), key=repr))}
        self.classes = [numbers[one] for one in self._classes]
        self.fresh = len(numbers)  # a class that no vertex has

    def marked(self, sets: Sequence[Iterable[int]]) -> list[int]:
        """Return the classes of the vertices, where the options of each set are a class apart.

        A symmetry that keeps these maps each set to itself. Options of a set that differed before
        still do.
        """
        classes = self.classes.copy()
        for place, options in enumerate(sets, 1):
            for vertex in self.vertex[list(options)].tolist():
                classes[vertex] += place * self.fresh
        return classes

    def _of_options(self, given: set[int]) -> list[Hashable]:
        costs = self.matrix.costs[self.options].tolist()
        return [
            ("option", cost, option in given)
            for option, cost in zip(self.options.tolist(), costs, strict=True)
        ]

    def _add_items(self, uses: Uses) -> None:
        alike: dict[Hashable, int] = {}
        for item, key in uses.told():
            alike.setdefault(key, item)
        for (primary, range_, *_), item in alike.items():
            part = uses.part(item)
            owners, colors = self.vertex[uses.owners[part]], uses.colors[part]
            here = self._new("primary" if primary else "secondary", range_)
            colors = shared_colors(colors)
            self._join(owners[colors == 0], here)
            for color in np.unique(colors[colors > 0]).tolist():
                tint = self._new("color")
                self._join(np.array([tint], np.int32), here)
                self._join(owners[colors == color], tint)

    def _new(self, *kind: Hashable) -> int:
        self._classes.append(kind)
        return len(self._classes) - 1

    def _join(self, ones: npt.NDArray[np.int32], other: int) -> None:
        self._edges.append(np.stack([ones, np.full(len(ones), other, np.int32)], axis=1))
