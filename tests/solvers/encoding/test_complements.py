"""Sums that hold all but one option of an exactly-one row: counted as by trying all values."""

from __future__ import annotations

import random
from itertools import product

import pytest

from minuet import count
from minuet.models import Puzzle

from drawing import seeds

Sums = list[tuple[set[tuple[int, int]], int, int]]


def drawn(seed: int) -> tuple[list[int], Sums]:
    """Return how many values each cell has, and (choices, least, most) of sums of choices."""
    rng = random.Random(seed)
    sizes = [rng.randint(3, 4) for _ in range(4)]
    sums: Sums = []
    for _ in range(4):
        chosen = set[tuple[int, int]]()
        for cell in rng.sample(range(4), rng.randint(1, 3)):
            of_cell = [(cell, value) for value in range(sizes[cell])]
            chosen.update(rng.sample(of_cell, rng.choice([1, len(of_cell) - 1, len(of_cell)])))
        low = rng.randint(0, 1)
        sums.append((chosen, low, low + rng.randint(0, 2)))
    return sizes, sums


@pytest.mark.parametrize(
    ("seed", "name"),
    [
        *product(seeds(60, 20), ["cpsat", "sat"]),
        *product(seeds(20, 6), ["mip"]),
    ],  # which takes long
)
def test_sums_of_complements_count_as_by_trying_all(seed: int, name: str) -> None:
    sizes, sums = drawn(seed)
    puzzle = Puzzle("cells")
    rows = [(cell, value) for cell, size in enumerate(sizes) for value in range(size)]
    choices = puzzle.choices("x", [{"cell": cell, "value": value} for cell, value in rows])
    puzzle.exactly_one(choices, by="cell")
    for chosen, low, high in sums:
        puzzle.between(
            low,
            high,
            choices,
            covering=lambda cell, value, chosen=chosen: [0] * ((cell, value) in chosen),
        )
    tried = sum(
        all(low <= len(chosen & set(enumerate(values))) <= high for chosen, low, high in sums)
        for values in product(*map(range, sizes))
    )
    assert count(puzzle, name).count == tried
