"""Rules along a graph: what they mean for answers, for the matrix, and what messages say."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from copy import deepcopy
from itertools import chain, combinations
from typing import Any

import networkx
import pytest

from minuet.models import ModelError, Puzzle, Rows
from minuet.models.matrix.conditions import cut
from minuet.solvers import solutions

GRID = networkx.grid_2d_graph(3, 3)


def subsets(count: int) -> Iterator[tuple[int, ...]]:
    return chain.from_iterable(combinations(range(count), k) for k in range(count + 1))


def held(puzzle: Puzzle) -> int:
    """How many sets of options keep all graph rules; the clauses and networkx say the same."""
    found = 0
    conditions = [one for rule in puzzle.rules for one in rule.conditions()]
    for options in subsets(sum(map(len, puzzle.tables))):
        answer = puzzle.read(options)
        by_clauses = all(cut(condition, options) is None for condition in conditions)
        assert by_clauses == bool(puzzle.check(answer))
        found += by_clauses
    return found


def of_edges(graph: Any = GRID) -> tuple[Puzzle, Any]:
    puzzle = Puzzle("edges")
    return puzzle, puzzle.choices("edge", Rows(("a", "b"), list(graph.edges)))


def of_cells(side: int = 3, **more: Any) -> tuple[Puzzle, Any]:
    puzzle = Puzzle("cells")
    return puzzle, puzzle.choices("cell", row=range(side), col=range(side), **more)


# ---- What they mean, by published numbers ----------------------------------------------------


def test_loops_on_a_grid_of_3_by_3_points() -> None:
    puzzle, edge = of_edges()
    puzzle.one_loop(edge, by=("a", "b"))
    assert held(puzzle) == 13  # OEIS A140517: self-avoiding polygons on 2 x 2 cells


def test_paths_between_opposite_corners() -> None:
    puzzle, edge = of_edges()
    puzzle.path(edge, by=("a", "b"), ends=((0, 0), (2, 2)))
    assert held(puzzle) == 12  # OEIS A007764


def test_paths_with_any_ends() -> None:
    graph = networkx.grid_2d_graph(2, 3)
    puzzle, edge = of_edges(graph)
    puzzle.path(edge, by=("a", "b"))
    pairs = combinations(graph, 2)
    assert held(puzzle) == sum(len(list(networkx.all_simple_paths(graph, *p))) for p in pairs)


def test_spanning_forests_are_what_kirchhoff_and_tutte_say() -> None:
    puzzle, edge = of_edges(networkx.complete_graph(4))
    puzzle.acyclic(edge, by=("a", "b"))
    assert held(puzzle) == 38  # OEIS A001858: labelled forests


def test_trees_of_a_complete_graph() -> None:
    puzzle, edge = of_edges(networkx.complete_graph(4))
    puzzle.tree(edge, by=("a", "b"))
    # No edge; 6 single edges; on 3 of 4 vertices 3 trees each; 16 that span.
    assert held(puzzle) == 1 + 6 + 4 * 3 + 16


def test_directed_cycles_of_a_complete_graph() -> None:
    puzzle, arc = of_edges(networkx.complete_graph(4, networkx.DiGraph))
    puzzle.one_cycle(arc, by=("a", "b"))
    assert held(puzzle) == 6 + 8 + 6  # of two, three and four vertices


def test_connected_cells_on_a_square() -> None:
    puzzle, cell = of_cells()
    puzzle.connected(cell, by=("row", "col"))
    assert held(puzzle) == 218 + 1  # OEIS A059525: connected subgraphs, and none


def test_cells_reached_from_a_corner() -> None:
    puzzle, cell = of_cells(along=[0])
    puzzle.reachable(cell, [(0, 0)], by=("row", "col"))
    connected = networkx.grid_2d_graph(3, 3)
    sets = (set(one) for one in chain.from_iterable(combinations(GRID, k) for k in range(1, 10)))
    right = (s for s in sets if (0, 0) in s and networkx.is_connected(connected.subgraph(s)))
    assert held(puzzle) == 1 + sum(1 for _ in right)


def test_each_region_is_connected_apart() -> None:
    puzzle, cell = of_cells(2, area=["A", "B"])
    rule = puzzle.connected(cell, by=("row", "col"), regions="area")
    assert rule.groups == ["A", "B"]
    assert held(puzzle) == 14**2  # of 16 sets of cells the two diagonals are not connected


def test_paths_of_several_colors_have_ends_of_their_own() -> None:
    puzzle = Puzzle("two wires")
    graph = networkx.grid_2d_graph(2, 2)
    wires = [(a, b, color) for a, b in graph.edges for color in ("red", "blue")]
    wire = puzzle.choices("wire", Rows(("a", "b", "color"), wires))
    ends = {"red": ((0, 0), (0, 1)), "blue": ((1, 0), (1, 1))}
    puzzle.path(wire, by=("a", "b"), regions="color", ends=ends)
    assert held(puzzle) == 4


# ---- How edges and vertices are told ---------------------------------------------------------


def test_an_edge_may_be_four_numbers_and_none_is_not_counted() -> None:
    puzzle, step = of_cells(2, turn=[0, 1])

    def edge(row: int, col: int, turn: int) -> tuple[int, int, int, int] | None:
        there = (row + turn, col + 1 - turn)
        return (row, col, *there) if max(there) < 2 else None

    puzzle.one_loop(step, by=edge)
    assert held(puzzle) == 2**4  # one loop, and four rows that are no edge


def test_graphs_may_be_edges_or_mappings_or_of_networkx() -> None:
    ring = {k: [(k + 1) % 4] for k in range(4)}
    for along in (list(networkx.cycle_graph(4).edges), ring, networkx.cycle_graph(4)):
        puzzle = Puzzle("ring")
        bead = puzzle.choices("bead", at=range(4))
        puzzle.connected(bead, by="at", along=along)
        assert held(puzzle) == 14


def test_neighbours_beyond_a_mapping_are_left_out() -> None:
    puzzle, cell = of_cells()
    knight = {(r, c): [(r + 1, c + 2), (r + 2, c + 1)] for r in range(3) for c in range(3)}
    rule = puzzle.connected(cell, by=("row", "col"), along=knight)
    assert (len(rule.graph.vertices), len(rule.graph.edges)) == (9, 4)


def test_a_row_may_choose_several_vertices() -> None:
    puzzle = Puzzle("dominoes")
    dominoes = [((0, 0), (0, 1)), ((0, 3), (0, 4)), ((0, 1), (0, 2))]
    domino = puzzle.choices("domino", cells=dominoes)
    puzzle.connected(domino, covering="cells")
    assert held(puzzle) == 7  # all but the first two alone are


def test_vertices_of_networkx_with_rows_of_their_own() -> None:
    graph = networkx.petersen_graph()
    puzzle = Puzzle("petersen")
    node = puzzle.choices("node", node=list(graph))
    puzzle.connected(node, by="node", along=graph)
    expected = sum(
        networkx.is_connected(graph.subgraph(some)) for some in subsets(10) if len(some) > 0
    )
    assert held(puzzle) == 1 + expected


def test_one_rule_may_count_several_tables() -> None:
    puzzle = Puzzle("two tables")
    flat = puzzle.choices("flat", r=range(2), c=range(1))
    tall = puzzle.choices("tall", r=range(1), c=range(2))
    by = {flat: lambda r, c: (r, c, r, c + 1), tall: lambda r, c: (r, c, r + 1, c)}
    puzzle.one_loop([flat, tall], by=by)
    assert held(puzzle) == 1


# ---- Messages --------------------------------------------------------------------------------


def wrong(puzzle: Puzzle, *options: int) -> list[str]:
    return list(puzzle._violations(puzzle.read(options)))


def test_what_is_wrong_is_said_in_the_puzzles_words() -> None:
    puzzle, edge = of_edges()
    rule = puzzle.one_loop(edge, by=("a", "b"), name="fence")
    assert wrong(puzzle) == ["fence: no edge chosen, expected exactly one loop"]
    assert wrong(puzzle, 0) == ["fence: an end at (0,0), expected exactly one loop"]
    puzzle.say(rule, lambda key: "the fence is closed")
    assert wrong(puzzle) == ["the fence is closed: no edge chosen"]


@pytest.mark.parametrize(
    ("kind", "edges", "said"),
    [
        ("acyclic", "ab bc ca", "a cycle through a, b, c, expected no cycle"),
        ("tree", "ab cd", "2 parts, at a, c, expected one tree"),
        ("one_loop", "ab ac ad", "3 edges at a, expected exactly one loop"),
        ("one_loop", "ab bc ca de ef fd", "2 loops, at a, d, expected exactly one loop"),
        ("path", "", "no edge chosen, expected exactly one path"),
        ("path", "ab bc ca", "a cycle through a, b, c, expected exactly one path"),
        ("one_cycle", "ab", "0 arcs to a and 1 from it, expected exactly one directed cycle"),
        ("one_cycle", "ab ba cd dc", "2 cycles, at a, c, expected exactly one directed cycle"),
    ],
)
def test_each_kind_says_what_is_wrong(kind: str, edges: str, said: str) -> None:
    pairs = networkx.complete_graph("abcdef", networkx.DiGraph if kind == "one_cycle" else None)
    puzzle, edge = of_edges(pairs)
    getattr(puzzle, kind)(edge, by=("a", "b"), name="it")
    chosen = [k for k, row in enumerate(edge) if row.a + row.b in edges.split()]
    chosen += [k for k, row in enumerate(edge) if kind != "one_cycle" and row.b + row.a in edges]
    assert wrong(puzzle, *dict.fromkeys(chosen)) == [f"it: {said}"]


def test_ends_and_roots_are_named() -> None:
    puzzle, edge = of_edges()
    puzzle.path(edge, by=("a", "b"), ends=((0, 0), (2, 2)), name="way")
    assert wrong(puzzle, 0) == [
        "way: a path from (0,0) to (1,0), expected one path from (0,0) to (2,2)"
    ]
    puzzle, cell = of_cells()
    puzzle.reachable(cell, [(0, 0)], by=("row", "col"), name="water")
    assert wrong(puzzle, 0, 4) == ["water: no way to (1,1), expected a way from (0,0) to each"]


def test_regions_are_named() -> None:
    puzzle, cell = of_cells(3, area=["A", "B"])
    puzzle.connected(cell, by=("row", "col"), regions="area", name="land")
    said = "land A: 2 parts, at (0,0), (2,2), expected one connected part"
    assert wrong(puzzle, 0, 16) == [said]


def test_a_description_says_how_large_the_graph_is() -> None:
    puzzle, cell = of_cells()
    rule = puzzle.connected(cell, by=("row", "col"), name="white")
    start = "white: one connected part, of 9 choices of cell along 9 vertices and 12 edges ("
    assert rule.summary.startswith(start)


def test_givens_that_break_a_rule_for_good_are_overfilled() -> None:
    puzzle, edge = of_edges(networkx.complete_graph(4))
    rule = puzzle.one_loop(edge, by=("a", "b"))
    assert not list(rule.overfilled(puzzle.read([0]).numbers))
    assert list(rule.overfilled(puzzle.read([0, 1, 2]).numbers))  # three edges at one vertex


# ---- Mistakes --------------------------------------------------------------------------------

BY = ("row", "col")


ROUND = [(0, 1), (1, 2), (2, 0)]


@pytest.mark.parametrize(
    "along",
    [
        networkx.DiGraph([(0, 1), (1, 2), (2, 0)]),
        [(0, 1), (1, 2), (2, 0)],
        {0: [1], 1: [2], 2: [0]},
    ],
    ids=["networkx", "edges", "mapping"],
)
def test_what_is_reachable_goes_along_arcs_where_the_graph_is_directed(along: Any) -> None:
    puzzle = Puzzle("arcs")
    stop = puzzle.choices("stop", v=range(3))
    directed = None if isinstance(along, networkx.DiGraph) else True
    rule = puzzle.reachable(stop, [0], by="v", along=along, directed=directed, name="line")
    wanted = {(), (0,), (0, 1), (0, 1, 2)}
    for engine in ("propagate", "sat", "cpsat"):
        with solutions(puzzle, engine) as found:
            assert {answer.options for answer in found} == wanted
    assert list(rule.violations(lambda table: [0, 2])) == [
        "line: no way to 2, expected a way from 0 to each"
    ]
    assert puzzle.check(puzzle.read([0, 1, 2]))


@pytest.mark.parametrize(
    ("add", "said"),
    [
        (lambda p, c: p.connected(c, by=lambda row: None), "none of 9 rows of cell is at a vertex"),
        (lambda p, c: p.one_loop(c, by=lambda row: None), "none of 9 rows of cell is an edge"),
        (lambda p, c: p.connected(c, by="row"), "no graph, and 0 is no cell"),
        (lambda p, c: p.connected(c, by=BY, along=[((0, 0), (0, 1))]), "vertex (0,2), expected"),
        (lambda p, c: p.one_loop(c, by=lambda col: (0, col + 2), along=[(0, 1)]), "edge 0 to 2, e"),
        (lambda p, c: p.one_loop(c, by=BY), "an edge from 0 to itself"),
        (lambda p, c: p.one_loop(c, by=lambda row: row), "has 0, expected a pair of vertices"),
        (lambda p, c: p.one_loop(c, by=lambda row: ({}, 1)), "has unhashable type|has cannot use"),
        (lambda p, c: p.connected(c, by=BY, along=7), "along 7, expected a graph of networkx"),
        (lambda p, c: p.connected(c, by=BY, along=[(1, 2, 3)]), "along holds (1, 2, 3), expected"),
        (lambda p, c: p.connected(c, by=BY, along=networkx.DiGraph()), "along a directed graph"),
        (lambda p, c: p.reachable(c, [(9, 9)], by=BY), "root (9,9), expected a vertex"),
        (lambda p, c: p.reachable(c, {"A": [(0, 0)]}, by=BY), "roots by label, expected `regions`"),
        (lambda p, c: p.path(c, by=lambda row, col: (col, 3), ends=(0, 8)), "end 8, expected a"),
        (lambda p, c: p.path(c, by=BY, ends=(0,)), "ends 0, expected two vertices"),
        (lambda p, c: p.path(c, by=BY, ends=(0, 0)), "ends: `ends` names 0 twice"),
        (lambda p, c: p.path(c, by=BY, ends=5), "ends 5, expected vertices"),
        (lambda p, c: p.reachable(c, 7, by=BY), "roots 7, expected vertices"),
        (lambda p, c: p.connected(c), "expected one of `by` and `covering`"),
        (lambda p, c: p.connected(c, by=BY, regions="colour"), "no column 'colour'"),
    ],
)  # fmt: skip
def test_mistakes_are_told_in_a_line(add: Callable[[Puzzle, Any], Any], said: str) -> None:
    puzzle, cell = of_cells()
    with pytest.raises(ModelError) as caught:
        _ = add(puzzle, cell).items
    message = str(caught.value)
    assert any(one in message for one in said.split("|")), message
    assert "\n" not in message


# ---- Travelling ------------------------------------------------------------------------------


def test_a_rule_travels_without_its_functions() -> None:
    puzzle, edge = of_edges()
    puzzle.path(edge, by=lambda a, b: (a, b), along=GRID, ends=((0, 0), (2, 2)), name="way")
    for again in (pickle.loads(pickle.dumps(puzzle)), deepcopy(puzzle)):
        assert again.rules[0].conditions() == puzzle.rules[0].conditions()
        assert again.rules[0].given_graph == puzzle.rules[0].given_graph
        assert wrong(again, 0) == wrong(puzzle, 0)


def test_a_twin_speaks_of_tables_of_its_own() -> None:
    puzzle, cell = of_cells(3, area=["A", "B"])
    rule = puzzle.connected(cell, by=BY, regions="area")
    twin = rule.twin({cell: cell.twin()})
    assert twin.tables != rule.tables
    assert twin.conditions() == rule.conditions()


def test_the_same_graph_is_the_same_however_it_is_told() -> None:
    conditions = []
    for along in (GRID, list(GRID.edges)[::-1], None, {v: list(GRID[v]) for v in GRID}):
        puzzle, cell = of_cells()
        conditions += puzzle.connected(cell, by=BY, along=along).conditions()
    assert all(one == conditions[0] for one in conditions)
