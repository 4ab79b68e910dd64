"""Makes the grids of pencil_puzzles.txt from seeds: `python -m benchmarks.pencil_makers`.

A solution is drawn at random, and clues are taken from it; where these leave several solutions
another one is drawn. The clues of a slitherlink are thinned out as long as there is one solution.
clingo tells how many there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count, groupby
from random import Random

from .pencil_by_clingo import shaded
from .pencil_puzzles import TEXT, Grid, reached

SIZES = {"slitherlink": 10, "hitori": 10, "nurikabe": 10, "nonogram": 20}
EACH = 6
Cell = tuple[int, int]


def is_unique(kind: str, grid: Grid) -> bool:
    """Whether the puzzle has one solution."""
    return len(shaded(kind, grid, 2)) == 1


def slitherlink(size: int, rng: Random) -> Grid | None:
    """Draw a region without holes; keep as few of its clues as a first try allows."""
    cells = {(r, c) for r in range(size) for c in range(size)}
    inside = {(rng.randrange(size), rng.randrange(size))}
    for _ in range(30 * size * size):
        cell = (rng.randrange(size), rng.randrange(size))
        row, col = cell
        around = [(row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)]
        beside = sum(one in inside for one in around)
        if cell in inside or not beside or (beside > 1 and rng.random() < 0.95):
            continue
        if _is_simple(cell, inside):
            inside.add(cell)
    grid = [
        [
            str(sum(((r, c) in inside) != (one in inside) for one in _around(r, c)))
            for c in range(size)
        ]
        for r in range(size)
    ]
    if not is_unique("slitherlink", grid):
        return None
    for row, col in rng.sample(sorted(cells), len(cells)):
        mark, grid[row][col] = grid[row][col], "."
        if not is_unique("slitherlink", grid):
            grid[row][col] = mark
    return grid


def _around(row: int, col: int) -> list[Cell]:
    return [(row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)]


def _is_simple(cell: Cell, inside: set[Cell]) -> bool:
    """Whether to add the cell changes neither the parts of the region nor its holes."""
    row, col = cell
    ring = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)]
    marks = [(row + i, col + j) in inside for i, j in ring]
    return sum(one != after for one, after in zip(marks, marks[1:] + marks[:1], strict=True)) == 2


def hitori(size: int, rng: Random) -> Grid | None:
    """Blacken as many cells as can be, and give each a number of its row or column."""
    cells = [(r, c) for r in range(size) for c in range(size)]
    black: set[Cell] = set()
    for cell in rng.sample(cells, len(cells)):
        white = set(cells) - black - {cell}
        apart = not black.intersection(_around(*cell))
        if apart and len(reached(white, min(white))) == len(white):
            black.add(cell)
    order, turn = rng.sample(range(size), size), rng.sample(range(size), size)
    values = rng.sample(range(1, size + 1), size)
    grid = [[str(values[(order[r] + turn[c]) % size]) for c in range(size)] for r in range(size)]
    for r, c in black:
        line = [(r, k) for k in range(size)] + [(k, c) for k in range(size)]
        row, col = rng.choice([one for one in line if one not in black])
        grid[r][c] = grid[row][col]
    return grid if is_unique("hitori", grid) else None


def nurikabe(size: int, rng: Random) -> Grid | None:
    """Let the sea grow as far as it can; move numbers to where other solutions are wrong."""
    cells = {(r, c) for r in range(size) for c in range(size)}
    sea = {(rng.randrange(size), rng.randrange(size))}
    for _ in range(6 * size * size):
        cell = rng.choice(sorted(cells - sea))
        row, col = cell
        corners = [(row - i, col - j) for i in (0, 1) for j in (0, 1)]
        pool = any(
            {(r, c), (r + 1, c), (r, c + 1), (r + 1, c + 1)} - {cell} <= sea for r, c in corners
        )
        beside = len(sea.intersection(_around(*cell)))
        if beside == 1 and not pool:
            sea.add(cell)
    islands, left = [], cells - sea
    while left:
        islands.append(sorted(reached(left, min(left))))
        left -= set(islands[-1])
    if max(map(len, islands)) > 9 or len(islands) > 18:
        return None
    numbers = [rng.choice(island) for island in islands]
    for _ in range(40):
        grid = [["."] * size for _ in range(size)]
        for (row, col), island in zip(numbers, islands, strict=True):
            grid[row][col] = str(len(island))
        found = shaded("nurikabe", grid, 2)
        if found == [sea]:
            return grid
        others = [one for one in found if one != sea]
        wrong = [k for k, island in enumerate(islands) if others[0].intersection(island)]
        k = rng.choice(wrong)
        numbers[k] = rng.choice(sorted(others[0].intersection(islands[k])))
    return None


def nonogram(size: int, rng: Random) -> Grid | None:
    """Draw a picture of noise that is smoothed once."""
    noise = [[rng.random() for _ in range(size)] for _ in range(size)]

    def mean(r: int, c: int) -> float:
        cells = [*_around(r, c), (r, c), (r, c)]
        near = [noise[i][j] for i, j in cells if 0 <= i < size and 0 <= j < size]
        return sum(near) / len(near)

    picture = [[mean(r, c) < 0.53 for c in range(size)] for r in range(size)]
    lines = [*picture, *(list(line) for line in zip(*picture, strict=True))]
    grid = [[str(len(list(run))) for full, run in groupby(line) if full] or ["0"] for line in lines]
    return grid if is_unique("nonogram", grid) else None


MAKERS: dict[str, Callable[[int, Random], Grid | None]] = {
    "slitherlink": slitherlink,
    "hitori": hitori,
    "nurikabe": nurikabe,
    "nonogram": nonogram,
}


def made(kind: str) -> Iterator[str]:
    """Yield puzzles of a kind as blocks of text, those of the first seeds that give one."""
    found = 0
    for seed in count(1):
        grid = MAKERS[kind](SIZES[kind], Random(f"{kind} {seed}"))
        if grid is not None:
            yield "\n".join([f"{kind} {seed}", *map(" ".join, grid)])
            found += 1
        if found == EACH:
            return


def main() -> None:
    """Write the file."""
    blocks = [block for kind in MAKERS for block in made(kind)]
    TEXT.write_text("\n\n".join(blocks) + "\n", "utf-8")


if __name__ == "__main__":
    main()
