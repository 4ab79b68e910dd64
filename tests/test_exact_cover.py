"""The shared matrix: what it holds, what it refuses, what it selects."""

from __future__ import annotations

from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given

from minuet.models import ExactCover, ExactCoverBuilder, ModelError
from minuet.models.graphs import conflict_graph, item_option_graph

from oracle.brute_force import all_solutions
from oracle.matrices import matrices


def build(**changes: Any) -> ExactCover:
    arguments: dict[str, Any] = {
        "primary": 2,
        "items": ["a", "b", "x"],
        "starts": [0, 2, 4],
        "members": [0, 2, 1, 2],
        "colors": [0, 1, 0, 1],
        "color_names": ["red"],
    }
    return ExactCover(**(arguments | changes))


def test_holds_flat_arrays_of_the_documented_types() -> None:
    matrix = build(costs=[3, 4])
    assert matrix.starts.dtype == matrix.members.dtype == matrix.colors.dtype == np.int32
    assert matrix.costs.dtype == np.int64
    assert matrix.low.tolist() == [1, 1, 0]
    assert matrix.high.tolist() == [1, 1, 1]
    assert matrix.option(0) == [(0, 0), (2, 1)]
    assert (matrix.has_colors, matrix.has_costs, matrix.has_multiplicities) == (True, True, False)


def test_is_immutable_and_does_not_share_the_arrays_it_was_given() -> None:
    starts = np.array([0, 2, 4], np.int32)
    matrix = build(starts=starts)
    starts[1] = 3
    assert matrix.starts.tolist() == [0, 2, 4]
    with pytest.raises(ValueError, match="read-only"):
        matrix.members[0] = 1


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"members": [0, 0, 1, 2], "colors": None}, "option 1: item a appears twice"),
        ({"members": [0, 2, 1, 3]}, "option 2: unknown item 3"),
        ({"members": [0, 2, -1, 2]}, "option 2: unknown item -1"),
        ({"colors": [0, 1, 1, 1]}, "option 2: color on the primary item b"),
        ({"colors": [0, 1, 0, 2]}, "option 2: color number 2"),
        ({"colors": [0, -1, 0, 1]}, "option 1: color number -1"),
        ({"low": [1, 2, 0], "high": [1, 1, 1]}, r"item b: multiplicity \[2, 1\]"),
        ({"low": [-1, 1, 0]}, r"item a: multiplicity \[-1, 1\]"),
        ({"high": [1, 1, 2]}, r"secondary item x: multiplicity \[0, 2\]"),
        ({"costs": [0, 2**53]}, "option 2: cost 9007199254740992 overflows"),
        ({"costs": [0, 2**64]}, "costs"),
        ({"costs": [0, 0.5]}, "costs"),
        ({"costs": [0, "x"]}, "costs"),
        ({"members": [0, 2, 1, 2**32]}, "members"),
        ({"starts": [0, 3, 2, 4]}, "starts"),
        ({"starts": [1, 2, 4]}, "starts"),
        ({"starts": [0, 2, 5]}, "members has length 4, expected 5"),
        ({"primary": 4}, "4 primary items"),
        ({"labels": ["one"]}, "labels has length 1, expected 2"),
        ({"costs": [[0, 0]]}, "costs has 2 dimensions"),
    ],
)
def test_refuses_what_is_not_a_matrix(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        build(**changes)


def test_error_names_the_option_by_its_label() -> None:
    with pytest.raises(ModelError, match=r"option 2 \(queen at d4\)"):
        build(members=[0, 2, 1, 1], colors=None, labels=["queen at a1", "queen at d4"])


def test_builder_names_items_options_and_colors() -> None:
    builder = ExactCoverBuilder()
    builder.item("a", 1, 2)
    builder.secondary("x")
    builder.option({"a": None, "x": "red"}, cost=5, label="first")
    matrix = builder.build()
    assert matrix.items == ["a", "x"]
    assert matrix.color_names == ["red"]
    assert matrix.labels == ["first"]
    assert matrix.high.tolist() == [2, 1]
    with pytest.raises(ModelError, match="item a appears twice"):
        builder.item("a")
    builder.option(["nowhere"])
    with pytest.raises(ModelError, match="option 2: unknown item nowhere"):
        builder.build()


@given(matrix=matrices(max_options=7))
def test_selection_keeps_exactly_the_solutions_that_hold_the_given(matrix: ExactCover) -> None:
    for option in range(matrix.options):
        barred = {(option + 1) % matrix.options} - {option}
        selected = matrix.selected([option], barred)
        names = list(selected.labels)
        found = {tuple(names[o] for o in options) for options in all_solutions(selected)}
        assert found == all_solutions(matrix, {option}, barred)


def test_graphs_show_items_options_and_conflicts() -> None:
    matrix = build(members=[0, 2, 1, 2], colors=[0, 1, 0, 2], color_names=["red", "blue"])
    graph = item_option_graph(matrix)
    assert nx.is_bipartite(graph)
    assert graph.edges[("option", 0), ("item", 2)]["color"] == "red"
    assert list(conflict_graph(matrix).edges) == [(0, 1)]
    assert not conflict_graph(build()).edges


@given(matrix=matrices(max_options=7))
def test_conflict_graph_joins_options_that_no_solution_may_hold_together(
    matrix: ExactCover,
) -> None:
    graph = conflict_graph(matrix)
    assert len(graph) == matrix.options
    for options in all_solutions(matrix):
        assert not graph.subgraph(options).edges


def test_options_without_a_primary_item_can_be_left_out() -> None:
    matrix = ExactCover(
        primary=1,
        items=["a", "x"],
        starts=[0, 2, 3, 3, 4, 5],
        members=[0, 1, 1, 0, 1],
        colors=[0, 1, 1, 0, 2],
        costs=[1, 2, 3, 4, 5],
    )
    assert matrix.secondary_only.tolist() == [1, 2, 4]
    left = matrix.primary_only()
    assert [left.option(k) for k in range(left.options)] == [[(0, 0), (1, 1)], [(0, 0)]]
    assert (left.costs.tolist(), list(left.labels)) == ([1, 4], [0, 3])
    assert left.secondary_only.tolist() == []
    empty = ExactCover(primary=0, items=[], starts=[0], members=[])
    assert empty.primary_only() == empty
