"""Quasigroup completion, and quasigroups with holes: Latin squares of which some cells are given.

Completion (Gomes and Selman, "Problem structure in the presence of perturbations", AAAI 1997):
cells in a random order each get a value that its row and column still lack, until so many are
filled. Whether the rest can be filled is open; at some 42 % filled half of the squares can be, and
the search is hardest.

With holes (Achlioptas, Gomes, Kautz and Selman, "Generating satisfiable problem instances", AAAI
2000): cells of a whole square, drawn at random, are emptied, so there is a solution. Holes may be
balanced, as equal in number in all rows and columns as can be, which is harder (Kautz, Ruan,
Achlioptas, Gomes, Selman and Stickel, "Balance and filtering in structured satisfiable problems",
IJCAI 2001); the series bqwh-15-106 and bqwh-18-141 of the CSP solver competitions are such, of
order 15 with 106 holes and of order 18 with 141.
"""

from __future__ import annotations

from ....models.errors import ModelError
from ....models.puzzle import Puzzle
from ..draws import Draws
from ..generator import SEED, Generator, Parameter
from .latin_sampling import random_latin_square
from .latin_squares import latin_puzzle

__all__ = ["GENERATORS"]

TRIES = 100


def _completion(order: int, filled: float, seed: int) -> Puzzle:
    draws, wanted = Draws(seed), round(order * order * filled)
    for _ in range(TRIES):
        given = _filled(order, wanted, draws)
        if len(given) == wanted:
            return latin_puzzle(order, f"quasigroup completion of order {order}", given)
    what = f"no square of order {order} with {wanted} cells filled in {TRIES} tries"
    raise ModelError(f"{what}, expected a smaller part of them filled")


def _filled(order: int, wanted: int, draws: Draws) -> dict[tuple[int, int], int]:
    """Fill cells in a random order; those that no value fits stay empty."""
    rows = [set(range(order)) for _ in range(order)]
    cols = [set(range(order)) for _ in range(order)]
    given: dict[tuple[int, int], int] = {}
    for cell in draws.order(order * order):
        if len(given) == wanted:
            break
        row, col = divmod(cell, order)
        fitting = sorted(rows[row] & cols[col])
        if fitting:
            value = draws.choice(fitting)
            rows[row].remove(value)
            cols[col].remove(value)
            given[row + 1, col + 1] = value + 1
    return given


def _with_holes(order: int, holes: int, balanced: bool, seed: int) -> Puzzle:
    if holes > order * order:
        raise ModelError(f"{holes} holes, expected at most the {order * order} cells")
    draws = Draws(seed)
    square = random_latin_square(order, draws)
    cells = draws.order(order * order)
    if balanced:  # the cells of a value of another square lie one in each row and column
        other = random_latin_square(order, draws)
        cells.sort(key=lambda cell: other[cell // order][cell % order])
    given = {
        (cell // order + 1, cell % order + 1): square[cell // order][cell % order] + 1
        for cell in sorted(cells[holes:])
    }
    return latin_puzzle(order, f"quasigroup of order {order} with {holes} holes", given)


GENERATORS = (
    Generator(
        "quasigroup-completion",
        "A Latin square is to be completed, of which cells were filled at random as rows and "
        "columns allowed; perhaps there is no way to. Hardest at some 0.42 filled.",
        "Gomes and Selman 1997",
        {
            "order": Parameter(15, "rows, columns and values", 1, 100),
            "filled": Parameter(0.42, "filled cells, as a part of all", 0.0, 1.0),
            "seed": SEED,
        },
        "order",
        _completion,
    ),
    Generator(
        "quasigroup-with-holes",
        "A random Latin square of which cells were emptied; so it can be completed. Hardest where "
        "holes are some 1.6 times order^1.55, and balanced.",
        "Achlioptas, Gomes, Kautz and Selman 2000; Kautz et al. 2001",
        {
            "order": Parameter(15, "rows, columns and values", 1, 100),
            "holes": Parameter(106, "empty cells", 0, 10_000),
            "balanced": Parameter(True, "whether rows and columns have as many holes each"),
            "seed": SEED,
        },
        "order",
        _with_holes,
    ),
)
