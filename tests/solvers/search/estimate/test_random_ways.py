"""Random ways down the tree of dancing links: what they tell is right in the mean."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import ExactCover
from minuet.models.gallery import entry
from minuet.solvers import get_solver
from minuet.solvers.contract import Deadline, Progress, Query
from minuet.solvers.search.estimate import links_of
from minuet.solvers.search.random_ways import Ways

from drawing import few
from oracle import knuth_tree
from oracle.matrices import matrices
from oracle.problems import queens


def gone(matrix: ExactCover, ways: int, *, skewed: bool = False, seed: int = 0) -> Ways:
    found = Ways(ways, seed, skewed)
    for _ in found.going(links_of(Query(matrix)), Deadline()):
        pass
    assert found.complete
    return found


def told(ways: Ways) -> np.ndarray:
    """Nodes, leaves and solutions, a line a way."""
    return ways.numbers[:, 1:4] * np.exp(ways.numbers[:, :1])


def visited(matrix: ExactCover) -> tuple[int, int]:
    """How many nodes and solutions the engine itself counts."""
    progress = Progress()
    solutions = get_solver("dlx:links").count(Query(matrix), progress)
    return progress.nodes, solutions


@st.composite
def plain_matrices(draw: st.DrawFn) -> ExactCover:
    """Every primary item once, a primary item in every option; colors on the others."""
    primary, secondary = draw(st.integers(1, 5)), draw(st.integers(0, 2))
    rows = []
    for _ in range(draw(st.integers(0, 8))):
        mine = draw(st.lists(st.integers(0, primary - 1), unique=True, min_size=1, max_size=3))
        others = draw(st.lists(st.integers(0, max(secondary - 1, 0)), unique=True, max_size=2))
        colored = [(primary + k, draw(st.integers(0, 2))) for k in others if secondary]
        rows.append([(item, 0) for item in mine] + colored)
    return ExactCover(
        primary=primary,
        items=[f"i{k}" for k in range(primary + secondary)],
        starts=np.cumsum([0, *map(len, rows)]),
        members=[item for row in rows for item, _ in row],
        colors=[color for row in rows for _, color in row],
        color_names=["a", "b"],
    )


@given(matrix=plain_matrices())
def test_every_way_is_one_of_the_tree_and_all_together_are_unbiased(matrix: ExactCover) -> None:
    every = list(knuth_tree.ways(matrix))
    nodes, leaves, solutions = knuth_tree.whole(matrix)
    assert visited(matrix) == (nodes, solutions)
    assert sum(way.chance for way in every) == 1
    assert sum(way.chance * way.nodes for way in every) == nodes
    assert sum(way.chance * way.leaves for way in every) == leaves
    assert sum(way.chance * way.solutions for way in every) == solutions
    found = gone(matrix, 200)
    seen = {
        (*map(round, line), int(way[-1]))
        for line, way in zip(told(found), found.numbers, strict=True)
    }
    assert seen <= {(way.nodes, way.leaves, way.solutions, way.depth) for way in every}
    # A way that is not rare is met, so none of the outcomes is out of reach.
    common = {way[1:] for way in every if way.chance >= 1 / 8}
    assert common <= seen


@pytest.mark.parametrize("skewed", [False, True])
@few(20)
@given(matrix=matrices())
def test_the_mean_is_near_for_matrices_with_everything(matrix: ExactCover, skewed: bool) -> None:
    nodes, solutions = visited(matrix)
    lines = told(gone(matrix, 2000, skewed=skewed))
    for column, exact in ((0, nodes), (2, solutions)):
        error = lines[:, column].std() / math.sqrt(len(lines))
        assert abs(lines[:, column].mean() - exact) <= 6 * error + 1e-9 * exact


@pytest.mark.parametrize(
    ("name", "ways", "skewed"),
    [
        ("queens-8", 4000, False),
        ("queens-8", 2000, True),
        pytest.param("pentominoes-3x20", 4000, True, marks=pytest.mark.slow),
        ("langford-8", 4000, False),
    ],
)
def test_known_trees_are_estimated_well(name: str, ways: int, skewed: bool) -> None:
    matrix = entry(name).load().matrix
    nodes, _ = visited(matrix)
    size = gone(matrix, ways, skewed=skewed).nodes
    assert size.spread < 0.06
    assert abs(float(size) / nodes - 1) < 4 * size.spread


def test_ten_queens_are_estimated_by_nodes_leaves_and_solutions() -> None:
    matrix = queens(10).matrix
    nodes, solutions = visited(matrix)
    assert solutions == 724
    found = gone(matrix, 10_000)
    assert float(found.nodes) == pytest.approx(nodes, rel=0.05)
    assert float(found.solutions) == pytest.approx(solutions, rel=0.15)
    assert found.leaves.log < found.nodes.log
    assert 0 < found.met < len(found)


def test_ways_that_look_ahead_tell_more_where_most_children_are_dead_ends() -> None:
    matrix = entry("pentominoes-3x20").load().matrix
    plain, skewed = gone(matrix, 1000), gone(matrix, 1000, skewed=True)
    assert skewed.nodes.spread < plain.nodes.spread / 2
    assert skewed.tail < plain.tail


def test_the_seed_and_the_number_of_a_way_tell_where_it_goes() -> None:
    matrix = queens(8).matrix
    once, again, other = gone(matrix, 50), gone(matrix, 200), gone(matrix, 50, seed=1)
    assert (once.numbers == again.numbers[:50]).all()
    assert (once.numbers != other.numbers).any()


def test_a_search_after_the_ways_finds_everything() -> None:
    matrix = queens(8).matrix
    links = links_of(Query(matrix))
    for skewed in (False, True):
        links.random_ways(60.0, 100, 0, 0, skewed)
    assert links.count(60.0)
    assert (links.solutions, links.nodes) == (92, visited(matrix)[0])


@pytest.mark.parametrize("name", ["queens-8", "langford-7", "pentominoes-3x20"])
def test_ways_below_options_are_those_of_what_the_options_leave(name: str) -> None:
    query = Query(entry(name).load().matrix)
    engine = links_of(query)
    engine.next_batch(60.0, 1)
    links, parts = links_of(query), engine.open()
    assert len(parts) > 3
    for above, without in parts:
        ways = links.random_ways(60.0, 20, 0, 0, False, above)
        alone = links_of(query.with_given(above)).random_ways(60.0, 20, 0, 0, False)
        assert not without
        assert (ways == alone).all()
    assert links.count(60.0)
    assert links.nodes == visited(query.matrix)[0]


def test_there_are_no_ways_below_options_that_exclude_each_other() -> None:
    links = links_of(Query(queens(8).matrix))
    for wrong in ([0, 1], [-1], [1000]):
        assert not len(links.random_ways(60.0, 5, 0, 0, False, wrong))
    assert links.count(60.0)
    assert links.solutions == 92


def test_ways_end_at_the_deadline() -> None:
    found = Ways(10**7, 0, False)
    for _ in found.going(links_of(Query(queens(8).matrix)), Deadline(0.1)):
        pass
    assert 0 < len(found) < 10**7
