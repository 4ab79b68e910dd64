"""Signs that only some kinds have: numbers in rings, shapes, signs between cells, castle walls."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..picture.picture import Cell as Ground
from ..picture.picture import Circle, Line, Outline, Place, Shape, Square, Text
from .signs import (
    ARROW_ORDER,
    ARROW_TEXTS,
    BLACK_CELL,
    CIRCLE,
    DOTS,
    GRAY_CELL,
    UNKNOWN,
    Layers,
    Look,
    Pattern,
    Signs,
    in_circle,
    looks_like,
    signs,
)

__all__ = [
    "CASTLE_WALLS",
    "EVEN_OR_ODD",
    "FIGURES",
    "GALAXY_MARKS",
    "INEQUALITIES",
    "PARTS_OF_SHIPS",
    "RESULTS",
    "RINGED_NUMBERS",
    "TWO_COLORS",
]


# ---- Numbers -------------------------------------------------------------------------------------


RINGED_NUMBERS = Signs(
    {"?": Look(lambda place: in_circle("node")(place, "?"), text=("?",))},
    {"[0-9]+": Pattern("a number", in_circle("node"))},
)


_SPELLED = str.maketrans("×−÷", "*-/")
RESULTS = Signs(
    patterns={
        r"[0-9]+[-+*x/]?": Pattern(
            "a number, perhaps with a sign",
            read=lambda layers: layers.text.translate(_SPELLED) or None,
        )
    }
)


# ---- Circles, squares and triangles; parts of ships ----------------------------------------------


def _triangle(place: Place) -> Iterable[Shape]:
    (row, col), down, right = place, 0.3, 0.34
    corners = (row - down, col), (row + down, col + right), (row + down, col - right)
    yield Line(corners, "edge", closed=True)


FIGURES = signs(
    c=CIRCLE,
    s=Look(lambda place: [Square(place, "ring")], (("ox_E", 3), ("ox_B", 3))),
    t=Look(_triangle, (("ox_E", 2), ("ox_B", 2))),
    **{"?": UNKNOWN},
)
_SHIPS = {"o": ("●", 1), "m": ("■", 2), "w": ("◖", 3), "n": ("◓", 4), "e": ("◗", 5), "s": ("◒", 6)}
_FLEETS = ("battleship_B", "battleship_A", "battleship_C", "battleship_B+", "battleship_A+")


def _of_ships(*styles: int) -> tuple[tuple[str, int], ...]:
    return tuple((shape, style) for style in styles for shape in _FLEETS)


PARTS_OF_SHIPS = Signs(
    {name: looks_like(sign, *_of_ships(style)) for name, (sign, style) in _SHIPS.items()}
    | {"x": looks_like("~", *_of_ships(7, 8)), "?": UNKNOWN}
)
EVEN_OR_ODD = signs(
    E=Look(lambda place: [Square(place, "shade")], (("square_L", 3),)),
    O=Look(lambda place: [Circle(place, "shade")], (("circle_L", 3),)),
)
TWO_COLORS = Signs(
    {
        "1": Look(lambda place: [Circle(place, "node")], (("circle_M", 1), ("circle_L", 1))),
        "2": Look(lambda place: [Circle(place, "shade")], (("circle_M", 2), ("circle_L", 2))),
    }
)


# ---- Dots and signs between cells ----------------------------------------------------------------


def _sign(text: str, style: int) -> Look:
    shown = {"^": "∧", "v": "∨"}.get(text, text)
    symbols = (("inequality", style),) if style else ()
    return Look(lambda place: [Text(place, shown, "sign")], symbols, text=(text,))


INEQUALITIES = Signs(
    {
        "<": _sign("<", 1),
        "^": _sign("^", 2),
        ">": _sign(">", 3),
        "v": _sign("v", 4),
        "?": _sign("?", 0),
    },
    {"[0-9]+": Pattern("a number", lambda place, mark: [Text(place, mark, "sign")])},
)


def _galaxy_place(place: Place, mark: str) -> Place:
    down, right = divmod(int(mark[0]), 2)
    return place[0] + down / 2, place[1] + right / 2


GALAXY_MARKS = Signs(
    {"x": BLACK_CELL},
    {
        "[0-3]b?": Pattern(
            "0 to 3, perhaps with b",
            lambda place, mark: [
                Circle(_galaxy_place(place, mark), "black" if "b" in mark else "white")
            ],
            lambda layers: {"w": "0", "b": "0b"}.get(DOTS.mark_of(layers) or ""),
            lambda mark: DOTS.looks["b" if "b" in mark else "w"].layers,
        )
    },
)


# ---- Castle walls --------------------------------------------------------------------------------

_GROUNDS = {"g": GRAY_CELL, "x": BLACK_CELL}


def _draw_wall(place: Place, mark: str) -> Iterable[Shape]:
    if mark[-1] == "o":
        yield Outline((place,), "rim")
    else:
        yield Ground(place, "blocked" if mark[-1] == "x" else "shaded")
    if mark[:-1]:
        yield Text(place, mark[:-2] + ARROW_TEXTS[mark[-2]], "given")


def _read_wall(layers: Layers) -> str | None:
    colors = [color for color, look in _GROUNDS.items() if layers.surface in look.surface]
    match = re.fullmatch("([0-9]+)_([0-3])", layers.text)
    number = "" if match is None else match[1] + ARROW_ORDER[int(match[2])]
    return number + (colors or ["o"])[0] if layers.text or colors else None


def _write_wall(mark: str) -> Layers:
    text = f"{mark[:-2]}_{ARROW_ORDER.index(mark[-2])}" if mark[:-1] else "?" * (mark == "o")
    surface = _GROUNDS[mark[-1]].surface[0] if mark[-1] in _GROUNDS else 0
    return Layers(text, (), surface)


CASTLE_WALLS = Signs(
    patterns={
        "([0-9]+[nesw])?[oxg]": Pattern(
            "o, x or g, perhaps behind a number and a side as in 3no",
            _draw_wall,
            _read_wall,
            _write_wall,
        )
    }
)
