"""Tables of choices from graphs of networkx."""

from __future__ import annotations

import networkx as nx
import pytest

from minuet.models import ModelError, Puzzle, Rows
from minuet.solvers import count


def test_perfect_matchings_of_a_grid_are_dominoes() -> None:
    graph = nx.grid_2d_graph(6, 6)
    puzzle = Puzzle()
    edge = puzzle.choices("edge", Rows.of_edges(graph))
    assert edge.columns == ("a", "b")
    puzzle.exactly_one(edge, covering=lambda a, b: (a, b), over=list(graph))
    assert count(puzzle).count == 6728


def test_attributes_that_all_have_are_columns() -> None:
    graph = nx.DiGraph()
    graph.add_edge("x", "y", cost=3, note="only here", **{"class": 1, "two words": 2})
    graph.add_edge("y", "z", cost=4, **{"class": 1, "two words": 2})
    nx.set_node_attributes(graph, {"x": 1, "y": 2, "z": 3}, "rank")
    edge = Puzzle().choices("edge", Rows.of_edges(graph, ("source", "target")))
    assert edge.columns == ("source", "target", "cost")
    assert [tuple(row) for row in edge.rows] == [("x", "y", 3), ("y", "z", 4)]
    node = Puzzle().choices("node", Rows.of_nodes(graph, "name"))
    assert [tuple(row) for row in node.rows] == [("x", 1), ("y", 2), ("z", 3)]
    assert Puzzle().choices("none", Rows.of_edges(nx.Graph())).columns == ("a", "b")


def test_what_is_no_graph_is_refused() -> None:
    with pytest.raises(ModelError, match="expected a graph of networkx"):
        Rows.of_edges([(1, 2)])
    with pytest.raises(ModelError, match="'ab', expected the names of two columns"):
        Rows.of_edges(nx.path_graph(3), "ab")
    graph = nx.path_graph(3)
    nx.set_node_attributes(graph, 1, "node")
    with pytest.raises(ModelError, match="column 'node' is an attribute, too"):
        Rows.of_nodes(graph)
