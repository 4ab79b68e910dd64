"""The search tree and its branches that a cross-check compares: nothing is lost, sizes are true."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from own_solvers import Options

from minuet.models import ExactCover, Puzzle, Sudoku
from minuet.models.formats import read
from minuet.solvers import count
from minuet.solvers.conformance import all_solutions
from minuet.solvers.contract import Deadline, Stopped
from minuet.solvers.crosscheck.partition import (
    Prober,
    branches_for,
    partition_by_count,
    partition_by_size,
    random_branches,
)
from minuet.solvers.search.random_ways import measure, size_of

from drawing import few
from oracle.matrices import matrices
from oracle.problems import queens


def held(branches: Sequence[Any], every: set[Options]) -> list[set[Options]]:
    return [{one for one in every if branch.holds(one)} for branch in branches]


def permutations(size: int) -> Puzzle:
    puzzle = Puzzle("permutations")
    place = puzzle.choices("place", row=range(size), col=range(size))
    puzzle.exactly_one(place, by="row")
    puzzle.exactly_one(place, by="col")
    return puzzle


@few(60)
@given(matrix=matrices(), most=st.integers(1, 3))
def test_a_tree_partition_by_counts_is_whole(matrix: ExactCover, most: int) -> None:
    every = all_solutions(matrix)
    if not every:
        return
    branches = list(partition_by_count(Prober(matrix, Deadline()), len(every), most))
    parts = held(branches, every)
    assert sorted(one for part in parts for one in part) == sorted(every)
    assert [branch.solutions for branch in branches] == [len(part) for part in parts]
    assert [branch.share for branch in branches] == [len(part) / len(every) for part in parts]
    assert all(len(part) <= most for part in parts)


@few(60)
@given(matrix=matrices(), pieces=st.integers(1, 9))
def test_a_tree_partition_by_sizes_is_whole(matrix: ExactCover, pieces: int) -> None:
    every = all_solutions(matrix)
    branches = list(partition_by_size(Prober(matrix, Deadline()), pieces, 0))
    together = [one for part in held(branches, every) for one in part]
    assert sorted(together) == sorted(every)
    assert math.fsum(branch.share or 0 for branch in branches) == pytest.approx(1)


@few(60)
@given(matrix=matrices(), limit=st.integers(1, 3), seed=st.integers(0, 3))
def test_random_branches_are_disjoint_and_hold_what_they_say(
    matrix: ExactCover, limit: int, seed: int
) -> None:
    every = all_solutions(matrix)
    if len(every) <= limit:
        return
    drawing = random_branches(Prober(matrix, Deadline()), [min(every)], limit, len(every), seed)
    branches = [branch for branch, _ in drawing if branch is not None]
    parts = held(branches, every)
    assert branches
    assert [branch.solutions for branch in branches] == [len(part) for part in parts]
    assert all(len(part) <= limit for part in parts)
    together = [one for part in parts for one in part]
    assert len(set(together)) == len(together)


def test_large_children_are_cut_and_small_ones_put_together() -> None:
    """Of 720 permutations of six each option of the first item holds 120."""
    prober = Prober(permutations(6), Deadline())
    assert [branch.solutions for branch in partition_by_count(prober, 720, 400)] == [360, 360]
    assert (
        sorted(one.solutions or 0 for one in partition_by_count(prober, 720, 100))
        == [24] * 6 + [96] * 6
    )


def test_a_wrong_total_cuts_nothing_away() -> None:
    (branch,) = partition_by_count(Prober(queens(6), Deadline()), 5, 1)
    assert (branch.given, branch.forbidden) == ((), frozenset())


def test_branches_are_drawn_until_none_is_left() -> None:
    drawing = random_branches(Prober(queens(6), Deadline()), [], 1, 4, 0)
    numbers = [branch.solutions or 0 for branch, _ in drawing if branch is not None]
    assert sum(numbers) == 4
    assert max(numbers) == 1


@pytest.mark.parametrize("seed", [0, 1])
def test_without_dead_ends_sizes_are_numbers_of_solutions(seed: int) -> None:
    drawing = random_branches(Prober(permutations(8), Deadline()), [], 1000, None, seed)
    (_, whole), *drawn = islice(drawing, 9)
    assert math.exp(whole[0]) == pytest.approx(math.factorial(8))
    for branch, products in drawn:
        assert branch is not None
        assert math.exp(products[0]) == pytest.approx(branch.solutions)


def test_the_tree_of_all_sudokus_is_measured() -> None:
    """There are 6,670,903,752,021,072,936,960, and few dead ends on the way."""
    drawing = random_branches(Prober(Sudoku(), Deadline()), [], 1000, None, 0)
    (_, whole), (branch, _) = islice(drawing, 2)
    assert branch is not None
    assert branch.solutions == count(Sudoku(), given=branch.given).count
    assert 1e21 < math.fsum(map(math.exp, whole)) / len(whole) < 5e22


def test_the_same_seed_draws_the_same(data: Path) -> None:
    (matrix,) = read((data / "instances/domino8x8.dlx").read_bytes()).problems
    one, same, other = (
        list(islice(random_branches(Prober(matrix, Deadline()), [], 640, 12988816, seed), 8))
        for seed in (1, 1, 2)
    )
    assert one == same
    assert one != other
    assert len(one) == 8


def test_the_more_solutions_are_kept_the_more_branches_are_drawn() -> None:
    numbers = [branches_for(limit) for limit in (1, 60, 300, 1000, 10**6)]
    assert numbers == [8, 8, 20, 64, 64]


def leaves(tree: Any, node: Any, weight: float = 1.0) -> Iterator[tuple[Any, float]]:
    """Yield every leaf below a node, and how likely a random way ends there."""
    if not node.choices:
        yield node, weight
    for choice in node.choices:
        yield from leaves(tree, tree.child(node, choice), weight / len(node.choices))


@given(matrix=matrices())
def test_the_leaves_are_the_solutions_and_dead_ends(matrix: ExactCover) -> None:
    tree = Prober(matrix, Deadline()).tree()
    found = [leaf.solution for leaf, _ in leaves(tree, tree.root) if leaf.solution is not None]
    assert len(found) == len(set(found))
    assert set(found) == all_solutions(matrix)


@given(matrix=matrices())
def test_random_ways_come_to_some_leaf(matrix: ExactCover) -> None:
    tree = Prober(matrix, Deadline()).tree()
    weights = [weight for _, weight in leaves(tree, tree.root)]
    assert math.fsum(weights) == pytest.approx(1)
    assert math.fsum(weight * (1 / weight) for weight in weights) == pytest.approx(len(weights))


@few(50)
@given(matrix=matrices())
def test_the_way_to_a_solution_leads_there(matrix: ExactCover) -> None:
    tree = Prober(matrix, Deadline()).tree()
    for solution in all_solutions(matrix):
        *_, leaf = tree.root, *tree.path(tree.root, solution)
        assert leaf.solution == solution


def test_the_size_of_a_tree_is_estimated_without_bias() -> None:
    tree = Prober(queens(6), Deadline()).tree()
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
    tree = Prober(queens(6), Deadline()).tree()
    whole = size_of(measure(tree, tree.root, 400, Random(2)))
    children = [tree.child(tree.root, choice) for choice in tree.root.choices]
    sizes = [size_of(measure(tree, child, 400, Random(3))) for child in children]
    shares = [size.share_of(whole) for size in sizes]
    assert math.fsum(share for share, _ in shares) == pytest.approx(1, abs=0.2)
    assert all(0 < spread < 0.5 for _, spread in shares)


def test_the_size_of_a_leaf_is_known() -> None:
    matrix = queens(4).matrix
    tree = Prober(matrix, Deadline()).tree()
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
    tree = Prober(three_each, Deadline()).tree()
    size = size_of(measure(tree, tree.root, 3, Random(0)))
    assert size.log == pytest.approx(items * math.log(3))  # beyond all floats
    assert size.spread == pytest.approx(0)
    assert size_of([0.0]).share_of(size)[0] == 0
    assert size.share_of(size)[0] == 1


def test_a_way_down_ends_at_the_deadline() -> None:
    tree = Prober(queens(6), Deadline()).tree().within(0.0)
    assert measure(tree, tree.root, 10, Random(0)) == []
    with pytest.raises(Stopped):
        list(tree.path(tree.root, ()))
