"""Random small packings on every lattice; on squares the tilings are counted in plain loops.

The placements of a piece on squares are worked out here once more from its cells: turned, mirrored,
moved, each set of cells once.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from ....models.gallery import Entry, gallery
from ....models.packings.board import Board, Cell
from ....models.packings.lattices import LATTICES, Lattice
from ....models.packings.packing import Packing
from ....models.packings.piece import Copies, Piece
from ....models.puzzle import Puzzle
from ..task import Task

__all__ = ["gallery_puzzle", "small_packing"]

Cells = frozenset[Cell]


def small_packing(rng: Random) -> Task:
    """A board of up to eight cells that grows at random, and pieces of one to three cells."""
    lattice = rng.choice(list(LATTICES.values()))
    board = _grown(rng, lattice, rng.randint(1, 8))
    pieces = []
    for name in "PQR"[: rng.randint(1, 3)]:
        cells = _grown(rng, lattice, rng.choice((1, 2, 2, 3)))
        flips = rng.choice((None, True, False))
        least = rng.randint(0, 2)
        bounds: list[Copies] = [1, least, (0, least + 1), (least, least + 3), *[(0, None)] * 4]
        copies = rng.choice(bounds)
        turns = rng.random() < 0.8
        pieces.append(Piece(name, cells, turns, flips, lattice, copies))
    uncovered = rng.random() < 0.3
    packing = Packing(Board.of(sorted(board), lattice), pieces, uncovered=uncovered)
    count = None
    if lattice.name == "squares":
        count = sum(1 for _ in _tilings(board, pieces, uncovered))
    # Say which placement a packing lists twice, if it does.
    rows = [(row.piece, frozenset(row.cells)) for row in packing.place.rows]  # type: ignore[attr-defined]
    twice = next((row for k, row in enumerate(rows) if row in rows[:k]), None)
    wrong = "" if twice is None else f"the placement {twice} stands there twice"
    symmetries = packing.symmetries() if packing.matrix.options and not wrong else None
    return Task(packing.matrix, number=count, puzzle=packing, symmetries=symmetries, wrong=wrong)


def _grown(rng: Random, lattice: Lattice, size: int) -> Cells:
    """Draw connected cells."""
    cells: set[Cell] = {rng.choice(lattice.of_each_kind)}
    while len(cells) < size:
        cells.add(rng.choice(lattice.neighbours(rng.choice(sorted(cells)))))
    return frozenset(cells)


def _tilings(board: Cells, pieces: list[Piece], uncovered: bool) -> Iterator[None]:
    """Yield once for each way to lay the pieces on squares."""
    bounds = []
    for piece in pieces:
        copies = piece.copies
        bounds.append(copies if isinstance(copies, tuple) else (copies, copies))
    places = [sorted({*_placements(board, piece)}, key=sorted) for piece in pieces]

    def laid(free: Cells, left: tuple[Cell, ...], used: tuple[int, ...]) -> Iterator[None]:
        if not left:
            if all(
                low <= n and (high is None or n <= high)
                for n, (low, high) in zip(used, bounds, strict=True)
            ):
                yield None
            return
        cell, rest = left[0], left[1:]
        if cell not in free:
            yield from laid(free, rest, used)
            return
        if uncovered:
            yield from laid(free - {cell}, rest, used)
        for number, own in enumerate(places):
            for cells in own:
                if cell in cells and cells <= free:
                    more = tuple(n + (k == number) for k, n in enumerate(used))
                    yield from laid(free - cells, rest, more)

    yield from laid(board, tuple(sorted(board)), (0,) * len(pieces))


def _placements(board: Cells, piece: Piece) -> Iterator[Cells]:
    shapes = [list(piece.cells)]
    if piece.rotations:
        for _ in range(3):
            shapes.append([(col, -row) for row, col in shapes[-1]])
    if piece.reflections:
        shapes += [[(row, -col) for row, col in shape] for shape in shapes]
    for shape in shapes:
        for down, right in board:
            row, col = shape[0]
            moved = frozenset((r - row + down, c - col + right) for r, c in shape)
            if moved <= board:
                yield moved


def gallery_puzzle(rng: Random) -> Task:
    """A puzzle of the gallery, whose number of solutions is published or was counted."""
    entry = rng.choice(_entries())
    puzzle = _loaded(entry)
    given, forbidden = puzzle.given_options, puzzle.forbidden_options
    best = entry.optimum if puzzle.has_objective else None
    least = None if best is None else best * (1 if puzzle.objective(1) > 0 else -1)
    number = entry.solutions
    return Task(puzzle.matrix, given, forbidden, number=number, least=least, puzzle=puzzle)


@cache
def _entries() -> tuple[Entry, ...]:
    return gallery()


@cache
def _loaded(entry: Entry) -> Puzzle:
    return entry.load()
