"""Writes packings as elements of a BurrTools file, one problem each.

BurrTools may turn every piece in space, so flat pieces may be turned over and solid ones may not be
mirrored: a piece that may be less, or more, is one that it cannot hold. Squares are one layer of
cubes. What it can hold is written whole, or else nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...errors import ModelError
from ...packings.board import Board, lattice_of
from ...packings.lattices import CUBES, SQUARES, Cell
from ...packings.packing import Packing
from ...packings.piece import Piece
from ..format import Problem
from ..likeness import same_arrays
from ..xml_elements import Element
from .voxels import LARGEST, LARGEST_BOX, MOST_COLORS, Shape, drawn

__all__ = ["element_of", "joined"]

FORM = "xmpuzzle"


def element_of(problem: Problem) -> Element:
    """Return a packing as a whole file. Raises ModelError for what the format cannot hold."""
    # A packing that has nothing but what makes it a packing. Raises ModelError.
    if not isinstance(problem, Packing):
        raise ModelError(f"{FORM}: {problem!r}, expected a Packing of squares or cubes")
    lattice = lattice_of(problem.board)
    if lattice not in (SQUARES, CUBES) or not problem.board:
        what = lattice.name if problem.board else "no cells"
        raise ModelError(f"{FORM}: {problem!r} is of {what}, expected squares or cubes")
    for there, what in (
        (problem.given_options, "pieces that are laid beforehand"),
        (problem.forbidden_options, "forbidden choices"),
        (problem.has_objective, "costs"),
    ):
        if there:
            raise ModelError(f"{FORM}: {problem!r} has {what}, expected none")
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
        _require_turnable(piece)
        own = {} if coloring is None else coloring.pieces.get(piece.name, {})
        cells = sorted(piece.cells)
        colors = dict(zip(_solid(own), own.values(), strict=True))
        shapes.append(Shape(piece.name, _solid(cells), colors=colors))
        parts.append((least, most))
    if not shapes:
        raise ModelError(f"{FORM}: {problem!r} has no pieces, expected one at least")
    return _file(problem, [*shapes, result], parts)


def _file(packing: Packing, shapes: Sequence[Shape], parts: Sequence[tuple[int, int]]) -> Element:
    """Return the file: its shapes, the last of which is the result, and its problem."""
    for shape in shapes:
        room = 1
        for axis in zip(*shape.cells, strict=True):
            room *= max(axis) - min(axis) + 1
        if room >= LARGEST_BOX or len(shape.cells) >= LARGEST:
            what = f"{shape.name!r} of {len(shape.cells)} cells in a box of {room}"
            raise ModelError(f"{FORM}: {what}, expected less than {LARGEST} in {LARGEST_BOX}")
    colors = max((color for shape in shapes for color in shape.colors.values()), default=0)
    if colors > MOST_COLORS:
        raise ModelError(f"{FORM}: color {colors}, expected {MOST_COLORS} at most")
    problem = Element("problem", {"name": packing.name})
    if packing.most_uncovered is not None and any(least < most for least, most in parts):
        problem.attributes["maxHoles"] = str(packing.most_uncovered)
    problem.inside = [
        Element("shapes", inside=[_part(number, *part) for number, part in enumerate(parts)]),
        Element("result", {"id": str(len(parts))}),
        Element("bitmap", inside=list(_pairs(packing))),
    ]
    return _root(
        Element("colors", inside=list(map(_color, range(colors)))),
        Element("shapes", inside=list(map(drawn, shapes))),
        Element("problems", inside=[problem]),
        packing.comment,
    )


def _root(colors: Element, shapes: Element, problems: Element, comment: str) -> Element:
    grid = Element("gridType", {"type": "0"})
    inside = [grid, colors, shapes, problems, Element("comment", text=comment)]
    return Element("puzzle", {"version": "2"}, inside)


def joined(files: Sequence[Element]) -> Element:
    """Return written files as one: the shapes that they share stand in it once."""
    shapes: dict[tuple[str, ...], int] = {}
    voxels: list[Element] = []
    palettes, problems = [], []
    comments: dict[str, None] = {}
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
            for one in (*parts.inside, result):
                one.attributes["id"] = numbers[int(one.attributes["id"])]
        palettes.append(palette)
        problems += listed.inside
        comments[comment.text.strip()] = None
    told = "\n".join(comment for comment in comments if comment)
    palette = max(palettes, key=lambda one: len(one.inside))
    return _root(
        palette, Element("shapes", inside=voxels), Element("problems", inside=problems), told
    )


def _part(number: int, least: int, most: int) -> Element:
    if least == most:
        return Element("shape", {"id": str(number), "count": str(most)})
    return Element("shape", {"id": str(number), "min": str(least), "max": str(most)})


def _pairs(packing: Packing) -> Iterator[Element]:
    allowed = () if packing.coloring is None else sorted(packing.coloring.allowed)
    for one, other in allowed:
        yield Element("pair", {"piece": str(one - 1), "result": str(other - 1)})


def _color(number: int) -> Element:
    """Return a color that differs from those of the other numbers."""
    red, green, blue = ((number * step + 1) % 8 * 36 for step in (3, 5, 1))
    if number >= 8:
        red, green, blue = 255 - red, (green + number) % 256, blue
    return Element("color", {"red": str(red), "green": str(green), "blue": str(blue)})


def _require_turnable(piece: Piece) -> None:
    """Raise ModelError for a piece that BurrTools would lay in other ways."""
    solid = Piece(piece.name, frozenset(_solid(piece.cells)), lattice=CUBES)
    flat = piece.lattice is SQUARES
    ways = {shape for shape in solid.orientations() if not (flat and any(c[0] for c in shape))}
    own = {tuple(_solid(shape)) for shape in piece.orientations()}
    if own - ways:
        what = "may be mirrored, expected a solid piece that is only turned"
        raise ModelError(f"{FORM}: piece {piece.name!r} {what}")
    if ways - own:
        what = "may not be turned over" if piece.rotations else "may not be turned"
        raise ModelError(f"{FORM}: piece {piece.name!r} {what}, expected one that may")


def _solid(cells: object) -> list[Cell]:
    """Return cells as cubes; squares lie in layer 0."""
    return [cell if len(cell) == 3 else (0, *cell) for cell in cells]  # type: ignore[attr-defined]
