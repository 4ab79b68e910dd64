"""Edges in lines of text: loops, paths and trees between the cells, or the corners, of a grid.

┌───┐   ·       1 · 3
│ 3 │
·   └───┘       · 2 ·    steps that are not to a neighbour are numbers, in the line's order
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..picture import Picture
from ..shapes import Candidates, Cell, Circle, Line, Place, Symbol, Text

__all__ = ["drawn_ways"]

# Joints by the sides to which lines go: north 1, east 2, south 4, west 8.
_WAYS = {"way": " ╵╶└╷│┌├╴┘─┴┐┤┬┼", "double way": " ║═╚║║╔╠═╝═╩╗╣╦╬"}
_SIDES = {(-1, 0): 1, (0, 1): 2, (1, 0): 4, (0, -1): 8}
_UPRIGHT, _LEVEL = 1 | 4, 2 | 8
_DOWN, _ACROSS = 2, 4  # lines and characters from one cell to the next
_SHOWN = ("answer", "given", "clue", "label", "heading", "outside")
Steps = list[tuple[Place, Place]]


def drawn_ways(picture: Picture) -> str | None:
    """Return the picture with its ways drawn; None where there are none."""
    lines = [one for one in picture.shapes if isinstance(one, Line) and one.role in _WAYS]
    points = [one for one in picture.shapes if isinstance(one, Circle) and one.role == "point"]
    if picture.lattice != "squares" or not (lines or points):
        return None
    marks = dict(_marks(picture))
    dots = [one.place for one in picture.shapes if isinstance(one, Cell)] if not points else []
    dots += (one.place for one in points)
    drawn = {role: [s for one in lines if one.role == role for s in _steps(one)] for role in _WAYS}
    if any(_side(step) is None for steps in drawn.values() for step in steps):
        for line in lines:
            for number, place in enumerate(line.places, 1):
                marks.setdefault(place, str(number))
        width = max(map(len, marks.values()), default=1)
        rows = sorted({place[0] for place in (*dots, *marks)})
        cols = sorted({place[1] for place in (*dots, *marks)})
        known = set(dots)
        return "\n".join(
            " ".join(
                marks.get((row, col), "." if (row, col) in known else "").rjust(width)
                for col in cols
            ).rstrip()
            for row in rows
        )
    return _lined(marks, dots, drawn)


def _marks(picture: Picture) -> Iterator[tuple[Place, str]]:
    """Yield the marks of cells; the last one counts."""
    for shape in picture.shapes:
        if isinstance(shape, Cell) and shape.role in ("blocked", "shaded"):
            yield shape.place, "#"
        elif (isinstance(shape, Text) and shape.role in _SHOWN) or isinstance(shape, Symbol):
            yield shape.place, shape.text
        elif isinstance(shape, Candidates):
            yield shape.place, "".join(map(str, shape.values))


def _steps(line: Line) -> Steps:
    ends = (*line.places[1:], line.places[0]) if line.closed else line.places[1:]
    return list(zip(line.places, ends, strict=False))


def _side(step: tuple[Place, Place]) -> int | None:
    """Return the side of its first place to which a step goes; None: to no neighbour."""
    (row, col), (to_row, to_col) = step
    return _SIDES.get((int(to_row - row), int(to_col - col)))


def _lined(marks: Mapping[Place, str], dots: list[Place], drawn: Mapping[str, Steps]) -> str:
    ends = [place for steps in drawn.values() for step in steps for place in step]
    every = [*dots, *marks, *ends]
    top, left = (min(place[axis] for place in every) for axis in (0, 1))
    cells: dict[tuple[int, int], str] = {}

    def at(place: Place) -> tuple[int, int]:
        return int((place[0] - top) * _DOWN), int((place[1] - left) * _ACROSS)

    for place in dots:
        cells[at(place)] = "·"
    sides: dict[tuple[int, int], int] = {}
    for role, steps in drawn.items():
        joints, met = _WAYS[role], set(sides)
        for one, other in steps:
            for here, there in ((one, other), (other, one)):
                sides[at(here)] = sides.get(at(here), 0) | (_side((here, there)) or 0)
            (line, begin), (_, end) = sorted((at(one), at(other)))
            if begin == end:
                cells[line + 1, begin] = joints[_UPRIGHT]
            else:
                cells |= {(line, place): joints[_LEVEL] for place in range(begin + 1, end)}
        own = {at(end) for step in steps for end in step}
        cells |= {place: (_WAYS["way"] if place in met else joints)[sides[place]] for place in own}
    for place, mark in marks.items():
        line, middle = at(place)
        begin = middle - (len(mark) - 1) // 2
        cells |= {(line, begin + k): letter for k, letter in enumerate(mark)}
    return "\n".join(_lines(cells))


def _lines(cells: Mapping[tuple[int, int], str]) -> Iterator[str]:
    """Yield the lines of marks by line and column."""
    by_line: dict[int, dict[int, str]] = {}
    for (line, place), mark in cells.items():
        by_line.setdefault(line, {})[place] = mark
    first = min((place for _, place in cells), default=0)
    for line in range(max(by_line, default=-1) + 1):
        here = by_line.get(line, {})
        span = range(first, max(here, default=first) + 1)
        yield "".join(here.get(place, " ") for place in span).rstrip()
