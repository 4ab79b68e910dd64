"""Random sudokus of 4x4 with variants' rules; the 288 grids are listed and looked at one by one.

A constraint is drawn together with what it demands of a grid, said in a line of plain Python.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import pairwise, permutations, product
from random import Random

from ....models.sudokus.constraints import (
    AntiKing,
    AntiKnight,
    Arrow,
    Cage,
    Candidates,
    Constraint,
    Even,
    Kropki,
    Less,
    NonConsecutive,
    Odd,
    Palindrome,
    Renban,
    Thermometer,
    Whispers,
)
from ....models.sudokus.sudoku import Sudoku, TargetSudoku
from ..task import Task

__all__ = ["small_sudoku", "target_sudoku"]

Cell = tuple[int, int]
Rows = tuple[tuple[int, ...], ...]
Holds = Callable[[Rows], bool]
Drawn = tuple[Constraint, Holds]

N = 4
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


@cache
def grids() -> tuple[Rows, ...]:
    """Return all sudokus of 4x4."""
    lines = list(permutations(range(1, N + 1)))
    squares: list[Rows] = [()]
    for _ in range(N):
        squares = [(*rows, line) for rows in squares for line in lines if _fits(rows, line)]
    return tuple(squares)


def _fits(rows: Rows, line: tuple[int, ...]) -> bool:
    if any(value == other for row in rows for value, other in zip(row, line, strict=True)):
        return False
    boxes = range(0, N, 2) if len(rows) % 2 else ()
    return all(not {*rows[-1][c : c + 2]} & {*line[c : c + 2]} for c in boxes)


def small_sudoku(rng: Random) -> Task:
    """Up to three constraints, perhaps diagonals, and some givens."""
    drawn = [rng.choice(CONSTRAINTS)(rng) for _ in range(rng.randint(0, 3))]
    diagonals = rng.random() < 0.2
    puzzle = Sudoku(
        size=N, diagonals=diagonals, constraints=[constraint for constraint, _ in drawn]
    )
    left = [rows for rows in grids() if all(holds(rows) for _, holds in drawn)]
    if diagonals:
        left = [rows for rows in left if all(len(set(line)) == N for line in _diagonals(rows))]
    left = _given(rng, puzzle, left)
    matrix = puzzle.matrix
    return Task(matrix, puzzle.given_options, number=len(left), puzzle=puzzle)


def target_sudoku(rng: Random) -> Task:
    """A sudoku whose digits score."""
    size = rng.choice((3, 50, 1 << 30))
    weights = [[rng.randint(-size, size) for _ in range(N)] for _ in range(N)]
    puzzle = TargetSudoku([[0] * N] * N, weights=weights)
    left = _given(rng, puzzle, list(grids()))
    worth = [
        sum(weights[r][c] * rows[r][c] for r, c in product(range(N), repeat=2)) for rows in left
    ]
    given = puzzle.given_options
    least = -max(worth) if worth else None
    return Task(puzzle.matrix, given, number=len(left), least=least, puzzle=puzzle)


def _given(rng: Random, puzzle: Sudoku, left: list[Rows]) -> list[Rows]:
    """Give some digits of one grid, now and then one of another; return the grids that fit."""
    grid = rng.choice(left or grids())
    for row, col in rng.sample(list(product(range(N), repeat=2)), rng.choice((0, 1, 3, 6))):
        value = grid[row][col] if rng.random() < 0.95 else rng.randint(1, N)
        puzzle.given(puzzle.digit, row=row, col=col, value=value)
        left = [rows for rows in left if rows[row][col] == value]
    return left


def _diagonals(rows: Rows) -> list[list[int]]:
    return [[rows[k][k] for k in range(N)], [rows[k][N - 1 - k] for k in range(N)]]


def _path(rng: Random, length: int) -> list[Cell]:
    """Draw cells of which each touches the one before."""
    path = [(rng.randrange(N), rng.randrange(N))]
    while len(path) < length:
        row, col = path[-1]
        more = [(row + down, col + right) for down, right in STEPS]
        more = [cell for cell in more if cell not in path and min(cell) >= 0 and max(cell) < N]
        if not more:
            break
        path.append(rng.choice(more))
    return path


def _spelled(cells: list[Cell]) -> str:
    return " ".join(f"R{row + 1}C{col + 1}" for row, col in cells)


def _along(cells: list[Cell], demand: Callable[[list[int]], bool]) -> Holds:
    return lambda rows: demand([rows[row][col] for row, col in cells])


def _cage(rng: Random) -> Drawn:
    cells = _path(rng, rng.randint(2, 4))
    total = rng.randint(3, 3 * len(cells))
    return Cage(total, _spelled(cells)), _along(
        cells, lambda values: sum(values) == total and len(set(values)) == len(values)
    )


def _less(rng: Random) -> Drawn:
    cells = _path(rng, 2)
    return Less(_spelled(cells)), _along(cells, lambda values: values[0] < values[1])


def _thermometer(rng: Random) -> Drawn:
    cells = _path(rng, rng.randint(2, 4))
    rises = _along(cells, lambda values: all(less < more for less, more in pairwise(values)))
    return Thermometer(_spelled(cells)), rises


def _arrow(rng: Random) -> Drawn:
    cells = _path(rng, rng.randint(2, 4))
    if len(cells) < 2:
        return _less(rng)
    shaft = _spelled(cells[1:])
    return Arrow(_spelled(cells[:1]), shaft), _along(
        cells, lambda values: values[0] == sum(values[1:])
    )


def _dots(rng: Random) -> Drawn:
    cells = _path(rng, 2)
    if rng.random() < 0.5:
        return Kropki(white=[_spelled(cells)]), _along(
            cells, lambda values: abs(values[0] - values[1]) == 1
        )
    return Kropki(black=[_spelled(cells)]), _along(
        cells, lambda values: 2 * min(values) == max(values)
    )


def _whispers(rng: Random) -> Drawn:
    cells, least = _path(rng, rng.randint(2, 4)), rng.randint(1, 2)
    far = _along(cells, lambda values: all(abs(a - b) >= least for a, b in pairwise(values)))
    return Whispers(_spelled(cells), difference=least), far


def _renban(rng: Random) -> Drawn:
    cells = _path(rng, rng.randint(2, 3))
    return Renban(_spelled(cells)), _along(
        cells,
        lambda values: (
            len(set(values)) == len(values) and max(values) - min(values) == len(values) - 1
        ),
    )


def _palindrome(rng: Random) -> Drawn:
    cells = _path(rng, rng.randint(2, 4))
    return Palindrome(_spelled(cells)), _along(cells, lambda values: values == values[::-1])


def _parity(rng: Random) -> Drawn:
    cells, odd = _path(rng, rng.randint(1, 2)), rng.random() < 0.5
    kind = Odd if odd else Even
    return kind(_spelled(cells)), _along(cells, lambda values: all(v % 2 == odd for v in values))


def _candidates(rng: Random) -> Drawn:
    cells, values = _path(rng, rng.randint(1, 2)), rng.sample(range(1, N + 1), rng.randint(1, 3))
    return Candidates(_spelled(cells), values), _along(cells, lambda placed: {*placed} <= {*values})


def _apart(
    constraint: Constraint, steps: tuple[Cell, ...], alike: Callable[[int, int], bool]
) -> Drawn:
    def holds(rows: Rows) -> bool:
        return not any(
            alike(rows[r][c], rows[r + down][c + right])
            for r, c in product(range(N), repeat=2)
            for down, right in steps
            if 0 <= r + down < N and 0 <= c + right < N
        )

    return constraint, holds


def _anti_knight(rng: Random) -> Drawn:
    return _apart(AntiKnight(), ((1, 2), (2, 1), (1, -2), (2, -1)), lambda a, b: a == b)


def _anti_king(rng: Random) -> Drawn:
    return _apart(AntiKing(), ((1, 1), (1, -1), (0, 1), (1, 0)), lambda a, b: a == b)


def _non_consecutive(rng: Random) -> Drawn:
    return _apart(NonConsecutive(), ((0, 1), (1, 0)), lambda a, b: abs(a - b) == 1)


CONSTRAINTS: tuple[Callable[[Random], Drawn], ...] = (
    _cage,
    _less,
    _thermometer,
    _arrow,
    _dots,
    _whispers,
    _renban,
    _palindrome,
    _parity,
    _candidates,
    _anti_knight,
    _anti_king,
    _non_consecutive,
)
