"""Packings in TOML: a board and pieces as drawings.

    [packing]
    board = '''                             or { rectangle = [6, 10] }, { box = [3, 3, 3] },
    ####                                    { triangle = 10 }, { hexagon = 3 },
    ##.#'''                                 { parallelogram = [4, 5] }, { cells = [[0, 1], ...] }
    lattice = "squares"                     or triangles, hexagons, cubes
    leftover = false                        pieces may be left over
    uncovered = false                       cells may stay empty; or an array of those that may
    most_uncovered = 2                      how many of them at most
    comment = "..."                         what its author says of it

    [packing.pieces]
    L = "##/#."
    I = { cells = "###", copies = 2, rotations = true, reflections = true }

`pieces = "pentominoes"` and the like are standard sets, and `pieces = { cells = 5, one_sided = true
}` all pieces of so many cells; which shapes and sets there are, the packings say (board.py,
piece_sets.py). The choices are a table `place` with the columns `piece` and `cells`; further rules
may look at it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import prod

from ...errors import did_you_mean
from ...packings.board import BOARD_SHAPES, Board, Cell
from ...packings.cell_text import Misdrawn, read_cells
from ...packings.lattices import LATTICES, SQUARES, Lattice, lattice_named
from ...packings.packing import Packing
from ...packings.piece import Copies, Piece
from ...packings.piece_sets import FAMILIES, PIECE_SETS, polyforms
from ..source import plural
from .context import Context, Table
from .node import Node

__all__ = ["read_packing"]

_WORDS = (
    "board",
    "lattice",
    "pieces",
    "copies",
    "leftover",
    "uncovered",
    "most_uncovered",
    "comment",
)
LARGEST_BOARD, LARGEST_PIECE = 20_000, 1_000
MOST_PIECES = 2000


def read_packing(context: Context, node: Node, name: str) -> Packing:
    """Return the packing that the document describes, with its table `place`."""
    node.table(*_WORDS)
    with node.blamed():
        lattice = _lattice(node)
        board = _board(node.need("board", "a drawing or a shape"), lattice, "lattice" in node)
        pieces = _pieces(node.need("pieces", "pieces"), board.lattice)
        if len(pieces) > MOST_PIECES:
            raise node["pieces"].key_error(f"too many pieces, expected {MOST_PIECES} at most")
        shapes = [(len(piece.orientations()), len(piece.cells)) for piece in pieces]
        context.spend(node, sum(turns for turns, _ in shapes) * len(board))
        entries = sum(turns * (cells + 1) for turns, cells in shapes) * len(board)
        context.spend_entries(node, entries + len(board))
        packing = Packing(
            board,
            pieces,
            name,
            copies={field.name: _copies(field) for field in node.fields("copies")},
            leftover="leftover" in node and node["leftover"].boolean(),
            uncovered="uncovered" in node and _uncovered(node["uncovered"], board.lattice),
            most_uncovered=node["most_uncovered"].count() if "most_uncovered" in node else None,
            comment=node["comment"].string("a text") if "comment" in node else "",
        )
    context.tables["place"] = Table(
        packing.place, {"piece": "str", "cells": "list"}, context.constants
    )
    if packing.empty is not None:
        context.tables["empty"] = Table(packing.empty, {"cell": "list"}, context.constants)
    return packing


def _uncovered(node: Node, lattice: Lattice) -> bool | list[Cell]:
    """Read whether any cell may stay empty, or which cells may."""
    return _cells(node, lattice) if isinstance(node.value, list) else node.boolean()


def _cells(node: Node, lattice: Lattice, most: int = LARGEST_BOARD) -> list[Cell]:
    """Read an array of cells, each an array of coordinates."""
    if len(node.array()) > most:
        raise node.error(f"{len(node.array())} cells, expected {most} at most")
    cells: dict[Cell, None] = {}
    for one in node.array():
        cell = tuple(axis.integer("a coordinate") for axis in one.array(len(lattice.axes)))
        if cell in cells:
            raise one.error(f"cell {list(cell)} twice, expected each cell once")
        cells[cell] = None
    return list(cells)


def _lattice(node: Node) -> Lattice:
    """Read the lattice; where none is named, it is of squares or what the board's shape is of."""
    if "lattice" not in node:
        return SQUARES
    name = node["lattice"].string("a lattice")
    if name not in LATTICES:
        known = f"expected one of {', '.join(LATTICES)}{did_you_mean(name, LATTICES)}"
        raise node["lattice"].error(f"no lattice {name!r}, {known}")
    return lattice_named(name)


def _board(node: Node, lattice: Lattice, named: bool) -> Board:
    """Read a board; a lattice that is not `named` is that of the shape."""
    if isinstance(node.value, str):
        with node.blamed(), _drawn(node):
            return Board.from_text(_drawing(node), lattice)
    if not node.table(*BOARD_SHAPES, "cells").value:
        raise node.error(f"no shape, expected one of {', '.join(BOARD_SHAPES)}")
    shape, *more = node.fields()
    if more:
        raise more[0].key_error("a second shape, expected one")
    if shape.name == "cells":
        return Board.of(_cells(shape, lattice), lattice)
    known = BOARD_SHAPES[shape.name]
    length, only = len(known.sides), known.lattice
    if only is not None and named and lattice is not only:
        raise shape.error(f"a {shape.name} of {lattice.name}, expected {only.name}")
    listed = shape.array(length) if isinstance(shape.value, list) else [shape]
    sides = [side.integer("a number of cells", low=1) for side in listed]
    if len(sides) != length:
        raise shape.error(f"{plural(len(sides), 'number')}, expected {length}")
    if prod(sides) > LARGEST_BOARD or (length == 1 and 6 * sides[0] ** 2 > LARGEST_BOARD):
        raise shape.error(f"too large a board, expected {LARGEST_BOARD} cells at most")
    with shape.blamed():
        return known.build(*sides, lattice)


def _pieces(node: Node, lattice: Lattice) -> Sequence[Piece]:
    if isinstance(node.value, str):
        if node.value not in PIECE_SETS:
            known = ", ".join(PIECE_SETS)
            raise node.error(f"no pieces {node.value!r}, expected {known} or drawings")
        return PIECE_SETS[node.value].pieces()
    if isinstance(node.table().value.get("cells"), int):
        node.table("cells", "one_sided")
        most = FAMILIES[lattice].most_cells
        cells = node["cells"].integer("a number of cells", low=1)
        if cells > most:
            raise node["cells"].error(f"all pieces of {cells} cells, expected {most} at most")
        one_sided = node["one_sided"].boolean() if "one_sided" in node else not lattice.two_sided
        return polyforms(lattice, cells, one_sided=one_sided)
    return [_piece(field, lattice) for field in node.fields()]


def _piece(node: Node, lattice: Lattice) -> Piece:
    if isinstance(node.value, str):
        drawing, more = node, None
    else:
        node.table("cells", "copies", "rotations", "reflections")
        drawing, more = node.need("cells", "a drawing"), node
    with drawing.blamed():
        if isinstance(drawing.value, list):
            cells = _cells(drawing, lattice, LARGEST_PIECE)
        else:
            with _drawn(drawing):
                cells = read_cells(_drawing(drawing, LARGEST_PIECE), lattice)
        if more is None:
            return Piece(node.name, frozenset(cells), lattice=lattice)
        return Piece(
            node.name,
            frozenset(cells),
            rotations="rotations" not in more or more["rotations"].boolean(),
            reflections=more["reflections"].boolean() if "reflections" in more else None,
            lattice=lattice,
            copies=_copies(more["copies"]) if "copies" in more else 1,
        )


def _drawing(node: Node, cells: int = LARGEST_BOARD) -> str:
    text = node.string("a drawing").strip("\n")
    if len(text) > 2 * cells:
        raise node.error(f"a drawing of {len(text)} characters, expected a smaller one")
    return text


@contextmanager
def _drawn(node: Node) -> Iterator[None]:
    """Put the error of a mark in a drawing where that mark stands in the text."""
    try:
        yield
    except Misdrawn as error:
        before = len(node.value) - len(node.value.lstrip("\n"))
        raise node.error_at(str(error), before + error.place) from None


def _copies(node: Node) -> Copies:
    """Read a number, or [least, most], most perhaps `"many"`."""
    if not isinstance(node.value, list):
        return node.count("a number of copies, or [least, most]")
    least, most = node.array(2)
    low = least.count()
    return low, None if most.value == "many" else most.count('an integer or "many"', low)
