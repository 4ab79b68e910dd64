"""Small matrices and puzzles with costs of every size and sign, of which the least is known.

Those of small_matrices.py with other costs; blocks of items that links tie together, as the solver
`optimize:blocks` finds them; more blocks than links, which have no solution though every block has
covers; and what has families of groups, which `optimize` frees: Latin squares, and rosters. The
costs may sum to as much as a matrix holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import permutations, product
from random import Random

import numpy as np

from ....models.matrix.exact_cover import COST_LIMIT, ExactCover
from ....models.puzzle import Puzzle
from ..task import Task
from .small_matrices import small_matrix, small_partition

__all__ = [
    "costed_matrix",
    "costed_partition",
    "costed_roster",
    "costed_square",
    "linked_blocks",
    "short_of_links",
]

# ---- Costs up to the documented limit; the least cost is known without any search ----------------
#
# `blocks` are items that share no option, each covered a number of times within a range: the least
# cost is that of the cheapest options of each. `planted` matrices are built from a solution and
# from prices: an option costs the prices of its items and something on top, the planted ones
# nothing, and a price has the sign that its item's range allows. So the planted solution costs
# least, by the weak duality of linear programming.


TOTAL = COST_LIMIT - 1  # what the absolute costs of a matrix may sum to
DOUBLES = (1 << 53) - 1  # what floating point counts one by one, and some solvers take
SIZES = (0, 1, 9, 10**6, 10**8, 1 << 31, 1 << 40, DOUBLES, 1 << 57, COST_LIMIT >> 1, TOTAL)


@dataclass(frozen=True)
class Case:
    """A matrix, a selection on it, and the least cost; None: no solution."""

    matrix: ExactCover
    given: tuple[int, ...]
    forbidden: frozenset[int]
    least: int | None


def within_the_limit(costs: Sequence[int]) -> list[int]:
    """Shorten costs, the later ones first, so that a matrix takes them."""
    left, result = TOTAL, []
    for cost in costs:
        size = min(abs(cost), left)
        left -= size
        result.append(size if cost > 0 else -size)
    return result


def drawn_costs(random: Random, count: int) -> list[int]:
    """Draw costs of one or several sizes, and bring some matrices to the very limit."""
    palette = random.sample(SIZES, random.randint(1, 3))
    heavy = random.random() < 0.5  # a few costs, the rest 0
    chance = min(4 / count, 1.0) if heavy and count else 1.0
    costs = []
    for _ in range(count):
        size = random.choice(palette) if random.random() < chance else 0
        costs.append(random.choice([-1, 1]) * (size and random.randint(size - size // 4, size)))
    order = random.sample(range(count), count)
    for place, cost in zip(order, within_the_limit([costs[k] for k in order]), strict=True):
        costs[place] = cost
    return costs


def blocks(random: Random, most: int, count: int | None = None) -> Case:
    """Draw items without a common option, of up to `most` options each, some given or forbidden."""
    sizes = [random.randint(1, most) for _ in range(count or random.randint(1, 4))]
    ranges = []
    for size in sizes:
        low = random.choice([1, random.randint(0, size), size])
        ranges.append((low, random.choice([low, random.randint(low, size)])))
    owner = [item for item, size in enumerate(sizes) for _ in range(size)]
    tinted = [random.random() < 0.3 for _ in owner]  # a color that excludes nothing
    costs = drawn_costs(random, len(owner))
    matrix = ExactCover(
        primary=len(sizes),
        items=[*(f"i{k}" for k in range(len(sizes))), "tint"],
        starts=np.cumsum([0, *(1 + tint for tint in tinted)]),
        members=[
            m for k, tint in zip(owner, tinted, strict=True) for m in [k, len(sizes)][: 1 + tint]
        ],
        colors=[c for tint in tinted for c in [0, 1][: 1 + tint]],
        costs=costs,
        low=[*(low for low, _ in ranges), 0],
        high=[*(high for _, high in ranges), 1],
    )
    given, forbidden = _selection(random, owner, ranges)
    parts = [
        _cheapest(
            [costs[k] for k, item in enumerate(owner) if item == block and k in given],
            [costs[k] for k, i in enumerate(owner) if i == block and k not in given | forbidden],
            *ranges[block],
        )
        for block in range(len(sizes))
    ]
    least = None if None in parts else sum(part for part in parts if part is not None)
    return Case(matrix, tuple(sorted(given)), frozenset(forbidden), least)


def _selection(
    random: Random, owner: list[int], ranges: list[tuple[int, int]]
) -> tuple[set[int], set[int]]:
    kind = random.choice(["free", "some", "all"])
    if kind == "free":
        return set(), set()
    given: set[int] = set()
    for block, (low, high) in enumerate(ranges):
        mine = [k for k, item in enumerate(owner) if item == block]
        given |= set(random.sample(mine, low if kind == "all" else random.randint(0, high)))
    rest = [k for k in range(len(owner)) if k not in given]
    return given, set(random.sample(rest, min(len(rest), random.choice([0, 1, 2]))))


def _cheapest(given: list[int], free: list[int], low: int, high: int) -> int | None:
    """Return the least cost of `low` to `high` options of which some are given."""
    if len(given) > high or len(given) + len(free) < low:
        return None
    more = sorted(free)[: high - len(given)]
    needed = max(low - len(given), 0)
    return sum(given) + sum(c for place, c in enumerate(more) if place < needed or c < 0)


def planted(random: Random, items: int, widest: int) -> Case:
    """Draw a matrix around a planted solution that costs least."""
    secondary = random.randint(0, items // 4)
    primary = items - secondary
    chosen = [_subset(random, primary, widest) for _ in range(random.randint(1, 2 * items))]
    covers = [sum(item in option for option in chosen) for item in range(primary)]
    decoys = [_subset(random, items, widest) for _ in range(random.randint(0, 3 * items))]
    decoys += [list(random.choice(chosen)) for _ in range(random.randint(0, 5))]
    options = [*chosen, *decoys]
    size = random.choice([50, 10**9, 1 << 40, DOUBLES, TOTAL])
    size = size // max(sum(map(len, options)), 1) or 1
    widths = random.choice([(0,), (0, 1), (0, 0, 1, 3)])
    ranges, prices = [], []
    for cover in covers:
        sign = random.choice([-1, 0, 1])
        ranges.append(_range(random.choice(widths), cover, sign))
        exact = ranges[-1][0] == ranges[-1][1]
        prices.append(random.randint(0, size) * (random.choice([-1, 1]) if exact else sign))
    ranges += [(0, 1)] * secondary
    prices += [random.randint(0, size) for _ in range(secondary)]
    costs = [sum(prices[item] for item in option) for option in options]
    left = TOTAL - sum(map(abs, costs))
    for place in range(len(chosen), len(options)):
        surplus = random.choice([0, 0, 1, size, left])
        if surplus <= left:
            left -= surplus
            costs[place] += surplus
    order = random.sample(range(len(options)), len(options))
    matrix = ExactCover(
        primary=primary,
        items=[f"i{k}" for k in range(items)],
        starts=np.cumsum([0, *(len(options[k]) for k in order)]),
        members=[item for k in order for item in options[k]],
        costs=[costs[k] for k in order],
        low=[low for low, _ in ranges],
        high=[high for _, high in ranges],
    )
    return Case(matrix, (), frozenset(), sum(costs[: len(chosen)]))


def _subset(random: Random, items: int, widest: int) -> list[int]:
    return random.sample(range(items), random.randint(1, min(widest, items)))


def _range(wider: int, cover: int, sign: int) -> tuple[int, int]:
    """Return a range that a price of this sign allows for an item covered so often."""
    if sign < 0:
        return max(cover - wider, 0), cover
    return (cover, cover + wider) if sign else (max(cover - wider, 0), cover + wider)


Square = tuple[tuple[int, ...], ...]


def costed_matrix(rng: Random) -> Task:
    """Anything at all with costs."""
    return _costed(rng, small_matrix(rng))


def costed_partition(rng: Random) -> Task:
    """A plain exact cover with costs, a solution planted."""
    return _costed(rng, small_partition(rng))


def linked_blocks(rng: Random) -> Task:
    """Two or three blocks with items of their own, and links that options of any may take."""
    blocks = [[f"b{b}.{k}" for k in range(rng.randint(1, 3))] for b in range(rng.choice((2, 2, 3)))]
    links = [f"l{k}" for k in range(rng.randint(1, 4))]
    rows: list[list[str]] = []
    free = rng.sample(links, len(links))
    for block in blocks if rng.random() < 0.7 else ():  # a solution is planted
        cut = rng.randint(0, len(block))
        for own in filter(None, (block[:cut], block[cut:])):
            taken = free[:1] if rng.random() < 0.7 else []
            rows.append(own + taken)
            free = free[len(taken) :]
    rows += [[link] for link in free]
    for block in blocks:
        for _ in range(rng.randint(1, 12 // len(blocks))):
            own = rng.sample(block, rng.randint(1, min(2, len(block))))
            own += rng.sample(links, min(rng.choice((0, 1, 1, 2)), len(links)))
            rows.append(own)
    rng.shuffle(rows)
    return _of_rows(rng, [item for block in blocks for item in block], links, rows)


def short_of_links(rng: Random) -> Task:
    """Blocks each of which wants a link, one more of them than there are links: no solution."""
    blocks = [[f"b{b}.{k}" for k in range(rng.randint(1, 2))] for b in range(rng.randint(2, 4))]
    links = [f"l{k}" for k in range(len(blocks) - 1)]
    rows: list[list[str]] = []
    for block in blocks:
        for link in rng.sample(links, rng.randint(1, len(links))):
            rows += [[block[0], link], *([item] for item in block[1:])]
            if rng.random() < 0.3:
                rows.append([*block, link])
    rng.shuffle(rows)
    own = [item for block in blocks for item in block]
    return replace(_of_rows(rng, own, links, rows), number=0)


def costed_roster(rng: Random) -> Task:
    """Each person has a shift each day, some at first once at most; not everybody can do all."""
    people, days = rng.choice(((2, 3), (2, 5), (3, 3), (3, 4)))
    strict = rng.randint(1, people)
    planted = {
        (person, day, (person + day) % people) for person in range(people) for day in range(days)
    }
    every = product(range(people), range(days), range(people))
    rows = [row for row in every if row in planted or rng.random() < 0.8]
    costs = drawn_costs(rng, len(rows))
    puzzle = Puzzle("roster")
    columns = [dict(zip(("who", "day", "shift"), row, strict=True)) for row in rows]
    works = puzzle.choices("works", rows=columns)
    puzzle.exactly_one(works, by=("who", "day"))
    puzzle.exactly_one(works, by=("day", "shift"))
    puzzle.at_most_one(
        works,
        by=lambda who, day, shift: (who, shift) if shift < strict and day < people else None,
    )
    cost_of = dict(zip(rows, costs, strict=True))
    puzzle.minimize(works, lambda who, day, shift: cost_of[who, day, shift])
    if rng.random() < 0.5:
        person, day, shift = rng.choice(rows if rng.random() < 0.3 else sorted(planted))
        puzzle.given(works, who=person, day=day, shift=shift)
    return Task(puzzle.matrix, puzzle.given_options, puzzle=puzzle)


def costed_square(rng: Random) -> Task:
    """A Latin square, or a sudoku of 4x4, with a worth for each value in each cell, some given."""
    size = rng.choice((3, 4))
    boxes = size == 4 and rng.random() < 0.5
    puzzle, cells = Puzzle("square"), range(size)
    digit = puzzle.choices("digit", row=cells, col=cells, value=cells)
    for by in (("row", "col"), ("row", "value"), ("col", "value")):
        puzzle.exactly_one(digit, by=by)
    if boxes:
        puzzle.exactly_one(digit, by=lambda row, col, value: (row // 2, col // 2, value))
    costs = drawn_costs(rng, size**3)
    puzzle.minimize(digit, lambda row, col, value: costs[(row * size + col) * size + value])
    given = {}
    if rng.random() < 0.5:
        for cell in rng.sample(range(size * size), rng.randint(1, 3)):
            given[cell] = rng.randrange(size)
            puzzle.given(digit, row=cell // size, col=cell % size, value=given[cell])
    solutions = [
        [cell * size + value for cell, value in enumerate(square)]
        for square in _squares(size, boxes)
        if all(square[cell] == value for cell, value in given.items())
    ]
    least = min((sum(costs[k] for k in solution) for solution in solutions), default=None)
    return Task(
        puzzle.matrix, puzzle.given_options, number=len(solutions), least=least, puzzle=puzzle
    )


@cache
def _squares(size: int, boxes: bool) -> list[tuple[int, ...]]:
    """Return all Latin squares, or those with 2x2 boxes, cell after cell."""
    return [sum(square, ()) for square in _rows(size, ()) if not boxes or _is_boxed(square)]


def _rows(size: int, above: Square) -> Iterator[Square]:
    if len(above) == size:
        yield above
        return
    for row in permutations(range(size)):
        if all(row[col] != other[col] for other in above for col in range(size)):
            yield from _rows(size, (*above, row))


def _is_boxed(square: Square) -> bool:
    boxes = [[square[r + a][c + b] for a in (0, 1) for b in (0, 1)] for r in (0, 2) for c in (0, 2)]
    return all(len(set(box)) == 4 for box in boxes)


def _costed(rng: Random, task: Task) -> Task:
    costs = drawn_costs(rng, task.matrix.options)
    return replace(task, matrix=task.matrix.replaced(costs=costs))


def _of_rows(rng: Random, own: list[str], links: list[str], rows: list[list[str]]) -> Task:
    """Return the task of options on items; the links must be covered, or may be."""
    items = own + links
    places = {item: place for place, item in enumerate(items)}
    primary = len(items) if rng.random() < 0.5 else len(own)
    matrix = ExactCover(
        primary=primary,
        items=items,
        starts=np.cumsum([0, *map(len, rows)]),
        members=[places[item] for row in rows for item in row],
        colors=[0] * sum(map(len, rows)),
        costs=drawn_costs(rng, len(rows)),
        low=[1] * primary + [0] * (len(items) - primary),
        high=[1] * len(items),
    )
    forbidden = frozenset(rng.sample(range(len(rows)), rng.choice((0, 0, 0, 1))))
    given = tuple(rng.sample(range(len(rows)), rng.choice((0, 0, 0, 1))))
    return Task(matrix, given, forbidden)
