"""The folded tree: its solutions are those of brute force, and what it promises holds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import ExactCover, Unsupported

from oracle.folded_trees import solutions
from oracle.folding_reference import folded_tree
from oracle.matrices import matrices
from oracle.subsets import solutions_of
from oracle.tilings import dominoes


@given(matrices(), st.booleans())
def test_the_solutions_are_those_of_brute_force_each_once(
    matrix: ExactCover, dead_ends: bool
) -> None:
    found = sorted(map(sorted, solutions(folded_tree(matrix, dead_ends=dead_ends))))
    assert found == sorted(map(sorted, solutions_of(matrix)))


@given(matrices(), st.data())
def test_given_and_forbidden_options_are_honoured(matrix: ExactCover, data: st.DataObject) -> None:
    numbers = st.sets(st.integers(0, max(matrix.options - 1, 0)), max_size=2)
    chosen = data.draw(numbers) if matrix.options else set()
    never = data.draw(numbers) if matrix.options else set()
    tree = folded_tree(matrix, chosen, never)
    assert tree.given == tuple(sorted(chosen))
    assert tree.forbidden == tuple(sorted(never))
    found = {rest | chosen for rest in solutions(tree)}
    assert found == {
        frozenset(one)
        for one in solutions_of(matrix)
        if chosen <= set(one) and never.isdisjoint(one)
    }


@given(matrices(), st.booleans())
def test_children_stand_before_their_parents_and_edges_ascend(
    matrix: ExactCover, dead_ends: bool
) -> None:
    tree = folded_tree(matrix, dead_ends=dead_ends)
    assert len(tree.first) == tree.nodes + 1
    for node in range(tree.nodes):
        edges = list(tree.below(node))
        assert all(child < node for _, child in edges)
        if tree.kind_or_item[node] >= 0:
            options = [option for option, _ in edges]
            assert options == sorted(set(options))
            assert all(dict(matrix.option(o)).get(tree.kind_or_item[node]) == 0 for o in options)


def test_a_weighted_matrix_is_refused() -> None:
    matrix = ExactCover(primary=1, items=["sum"], starts=[0, 1], members=[0], weights=[2], high=[2])
    with pytest.raises(Unsupported, match="a solution set does not support weights"):
        folded_tree(matrix)


def test_equal_states_share_a_node() -> None:
    """Dominoes on 2 x n: a node a cut, so that the tree grows as n does and not as its count."""
    width = 20
    tree = folded_tree(dominoes(2, width))
    assert sum(1 for _ in solutions(tree)) == 10946
    assert tree.nodes < 5 * width
