"""The shapes of BurrTools: a box of voxels, drawn one after the other, first along x, then y, z.

`#` is a voxel, `+` one that may stay empty, `_` none; behind a voxel stands the number of its
color, if it has one. A cell is (layer, row, column), which are z, y and x.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod
from typing import TYPE_CHECKING

from ..xml_elements import Element

if TYPE_CHECKING:
    from ...packings.lattices import Cell
    from ..source import Source

__all__ = ["MOST_COLORS", "Shape", "drawn", "read_shape", "whole_number"]

MOST_COLORS = 63
LARGEST_BOX, LARGEST = 1_000_000, 20_000  # voxels of a shape, those included that are empty; cells
_VOXEL = re.compile("([#+_])([0-9]*)")
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
    told = element.attribute(attribute)
    if told is None or not told.strip():
        if usual is not None:
            return usual
        what = f"<{element.tag}> without {attribute}"
        raise source.error(f"{what}, expected a number", element.line, element.column)
    if not _NUMBER.fullmatch(told.strip()):
        what = f"{attribute}={told[:20]!r} of <{element.tag}>"
        raise source.error(f"{what}, expected a number", element.line, element.column)
    return int(told)


def read_shape(source: Source, element: Element, number: int, colors: int) -> Shape:
    """Return the shape of a <voxel> element.

    number  which shape it is, from 1
    colors  how many colors the file has
    """

    width, height, _ = sides = [whole_number(source, element, axis) for axis in "xyz"]
    text = "".join(element.words().split())
    shape = Shape(" ".join((element.attribute("name") or "").split()))
    element.ignore(*_OF_TAKING_APART)
    wrong = _mistake(text, sides, whole_number(source, element, "type", 0))
    for place, match in enumerate(() if wrong else _VOXEL.finditer(text)):
        if match[1] == "_":
            continue
        cell = (place // (width * height), place // width % height, place % width)
        shape.cells.append(cell)
        if match[1] == "+":
            shape.optional.add(cell)
        if color := int(match[2][:9] or 0):
            shape.colors[cell] = color
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


def drawn(shape: Shape) -> Element:
    """Return a shape as a <voxel> element, in the smallest box."""
    low = [min(axis) for axis in zip(*shape.cells, strict=True)]
    high = [max(axis) for axis in zip(*shape.cells, strict=True)]
    depth, height, width = (top - base + 1 for base, top in zip(low, high, strict=True))
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
