"""The tree of which a cross-check compares branches: it loses nothing, and its size is told."""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given

from minuet.models import ExactCover
from minuet.solvers import Deadline, Stopped
from minuet.solvers.conformance import all_solutions
from minuet.solvers.questions.estimate.size import measure, size_of
from minuet.solvers.questions.estimate.tree import Node, SearchTree

from drawing import few
from oracle.matrices import matrices
from oracle.problems import queens


def leaves(tree: SearchTree, node: Node, weight: float = 1.0) -> Iterator[tuple[Node, float]]:
    """Yield every leaf below a node, and how likely a random way ends there."""
    if not node.choices:
        yield node, weight
    for choice in node.choices:
        yield from leaves(tree, tree.child(node, choice), weight / len(node.choices))


@given(matrix=matrices())
def test_the_leaves_are_the_solutions_and_dead_ends(matrix: ExactCover) -> None:
    tree = SearchTree.of(matrix, Deadline())
    found = [leaf.solution for leaf, _ in leaves(tree, tree.root) if leaf.solution is not None]
    assert len(found) == len(set(found))
    assert set(found) == all_solutions(matrix)


@given(matrix=matrices())
def test_random_ways_come_to_some_leaf(matrix: ExactCover) -> None:
    tree = SearchTree.of(matrix, Deadline())
    weights = [weight for _, weight in leaves(tree, tree.root)]
    assert math.fsum(weights) == pytest.approx(1)
    assert math.fsum(weight * (1 / weight) for weight in weights) == pytest.approx(len(weights))


@few(50)
@given(matrix=matrices())
def test_the_way_to_a_solution_leads_there(matrix: ExactCover) -> None:
    tree = SearchTree.of(matrix, Deadline())
    for solution in all_solutions(matrix):
        *_, leaf = tree.root, *tree.path(tree.root, solution)
        assert leaf.solution == solution


def test_the_size_of_a_tree_is_estimated_without_bias() -> None:
    tree = SearchTree.of(queens(6), Deadline())
    exact = sum(1 for _ in leaves(tree, tree.root))
    products = [math.exp(one) for one in measure(tree, tree.root, 1000, Random(1))]
    mean = math.fsum(products) / len(products)
    variance = math.fsum((one - mean) ** 2 for one in products) / (len(products) - 1)
    assert len(set(products)) > 1
    assert abs(mean - exact) < 5 * math.sqrt(variance / len(products))
    size = size_of([math.log(one) for one in products])
    assert size.log == pytest.approx(math.log(mean))
    assert size.spread == pytest.approx(math.sqrt(variance / len(products)) / mean)


def test_the_shares_of_children_add_up() -> None:
    tree = SearchTree.of(queens(6), Deadline())
    whole = size_of(measure(tree, tree.root, 400, Random(2)))
    children = [tree.child(tree.root, choice) for choice in tree.root.choices]
    sizes = [size_of(measure(tree, child, 400, Random(3))) for child in children]
    shares = [size.share_of(whole) for size in sizes]
    assert math.fsum(share for share, _ in shares) == pytest.approx(1, abs=0.2)
    assert all(0 < spread < 0.5 for _, spread in shares)


def test_the_size_of_a_leaf_is_known() -> None:
    matrix = queens(4).matrix
    tree = SearchTree.of(matrix, Deadline())
    *_, leaf = tree.path(tree.root, (1, 7, 8, 14))
    size = size_of(measure(tree, leaf, 10, Random(0)))
    assert (size.log, size.spread) == (0.0, 0.0)


def test_an_astronomical_tree_is_measured() -> None:
    items = 800
    three_each = ExactCover(
        primary=items,
        items=[f"i{k}" for k in range(items)],
        starts=range(3 * items + 1),
        members=[k for k in range(items) for _ in range(3)],
    )
    tree = SearchTree.of(three_each, Deadline())
    size = size_of(measure(tree, tree.root, 3, Random(0)))
    assert size.log == pytest.approx(items * math.log(3))  # beyond all floats
    assert size.spread == pytest.approx(0)
    assert size_of([0.0]).share_of(size)[0] == 0
    assert size.share_of(size)[0] == 1


def test_a_way_down_ends_at_the_deadline() -> None:
    tree = SearchTree.of(queens(6), Deadline()).within(0.0)
    assert measure(tree, tree.root, 10, Random(0)) == []
    with pytest.raises(Stopped):
        list(tree.path(tree.root, ()))
