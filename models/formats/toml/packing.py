"""Packings in TOML: a board and pieces as drawings.

    [packing]
    board = '''                             or { rectangle = [6, 10] }, { box = [3, 3, 3] },
    ####                                    { triangle = 10 }, { hexagon = 3 },
    ##.#'''                                 { parallelogram = [4, 5] }, { cells = [[0, 1], ...] }
    lattice = "squares"                     or triangles, hexagons, cubes, prisms, spheres ...
    leftover = false                        pieces may be left over
    uncovered = false                       cells may stay empty; or an array of those that may
    most_uncovered = 2                      how many of them at most
    comment = "..."                         what its author says of it

    [packing.pieces]
    L = "##/#."
    I = { cells = "###", copies = 2, rotations = true, reflections = true }

`pieces = "pentominoes"` and the like are standard sets, and `pieces = { cells = 5, one_sided = true
}` all pieces of so many cells; packings/board.py lists the shapes, packings/piece.py the sets. The
choices are a table `place` with the columns `piece` and `cells`; further rules may look at it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import prod
from textwrap import dedent
from typing import Any

from ...errors import ModelError, did_you_mean
from ...packings.board import BOARD_SHAPES, Board, Cell, Misdrawn, lattice_of, read_cells
from ...packings.lattices import (
    CUBES,
    HEXAGONS,
    LATTICES,
    SQUARES,
    TRIANGLES,
    Lattice,
    lattice_named,
)
from ...packings.packing import Packing
from ...packings.piece import FAMILIES, PIECE_SETS, Copies, Piece, copies_of, polyforms
from ...picture.text import write_marks
from ..source import plural
from .context import Context, Table
from .node import Node
from .python_text import Program, bracketed, call, literal, quoted
from .values import lines_of

__all__ = ["packing_lines", "packing_python", "read_packing"]

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
_SETS = {"pentominoes": "pentominoes", "soma": "soma_pieces"}
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
    for element in node.array():
        cell = tuple(axis.integer("a coordinate") for axis in element.array(len(lattice.axes)))
        if cell in cells:
            raise element.error(f"cell {list(cell)} twice, expected each cell once")
        cells[cell] = None
    return list(cells)


def _lattice(node: Node) -> Lattice:
    """Read the lattice; where none is named, it is of squares or what the board's shape is of."""
    if "lattice" not in node:
        return SQUARES
    name = node["lattice"].string("a lattice")
    if name not in LATTICES:
        expected = f"expected one of {', '.join(LATTICES)}{did_you_mean(name, LATTICES)}"
        raise node["lattice"].error(f"no lattice {name!r}, {expected}")
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
    board_shape = BOARD_SHAPES[shape.name]
    length, only = len(board_shape.sides), board_shape.lattice
    if only is not None and named and lattice is not only:
        raise shape.error(f"a {shape.name} of {lattice.name}, expected {only.name}")
    listed = shape.array(length) if isinstance(shape.value, list) else [shape]
    sides = [side.integer("a number of cells", low=1) for side in listed]
    if len(sides) != length:
        raise shape.error(f"{plural(len(sides), 'number')}, expected {length}")
    if prod(sides) > LARGEST_BOARD or (length == 1 and 6 * sides[0] ** 2 > LARGEST_BOARD):
        raise shape.error(f"too large a board, expected {LARGEST_BOARD} cells at most")
    with shape.blamed():
        return board_shape.build(*sides, lattice)


def _pieces(node: Node, lattice: Lattice) -> Sequence[Piece]:
    if isinstance(node.value, str):
        if node.value not in PIECE_SETS:
            names = ", ".join(PIECE_SETS)
            raise node.error(f"no pieces {node.value!r}, expected {names} or drawings")
        return PIECE_SETS[node.value].pieces()
    if isinstance(node.table().value.get("cells"), int):
        node.table("cells", "one_sided")
        if lattice not in FAMILIES:
            named = ", ".join(lattice.name for lattice in FAMILIES)
            raise node["cells"].error(f"all pieces of {lattice.name}, expected those of {named}")
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


# ---- Written -------------------------------------------------------------------------------------


def packing_lines(puzzle: Packing) -> Iterator[str]:
    """Yield the lines that say its board, its pieces and what may stay empty.

    Raises ModelError for what they cannot say.
    """
    board, lattice = puzzle.board, lattice_of(puzzle.board)
    if puzzle.coloring is not None:
        raise ModelError("the cells of its pieces have colors")
    if set(map(frozenset, Board.of(board, lattice).edges)) != set(map(frozenset, board.edges)):
        raise ModelError("its board joins other cells than the neighbours of the lattice")
    fields: dict[str, Any] = {"board": _board_text(list(board), lattice)}
    if lattice is not SQUARES:
        fields["lattice"] = lattice.name
    if puzzle.uncovered:
        every = puzzle.uncovered == frozenset(board)
        fields["uncovered"] = True if every else sorted(puzzle.uncovered)
    if puzzle.most_uncovered is not None:
        fields["most_uncovered"] = puzzle.most_uncovered
    if puzzle.comment:
        fields["comment"] = puzzle.comment
    own = {piece.name: copies_of(piece.name, piece.copies) for piece in puzzle.pieces}
    copies = {
        name: _copies_text(of[0] if of[0] == of[1] else of)
        for name, of in puzzle.copies.items()
        if of != own[name]
    }
    if copies:
        fields["copies"] = copies
    names = [
        name for name, piece_set in PIECE_SETS.items() if tuple(piece_set.pieces()) == puzzle.pieces
    ]
    fields |= {"pieces": names[0]} if names else {}
    yield from ["", "[packing]", *lines_of(fields, "toml: the packing has")]
    if not names:
        pieces = {piece.name: _piece_text(piece, lattice) for piece in puzzle.pieces}
        yield from ["", "[packing.pieces]", *lines_of(pieces, "toml: a piece has")]


def _board_text(cells: list[Cell], lattice: Lattice) -> Any:
    """Return a board as a shape that has a name, as a drawing, or as a list of cells."""
    for shape, sides in _shapes(cells, lattice):
        board_shape = BOARD_SHAPES[shape]
        alike = board_shape.cells(*sides, lattice) == len(cells)
        if alike and list(board_shape.build(*sides, lattice)) == cells:
            return {shape: sides[0] if len(sides) == 1 else sides}
    drawn = _drawn_text(cells, lattice)
    if drawn is None or list(Board.from_text(drawn, lattice)) != cells:
        return {"cells": cells}
    return drawn


def _shapes(cells: list[Cell], lattice: Lattice) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the shapes that a board may have, by how many rows and columns it has."""
    spans = tuple(max(axis) - min(axis) + 1 for axis in zip(*cells, strict=True))
    if not spans:
        return
    rows = spans[0]
    if lattice.solid:
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


def _drawn_text(cells: Collection[Cell], lattice: Lattice) -> str | None:
    """Return a drawing from which the same cells are read; None if there is none."""
    spans = (max(map(abs, axis)) + 1 for axis in zip(*cells, strict=True))
    if not cells or prod(spans) > 20 * len(cells) + 100:  # blank for the most part
        return None
    if lattice is SQUARES and all(axis >= 0 for cell in cells for axis in cell):
        there = set(cells)
        span = range(max(col for _, col in cells) + 1)
        rows = range(max(row for row, _ in cells) + 1)
        drawn = "\n".join("".join(".#"[(row, col) in there] for col in span) for row in rows)
    else:
        if lattice is TRIANGLES:
            marks = {cell: "^v"[lattice.kind(cell)] for cell in cells}
        else:
            marks = dict.fromkeys(cells, "#")
        drawn = write_marks(marks, lattice.plane or lattice.name, between="")
    return drawn if set(read_cells(drawn, lattice)) == set(cells) else None


def _piece_text(piece: Piece, lattice: Lattice) -> Any:
    """Return a piece as a drawing, with what is not usual."""
    drawn = _drawn_text(piece.cells, lattice)
    cells = sorted(piece.cells) if drawn is None else drawn.replace("\n", "/")
    unusual: dict[str, Any] = {}
    if piece.copies != 1:
        unusual["copies"] = _copies_text(piece.copies)
    if not piece.rotations:
        unusual["rotations"] = False
    if piece.reflections != lattice.two_sided:
        unusual["reflections"] = piece.reflections
    return cells if drawn is not None and not unusual else {"cells": cells, **unusual}


def _copies_text(copies: Copies) -> Any:
    if isinstance(copies, int):
        return copies
    least, most = copies
    return least, "many" if most is None else most


# ---- In Python -----------------------------------------------------------------------------------


def packing_python(value: Mapping[str, Any], name: str, program: Program) -> Iterator[str]:
    """Yield the statements that make a packing."""
    lattice = value.get("lattice")
    board = value["board"]
    if isinstance(board, str):
        text = dedent(board).strip("\n")
        yield f'board = """\n{text}\n"""'
        board_text = call(
            f"{program.packing('Board')}.from_text", ["board", *_lattice_python(lattice, program)]
        )
    else:
        ((shape, sides),) = board.items()
        shape = "of" if shape == "cells" else shape
        listed = [str(side) for side in (sides if isinstance(sides, list) else [sides])]
        if shape == "of":
            listed = [_cells_python(sides)]
        if shape == "of" or BOARD_SHAPES[shape].lattice is None:
            listed += _lattice_python(lattice, program)
        board_text = call(f"{program.packing('Board')}.{shape}", listed)
    arguments = [
        board_text,
        _pieces_python(value["pieces"], lattice or "squares", program),
        quoted(name),
    ]
    if "copies" in value:
        pairs = [f"{quoted(k)}: {_copies_python(v)}" for k, v in value["copies"].items()]
        arguments.append(f"copies={bracketed('{', pairs, '}')}")
    arguments += [f"{key}=True" for key in ("leftover", "uncovered") if value.get(key) is True]
    if isinstance(value.get("uncovered"), list):
        arguments.append(f"uncovered={_cells_python(value['uncovered'])}")
    arguments += [
        f"{key}={literal(value[key])}" for key in ("most_uncovered", "comment") if key in value
    ]
    yield call(f"puzzle = {program.model('Packing')}", arguments)


def _lattice_python(name: str | None, program: Program) -> list[str]:
    return [] if name in (None, "squares") else [program.packing(_constant(str(name)))]


def _constant(lattice: str) -> str:
    assert lattice in LATTICES
    return lattice.upper()


def _pieces_python(pieces: Any, lattice: str, program: Program) -> str:
    if isinstance(pieces, str):
        return f"{program.packing(_SETS[pieces])}()"
    if isinstance(pieces.get("cells"), int):
        one_sided = pieces.get("one_sided", not lattice_named(lattice).two_sided)
        arguments = [program.packing(_constant(lattice)), str(pieces["cells"])]
        arguments += ["one_sided=True"] if one_sided else []
        return call(program.packing("polyforms"), arguments)
    texts = []
    for name, piece in pieces.items():
        drawn = piece if isinstance(piece, str) else piece["cells"]
        listed = isinstance(drawn, list)
        cells = f"frozenset({_cells_python(drawn)})" if listed else quoted(drawn.strip("\n"))
        arguments = [quoted(name), cells]
        arguments += [f"lattice={constant}" for constant in _lattice_python(lattice, program)]
        if isinstance(piece, dict):
            arguments += [
                f"{key}={_copies_python(value) if key == 'copies' else value}"
                for key, value in piece.items()
                if key != "cells"
            ]
        texts.append(call(program.packing("Piece") + ".from_text" * (not listed), arguments))
    return bracketed("[", texts, "]")


def _cells_python(cells: Sequence[Any]) -> str:
    return bracketed("[", list(map(literal, cells)), "]")


def _copies_python(value: Any) -> str:
    if not isinstance(value, list):
        return str(value)
    return f"({value[0]}, {'None' if value[1] == 'many' else value[1]})"
