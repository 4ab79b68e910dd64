"""Labels of all sorts in rules along a graph, and rows that choose nothing, against all subsets."""

from __future__ import annotations

import math
import pickle
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import chain, combinations, cycle
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import ModelError, Puzzle
from minuet.solvers import crosscheck, solutions

from ...drawing import few

Vertex = Hashable
Edge = tuple[Vertex, Vertex]


class Row(NamedTuple):
    """A choice: what it chooses of the graph, and its label."""

    element: Any
    label: Any


def puzzle_of(kind: str, rows: Sequence[Row], **more: Any) -> Puzzle:
    puzzle = Puzzle()
    table = puzzle.choices("row", number=range(len(rows)))
    getattr(puzzle, kind)(
        table,
        by=lambda number: rows[number].element,
        regions=lambda number: rows[number].label,
        **more,
    )
    return puzzle


# ---- What the rules mean, by plain loops over vertices and edges ---------------------------------


def parts(vertices: set[Vertex], edges: set[Edge]) -> list[set[Vertex]]:
    """Return the connected parts: sets that grow as long as an edge leaves them."""
    found: list[set[Vertex]] = []
    for vertex in vertices:
        if not any(vertex in part for part in found):
            part, before = {vertex}, 0
            while len(part) != before:
                before = len(part)
                part |= {b for a, b in edges if a in part} | {a for a, b in edges if b in part}
            found.append(part)
    return found


def acyclic(edges: set[Edge]) -> bool:
    vertices = {end for edge in edges for end in edge}
    return len(edges) == len(vertices) - len(parts(vertices, edges))


def tree(edges: set[Edge]) -> bool:
    return acyclic(edges) and len(parts({end for edge in edges for end in edge}, edges)) < 2


def degrees(edges: set[Edge]) -> list[int]:
    ends = [end for edge in edges for end in edge]
    return sorted(map(ends.count, set(ends)))


def one_loop(edges: set[Edge]) -> bool:
    whole = len(parts({end for edge in edges for end in edge}, edges)) == 1
    return whole and set(degrees(edges)) == {2}


def path(edges: set[Edge]) -> bool:
    return bool(edges) and tree(edges) and max(degrees(edges)) <= 2


EDGE_KINDS: dict[str, Callable[[set[Edge]], bool]] = {
    "acyclic": acyclic,
    "tree": tree,
    "one_loop": one_loop,
    "path": path,
}


def subsets(size: int) -> Iterator[tuple[int, ...]]:
    return chain.from_iterable(combinations(range(size), k) for k in range(size + 1))


def right_ones(
    rows: Sequence[Row], holds: Callable[[set[Any]], bool], ends: bool
) -> set[tuple[int, ...]]:
    """Return the sets of rows that keep a rule in each label that some row chooses something in."""
    labels = {row.label for row in rows if row.element is not None and row.label is not None}
    found = set()
    for chosen in subsets(len(rows)):
        of_label: dict[Any, set[Any]] = {label: set() for label in labels}
        for number in chosen:
            element, label = rows[number]
            if element is not None and label is not None:
                of_label[label].add(tuple(sorted(element, key=repr)) if ends else element)
        if all(map(holds, of_label.values())):
            found.add(chosen)
    return found


def require_right(puzzle: Puzzle, rows: Sequence[Row], right: set[tuple[int, ...]]) -> None:
    for made in (puzzle, pickle.loads(pickle.dumps(puzzle))):
        assert {answer.options for answer in solutions(made, "propagate")} == right
        for chosen in subsets(len(rows)):
            assert bool(made.check(made.read(chosen))) is (chosen in right)


TRIANGLE = [(0, 1), (1, 2), (0, 2)]
LABELS: list[Any] = [
    *("a", "", 0, False, 1, True, 1.0, (), (()), ((),), (0,), frozenset(), frozenset({1}), b""),
    *(None, "None", "()", math.inf, -0.0),
]


@pytest.mark.parametrize("kind", sorted(EDGE_KINDS))
def test_a_label_whose_rows_choose_nothing_has_no_part_in_the_rule(kind: str) -> None:
    rows = [*(Row(edge, "a") for edge in TRIANGLE), Row(None, "b"), Row(None, None)]
    right = right_ones(rows, EDGE_KINDS[kind], ends=True)
    assert right
    puzzle = puzzle_of(kind, rows)
    require_right(puzzle, rows, right)
    report = crosscheck(puzzle, ["propagate", "sat"], time_limit=20, expect=len(right))
    assert report.verdict == "agreed"


@pytest.mark.parametrize(
    ("label", "kind"), [*zip(LABELS, cycle(sorted(EDGE_KINDS)), strict=False)], ids=repr
)
def test_any_value_is_a_label(label: Any, kind: str) -> None:
    rows = [*(Row(edge, label) for edge in TRIANGLE), *(Row(edge, "b") for edge in TRIANGLE)]
    rows = rows[:5]
    require_right(puzzle_of(kind, rows), rows, right_ones(rows, EDGE_KINDS[kind], ends=True))


edges_drawn = st.one_of(st.none(), st.sampled_from([*combinations(["x", (), 0, frozenset()], 2)]))


@few(60)
@given(
    st.sampled_from(sorted(EDGE_KINDS)),
    st.lists(st.builds(Row, edges_drawn, st.sampled_from(LABELS)), min_size=1, max_size=6),
)
def test_edges_and_labels_of_all_sorts(kind: str, rows: list[Row]) -> None:
    if not any(row.element is not None and row.label is not None for row in rows):
        with pytest.raises(ModelError, match="is an edge, expected some"):
            puzzle_of(kind, rows)
        return
    require_right(puzzle_of(kind, rows), rows, right_ones(rows, EDGE_KINDS[kind], ends=True))


vertices_drawn = st.one_of(st.none(), st.sampled_from(["x", (), 0, frozenset(), 1]))
ALONG = [("x", ()), ((), 0), (0, frozenset()), (frozenset(), 1)]  # a row of five


def together(vertices: set[Vertex]) -> bool:
    edges = {(a, b) for a, b in ALONG if a in vertices and b in vertices}
    return len(parts(vertices, edges)) < 2


@few(60)
@given(
    st.booleans(),
    st.lists(st.builds(Row, vertices_drawn, st.sampled_from(LABELS)), min_size=1, max_size=6),
)
def test_vertices_and_labels_of_all_sorts(rooted: bool, rows: list[Row]) -> None:
    """Connected, or reachable from the first vertex of the row of five."""

    def reached(vertices: set[Vertex]) -> bool:
        return not vertices or ("x" in vertices and together(vertices))

    kind, more = ("reachable", {"roots": ["x"]}) if rooted else ("connected", {})
    if not any(row.element is not None and row.label is not None for row in rows):
        with pytest.raises(ModelError, match="is at a vertex, expected some"):
            puzzle_of(kind, rows, along=ALONG, **more)
        return
    puzzle = puzzle_of(kind, rows, along=ALONG, **more)
    require_right(puzzle, rows, right_ones(rows, reached if rooted else together, ends=False))


def test_roots_of_the_empty_tuple_are_the_roots_of_that_label_alone() -> None:
    rows = [Row(vertex, label) for vertex in (0, 1) for label in ((), "b")]
    puzzle = puzzle_of("reachable", rows, along=[(0, 1)], roots={(): [0], "b": [1]})
    right = {
        chosen
        for chosen in subsets(4)  # rows 0 and 2 are the label (), rows 1 and 3 are "b"
        if (0 in chosen or 2 not in chosen) and (3 in chosen or 1 not in chosen)
    }
    require_right(puzzle, rows, right)


def test_roots_that_some_labels_lack_are_not_those_of_the_empty_tuple() -> None:
    rows = [Row(0, ()), Row(0, "b")]
    puzzle = puzzle_of("reachable", rows, along=[(0, 1)], roots={(): [0]})
    require_right(puzzle, rows, {(), (0,)})


@pytest.mark.parametrize("kind", sorted(EDGE_KINDS))
def test_a_single_edge(kind: str) -> None:
    rows = [Row((0, 1), ())]
    require_right(puzzle_of(kind, rows), rows, right_ones(rows, EDGE_KINDS[kind], ends=True))


def test_a_single_vertex() -> None:
    rows = [Row((0, 0), ())]
    require_right(puzzle_of("connected", rows), rows, {(), (0,)})
    require_right(puzzle_of("reachable", rows, roots=[(0, 0)]), rows, {(), (0,)})


@pytest.mark.parametrize("kind", ["connected", *EDGE_KINDS, "one_cycle"])
def test_an_empty_table_is_refused(kind: str) -> None:
    with pytest.raises(ModelError, match=r"none of 0 rows of row is .*, expected some"):
        puzzle_of(kind, [])


@pytest.mark.parametrize(
    ("kind", "rows", "what"),
    [
        ("acyclic", [Row((0, 1), math.nan)], "the label nan, which does not equal itself"),
        ("acyclic", [Row((0, math.nan), "a")], "has nan, which does not equal itself"),
        ("connected", [Row((math.nan, 1), "a")], "has nan, which does not equal itself"),
        ("acyclic", [Row((0, None), "a")], r"has \(0, None\), .*; None is no vertex"),
        ("acyclic", [Row((0, 1), ["a"])], "the label .*unhashable type: 'list'"),
        ("acyclic", [Row((0, 1), {})], "the label .*unhashable type: 'dict'"),
    ],
)
def test_what_is_no_key_is_refused_in_a_line(kind: str, rows: list[Row], what: str) -> None:
    with pytest.raises(ModelError, match=what) as caught:
        puzzle_of(kind, rows)
    assert "\n" not in str(caught.value)


def test_roots_of_no_label_are_refused() -> None:
    rows = [Row(0, "a"), Row(1, None)]
    with pytest.raises(ModelError, match="roots of None, which is no label"):
        puzzle_of("reachable", rows, along=[(0, 1)], roots={None: [0]})
