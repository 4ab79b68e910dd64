"""A matrix as a graph with colored vertices, the symmetries of which are those of the matrix.

A vertex stands for each option that may be chosen, one for each item that can bind, and one for
each color of an item that several options have. An option is joined to its items, by way of the
color where it has one. Vertices have a class, and a symmetry maps each class to itself: options of
one cost, given or not, choices or hidden rows of rules; primary items that are covered as often;
secondary items; colors. So items may change places, and the colors of an item, whatever they are
called. Items with the same uses are one vertex, so that of a plain matrix no symmetry leaves all
options where they are (P. T. Darga, K. A. Sakallah and
I. L. Markov, Faster symmetry discovery using sparsity of symmetries, 2008, do so for clauses).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import ModelError
from ..matrix.conditions import GraphRule
from ..matrix.exact_cover import ExactCover
from .item_map import Uses, shared_colors
from .rule_map import require_no_statements

__all__ = ["ColoredGraph"]

MOST_EDGES = 20_000_000  # of a graph; its search for symmetries takes some 5 gigabytes then


class ColoredGraph:
    """The graph of a matrix, of given and of forbidden options.

    Hidden rows follow from the choices, so a symmetry maps choices to choices: an exchange with a
    hidden row would map an answer to what is none, or to one with more or fewer choices.

    visible  the options from this number on are hidden rows; None: there are none
    options  int32[live options]: the options that may be chosen; vertex k stands for options[k]
    edges    int32[edges, 2]
    classes  the class of each vertex, 0 or more
    """

    def __init__(
        self,
        matrix: ExactCover,
        given: Iterable[int] = (),
        forbidden: frozenset[int] = frozenset(),
        visible: int | None = None,
    ) -> None:
        live = np.ones(matrix.options, bool)
        live[list(forbidden)] = False
        self.matrix = matrix
        self.visible = matrix.options if visible is None else visible
        self.options = np.flatnonzero(live).astype(np.int32)
        self.vertex = np.full(matrix.options, -1, np.int32)
        self.vertex[self.options] = np.arange(len(self.options))
        self._classes: list[Hashable] = self._of_options(set(given))
        self._edges: list[npt.NDArray[np.int32]] = []
        require_no_statements(matrix)
        self._add_items(Uses(matrix, forbidden))
        for rule in matrix.graph_rules:
            self._add_rule(rule)
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

    def told_apart(self) -> list[int]:
        """Return classes of which each choice, an option that is not hidden, has one of its own."""
        options = int(np.searchsorted(self.options, self.visible))
        return [self.fresh + k if k < options else one for k, one in enumerate(self.classes)]

    def _of_options(self, given: set[int]) -> list[Hashable]:
        costs = self.matrix.costs[self.options].tolist()
        return [
            ("option", cost, option in given, option < self.visible)
            for option, cost in zip(self.options.tolist(), costs, strict=True)
        ]

    def _add_items(self, uses: Uses) -> None:
        alike: dict[tuple[Any, ...], int] = {}
        for item, key in uses.told():
            alike.setdefault(key, item)
        for (primary, range_, *_), item in alike.items():
            part = uses.part(item)
            owners, colors = self.vertex[uses.owners[part]], uses.colors[part]
            here = self._new("primary" if primary else "secondary", range_)
            weights = uses.weights[part]
            for weight in np.unique(weights[weights != 1]).tolist():
                heavy = self._new("weight", weight)
                self._join(np.array([heavy], np.int32), here)
                self._join(owners[weights == weight], heavy)
            colors = shared_colors(colors)
            self._join(owners[(colors == 0) & (weights == 1)], here)
            for color in np.unique(colors[colors > 0]).tolist():
                tint = self._new("color")
                self._join(np.array([tint], np.int32), here)
                self._join(owners[colors == color], tint)

    def _add_rule(self, rule: GraphRule) -> None:
        """Add the graph of a rule: its vertices and, where these are chosen, its edges."""
        live = self.vertex[rule.options] >= 0
        elements = set(rule.places[live].tolist())
        roots, here = set(rule.roots.tolist()), self._new("rule", rule.kind)
        edges = list(zip(rule.tails.tolist(), rule.heads.tolist(), strict=True))
        ends = (edges[edge] for edge in elements)
        corners = elements if rule.of_vertices else roots.union(*ends)
        places = {one: self._new("vertex", one in roots) for one in sorted(corners)}
        self._join(np.array(list(places.values()), np.int32), here)
        if rule.of_vertices:
            joined = {(a, b) for a, b in edges if a != b and a in places and b in places}
            for tail, head in sorted(joined):
                if rule.directed:
                    self._edge(rule, places, tail, head)
                elif tail < head or (head, tail) not in joined:
                    self._join(np.array([places[tail]], np.int32), places[head])
            chosen = places
        else:
            chosen = {edge: self._edge(rule, places, *edges[edge]) for edge in sorted(elements)}
        pairs = zip(rule.options[live].tolist(), rule.places[live].tolist(), strict=True)
        for option, place in sorted(set(pairs)):
            self._join(self.vertex[[option]], chosen[place])

    def _edge(self, rule: GraphRule, places: dict[int, int], tail: int, head: int) -> int:
        """Add an edge, which has two sides where it has a direction; return its vertex."""
        directed = rule.directed
        side = self._new("edge", tail == head)
        other = self._new("head") if directed else side
        if directed:
            self._join(np.array([other], np.int32), side)
        self._join(np.array([places[tail]], np.int32), side)
        if directed or tail != head:
            self._join(np.array([places[head]], np.int32), other)
        return side

    def _new(self, *kind: Hashable) -> int:
        self._classes.append(kind)
        return len(self._classes) - 1

    def _join(self, ones: npt.NDArray[np.int32], other: int) -> None:
        self._edges.append(np.stack([ones, np.full(len(ones), other, np.int32)], axis=1))
