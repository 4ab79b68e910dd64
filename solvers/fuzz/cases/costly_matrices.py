"""Small matrices and puzzles with costs of every size and sign, of which the least is known.

Those of small_matrices.py with other costs; blocks of items that links tie together, as the solver
`optimize:blocks` finds them; more blocks than links, which have no solution though every block has
covers; and what has families of groups, which `optimize` frees: Latin squares, and rosters. The
costs may sum to as much as a matrix holds (large_costs.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import permutations, product
from random import Random

import numpy as np

from ....models.matrix.exact_cover import ExactCover
from ....models.puzzle import Puzzle
from ..task import Task
from .large_costs import drawn_costs
from .small_matrices import small_matrix, small_partition

__all__ = [
    "costed_matrix",
    "costed_partition",
    "costed_roster",
    "costed_square",
    "linked_blocks",
    "short_of_links",
]

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
    planted = {(who, day, (who + day) % people) for who in range(people) for day in range(days)}
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
    known = dict(zip(rows, costs, strict=True))
    puzzle.minimize(works, lambda who, day, shift: known[who, day, shift])
    if rng.random() < 0.5:
        who, day, shift = rng.choice(rows if rng.random() < 0.3 else sorted(planted))
        puzzle.given(works, who=who, day=day, shift=shift)
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
    found = [
        [cell * size + value for cell, value in enumerate(square)]
        for square in _squares(size, boxes)
        if all(square[cell] == value for cell, value in given.items())
    ]
    least = min((sum(costs[k] for k in one) for one in found), default=None)
    return Task(puzzle.matrix, puzzle.given_options, number=len(found), least=least, puzzle=puzzle)


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
