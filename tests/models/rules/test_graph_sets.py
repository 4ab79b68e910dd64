"""Rules along a graph against Graphillion, whose sets of graphs are decision diagrams of its own.

(Inoue, Iwashita, Kawahara and Minato, "Graphillion: software library for very large sets of labeled
graphs", International Journal on Software Tools for Technology Transfer 18, 2016.)
"""

from __future__ import annotations

from typing import Any

import networkx
import pytest

from minuet.models import Answer
from minuet.models.gallery import entry
from minuet.solvers import count, solutions

graphillion = pytest.importorskip("graphillion", reason="graphillion is not installed")
GraphSet = graphillion.GraphSet
Edge = frozenset[tuple[int, int]]


def grid(side: int) -> Any:
    """Return the edges of a square grid of points, counted from 1, and make them the universe."""
    edges = [
        ((r + 1, c + 1), (s + 1, d + 1))
        for (r, c), (s, d) in networkx.grid_2d_graph(side, side).edges
    ]
    GraphSet.set_universe(edges)
    return edges


def edges_of(answer: Answer) -> frozenset[Edge]:
    """Return the edges of the lines of an answer, whose points are counted from 1."""
    edges = set()
    for row in answer[answer.puzzle.tables[-1]]:
        if hasattr(row, "down"):
            first, last = (row.r, row.c), (row.r + row.down, row.c + 1 - row.down)
        elif hasattr(row, "on"):  # between the middles of cells counted from 0
            if not row.on:
                continue
            first, last = ((r + 1, c + 1) for r, c in row.ends)
        else:  # between two cells, along a side of the second one
            (r, c), (s, d) = row.sides
            first, last = (s + 1, d + 1), (s + 1 + (r == s), d + 1 + (c == d))
        edges.add(frozenset({first, last}))
    return frozenset(edges)


@pytest.mark.parametrize(
    ("name", "side", "ask"),
    [
        ("loops-3", 4, lambda: GraphSet.cycles()),
        ("corner-to-corner-4", 4, lambda: GraphSet.paths((1, 1), (4, 4))),
        ("spanning-trees-3", 3, lambda: GraphSet.trees(is_spanning=True)),
        ("hamiltonian-cycles-6", 6, lambda: GraphSet.cycles(is_hamilton=True)),
    ],
)
def test_the_sets_of_graphs_are_the_same(name: str, side: int, ask: Any) -> None:
    grid(side)
    puzzle = entry(name).load()
    mine = {edges_of(answer) for answer in solutions(puzzle)}
    theirs = {frozenset(frozenset(edge) for edge in graph) for graph in ask()}
    assert mine == theirs
    assert len(mine) == entry(name).solutions


@pytest.mark.parametrize(
    ("name", "side", "ask"),
    [
        ("loops-5", 6, lambda: GraphSet.cycles()),
        ("spanning-trees-4", 4, lambda: GraphSet.trees(is_spanning=True)),
        ("dominoes-8", 8, lambda: GraphSet.perfect_matchings()),
    ],
)
def test_there_are_as_many(name: str, side: int, ask: Any) -> None:
    grid(side)
    assert len(ask()) == count(entry(name).load()).count == entry(name).solutions
