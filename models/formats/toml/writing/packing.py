"""Writes a packing as the table `[packing]` of a TOML description."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from math import prod

from ....errors import ModelError
from ....packings.board import BOARD_SHAPES, Board, Cell, lattice_of
from ....packings.cell_text import read_cells
from ....packings.lattices import CUBES, HEXAGONS, SQUARES, TRIANGLES, Lattice
from ....packings.packing import Packing
from ....packings.piece import Copies, Piece, copies_of
from ....packings.piece_sets import PIECE_SETS
from ....picture.text import write_marks
from ..values import array, filled, key, text

__all__ = ["packing_lines"]


def packing_lines(puzzle: Packing) -> Iterator[str]:
    """Yield the lines that say its board, its pieces and what may stay empty.

    Raises ModelError for what they cannot say.
    """
    board, lattice = puzzle.board, lattice_of(puzzle.board)
    if puzzle.coloring is not None:
        raise ModelError("the cells of its pieces have colors")
    if set(map(frozenset, Board.of(board, lattice).edges)) != set(map(frozenset, board.edges)):
        raise ModelError("its board joins other cells than the neighbours of the lattice")
    yield ""
    yield "[packing]"
    yield f"board = {_board(list(board), lattice)}"
    if lattice is not SQUARES:
        yield f"lattice = {text(lattice.name)}"
    if puzzle.uncovered:
        every = puzzle.uncovered == frozenset(board)
        yield f"uncovered = {'true' if every else _listed(sorted(puzzle.uncovered))}"
    if puzzle.most_uncovered is not None:
        yield f"most_uncovered = {puzzle.most_uncovered}"
    if puzzle.comment:
        yield f"comment = {text(puzzle.comment)}"
    told = {one.name: copies_of(one.name, one.copies) for one in puzzle.pieces}
    other = {name: copies for name, copies in puzzle.copies.items() if copies != told[name]}
    if other:
        pairs = (
            f"{key(name)} = {_copies(copies[0] if copies[0] == copies[1] else copies)}"
            for name, copies in other.items()
        )
        yield f"copies = {{ {', '.join(pairs)} }}"
    yield from _pieces(puzzle.pieces, lattice)


def _board(cells: list[Cell], lattice: Lattice) -> str:
    """Return a board as a shape that has a name, as a drawing, or as a list of cells."""
    for shape, sides in _shapes(cells, lattice):
        known = BOARD_SHAPES[shape]
        alike = known.cells(*sides, lattice) == len(cells)
        if alike and list(known.build(*sides, lattice)) == cells:
            numbers = str(sides[0]) if len(sides) == 1 else array(map(str, sides))
            return f"{{ {shape} = {numbers} }}"
    drawn = _drawing(cells, lattice)
    if drawn is None or list(Board.from_text(drawn, lattice)) != cells:
        return f"{{ cells = {_listed(cells)} }}"
    return f'"""\n{drawn}"""' if "\n" in drawn else text(drawn)


def _shapes(cells: list[Cell], lattice: Lattice) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the shapes that a board may have, by how many rows and columns it has."""
    spans = tuple(max(axis) - min(axis) + 1 for axis in zip(*cells, strict=True))
    if not spans:
        return
    rows = spans[0]
    if lattice is CUBES:
        yield "box", spans
        return
    if lattice is SQUARES:
        yield "rectangle", spans
    if lattice is HEXAGONS:
        yield "parallelogram", spans
        yield "hexagon", ((rows + 1) // 2,)
    if lattice is TRIANGLES:
        yield "parallelogram", (rows, len(cells) // (2 * rows) or 1)
        yield "hexagon", ((rows + 1) // 2,)
    yield "triangle", (rows,)


def _drawing(cells: Collection[Cell], lattice: Lattice) -> str | None:
    """Return a drawing from which the same cells are read; None if there is none."""
    if not cells or _is_sparse(cells):
        return None
    if lattice is SQUARES and all(axis >= 0 for cell in cells for axis in cell):
        there = set(cells)
        span = range(max(col for _, col in cells) + 1)
        rows = range(max(row for row, _ in cells) + 1)
        drawn = "\n".join("".join(".#"[(row, col) in there] for col in span) for row in rows)
    else:
        drawn = write_marks(_marks(cells, lattice), lattice.name, between="")
    return drawn if set(read_cells(drawn, lattice)) == set(cells) else None


def _is_sparse(cells: Collection[Cell]) -> bool:
    """Whether a drawing would be blank for the most part."""
    spans = (max(map(abs, axis)) + 1 for axis in zip(*cells, strict=True))
    return bool(prod(spans) > 20 * len(cells) + 100)


def _marks(cells: Iterable[Cell], lattice: Lattice) -> Mapping[Cell, str]:
    if lattice is TRIANGLES:
        return {cell: "^v"[lattice.kind(cell)] for cell in cells}
    return dict.fromkeys(cells, "#")


def _listed(cells: Iterable[Cell]) -> str:
    return filled(array(map(str, cell)) for cell in cells)


def _pieces(pieces: tuple[Piece, ...], lattice: Lattice) -> Iterator[str]:
    for name, known in PIECE_SETS.items():
        if tuple(known.pieces()) == pieces:
            yield f"pieces = {text(name)}"
            return
    yield ""
    yield "[packing.pieces]"
    for piece in pieces:
        yield f"{key(piece.name)} = {_piece(piece, lattice)}"


def _piece(piece: Piece, lattice: Lattice) -> str:
    """Return a piece as a drawing, with what is not usual."""
    drawn = _drawing(piece.cells, lattice)
    cells = _listed(sorted(piece.cells)) if drawn is None else text(drawn.replace("\n", "/"))
    said: dict[str, str] = {}
    if piece.copies != 1:
        said["copies"] = _copies(piece.copies)
    if not piece.rotations:
        said["rotations"] = "false"
    if piece.reflections != lattice.two_sided:
        said["reflections"] = "true" if piece.reflections else "false"
    if not said and drawn is not None:
        return cells
    return f"{{ {', '.join(f'{name} = {one}' for name, one in {'cells': cells, **said}.items())} }}"


def _copies(copies: Copies) -> str:
    if isinstance(copies, int):
        return str(copies)
    least, most = copies
    return f"[{least}, {text('many') if most is None else most}]"
