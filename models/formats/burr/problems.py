"""Makes a packing of each problem of a BurrTools file.

A problem names the shape that is to be built and, of others, how many there may be. What decides
how pieces come apart again plays no part in how they may lie: groups of pieces, weights, hotspots.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ...errors import InputError, ModelError
from ...packings.board import Board
from ...packings.coloring import Coloring
from ...packings.lattices import CUBES
from ...packings.packing import Packing
from ...packings.piece import Piece
from .voxels import Shape, whole_number

if TYPE_CHECKING:
    from ..source import Source
    from ..xml_elements import Element

__all__ = ["Part", "packing_of"]

MOST_PARTS = 2000
_FOUND = ("state", "assemblies", "solutions", "time")  # by BurrTools
LOOKS = 2000  # cells of places where a piece may lie, for each choice that may be made


class Part(NamedTuple):
    """A shape of a problem, by number, and how many of it there may be."""

    shape: int
    least: int
    most: int


def packing_of(
    source: Source, problem: Element, shapes: Sequence[Shape], name: str, comment: str
) -> Packing:
    """Return a problem as a packing.

    name  what it is called, if the problem has no name

    Raises InputError that says where and what is wrong.
    """
    place = problem.line, problem.column
    name = " ".join((problem.attribute("name") or "").split()) or name
    problem.ignore(*_FOUND, "maxHoles")  # which binds nothing where every piece is laid
    parts = _parts(source, problem, shapes, name)
    result = _result(source, problem, shapes, name)
    found: dict[str, Piece] = {}
    for part in parts:
        own = f"S{part.shape + 1}"
        told = shapes[part.shape].name
        tries = [told, f"{told} ({own})", own] if told else [own]
        tries += [f"{own} ({number})" for number in range(2, len(parts) + 2)]
        label = next(name for name in tries if name not in found)
        cells = frozenset(shapes[part.shape].cells)
        copies = part.least if part.least == part.most else (part.least, part.most)
        found[label] = Piece(label, cells, lattice=CUBES, copies=copies)
    pieces = list(found.values())
    # The colors of a problem, and which go together; None if they bind nobody.
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
        coloring = Coloring(result.colors, colors, frozenset((one, other) for one, other in pairs))
    holes = None
    if any(part.least < part.most for part in parts) and "maxHoles" in problem.attributes:
        holes = whole_number(source, problem, "maxHoles")
    with source.budget.opened():
        _require_small(source, problem, name, result, pieces)
        try:
            packing = Packing(
                Board.of(result.cells, CUBES),
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
        what = f"problem {name!r}: {len(packing.place)} choices"
        raise source.error(f"{what}, expected {source.most_choices} at most", *place)
    return packing


def _parts(source: Source, problem: Element, shapes: Sequence[Shape], name: str) -> list[Part]:
    """Return the parts of a problem of which there may be any."""
    listed = problem.first("shapes")
    elements = [] if listed is None else list(listed.all("shape"))
    told = [_part(source, one, shapes, name) for one in elements]
    found = [part for part in told if part.most]
    if not found or len(found) > MOST_PARTS:
        what = f"{len(found)} pieces" if found else "no pieces"
        what = f"problem {name!r}: {what}, expected 1 to {MOST_PARTS}"
        raise source.error(what, problem.line, problem.column)
    groups = [
        whole_number(source, one, "group", 0) or len(list(one.all("group"))) for one in elements
    ]
    for group in (group for one in elements for group in one.all("group")):
        group.ignore_all()
    if any(groups):
        source.warn(f"problem {name!r}: groups of pieces are not read")
    return found


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
    told = problem.first("result")
    if told is None:
        what = f"problem {name!r} has no <result>, expected the shape that is built"
        raise source.error(what, problem.line, problem.column)
    number = whole_number(source, told, "id")
    if number >= len(shapes) or not shapes[number].cells:
        what = "is empty" if number < len(shapes) else f"is not one of {len(shapes)}"
        what = f"problem {name!r}: the result, shape {number + 1}, {what}, expected a shape"
        raise source.error(what, told.line, told.column)
    return shapes[number]


def _require_small(
    source: Source, problem: Element, name: str, result: Shape, pieces: Sequence[Piece]
) -> None:
    """Raise InputError for pieces that may lie in far more places than there may be choices."""
    spans = _spans(result.cells)
    places = looks = 0
    for piece in pieces:
        size = sorted(_spans(piece.cells), reverse=True)
        if all(one <= room for one, room in zip(size, sorted(spans, reverse=True), strict=True)):
            places += len(result.cells)
            looks += 24 * len(result.cells) * len(piece.cells)
    if places > source.most_choices * 10 or looks > source.most_choices * LOOKS:
        what = f"problem {name!r}: {len(pieces)} pieces in a shape of {len(result.cells)} voxels"
        what = f"{what} may lie in too many ways, expected some {source.most_choices} at most"
        raise source.error(what, problem.line, problem.column)


def _spans(cells: Sequence[tuple[int, ...]] | frozenset[tuple[int, ...]]) -> list[int]:
    return [max(axis) - min(axis) + 1 for axis in zip(*cells, strict=True)]
