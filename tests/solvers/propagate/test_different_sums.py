"""Sums of different weights (solvers/native/propagation): no solution lost, none made up."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from own_solvers import one_by_one

from minuet.models import ExactCover, ExactCoverBuilder, Puzzle
from minuet.solvers import count, get_solver
from minuet.solvers.contract import Progress, Query

PROPAGATES = ["propagate:tree", "propagate:learning"]
Entry = tuple[int, int]  # a group and the place of one of its weights


class Drawn:
    """Groups of weights of which one each is chosen, exclusions among them, sums; one is planted.

    groups      the weights of each
    exclusions  sets of entries of which at most one is chosen, or exactly one
    sums        the groups that are added up, each times a sign, and the bounds
    """

    def __init__(self, rng: Random, groups: int, size: int, palette: range) -> None:
        self.groups = [
            [rng.choice(palette) or 1 for _ in range(rng.randint(1, size))] for _ in range(groups)
        ]
        planted = [rng.randrange(len(weights)) for weights in self.groups]
        self.planted = tuple(enumerate(planted))
        entries = [(g, k) for g, weights in enumerate(self.groups) for k in range(len(weights))]
        self.exclusions: list[list[Entry]] = []
        for _ in range(rng.randint(1, 3)):
            some = set(rng.sample(range(groups), rng.randint(min(2, groups), groups)))
            for value in sorted({weight for weights in self.groups for weight in weights}):
                same = [(g, k) for g, k in entries if g in some and self.groups[g][k] == value]
                self._exclude(same)
        for _ in range(rng.choice([0, 0, 1, 3])):
            self._exclude(rng.sample(entries, min(len(entries), rng.randint(2, 5))))
        self.sums: list[tuple[dict[int, int], int, int]] = []
        for _ in range(rng.randint(1, 3)):
            signs = {g: rng.choice([2, 2, 2, -2]) for g in range(groups) if rng.random() < 0.8}
            signs = signs or {0: 2}
            total = sum(sign * self.groups[g][planted[g]] for g, sign in signs.items())
            loose = rng.choice([0, 0, 1, 3])
            self.sums.append((signs, total - rng.randint(0, loose), total + rng.randint(0, loose)))

    def _exclude(self, entries: list[Entry]) -> None:
        """Exclude entries from one another, but for those of the planted solution, all but one."""
        kept, seen = [], False
        for entry in entries:
            if entry in self.planted:
                if seen:
                    continue
                seen = True
            kept.append(entry)
        self.exclusions.append(kept)

    def matrix(self) -> ExactCover:
        builder = ExactCoverBuilder()
        for g in range(len(self.groups)):
            builder.item(("group", g))
        for number, (_, low, high) in enumerate(self.sums):
            builder.item(("sum", number), low, high)
        for number in range(len(self.exclusions)):
            builder.secondary(("once", number))
        for g, weights in enumerate(self.groups):
            for k, weight in enumerate(weights):
                uses: list[object] = [("group", g)]
                uses += [("once", n) for n, its in enumerate(self.exclusions) if (g, k) in its]
                sums = {
                    ("sum", n): signs[g] * weight
                    for n, (signs, *_) in enumerate(self.sums)
                    if g in signs
                }
                builder.option([*uses, *sums], weights=sums)
        return builder.build()

    def holds(self, chosen: tuple[int, ...]) -> bool:
        entries = set(enumerate(chosen))
        return all(len(entries.intersection(its)) < 2 for its in self.exclusions) and all(
            low <= sum(sign * self.groups[g][chosen[g]] for g, sign in signs.items()) <= high
            for signs, low, high in self.sums
        )

    def solutions(self) -> set[tuple[int, ...]]:
        """Return all of them as option numbers."""
        starts = [0]
        for weights in self.groups:
            starts.append(starts[-1] + len(weights))
        return {
            tuple(starts[g] + k for g, k in enumerate(chosen))
            for chosen in product(*(range(len(weights)) for weights in self.groups))
            if self.holds(chosen)
        }


def found_by(name: str, query: Query) -> list[tuple[int, ...]]:
    progress = Progress()
    found = list(one_by_one(get_solver(name).solutions(query, progress)))
    assert progress.complete
    return sorted(found)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("name", PROPAGATES)
def test_all_solutions_are_those_of_brute_force(name: str, seed: int) -> None:
    rng = Random(seed)
    for _ in range(50):
        palette = rng.choice(
            [range(1, 7), range(-3, 4), range(1, 30, 7), range(-(2**29), 0, 2**27)]
        )
        drawn = Drawn(rng, rng.randint(2, 6), rng.randint(2, 5), palette)
        expected = drawn.solutions()
        assert expected
        assert found_by(name, Query(drawn.matrix())) == sorted(expected)


@pytest.mark.parametrize("groups", [63, 64, 65, 130])
@pytest.mark.parametrize("name", PROPAGATES)
def test_many_groups_lose_no_solution(name: str, groups: int) -> None:
    rng = Random(groups)
    drawn = Drawn(rng, groups, 3, range(1, 2 * groups))
    shared = list(range(groups))
    for value in {weight for weights in drawn.groups for weight in weights}:
        drawn._exclude(
            [(g, k) for g in shared for k, w in enumerate(drawn.groups[g]) if w == value]
        )
    open_groups = set(rng.sample(range(groups), 9))
    starts = [0]
    for weights in drawn.groups:
        starts.append(starts[-1] + len(weights))
    given = tuple(starts[g] + k for g, k in drawn.planted if g not in open_groups)
    choices = [
        range(len(weights)) if g in open_groups else [drawn.planted[g][1]]
        for g, weights in enumerate(drawn.groups)
    ]
    expected = [
        tuple(starts[g] + k for g, k in enumerate(chosen))
        for chosen in product(*choices)
        if drawn.holds(chosen)
    ]
    assert found_by(name, Query(drawn.matrix(), given)) == sorted(expected)


@pytest.mark.parametrize("name", PROPAGATES)
def test_a_sum_that_only_equal_numbers_reach_is_refused_at_once(name: str) -> None:
    made = Puzzle("cage")
    number = made.choices("number", cell=range(4), value=range(1, 10))
    made.exactly_one(number, by="cell")
    made.at_most_one(number, by="value")
    made.sum_equals(9, number, by=lambda cell: 0, weight="value")  # 1 + 2 + 3 + 4 is more
    result = count(made, name)
    assert result.count == 0
    assert result.statistics.nodes <= 1


@pytest.mark.parametrize(
    ("total", "cells", "expected"), [(17, 2, 2), (24, 3, 6), (23, 3, 6), (30, 4, 24), (20, 3, 24)]
)
@pytest.mark.parametrize("name", PROPAGATES)
def test_cages_hold_the_combinations_that_kakuro_tables_list(
    name: str, total: int, cells: int, expected: int
) -> None:
    made = Puzzle("cage")
    number = made.choices("number", cell=range(cells), value=range(1, 10))
    made.exactly_one(number, by="cell")
    made.at_most_one(number, by="value")
    made.sum_equals(total, number, by=lambda cell: 0, weight="value")
    assert count(made, name).count == expected
