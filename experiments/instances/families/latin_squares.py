"""Latin squares: a square of n x n, every value once in each row and column.

All of them are OEIS A002860; those that are reduced, with the first row and column in order,
A000315.

Quasigroup completion, and quasigroups with holes: Latin squares of which some cells are given.

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

A Latin square drawn at random, by the chain of Jacobson and Matthews.

A square is a cube of zeros and ones whose lines along each of three directions add up to 1. A move
changes the eight corners of a box in it by 1; one corner may become -1, and the moves go on from
that one until there is none. Of the squares at which this chain arrives all are as likely in the
limit ("Generating uniformly distributed random Latin squares", Journal of Combinatorial Designs 4,
1996). How soon is not known; it arrives n^2 times here, and 20 times more, after some n^3
moves.
"""

from __future__ import annotations

from collections.abc import Mapping

from ....models.errors import ModelError
from ....models.puzzle import Puzzle
from ..draws import Draws
from ..generator import SEED, Generator, Parameter

__all__ = ["GENERATORS", "latin_puzzle", "random_latin_square"]

Cell = tuple[int, int]


def latin_puzzle(n: int, name: str, given: Mapping[Cell, int] | None = None) -> Puzzle:
    """Return the puzzle of Latin squares with these values; cells and values count from 1."""
    puzzle = Puzzle(name)
    numbers = range(1, n + 1)
    digit = puzzle.choices("digit", row=numbers, col=numbers, value=numbers)
    puzzle.exactly_one(digit, by=("row", "col"), name="cell")
    puzzle.exactly_one(digit, by=("row", "value"), name="row")
    puzzle.exactly_one(digit, by=("col", "value"), name="column")
    puzzle.drawn(digit, by=("row", "col"), show="value")
    for (row, col), value in (given or {}).items():
        puzzle.given(digit, row=row, col=col, value=value)
    return puzzle


def _latin(n: int, reduced: bool) -> Puzzle:
    first = {(1, k): k for k in range(1, n + 1)} | {(k, 1): k for k in range(2, n + 1)}
    kind = "reduced Latin squares" if reduced else "Latin squares"
    return latin_puzzle(n, f"{kind} of order {n}", first if reduced else None)


SQUARES = (
    Generator(
        "latin-squares",
        "A square of n x n that holds every value once in each row and column; where it is "
        "reduced, the first row and column are in order.",
        "Euler 1782; OEIS A002860, reduced A000315",
        {
            "n": Parameter(5, "rows, columns and values", 1, 100),
            "reduced": Parameter(True, "whether the first row and column are given in order"),
        },
        "n",
        _latin,
    ),
)


SPARE = 20  # arrivals, for the smallest squares


def random_latin_square(n: int, draws: Draws) -> list[list[int]]:
    """Return n rows of n values, 0 to n - 1."""
    cube = _Cube(n)
    if n > 2:
        arrived = 0
        while arrived < n * n + SPARE:
            cube.move(draws)
            arrived += cube.below is None
    names = draws.order(n)  # so that the smallest squares, too, are all met
    rows = draws.order(n)
    return [[names[cube.values[row, col][0]] for col in range(n)] for row in rows]


class _Cube:
    """The cube, as lists of the places of its ones in each line, and its -1 if there is one."""

    def __init__(self, n: int) -> None:
        self.n = n
        every = [(first, second) for first in range(n) for second in range(n)]
        self.values = {(row, col): [(row + col) % n] for row, col in every}
        self.cols = {(row, value): [(value - row) % n] for row, value in every}
        self.rows = {(col, value): [(value - col) % n] for col, value in every}
        self.below: tuple[int, int, int] | None = None

    def move(self, draws: Draws) -> None:
        """Add 1 to a zero, or to the -1, and mend the lines."""
        row, col, value = self.below or self._zero(draws)
        other_row = draws.choice(self.rows[col, value])
        other_col = draws.choice(self.cols[row, value])
        other_value = draws.choice(self.values[row, col])
        self._add(row, col, value)
        self._add(row, other_col, other_value)
        self._add(other_row, col, other_value)
        self._add(other_row, other_col, value)
        self._take(other_row, col, value)
        self._take(row, other_col, value)
        self._take(row, col, other_value)
        self._take(other_row, other_col, other_value)

    def _zero(self, draws: Draws) -> tuple[int, int, int]:
        row, col = draws.below(self.n), draws.below(self.n)
        value = draws.below(self.n - 1)
        return row, col, value + (value >= self.values[row, col][0])

    def _add(self, row: int, col: int, value: int) -> None:
        if (row, col, value) == self.below:
            self.below = None
            return
        self.values[row, col].append(value)
        self.cols[row, value].append(col)
        self.rows[col, value].append(row)

    def _take(self, row: int, col: int, value: int) -> None:
        if value not in self.values[row, col]:
            self.below = (row, col, value)
            return
        self.values[row, col].remove(value)
        self.cols[row, value].remove(col)
        self.rows[col, value].remove(row)


TRIES = 100


def _completion(order: int, filled: float, seed: int) -> Puzzle:
    draws, wanted = Draws(seed), round(order * order * filled)
    for _ in range(TRIES):
        given = _filled(order, wanted, draws)
        if len(given) == wanted:
            return latin_puzzle(order, f"quasigroup completion of order {order}", given)
    reason = f"no square of order {order} with {wanted} cells filled in {TRIES} tries"
    raise ModelError(f"{reason}, expected a smaller part of them filled")


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


QUASIGROUPS = (
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

GENERATORS = (*SQUARES, *QUASIGROUPS)
