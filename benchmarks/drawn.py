"""Instances that are drawn by seed, and optima of the literature: `python -m benchmarks.drawn DIR`.

Suites read the files that it writes, in Knuth's format, a folder for each family: grids with random
weights, set partitions, packings with values, priced sudokus; quilts, queens and rulers, which are
the gallery's `perkins-7`, `fewest-queens` and `golomb-ruler-6` at other sizes: squares that cut a
square (OEIS A018835), queens that see a whole board (A075458), the length of a ruler on which no
two pairs of marks are equally far apart (A003022). The variant sudokus of tests/data are put into a
file each. Where the environment variable MINUET_AIRLINE names a folder of OR-Library's set
partitions (J. E. Beasley; Hoffman and Padberg 1993), `nw41.txt` or `nw18.txt.gz` each, they are
written too, as they are and in disguise: what changes nothing for who reads the problem, and much
for who reads the numbers.
"""

from __future__ import annotations

import gzip
import os
import random
import re
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations
from pathlib import Path

import numpy as np

from minuet.models import ExactCover, ExactCoverBuilder, Packing, Puzzle, TargetSudoku
from minuet.models.formats import write
from minuet.models.packings import Board, Piece

DATA = Path(__file__).resolve().parent.parent / "tests" / "data"
FACTOR = 1000  # that all costs have in common, of an instance in disguise
PRICES = 10_000  # a row's is below this
SIZES = (4, 6)  # of the pieces of a packing, least and most
SHORTEST_RULERS = {5: 11, 6: 17, 7: 25, 8: 34}


def hard_sudokus() -> list[str]:
    """Return hard sudokus, a line each."""
    return (DATA / "sudoku" / "magictour_1465.txt").read_text().split()


def weighted_grid(size: int, high: int, wide: int, seed: int) -> Puzzle:
    """Return a blank sudoku with boxes of that size, and random weights in the table's order."""
    rng = random.Random(seed)
    puzzle = Puzzle(f"{size}x{size}, seed {seed}")
    digit = puzzle.choices("digit", row=range(size), col=range(size), value=range(size))
    for by in (("row", "col"), ("row", "value"), ("col", "value")):
        puzzle.exactly_one(digit, by=by)
    puzzle.exactly_one(digit, by=lambda row, col, value: (row // high, col // wide, value))
    weights = [rng.randint(0, 99) for _ in range(size**3)]
    puzzle.maximize(digit, lambda row, col, value: weights[(row * size + col) * size + value])
    return puzzle


def weighted_sudoku(seed: int, clues: int) -> TargetSudoku:
    """Return a target sudoku with random weights, and that many givens of a hard sudoku."""
    rng = random.Random(seed)
    weights = [[rng.randint(0, 99) for _ in range(9)] for _ in range(9)]
    cells = ["."] * 81
    line = rng.choice(hard_sudokus())
    places = [k for k, mark in enumerate(line) if mark not in ".0"]
    for k in rng.sample(places, min(clues, len(places))):
        cells[k] = line[k]
    return TargetSudoku("".join(cells), weights=weights)


def priced_sudoku(seed: int, clues: int) -> Puzzle:
    """Return a grid with a random weight for each digit in each cell, and a sudoku's clues."""
    puzzle = weighted_grid(9, 3, 3, seed)
    draw = random.Random(seed)
    line = draw.choice(hard_sudokus())
    places = [place for place, mark in enumerate(line) if mark not in ".0"]
    (digit,) = puzzle.tables
    for place in sorted(draw.sample(places, clues)):
        row, col = divmod(place, 9)
        puzzle.given(digit, row=row, col=col, value=int(line[place]) - 1)
    return puzzle


def partition(rows: int, options: int, seed: int, *, by_size: bool = True) -> ExactCover:
    """Return a set partition: options of 3 to 8 rows; one solution is planted, in options of 5.

    by_size  an option costs 100 a row and 0 to 99 more; else 1 to 1000, whatever its size
    """
    draw = random.Random(seed)
    builder = ExactCoverBuilder()
    for row in range(rows):
        builder.item(row)
    order = list(range(rows))
    draw.shuffle(order)
    sets = [order[first : first + 5] for first in range(0, rows, 5)]
    sets += [draw.sample(range(rows), draw.randint(3, 8)) for _ in range(options - len(sets))]
    for one in sets:
        cost = 100 * len(one) + draw.randint(0, 99) if by_size else draw.randint(1, 1000)
        builder.option(one, cost=cost)
    return builder.build()


def packing(side: int, seed: int) -> Packing:
    """Return a packing of a square board, for the most worth: pieces of half as many cells again.

    They are grown at random and may be turned, but not turned over; each is worth 10 a cell and 0
    to 19 more. Pieces may be left over and cells stay empty.
    """
    draw = random.Random(seed)
    pieces: list[Piece] = []
    while 2 * sum(len(piece.cells) for piece in pieces) < 3 * side * side:
        name = f"piece {len(pieces) + 1}"
        pieces.append(Piece(name, _grown(draw, draw.randint(*SIZES)), reflections=False))
    worth = {piece.name: 10 * len(piece.cells) + draw.randint(0, 19) for piece in pieces}
    board = Board.rectangle(side, side)
    puzzle = Packing(board, pieces, f"{side}x{side}, seed {seed}", leftover=True, uncovered=True)
    puzzle.maximize(puzzle.place, lambda piece: worth[piece])
    return puzzle


def _grown(draw: random.Random, size: int) -> frozenset[tuple[int, int]]:
    """Return a shape of so many cells: one, and ever a neighbour more."""
    cells = {(0, 0)}
    while len(cells) < size:
        beside = {(r + d, c + e) for r, c in cells for d, e in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        cells.add(draw.choice(sorted(beside - cells)))
    return frozenset(cells)


def quilt(side: int) -> Puzzle:
    """Return Mrs Perkins's quilt: cut a square into as few smaller squares as possible."""
    puzzle = Puzzle(f"a quilt of {side} x {side}")
    squares = [
        (size, row, col)
        for size in range(1, side)
        for row in range(side - size + 1)
        for col in range(side - size + 1)
    ]
    names = ("size", "row", "col")
    square = puzzle.choices("square", rows=[dict(zip(names, one, strict=True)) for one in squares])
    puzzle.exactly_one(
        square,
        covering=lambda size, row, col: [
            (r, c) for r in range(row, row + size) for c in range(col, col + size)
        ],
    )
    puzzle.minimize(square)
    return puzzle


def queens(side: int) -> Puzzle:
    """Return the fewest queens that occupy or attack every square of a board."""
    puzzle = Puzzle(f"the fewest queens on {side} x {side}")
    queen = puzzle.choices("queen", row=range(side), col=range(side))
    puzzle.at_least(
        1,
        queen,
        covering=lambda row, col: [
            (r, c)
            for r in range(side)
            for c in range(side)
            if row == r or col == c or abs(row - r) == abs(col - c)
        ],
    )
    puzzle.minimize(queen)
    return puzzle


def ruler(marks: int) -> Puzzle:
    """Return a Golomb ruler of so many marks: the shortest, of at most a tenth more than that."""
    longest = SHORTEST_RULERS[marks] * 11 // 10 + 1
    puzzle = Puzzle(f"a ruler of {marks} marks")
    pairs = list(combinations(range(1, marks + 1), 2))
    rows = [
        {"a": a, "b": b, "length": length} for a, b in pairs for length in range(1, longest + 1)
    ]
    gap = puzzle.choices("gap", rows=rows)
    puzzle.exactly_one(gap, by=("a", "b"))
    puzzle.at_most_one(gap, by="length")

    def sums(a: int, b: int, length: int) -> dict[tuple[int, int], int]:
        """From mark to mark: the gaps between neighbours add up to the longer ones."""
        if b > a + 1:
            return {(a, b): length}
        return {(r, s): -length for r, s in pairs if s > r + 1 and r <= a and b <= s}

    puzzle.sum_equals(0, gap, covering=sums)
    puzzle.minimize(gap, lambda a, b, length: length if b - a == marks - 1 else 0)
    return puzzle


def airline(path: str) -> ExactCover:
    """Read a file of OR-Library: rows and columns; for each its cost, its size, its rows."""
    data = Path(path).read_bytes()
    text = gzip.decompress(data) if path.endswith(".gz") else data
    rows, columns, *numbers = map(int, text.split())
    starts, members, costs, at = [0], [], [], 0
    for _ in range(columns):
        costs.append(numbers[at])
        members += numbers[at + 2 : at + 2 + numbers[at + 1]]
        at += 2 + numbers[at + 1]
        starts.append(len(members))
    names = [f"row {row}" for row in range(1, rows + 1)]
    found = np.array(members) - 1
    return ExactCover(primary=rows, items=names, starts=starts, members=found, costs=costs)


def disguised(matrix: ExactCover, seed: int) -> ExactCover:
    """Return a set partition in disguise: its optimum is FACTOR times as much.

    Each option costs the prices of its rows besides, which are drawn by seed and come to 0 in sum,
    so that all solutions cost what they did; then FACTOR times as much. Rows and options are in
    another order.
    """
    rng = np.random.default_rng(seed)
    rows = len(matrix.items)
    prices = rng.integers(0, PRICES, rows)
    prices -= rng.permutation(prices)
    places = rng.permutation(rows)
    options = np.split(matrix.members, matrix.starts[1:-1])
    costs = [int(cost + prices[one].sum()) for one, cost in zip(options, matrix.costs, strict=True)]
    order = rng.permutation(len(options)).tolist()
    return ExactCover(
        primary=rows,
        items=[f"row {row}" for row in range(1, rows + 1)],
        starts=np.cumsum([0, *(len(options[k]) for k in order)]),
        members=np.concatenate([np.sort(places[options[k]]) for k in order]),
        costs=[FACTOR * costs[k] for k in order],
    )


def families() -> dict[str, dict[str, Callable[[], Puzzle | ExactCover]]]:
    """Return what makes each instance, by family and name."""
    grids = {f"grid-9-{seed}": partial(weighted_grid, 9, 3, 3, seed) for seed in range(20)}
    large = {"grid-12": (12, 3, 4, 101), "grid-16": (16, 4, 4, 101)}
    sizes = ((50, 3000), (50, 10_000), (80, 5000), (150, 20_000))
    named = {
        f"partition-{rows}x{options}-{kind}": partial(
            partition, rows, options, 1, by_size=kind == "size"
        )
        for rows, options in sizes
        for kind in ("size", "random")
    }
    return {
        "grids": grids,
        "large grids": {name: partial(weighted_grid, *size) for name, size in large.items()},
        "weighted sudokus": {
            f"weighted-{clues}-{seed}": partial(weighted_sudoku, seed, clues)
            for clues in (0, 12)
            for seed in (1, 2, 3)
        },
        "priced sudokus": {f"priced-{seed}": partial(priced_sudoku, seed, 12) for seed in range(5)},
        "partitions": named,
        "packings": {f"packing-{side}": partial(packing, side, 1) for side in (10, 12, 15, 20)},
        "quilts": {f"quilt-{side}": partial(quilt, side) for side in range(7, 18)},
        "queens": {f"queens-{side}": partial(queens, side) for side in range(8, 15)},
        "rulers": {f"ruler-{marks}": partial(ruler, marks) for marks in SHORTEST_RULERS},
        **airlines(),
    }


def airlines() -> dict[str, dict[str, Callable[[], ExactCover]]]:
    """Return the airlines' set partitions that there are, as they are and in disguise."""
    folder = os.environ.get("MINUET_AIRLINE")
    paths = sorted(Path(folder).glob("*.txt*")) if folder else []
    names = {path.name.partition(".")[0]: str(path) for path in paths}
    return {
        "airlines": {name: partial(airline, path) for name, path in names.items()},
        "disguised": {
            name: lambda path=path: disguised(airline(path), 1) for name, path in names.items()
        },
    }


def variants() -> Iterator[tuple[str, str]]:
    """Yield the variant sudokus of tests/data: a name that fits a file, and the text."""
    text = (DATA / "variants" / "constraints.txt").read_text()
    for block in f"\n{text}".split("\n# ")[1:]:
        head, _, body = block.partition("\n")
        yield re.sub(r"\W+", "-", head.partition(";")[0]).strip("-").lower(), body


def main(out: str) -> None:
    """Write all files that are not there."""
    for family, made in families().items():
        folder = Path(out) / family.replace(" ", "-")
        folder.mkdir(parents=True, exist_ok=True)
        for name, make in made.items():
            path = folder / f"{name}.dlx"
            if path.exists():
                continue
            problem = make()
            if isinstance(problem, Puzzle):
                given, never = problem.given_options, problem.forbidden_options
                problem = problem.matrix.selected(given, never)
            path.write_text(write(problem, "dlx"))
    folder = Path(out) / "variants"
    folder.mkdir(exist_ok=True)
    for name, text in variants():
        (folder / f"{name}.txt").write_text(text)


if __name__ == "__main__":
    main(*sys.argv[1:])
