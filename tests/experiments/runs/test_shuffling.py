"""Orders of items and options: solutions, digests and optima are those of the instance itself."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from minuet.experiments.runs.shuffling import bare, shuffled, with_items
from minuet.models import ExactCover
from minuet.models.gallery import entry
from minuet.solvers import solutions
from minuet.solvers.contract import Batch

from oracle.small_puzzles import matrices

ITEM_ORDERS = ("busiest", "commonest", "rarest", "reversed")


def every(matrix: ExactCover, chosen: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
    return sorted(solutions(matrix, "bitmask:python", given=chosen))


@given(matrices(), st.integers(0, 1000))
def test_solutions_of_another_order_are_those_of_the_first(matrix: ExactCover, seed: int) -> None:
    ordered = shuffled(bare(matrix, ()), seed)
    found = every(ordered.matrix)
    assert sorted(ordered.back(Batch.of(found))) == every(matrix)
    costs = ordered.matrix.costs
    assert [int(costs[list(one)].sum()) for one in found] == [
        matrix.cost(ordered.old[list(one)].tolist()) for one in found
    ]


def test_an_order_is_drawn_by_its_seed() -> None:
    matrix = entry("queens-8").load().matrix
    one, same, other = (shuffled(bare(matrix, ()), seed) for seed in (1, 1, 2))
    assert one.matrix == same.matrix
    assert one.matrix != other.matrix
    assert (one.old != np.arange(matrix.options)).any()
    # Pinned: another order under the same seed would be another experiment.
    assert one.old[:6].tolist() == [46, 28, 11, 35, 62, 52]


def test_givens_and_forbidden_options_stay_what_they_are() -> None:
    matrix = entry("queens-8").load().matrix
    ordered = shuffled(bare(matrix, (3,), (9, 10)), 5)
    found = sorted(ordered.back(Batch.of(every(ordered.matrix, ordered.given))))
    wanted = [one for one in every(matrix) if 3 in one and not {9, 10} & set(one)]
    assert found == wanted and wanted
    assert every(bare(matrix, (3,), (3,)).matrix) == []


def test_graph_rules_are_told_of_the_new_numbers() -> None:
    puzzle = entry("loops-3").load()
    ordered = shuffled(bare(puzzle.matrix, ()), 3)
    found = sorted(solutions(ordered.matrix))
    assert sorted(ordered.back(Batch.of(found))) == sorted(solutions(puzzle.matrix))
    assert len(found) == entry("loops-3").solutions


@given(matrices(), st.sampled_from(ITEM_ORDERS))
def test_an_order_of_items_changes_no_solution(matrix: ExactCover, rule: str) -> None:
    ordered = with_items(bare(matrix, ()), rule)
    assert every(ordered.matrix) == every(matrix)
    assert ordered.old.tolist() == list(range(matrix.options))
    assert sorted(ordered.matrix.items[: matrix.primary]) == sorted(matrix.items[: matrix.primary])
    assert ordered.matrix.items[matrix.primary :] == matrix.items[matrix.primary :]


def test_orders_of_items_are_what_they_say() -> None:
    matrix = ExactCover(
        primary=4,
        items=["a", "b", "c", "d", "e"],
        starts=[0, 2, 4, 5, 8, 9],
        members=[0, 1, 1, 2, 1, 2, 3, 4, 0],
    )  # 2, 3, 2 and 1 options; of a and c it is those of c that meet more
    orders = {
        rule: "".join(with_items(bare(matrix, ()), rule).matrix.items) for rule in ITEM_ORDERS
    }
    assert orders == {
        "reversed": "dcbae",
        "rarest": "dacbe",
        "commonest": "bacde",
        "busiest": "bcade",
    }
