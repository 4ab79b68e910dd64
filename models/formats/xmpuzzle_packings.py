"""Read and write the problems of a BurrTools file as packings.

A problem names the shape that is to be built and, of others, how many there may be. What decides
how pieces come apart again plays no part in how they may lie: groups of pieces, weights, hotspots.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..errors import InputError, ModelError
from ..packings.board import Board, lattice_of
from ..packings.lattices import (
    CUBES,
    PRISMS,
    RHOMBICS,
    SPHERES,
    SQUARES,
    TETRAHEDRA,
    Cell,
    Lattice,
)
from ..packings.packing import Packing
from ..packings.piece import Piece
from ..packings.placements import Coloring
from .format import Problem
from .likeness import same_arrays
from .xml_elements import Element

if TYPE_CHECKING:
    from .source import Source

__all__ = [
    "GRIDS",
    "Shape",
    "drawn",
    "element_of",
    "joined",
    "packing_of",
    "read_shape",
    "whole_number",
]

# ---- Shapes --------------------------------------------------------------------------------------
# `#` is a voxel, `+` one that may stay empty, `_` none; behind a voxel stands the number of its
# color, if it has one. A cell is (layer, row, column), which are z, y and x. BurrTools' prisms
# point the other way: they stand one column further right.


GRIDS = (CUBES, PRISMS, SPHERES, RHOMBICS, TETRAHEDRA)  # by their types


MOST_COLORS = 63
LARGEST_BOX, LARGEST = 1_000_000, 20_000  # voxels of a shape, those included that are empty; cells
_VOXEL, _COLOR = re.compile("([#+_])([0-9]*)"), re.compile("[0-9]+")
_ODD = re.compile("[^#+_0-9]|^[0-9]")
_OF_TAKING_APART = ("weight", "hx", "hy", "hz")
_NUMBER = re.compile(r"[0-9]{1,9}")


@dataclass
class Shape:
    """A shape: its cells, those of them that may stay empty, and the colors of those that have one.

    name   "" if it has none
    """

    name: str = ""
    cells: list[Cell] = field(default_factory=list)
    optional: set[Cell] = field(default_factory=set)
    colors: dict[Cell, int] = field(default_factory=dict)


def whole_number(source: Source, element: Element, attribute: str, usual: int | None = None) -> int:
    """Return an attribute as a number. Raises InputError for what is none below 10^9.

    usual  what it is where it is missing; None: it may not be
    """
    text = element.attribute(attribute)
    if text is None or not text.strip():
        if usual is not None:
            return usual
        fault = f"<{element.tag}> without {attribute}"
        raise source.error(f"{fault}, expected a number", element.line, element.column)
    if not _NUMBER.fullmatch(text.strip()):
        fault = f"{attribute}={text[:20]!r} of <{element.tag}>"
        raise source.error(f"{fault}, expected a number", element.line, element.column)
    return int(text)


def read_shape(
    source: Source, element: Element, number: int, colors: int, lattice: Lattice = CUBES
) -> Shape:
    """Return the shape of a <voxel> element.

    number  which shape it is, from 1
    colors  how many colors the file has
    lattice  that of the file's grid
    """

    sides = [whole_number(source, element, axis) for axis in "xyz"]
    text = "".join(element.words().split())
    shape = Shape(" ".join((element.attribute("name") or "").split()))
    element.ignore(*_OF_TAKING_APART)
    wrong = _mistake(text, sides, whole_number(source, element, "type", 0))
    if not wrong:
        marks = _COLOR.sub("", text)
        places = np.flatnonzero(np.frombuffer(marks.encode("ascii"), np.uint8) != ord("_"))
        layer, row, col = np.unravel_index(places, sides[::-1])
        cells = np.column_stack((layer, row, col + (lattice is PRISMS)))
        shape.cells = list(map(tuple, cells.tolist()))
        odd = np.flatnonzero(~np.isin(lattice.kinds(cells), list(lattice.steps)))
        if len(odd):
            x, y, z = (int(axis[odd[0]]) for axis in (col, row, layer))
            wrong = f"a voxel at {x}, {y}, {z}, expected places of {lattice.name}"
        own = [marks[place] for place in places.tolist()]
        shape.optional = {cell for cell, mark in zip(shape.cells, own, strict=True) if mark == "+"}
        if len(marks) < len(text):
            tints = [tint for mark, tint in _VOXEL.findall(text) if mark != "_"]
            shape.colors = {
                cell: color
                for cell, tint in zip(shape.cells, tints, strict=True)
                if (color := int(tint[:9] or 0))
            }
    if max(shape.colors.values(), default=0) > colors:
        most = max(shape.colors.values())
        wrong = f"color {most}, expected one of the {colors} that the file lists"
    if wrong:
        raise source.error(f"shape {number}: {wrong}", element.line, element.column)
    return shape


def _mistake(text: str, sides: Sequence[int], kind: int) -> str:
    """Return what is wrong with a drawing, and what was expected; "" if nothing is."""
    if kind:
        return f"drawn in a way {kind}, expected type 0"
    if odd := _ODD.search(text):
        return f"{odd[0]!r} in the drawing, expected #, + or _, or a color behind them"
    voxels, cells = (sum(map(text.count, marks)) for marks in ("#+_", "#+"))
    if voxels != prod(sides):
        return f"{voxels} voxels drawn, expected {' x '.join(map(str, sides))}"
    if voxels >= LARGEST_BOX or cells >= LARGEST:
        return f"{voxels} voxels and {cells} cells, expected less than {LARGEST_BOX} and {LARGEST}"
    return ""


def drawn(shape: Shape, lattice: Lattice = CUBES) -> Element:
    """Return a shape as a <voxel> element, in a small box."""
    low = [int(place) for place in _corner(shape.cells, lattice)]
    high = [max(axis) for axis in zip(*shape.cells, strict=True)]
    depth, height, width = (
        -(-(top - base + 1) // lattice.period) * lattice.period
        for base, top in zip(low, high, strict=True)
    )
    marks = ["_"] * (depth * height * width)
    for cell in shape.cells:
        layer, row, col = (at - base for at, base in zip(cell, low, strict=True))
        mark = "+" if cell in shape.optional else "#"
        color = shape.colors.get(cell, "")
        marks[(layer * height + row) * width + col] = f"{mark}{color}"
    attributes = {"x": str(width), "y": str(height), "z": str(depth)}
    if shape.name:
        attributes["name"] = shape.name
    return Element("voxel", {**attributes, "type": "0"}, text="".join(marks))


MOST_PARTS = 2000
_FOUND = ("state", "assemblies", "solutions", "time")  # by BurrTools
LOOKS = 2000  # cells of places where a piece may lie, for each choice that may be made


class Part(NamedTuple):
    """A shape of a problem, by number, and how many of it there may be."""

    shape: int
    least: int
    most: int


def packing_of(
    source: Source,
    problem: Element,
    shapes: Sequence[Shape],
    name: str,
    comment: str,
    lattice: Lattice = CUBES,
) -> Packing:
    """Return a problem as a packing.

    name     what it is called, if the problem has no name
    lattice  that of the file's grid

    Raises InputError that says where and what is wrong.
    """
    place = problem.line, problem.column
    name = " ".join((problem.attribute("name") or "").split()) or name
    problem.ignore(*_FOUND, "maxHoles")  # which binds nothing where every piece is laid
    parts = _parts(source, problem, shapes, name)
    result = _result(source, problem, shapes, name)
    by_label: dict[str, Piece] = {}
    for part in parts:
        own = f"S{part.shape + 1}"
        shape_name = shapes[part.shape].name
        tries = [shape_name, f"{shape_name} ({own})", own] if shape_name else [own]
        tries += [f"{own} ({number})" for number in range(2, len(parts) + 2)]
        label = next(name for name in tries if name not in by_label)
        cells = frozenset(shapes[part.shape].cells)
        copies = part.least if part.least == part.most else (part.least, part.most)
        by_label[label] = Piece(label, cells, lattice=lattice, copies=copies)
    pieces = list(by_label.values())
    # The colors of a problem, and which go together; None if they restrict nothing.
    figures = [shapes[part.shape] for part in parts]
    listed = problem.first("bitmap")
    pairs = [
        tuple(1 + whole_number(source, pair, color) for color in ("piece", "result"))
        for pair in (() if listed is None else listed.all("pair"))
    ]
    if not any(shape.colors for shape in (result, *figures)):
        coloring = None
    else:
        colors = {p.name: shape.colors for p, shape in zip(pieces, figures, strict=True)}
        coloring = Coloring(
            result.colors, colors, frozenset((tint, other) for tint, other in pairs)
        )
    holes = None
    if any(part.least < part.most for part in parts) and "maxHoles" in problem.attributes:
        holes = whole_number(source, problem, "maxHoles")
    with source.budget.opened():
        _require_small(source, problem, name, result, pieces, lattice)
        try:
            packing = Packing(
                Board.of(result.cells, lattice),
                pieces,
                name,
                uncovered=result.optional,
                most_uncovered=holes,
                coloring=coloring,
                comment=comment,
            )
        except InputError:
            raise
        except ModelError as error:
            raise source.error(f"problem {name!r}: {error}", *place) from error
    if len(packing.place) > source.most_choices:
        fault = f"problem {name!r}: {len(packing.place)} choices"
        raise source.error(f"{fault}, expected {source.most_choices} at most", *place)
    return packing


def _parts(source: Source, problem: Element, shapes: Sequence[Shape], name: str) -> list[Part]:
    """Return the parts of a problem of which there may be any."""
    listed = problem.first("shapes")
    elements = [] if listed is None else list(listed.all("shape"))
    all_parts = [_part(source, element, shapes, name) for element in elements]
    parts = [part for part in all_parts if part.most]
    if not parts or len(parts) > MOST_PARTS:
        message = f"{len(parts)} pieces" if parts else "no pieces"
        message = f"problem {name!r}: {message}, expected 1 to {MOST_PARTS}"
        raise source.error(message, problem.line, problem.column)
    groups = [
        whole_number(source, element, "group", 0) or len(list(element.all("group")))
        for element in elements
    ]
    for group in (group for element in elements for group in element.all("group")):
        group.ignore_all()
    if any(groups):
        source.warn(f"problem {name!r}: groups of pieces are not read")
    return parts


def _part(source: Source, element: Element, shapes: Sequence[Shape], name: str) -> Part:
    number = whole_number(source, element, "id")
    if "count" in element.attributes:
        least = most = whole_number(source, element, "count")
    elif {"min", "max"} <= set(element.attributes):
        least, most = (whole_number(source, element, bound) for bound in ("min", "max"))
    else:
        least = most = 1
    wrong = ""
    if number >= len(shapes):
        wrong = f"shape {number + 1}, expected one of the {len(shapes)} there are"
    elif least > most:
        wrong = f"from {least} to {most} of shape {number + 1}, expected no more than there are"
    elif shapes[number].optional:
        wrong = f"optional voxels (+) in piece {number + 1}, expected them in a result alone"
    elif most and not shapes[number].cells:
        wrong = f"piece {number + 1} is empty, expected voxels"
    if wrong:
        raise source.error(f"problem {name!r}: {wrong}", element.line, element.column)
    return Part(number, least, most)


def _result(source: Source, problem: Element, shapes: Sequence[Shape], name: str) -> Shape:
    """Return the shape that is to be built."""
    result = problem.first("result")
    if result is None:
        message = f"problem {name!r} has no <result>, expected the shape that is built"
        raise source.error(message, problem.line, problem.column)
    number = whole_number(source, result, "id")
    if number >= len(shapes) or not shapes[number].cells:
        message = "is empty" if number < len(shapes) else f"is not one of {len(shapes)}"
        message = f"problem {name!r}: the result, shape {number + 1}, {message}, expected a shape"
        raise source.error(message, result.line, result.column)
    return shapes[number]


def _require_small(
    source: Source,
    problem: Element,
    name: str,
    result: Shape,
    pieces: Sequence[Piece],
    lattice: Lattice,
) -> None:
    """Raise InputError for pieces that may lie in far more places than there may be choices."""
    spans = _spans(result.cells)
    turns = len(lattice.symmetries()) // 2
    places = looks = 0
    for piece in pieces:
        size = sorted(_spans(piece.cells), reverse=True)
        if lattice is not CUBES or all(
            length <= room for length, room in zip(size, sorted(spans, reverse=True), strict=True)
        ):
            places += len(result.cells)
            looks += turns * len(result.cells) * len(piece.cells)
    if places > source.most_choices * 10 or looks > source.most_choices * LOOKS:
        message = f"problem {name!r}: {len(pieces)} pieces in a shape of {len(result.cells)} voxels"
        message = f"{message} may lie in too many ways, expected some {source.most_choices} at most"
        raise source.error(message, problem.line, problem.column)


def _spans(cells: Sequence[tuple[int, ...]] | frozenset[tuple[int, ...]]) -> list[int]:
    return [max(axis) - min(axis) + 1 for axis in zip(*cells, strict=True)]


# ---- Writing -------------------------------------------------------------------------------------
# BurrTools may turn every piece in space, so flat pieces may be turned over and solid ones may not
# be mirrored: a piece that may be less, or more, is one that it cannot hold. Squares are one layer
# of cubes. What it can hold is written whole, or else nothing.


FORM = "xmpuzzle"


def element_of(problem: Problem) -> Element:
    """Return a packing as a whole file. Raises ModelError for what the format cannot hold."""
    # A packing that has nothing but what makes it a packing. Raises ModelError.
    if not isinstance(problem, Packing):
        raise ModelError(f"{FORM}: {problem!r}, expected a Packing of squares or solids")
    lattice = lattice_of(problem.board)
    solid = CUBES if lattice is SQUARES else lattice
    if solid not in GRIDS or not problem.board:
        feature = lattice.name if problem.board else "no cells"
        raise ModelError(f"{FORM}: {problem!r} is of {feature}, expected squares or solids")
    for there, feature in (
        (problem.given_options, "pieces that are laid beforehand"),
        (problem.forbidden_options, "forbidden choices"),
        (problem.has_objective, "costs"),
    ):
        if there:
            raise ModelError(f"{FORM}: {problem!r} has {feature}, expected none")
    blank = Packing(
        Board.of(problem.board, lattice),
        problem.pieces,
        copies=problem.copies,
        uncovered=problem.uncovered,
        most_uncovered=problem.most_uncovered,
        coloring=problem.coloring,
    )
    if not same_arrays(problem.matrix, blank.matrix):
        raise ModelError(f"{FORM}: {problem!r} has rules of its own, expected those of a packing")
    coloring = problem.coloring
    tints = {} if coloring is None else coloring.board
    board = list(problem.board)
    result = Shape("Result", _solid(board), set(_solid(problem.uncovered)))
    result.colors = dict(zip(_solid(tints), tints.values(), strict=True))
    shapes, parts = [], []
    for piece in problem.pieces:
        least, most = problem.copies[piece.name]
        if most is None:
            most = max(least, len(board) // max(len(piece.cells), 1))
        if not most:
            continue
        _require_turnable(piece, solid)
        own = {} if coloring is None else coloring.pieces.get(piece.name, {})
        cells = sorted(piece.cells)
        colors = dict(zip(_solid(own), own.values(), strict=True))
        shapes.append(Shape(piece.name, _solid(cells), colors=colors))
        parts.append((least, most))
    if not shapes:
        raise ModelError(f"{FORM}: {problem!r} has no pieces, expected one at least")
    return _file(problem, [*shapes, result], parts, solid)


def _file(
    packing: Packing, shapes: Sequence[Shape], parts: Sequence[tuple[int, int]], lattice: Lattice
) -> Element:
    """Return the file: its shapes, the last of which is the result, and its problem."""
    for shape in shapes:
        room = 1
        for axis in zip(*shape.cells, strict=True):
            room *= max(axis) - min(axis) + 1
        if room >= LARGEST_BOX or len(shape.cells) >= LARGEST:
            fault = f"{shape.name!r} of {len(shape.cells)} cells in a box of {room}"
            raise ModelError(f"{FORM}: {fault}, expected less than {LARGEST} in {LARGEST_BOX}")
    colors = max((color for shape in shapes for color in shape.colors.values()), default=0)
    if colors > MOST_COLORS:
        raise ModelError(f"{FORM}: color {colors}, expected {MOST_COLORS} at most")
    problem = Element("problem", {"name": packing.name})
    if packing.most_uncovered is not None and any(least < most for least, most in parts):
        problem.attributes["maxHoles"] = str(packing.most_uncovered)
    pieces: list[Element] = []
    for number, (least, most) in enumerate(parts):
        counts = {"count": str(most)}
        if least != most:
            counts = {"min": str(least), "max": str(most)}
        pieces.append(Element("shape", {"id": str(number), **counts}))
    allowed = () if packing.coloring is None else sorted(packing.coloring.allowed)
    pairs = [
        Element("pair", {"piece": str(piece - 1), "result": str(result - 1)})
        for piece, result in allowed
    ]
    problem.inside = [
        Element("shapes", inside=pieces),
        Element("result", {"id": str(len(parts))}),
        Element("bitmap", inside=pairs),
    ]
    return _root(
        Element("colors", inside=list(map(_color, range(colors)))),
        Element("shapes", inside=[drawn(shape, lattice) for shape in shapes]),
        Element("problems", inside=[problem]),
        packing.comment,
        GRIDS.index(lattice),
    )


def _root(
    colors: Element, shapes: Element, problems: Element, comment: str, grid_type: int
) -> Element:
    grid = Element("gridType", {"type": str(grid_type)})
    inside = [grid, colors, shapes, problems, Element("comment", text=comment)]
    return Element("puzzle", {"version": "2"}, inside)


def joined(files: Sequence[Element]) -> Element:
    """Return written files as one: the shapes that they share stand in it once."""
    shapes: dict[tuple[str, ...], int] = {}
    voxels: list[Element] = []
    palettes, problems = [], []
    comments: dict[str, None] = {}
    grids = {root.inside[0].attributes["type"] for root in files}
    if len(grids) > 1:
        raise ModelError(f"{FORM}: puzzles on {len(grids)} lattices, expected one in a file")
    for root in files:
        palette, own, listed, comment = root.inside[1:]
        numbers = []
        for voxel in own.inside:
            key = (*(f"{name}={value}" for name, value in voxel.attributes.items()), voxel.text)
            if key not in shapes:
                shapes[key] = len(voxels)
                voxels.append(voxel)
            numbers.append(str(shapes[key]))
        for problem in listed.inside:
            parts, result, _ = problem.inside
            for element in (*parts.inside, result):
                element.attributes["id"] = numbers[int(element.attributes["id"])]
        palettes.append(palette)
        problems += listed.inside
        comments[comment.text.strip()] = None
    text = "\n".join(comment for comment in comments if comment)
    palette = max(palettes, key=lambda element: len(element.inside))
    return _root(
        palette,
        Element("shapes", inside=voxels),
        Element("problems", inside=problems),
        text,
        int(*grids),
    )


def _color(number: int) -> Element:
    """Return a color that differs from those of the other numbers."""
    red, green, blue = ((number * step + 1) % 8 * 36 for step in (3, 5, 1))
    if number >= 8:
        red, green, blue = 255 - red, (green + number) % 256, blue
    return Element("color", {"red": str(red), "green": str(green), "blue": str(blue)})


def _corner(cells: Sequence[Cell], lattice: Lattice) -> Sequence[int]:
    """Return the corner of the box that holds cells: they keep their kinds as it is moved to 0."""
    places = np.array(cells, np.int64)
    moved = lattice.at_origin(places)
    corner = (places - moved)[0]
    if lattice is PRISMS:
        corner[-1] += 1 if moved[:, -1].min() else -1
    return list(corner)


def _require_turnable(piece: Piece, lattice: Lattice) -> None:
    """Raise ModelError for a piece that BurrTools would lay in other ways."""
    solid = Piece(piece.name, frozenset(_solid(piece.cells)), lattice=lattice)
    flat = piece.lattice is SQUARES
    ways = {shape for shape in solid.orientations() if not (flat and any(c[0] for c in shape))}
    own = {tuple(_solid(shape)) for shape in piece.orientations()}
    if own - ways:
        fault = "may be mirrored, expected a solid piece that is only turned"
        raise ModelError(f"{FORM}: piece {piece.name!r} {fault}")
    if ways - own:
        fault = "may not be turned over" if piece.rotations else "may not be turned"
        raise ModelError(f"{FORM}: piece {piece.name!r} {fault}, expected one that may")


def _solid(cells: object) -> list[Cell]:
    """Return cells as cubes; squares lie in layer 0."""
    return [cell if len(cell) == 3 else (0, *cell) for cell in cells]  # type: ignore[attr-defined]
