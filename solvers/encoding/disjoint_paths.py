"""Paths between given ends that share no vertex, as in a numberlink: several graph rules in one.

Rules of the kind `path`, each with two ends of its own, on one graph: if items let no two of them
meet in a vertex, then every vertex is of one path at most, and with a link from the end of each
path to the beginning of the next one all paths together are one loop. A solver that knows this
learns of a cycle once, and not again for each path.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain

import numpy as np
import numpy.typing as npt

from ...models.matrix.conditions import Condition, GraphRule
from ...models.matrix.exact_cover import ExactCover

__all__ = ["DisjointPaths", "disjoint_paths"]

Int32s = npt.NDArray[np.int32]
FEWEST = 2  # paths that are more than a rule each


@dataclass(frozen=True, eq=False)
class DisjointPaths:
    """Rules of paths with given ends, no two of which share a vertex.

    rules           the rules; all of one graph
    options, edges  int32[n]: each option chooses one edge, each of another edge or path
    paths           int32[n]: the number of the rule of each option
    """

    rules: tuple[GraphRule, ...]
    options: Int32s
    edges: Int32s
    paths: Int32s

    @property
    def graph(self) -> GraphRule:
        """The rule whose vertices, tails and heads are those of all."""
        return self.rules[0]

    def others(self, conditions: Iterable[Condition]) -> list[Condition]:
        """Return those of some conditions that are none of these rules."""
        return [
            condition
            for condition in conditions
            if all(condition is not rule for rule in self.rules)
        ]

    @property
    def ends(self) -> list[tuple[int, int]]:
        """The two ends of each path."""
        return [(int(rule.roots[0]), int(rule.roots[1])) for rule in self.rules]


def disjoint_paths(matrix: ExactCover) -> DisjointPaths | None:
    """Return the paths of a matrix that share no vertex; None if it has fewer than two."""
    rules = tuple(
        rule for rule in matrix.graph_rules if rule.kind == "path" and len(rule.roots) == 2
    )
    if len(rules) < FEWEST or not _have_one_graph(rules):
        return None
    ends = list(chain.from_iterable(rule.roots.tolist() for rule in rules))
    options = np.concatenate([rule.options for rule in rules])
    edges = np.concatenate([rule.places for rule in rules])
    paths = np.repeat(np.arange(len(rules), dtype=np.int32), [len(rule.options) for rule in rules])
    made = DisjointPaths(rules, options, edges, paths)
    distinct = len(set(ends)) == len(ends) and len(np.unique(options)) == len(options)
    elements = paths.astype(np.int64) * len(made.graph.tails) + edges
    if not distinct or len(np.unique(elements)) < len(elements):
        return None
    return made if _are_apart(made, matrix) else None


def _have_one_graph(rules: tuple[GraphRule, ...]) -> bool:
    first = rules[0]
    return not (first.tails == first.heads).any() and all(
        rule.vertices == first.vertices
        and np.array_equal(rule.tails, first.tails)
        and np.array_equal(rule.heads, first.heads)
        for rule in rules
    )


def _are_apart(paths: DisjointPaths, matrix: ExactCover) -> bool:
    """Return whether each vertex has an item that lets only two edges meet there.

    Two paths that met would have three edges there or more, as no vertex is an end of two.
    """
    vertices = paths.graph.vertices
    met = np.concatenate([paths.graph.tails[paths.edges], paths.graph.heads[paths.edges]])
    owner = np.full(matrix.options, -1, np.int64)
    owner[paths.options] = np.arange(len(paths.options))
    plain = matrix.high <= 2
    plain[matrix.members[matrix.colors != 0]] = False
    if matrix.has_weights:
        plain[matrix.members[matrix.weights != 1]] = False
    entries = np.repeat(owner, np.diff(matrix.starts))
    kept = (entries >= 0) & plain[matrix.members]
    entries, items = entries[kept], matrix.members[kept].astype(np.int64)
    pairs = np.concatenate([items * vertices + met[entries + k] for k in (0, len(paths.options))])
    distinct, counts = np.unique(pairs, return_counts=True)
    most = np.zeros(vertices, np.int64)  # of the options at each vertex that one item has
    np.maximum.at(most, distinct % vertices, counts)
    several = np.bincount(met, minlength=vertices) > most
    first, last = np.full(vertices, len(paths.rules)), np.full(vertices, -1)
    np.minimum.at(first, met, np.tile(paths.paths, 2))
    np.maximum.at(last, met, np.tile(paths.paths, 2))
    return not (several & (first < last)).any()
