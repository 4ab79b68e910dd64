"""What the marks of clues mean: which a kind knows, how each is drawn, and as what Penpa+ has it.

A kind that has numbers and black cells marked `x`, say, knows `NUMBERS | signs(x=BLACK_CELL)`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from ..picture.picture import Cell as Ground
from ..picture.picture import Circle, Place, Shape, Square, Symbol, Text
from .grid import SIDES

__all__ = [
    "ARROWS",
    "ARROW_NUMBERS",
    "BLACK_CELL",
    "BLACK_CIRCLE",
    "BLACK_NUMBERS",
    "BULB",
    "CAPITALS",
    "CHECKERBOARD",
    "CIRCLED",
    "COMPASSES",
    "CROSS",
    "DIGITS_TO_4",
    "GRAY_CELL",
    "GRAY_CIRCLE",
    "LETTERS",
    "NUMBERLESS",
    "NUMBERS",
    "SEVERAL_ARROWS",
    "SQUARE",
    "TRIANGLE",
    "UNKNOWN",
    "WHITE_CIRCLE",
    "WORDS",
    "Layers",
    "Look",
    "Pattern",
    "Signs",
    "looks_like",
    "signs",
]


class Layers(NamedTuple):
    """What stands in a cell of Penpa+: a number's text, symbols (shape and style), a color."""

    text: str = ""
    symbols: tuple[tuple[str, int], ...] = ()
    surface: int = 0


@dataclass(frozen=True)
class Look:
    """How one mark looks.

    draw     its shapes at a place
    symbols  the symbols of Penpa+ that mean it: shapes with a style; the first is written
    surface  the colors of Penpa+ that mean it; the first is written
    text     the texts of Penpa+ that mean it; the first is written
    """

    draw: Callable[[Place], Iterable[Shape]]
    symbols: tuple[tuple[str, int], ...] = ()
    surface: tuple[int, ...] = ()
    text: tuple[str, ...] = ()

    def fits(self, layers: Layers) -> bool:
        """Whether a cell of Penpa+ has this look."""
        return (
            any(symbol in self.symbols for symbol in layers.symbols)
            or layers.surface in self.surface
            or layers.text in self.text
        )

    @property
    def layers(self) -> Layers:
        """What is written into a cell of Penpa+."""
        return Layers(next(iter(self.text), ""), self.symbols[:1], next(iter(self.surface), 0))


def _sizes(shape: str, style: int, *more: tuple[str, int]) -> tuple[tuple[str, int], ...]:
    """Return a symbol of Penpa+ in all of its sizes, the large one first."""
    return (*((f"{shape}_{size}", style) for size in ("L", "M", "S", "SS")), *more)


def _circle(fill: str) -> Callable[[Place], Iterable[Shape]]:
    sign = "○" if fill == "white" else "●"
    return lambda place: [Symbol(place, "dot", sign, "light" if fill == "white" else "dark")]


WHITE_CIRCLE = Look(_circle("white"), _sizes("circle", 1))
BLACK_CIRCLE = Look(_circle("black"), _sizes("circle", 2))
GRAY_CIRCLE = Look(_circle("black"), (*_sizes("circle", 3), *_sizes("circle", 8)))
BLACK_CELL = Look(lambda place: [Ground(place, "blocked")], surface=(4,))
GRAY_CELL = Look(lambda place: [Ground(place, "shaded")], surface=(1, 3, 8))
BULB = Look(lambda place: [Circle(place, "bulb")])
UNKNOWN = Look(lambda place: [Text(place, "?", "given")], text=("?",))


def looks_like(text: str, *symbols: tuple[str, int], spelled: Iterable[str] = ()) -> Look:
    """Return the look of a mark that is shown as a text.

    symbols  the symbols of Penpa+ that mean it
    spelled  the texts of Penpa+ that mean it; none: the text itself
    """
    return Look(lambda place: [Text(place, text, "given")], symbols, text=tuple(spelled) or (text,))


@dataclass(frozen=True)
class Pattern:
    """Marks that a regular expression describes, such as numbers.

    expected  what one is called
    draw      the shapes of a mark at a place
    read      the mark of a cell of Penpa+; None: it has none
    write     what a cell of Penpa+ has for a mark
    """

    expected: str
    draw: Callable[[Place, str], Iterable[Shape]] = lambda place, mark: [Text(place, mark, "given")]
    read: Callable[[Layers], str | None] = lambda layers: layers.text or None
    write: Callable[[str], Layers] = Layers


@dataclass(frozen=True)
class Signs:
    """The marks that a kind knows: single ones by their looks, others by patterns."""

    looks: Mapping[str, Look] = field(default_factory=dict)
    patterns: Mapping[str, Pattern] = field(default_factory=dict)

    def __or__(self, other: Signs) -> Signs:
        return Signs({**self.looks, **other.looks}, {**self.patterns, **other.patterns})

    def has(self, mark: str) -> bool:
        """Whether the kind knows a mark."""
        return mark in self.looks or self._pattern(mark) is not None

    def _pattern(self, mark: str) -> Pattern | None:
        fitting = (one for regex, one in self.patterns.items() if re.fullmatch(regex, mark))
        return next(fitting, None)

    @property
    def expected(self) -> str:
        """The marks in words."""
        described = (pattern.expected for pattern in self.patterns.values())
        return " or ".join([*described, *map(repr, self.looks)])

    def shapes(self, place: Place, mark: str) -> Iterable[Shape]:
        """Return the shapes of a mark at a place."""
        if mark in self.looks:
            return self.looks[mark].draw(place)
        pattern = self._pattern(mark)
        return () if pattern is None else pattern.draw(place, mark)

    def mark_of(self, layers: Layers) -> str | None:
        """Return the mark of a cell of Penpa+; None where it has none that the kind knows."""
        for regex, pattern in self.patterns.items():
            mark = pattern.read(layers)
            if mark is not None and re.fullmatch(regex, mark):
                return mark
        return next((mark for mark, look in self.looks.items() if look.fits(layers)), None)

    def layers_of(self, mark: str) -> Layers:
        """Return what a cell of Penpa+ has for a mark."""
        if mark in self.looks:
            return self.looks[mark].layers
        pattern = self._pattern(mark)
        return Layers() if pattern is None else pattern.write(mark)


NUMBERS = Signs(patterns={"[0-9]+": Pattern("a number")})
LETTERS = Signs(patterns={"[A-Za-z]": Pattern("a letter")})
WORDS = Signs(patterns={r"\S+": Pattern("a word")})


def signs(**looks: Look) -> Signs:
    """Return the signs of marks that are drawn in a way of their own."""
    return Signs(looks)


# ---- Numbers with arrows -------------------------------------------------------------------------
# `3n` is the number 3 with an arrow upward; Penpa+ has `3_0`.


_ARROWS = dict(zip("nwes", "↑←→↓", strict=True))
_ORDER = "nwes"  # the numbers of Penpa+


def _draw_arrow(place: Place, mark: str) -> Iterable[Shape]:
    yield Text(place, mark[:-1] + _ARROWS[mark[-1]], "given")


def _read_arrow(layers: Layers) -> str | None:
    match = re.fullmatch(r"(.+)_([0-3])", layers.text)
    return None if match is None else match[1] + _ORDER[int(match[2])]


def _write_arrow(mark: str) -> Layers:
    return Layers(f"{mark[:-1]}_{_ORDER.index(mark[-1])}")


ARROW_NUMBERS = Signs(
    patterns={
        "[0-9]+[nesw]": Pattern(
            "a number with an arrow, as in 3n", _draw_arrow, _read_arrow, _write_arrow
        )
    }
)
ARROWS = Signs({side: looks_like(_ARROWS[side], spelled=(_ARROWS[side], side)) for side in SIDES})


# ---- Numbers in circles and in black cells -------------------------------------------------------


_FILLS = {"w": WHITE_CIRCLE, "b": BLACK_CIRCLE}


def _draw_circled(place: Place, mark: str) -> Iterable[Shape]:
    if len(mark) == 1:
        yield from _FILLS[mark].draw(place)
    else:
        yield Circle(place, "white" if mark[0] == "w" else "black")
        yield Text(place, mark[1:], "given")


def _read_circled(layers: Layers) -> str | None:
    fills = [fill for fill, look in _FILLS.items() if look.fits(layers)]
    return fills[0] + layers.text if fills else None


def _write_circled(mark: str) -> Layers:
    return Layers(mark[1:], _FILLS[mark[0]].symbols[:1])


CIRCLED = Signs(
    patterns={
        "[wb][0-9]*": Pattern(
            "a circle, w or b, perhaps with a number", _draw_circled, _read_circled, _write_circled
        )
    }
)


def _draw_on_black(place: Place, mark: str) -> Iterable[Shape]:
    yield Ground(place, "blocked")
    yield Text(place, mark, "given")


BLACK_NUMBERS = Signs(
    {"x": BLACK_CELL},
    {
        "[0-9]+": Pattern(
            "a number", _draw_on_black, write=lambda mark: Layers(mark, (), BLACK_CELL.surface[0])
        )
    },
)


# ---- Further signs -------------------------------------------------------------------------------


CROSS = Look(lambda place: [Text(place, "×", "given")], _sizes("star", 0, ("ox_E", 4)))
SQUARE = Look(lambda place: [Square(place, "ring"), Text(place, "□", "blank")], _sizes("square", 1))
TRIANGLE = Look(lambda place: [Text(place, "△", "given")], _sizes("triup", 1))
DIGITS_TO_4 = Signs(patterns={"[0-4]": Pattern("a number from 0 to 4")})

_CROSS_BITS = {"n": 64, "s": 16, "w": 128, "e": 32}  # of Penpa+'s style


SEVERAL_ARROWS = Signs(
    patterns={
        "n?s?w?e?": Pattern(
            "arrows, as in nse for up, down and right",
            lambda place, mark: [Text(place, "".join(_ARROWS[side] for side in mark), "given")],
            lambda layers: _read_several(layers),
            lambda mark: Layers("", (("arrow_cross", sum(_CROSS_BITS[side] for side in mark)),)),
        )
    }
)


def _read_several(layers: Layers) -> str | None:
    for shape, style in layers.symbols:
        if shape == "arrow_cross":
            return "".join(side for side, bit in _CROSS_BITS.items() if style & bit)
    return None


COMPASSES = Signs(
    {"?": UNKNOWN},
    {
        "(?=.)(n[0-9]+)?(s[0-9]+)?(w[0-9]+)?(e[0-9]+)?": Pattern(
            "a compass, as in n2e0", lambda place, mark: _draw_compass(place, mark)
        )
    },
)


def _draw_compass(place: Place, mark: str) -> Iterable[Shape]:
    for side, number in re.findall("([nswe])([0-9]+)", mark):
        down, right = SIDES[side]
        yield Text((place[0] + 0.3 * down, place[1] + 0.3 * right), number, "sign")


NUMBERLESS = Look(WHITE_CIRCLE.draw, WHITE_CIRCLE.symbols, text=("?",))
CAPITALS = Signs(patterns={"[A-Z]": Pattern("a capital letter")})
CHECKERBOARD = Look(
    lambda place: [Circle(place, "point")], (("sudokuetc", 1), *_sizes("circle", 1))
)
