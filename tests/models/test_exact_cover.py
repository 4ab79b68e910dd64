"""The shared matrix: what it holds, what it refuses, what it selects."""

from __future__ import annotations

import copy
import hashlib
import json
import pickle
import struct
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import ExactCover, ExactCoverBuilder, ModelError
from minuet.models.formats import read
from minuet.models.matrix.graphs import item_option_graph
from minuet.solvers import count
from minuet.solvers.conformance import all_solutions

from drawing import few
from oracle import small_puzzles
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
        ({"costs": [0, 2**62]}, "option 2: cost 4611686018427387904 overflows"),
        ({"costs": [0, 2**64]}, "costs"),
        ({"costs": [2**63, -1]}, "costs: Python int too large"),
        ({"costs": [2**60 + 1, 0.5]}, "costs"),
        ({"costs": np.array([-(2**63), 0])}, "option 1: cost -9223372036854775808 overflows"),
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
    assert matrix.color_names == ("red",)
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
        forbidden = {(option + 1) % matrix.options} - {option}
        selected = matrix.selected([option], forbidden)
        names = list(selected.labels)
        found = {tuple(names[o] for o in options) for options in all_solutions(selected)}
        assert found == all_solutions(matrix, {option}, forbidden)


def test_equal_matrices_are_found_in_sets_and_have_one_digest() -> None:
    matrix = build(costs=[3, -4])
    same = build(costs=np.array([3, -4], np.int8), labels=["one", "two"], items=("a", "b", "x"))
    assert matrix == same and hash(matrix) == hash(same) and matrix.digest == same.digest
    assert {matrix: "known"}[same] == "known"
    others = [
        build(),
        build(costs=[3, -4], color_names=["blue"]),
        build(costs=[3, -4], items=["a", "b", "y"]),
        build(costs=[3, -4], items=["a", "bx", ""]),
        build(costs=[3, -4], low=[0, 1, 0]),
        build(costs=[3, -4], starts=[0, 3, 4]),
        build(costs=[3, -4], primary=1, low=[1, 0, 0], colors=None),
    ]
    every = [matrix, *others]
    assert len(set(every)) == len({one.digest for one in every}) == len(every)
    assert matrix != "a matrix"


@few(30)
@given(one=matrices(max_options=3), two=matrices(max_options=3))
def test_equality_digest_and_hash_say_the_same(one: ExactCover, two: ExactCover) -> None:
    assert (one == two) == (one.digest == two.digest)
    again = pickle.loads(pickle.dumps(one))
    assert one == again and hash(one) == hash(again) and one.digest == again.digest


def test_the_digest_is_what_its_description_says() -> None:
    matrix = build(items=[("row", 0), frozenset({"b", "a"}), "x"], costs=[3, -4])
    parts = [b"minuet cover\n", struct.pack("<5q", 2, 3, 2, 4, 1)]
    parts += [struct.pack("<3i", 0, 2, 4), struct.pack("<8i", 0, 2, 1, 2, 0, 1, 0, 1)]
    parts += [struct.pack("<2q", 3, -4), struct.pack("<6i", 1, 1, 0, 1, 1, 1)]
    for name in ("('row', 0)", "{'a', 'b'}", "x", "red"):
        parts += [struct.pack("<q", len(name)), name.encode()]
    expected = hashlib.blake2b(b"".join(parts), digest_size=32).hexdigest()
    assert matrix.digest == expected
    assert expected == "ec1fcdb62e38f3d786538f951fa1fc8a4e61cc55c4ed5f160312c3262f814375"


def test_a_matrix_that_travelled_is_whole_and_cannot_be_written_to() -> None:
    for matrix in (build(), build(costs=[1, 2], colors=None, labels=["one", "two"])):
        again = pickle.loads(pickle.dumps(matrix))
        assert again == matrix and list(again.labels) == list(matrix.labels)
        for name in ("starts", "members", "colors", "costs", "low", "high"):
            assert getattr(again, name).dtype == getattr(matrix, name).dtype
            with pytest.raises(ValueError, match="read-only"):
                getattr(again, name)[0] = 1
        assert copy.deepcopy(matrix) is matrix
    items = ["a", "b", "x"]
    matrix = build(items=items)
    before = matrix.digest
    items[0] = "z"
    assert matrix.items == ["a", "b", "x"] and build(items=items).digest != before


def test_a_selection_names_options_that_there_are() -> None:
    for given_, forbidden in (([2], []), ([], [-1]), ([0], [5])):
        with pytest.raises(ModelError, match=r"option number (2|-1|5), expected 0 to 1"):
            build().selected(given_, forbidden)


@given(matrix=matrices(max_options=6), data=st.data())
def test_a_selection_of_several_options_is_the_matrix_with_them_chosen(
    matrix: ExactCover, data: st.DataObject
) -> None:
    numbers = st.integers(0, max(matrix.options - 1, 0))
    some = st.lists(numbers, max_size=3 if matrix.options else 0)
    given_, forbidden = data.draw(some), data.draw(some)
    selected = matrix.selected(given_, forbidden)
    labels = list(selected.labels)
    found = {tuple(labels[o] for o in options) for options in all_solutions(selected)}
    assert found == all_solutions(matrix, set(given_), set(forbidden))


@given(small_puzzles.matrices())
def test_the_graph_of_items_and_options_is_read_as_the_matrix(matrix: ExactCover) -> None:
    text = json.dumps(nx.node_link_data(item_option_graph(matrix), edges="edges"))
    (found,) = read(text).problems
    assert isinstance(found, ExactCover)
    assert list(found.items) == list(map(str, matrix.items))
    assert count(found).count == count(matrix).count


def test_a_graph_shows_items_and_options() -> None:
    matrix = build(members=[0, 2, 1, 2], colors=[0, 1, 0, 2], color_names=["red", "blue"])
    graph = item_option_graph(matrix)
    assert nx.is_bipartite(graph)
    assert graph.edges[("option", 0), ("item", 2)]["color"] == "red"


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


def test_a_part_keeps_some_options_and_items_and_what_they_are_called() -> None:
    matrix = build(costs=[3, 4], low=[0, 1, 0], labels=["one", "two"])
    items, options = np.array([True, False, True]), np.array([False, True])
    narrow = matrix.part(items=items)
    assert [narrow.option(k) for k in range(narrow.options)] == [[(0, 0), (1, 1)], [(1, 1)]]
    assert (narrow.primary, narrow.items, narrow.low.tolist()) == (1, ["a", "x"], [0, 0])
    assert (narrow.costs.tolist(), list(narrow.labels)) == ([3, 4], ["one", "two"])
    short = matrix.part(options=options, items=items, costs=None)
    assert [short.option(k) for k in range(short.options)] == [[(1, 1)]]
    assert (short.costs.tolist(), list(short.labels), short.color_names) == ([0], ["two"], ("red",))
    assert matrix.part() == matrix


def test_a_matrix_with_other_costs_or_labels_is_the_same_in_all_else() -> None:
    matrix = build(costs=[3, 4], labels=["one", "two"])
    other = matrix.replaced(costs=[5, 6], labels=None)
    assert (other.costs.tolist(), list(other.labels)) == ([5, 6], [0, 1])
    assert other.replaced(costs=matrix.costs) == matrix
    with pytest.raises(ModelError, match="costs has length 1, expected 2"):
        matrix.replaced(costs=[1])
