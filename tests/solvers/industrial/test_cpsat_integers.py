"""CP-SAT with integer variables for quantities: the same solutions as by trying all values."""

from __future__ import annotations

import random
from itertools import product

import pytest

from minuet import count, solve
from minuet.models import ExactCoverBuilder, Puzzle

from drawing import seeds

pytest.importorskip("ortools")


Quantities = list[tuple[list[int | None], list[int]]]


def drawn(seed: int) -> tuple[Puzzle, Quantities, int, int, int]:
    """Return a puzzle, its quantities' values and weights, the sum's bounds, a cost's factor."""
    rng = random.Random(seed)
    puzzle = Puzzle("quantities")
    quantities: Quantities = []
    total = None
    for number in range(rng.randint(2, 3)):
        values = sorted(rng.sample(range(-5, 9), rng.randint(3, 5)))
        weight = rng.choice([-3, -1, 1, 2])
        optional = rng.random() < 0.4
        table = puzzle.choices(f"q{number}", n=values)
        puzzle.between(0 if optional else 1, 1, table)
        term = puzzle.sum(table, weight=lambda n, weight=weight: weight * n)
        total = term if total is None else total + term
        weights = [weight * n for n in values]
        quantities.append(([*values, *([None] if optional else [])], weights))
        puzzle.minimize(table, lambda n, seed=seed: (n * (1 + seed % 3)) - 2)
    assert total is not None
    low = rng.randint(-10, 5)
    high = low + rng.randint(0, 12)
    puzzle.compare(total, ">=", low)
    puzzle.compare(total, "<=", high)
    return puzzle, quantities, low, high, 1 + seed % 3


def tried(quantities: Quantities, low: int, high: int, factor: int) -> list[int]:
    """Return the cost of each combination of values that keeps the bounds."""
    costs = []
    for values in product(*(range(len(values)) for values, _ in quantities)):
        total = cost = 0
        for place, (own, weights) in zip(values, quantities, strict=True):
            value = own[place]
            if value is not None:
                total += weights[place]
                cost += value * factor - 2
        if low <= total <= high:
            costs.append(cost)
    return costs


@pytest.mark.parametrize("seed", seeds(100))
def test_quantities_are_counted_and_minimized_as_by_trying_all(seed: int) -> None:
    puzzle, quantities, low, high, factor = drawn(seed)
    costs = tried(quantities, low, high, factor)
    assert count(puzzle, "cpsat").count == len(costs)
    result = solve(puzzle, "cpsat", threads=1)
    assert (result.answer.objective if costs else result.answer) == (min(costs) if costs else None)


def test_a_quantity_of_huge_values_is_left_to_its_booleans() -> None:
    puzzle = Puzzle("huge")
    table = puzzle.choices("n", n=[1, 1 << 41, 1 << 50, 1 << 58])
    puzzle.exactly(1, table)
    puzzle.minimize(table, "n")
    puzzle.forbid(table, n=1)
    result = solve(puzzle, "cpsat", threads=1)
    assert result.status.name == "OPTIMAL" and result.answer.objective == 1 << 41


@pytest.mark.parametrize("seed", seeds(100))
def test_different_numbers_are_counted_and_minimized_as_by_trying_all(seed: int) -> None:
    rng = random.Random(seed)
    size, top = rng.randint(3, 4), rng.randint(4, 5)
    same = rng.random() < 0.5
    domains = [sorted(rng.sample(range(top), rng.randint(3, top))) for _ in range(size)]
    if same:
        domains = [list(range(top))] * size
    puzzle = Puzzle("different")
    rows = [(k, n) for k, domain in enumerate(domains) for n in domain]
    number = puzzle.choices("x", [{"k": k, "n": n} for k, n in rows])
    puzzle.exactly_one(number, by="k")
    permuted = same and size == top
    (puzzle.exactly_one if permuted else puzzle.at_most_one)(number, by="n")
    factors = [rng.choice([-2, -1, 1, 3]) for _ in range(size)]
    weighted = puzzle.sum(number, weight=lambda k, n: factors[k] * n)
    bound = rng.randint(-3, 8)
    puzzle.compare(weighted, "<=", bound)
    right = [
        sum(factor * value for factor, value in zip(factors, values, strict=True))
        for values in product(*domains)
        if len(set(values)) == size
    ]
    right = [total for total in right if total <= bound]
    assert count(puzzle, "cpsat").count == len(right)
    puzzle.minimize(weighted)
    answer = solve(puzzle, "cpsat", threads=1).answer
    assert (None if answer is None else answer.objective) == min(right, default=None)


@pytest.mark.parametrize("seed", seeds(150))
def test_numbers_of_crossing_lines_are_counted_and_minimized_as_by_trying_all(seed: int) -> None:
    rng = random.Random(seed)
    size, top = rng.randint(4, 6), rng.randint(3, 4)
    domains = [sorted(rng.sample(range(top), rng.choice([1, 2, 3, top]))) for _ in range(size)]
    lines = [sorted(rng.sample(range(size), rng.randint(2, min(4, size)))) for _ in range(3)]
    left_out = {(rng.randrange(3), rng.randrange(top))} if rng.random() < 0.6 else set()
    values_of = [{n for k in line for n in domains[k]} for line in lines]
    groups = [
        (number, value)
        for number, values in enumerate(values_of)
        for value in sorted(values)
        if (number, value) not in left_out
    ]
    permuted = [len(own) == len(line) for own, line in zip(values_of, lines, strict=True)]
    needed = {group for group in groups if permuted[group[0]] or rng.random() < 0.1}
    puzzle = Puzzle("lines")
    x = puzzle.choices("x", [{"k": k, "n": n} for k, own in enumerate(domains) for n in own])
    puzzle.exactly_one(x, by="k")

    def crossed(k: int, n: int, own: set[tuple[int, int]]) -> list[tuple[int, int]]:
        return [
            (number, n) for number, line in enumerate(lines) if k in line and (number, n) in own
        ]

    puzzle.exactly_one(x, covering=lambda k, n: crossed(k, n, needed))
    puzzle.at_most_one(x, covering=lambda k, n: crossed(k, n, set(groups) - needed))
    bounds = [rng.randint(2, 8) for _ in lines]
    puzzle.at_most(
        dict(enumerate(bounds)),
        x,
        covering=lambda k: [number for number, line in enumerate(lines) if k in line],
        weight="n",
    )
    factors = [rng.choice([-2, -1, 1, 3]) for _ in range(size)]
    costs = []
    for values in product(*domains):
        taken = [[values[k] for k in line] for line in lines]
        if all(sum(own) <= bound for own, bound in zip(taken, bounds, strict=True)) and all(
            (taken[group[0]].count(group[1]) in ((1,) if group in needed else (0, 1)))
            for group in groups
        ):
            costs.append(sum(map(int.__mul__, factors, values)))
    assert count(puzzle, "cpsat").count == len(costs)
    puzzle.minimize(x, lambda k, n: factors[k] * n)
    answer = solve(puzzle, "cpsat", threads=1).answer
    assert (None if answer is None else answer.objective) == min(costs, default=None)


def test_costs_beyond_the_weights_of_integers_stay_with_their_booleans() -> None:
    """Two items of two options each, which a third one keeps from being the same."""
    builder = ExactCoverBuilder()
    for name in "abc":
        builder.item(name)
    for items, cost in ("a", -(1 << 61)), ("bc", 0), ("ac", 0), ("b", -1):
        builder.option(items, cost=cost)
    assert solve(builder.build(), "cpsat").objective == -(1 << 61)
