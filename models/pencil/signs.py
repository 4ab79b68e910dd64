"""What the marks of clues mean: which a kind knows, how each is drawn, and as what Penpa+ has it.

A kind that has numbers and black cells marked `x`, say, knows `NUMBERS | signs(x=BLACK_CELL)`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from ..picture.picture import Cell as Ground
from ..picture.picture import Circle, Place, Shape, Symbol, Text
from .grid import SIDES

__all__ = [
    "ANY_ARROW_NUMBERS",
    "ANY_NUMBERS",
    "ARROWS",
    "ARROW_CLUES",
    "ARROW_NUMBERS",
    "ARROW_SYMBOLS",
    "BLACK_CELL",
    "BLACK_CIRCLE",
    "BLACK_NUMBERS",
    "BULB",
    "CIRCLED",
    "CROSS",
    "DOT",
    "FILLED_OR_EMPTY",
    "GRAY_CELL",
    "GRAY_CIRCLE",
    "LETTERS",
    "NO_SIGNS",
    "NUMBERS",
    "SHADES",
    "TAPA",
    "TRIANGLE",
    "TRIANGLE_UP",
    "UNKNOWN",
    "UNKNOWN_IN_SQUARE",
    "UNKNOWN_OR_GRAY",
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
GRAY_CIRCLE = Look(
    _circle("black"), (*_sizes("circle", 3), *_sizes("circle", 8), *_sizes("circle", 5))
)
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


NO_SIGNS = Signs()
NUMBERS = Signs(patterns={"[0-9]+": Pattern("a number")})
LETTERS = Signs(patterns={"[A-Za-z]": Pattern("a letter")})
WORDS = Signs(patterns={r"\S+": Pattern("a word")})


def signs(**looks: Look) -> Signs:
    """Return the signs of marks that are drawn in a way of their own."""
    return Signs(looks)


UNKNOWN_IN_SQUARE = Look(UNKNOWN.draw, _sizes("square", 1), text=UNKNOWN.text)
DOT = Look(lambda place: [Symbol(place, "dot", "o", "light")], _sizes("circle", 1))
CROSS = Look(
    lambda place: [Text(place, "×", "given")],
    tuple((f"ox_{color}", style) for color in "EB" for style in (4, 7, 8)),
)
TAPA = Signs(patterns={"[0-8?]{1,4}": Pattern("the lengths of up to four stretches")})
UNKNOWN_OR_GRAY = Look(UNKNOWN.draw, surface=(1, 3, 8, 4), text=UNKNOWN.text)
SHADES = Signs({"b": BLACK_CIRCLE, "g": GRAY_CIRCLE, "w": WHITE_CIRCLE})
TRIANGLE = Look(lambda place: [Text(place, "▽", "given")], _sizes("tridown", 1))
TRIANGLE_UP = Look(lambda place: [Text(place, "△", "given")], _sizes("triup", 1))
FILLED_OR_EMPTY = Signs(
    {
        "?": Look(UNKNOWN.draw, (("ox_E", 1), ("ox_B", 1)), text=UNKNOWN.text),
        "x": CROSS,
    }
)  # a cell that has a number, and one that has none
ANY_NUMBERS = NUMBERS | Signs({"?": UNKNOWN})  # `?` is a clue of unknown number


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
ANY_ARROW_NUMBERS = (
    ANY_NUMBERS
    | ARROW_NUMBERS
    | Signs(
        patterns={
            r"\?[nesw]": Pattern("an arrow, as in ?n", _draw_arrow, _read_arrow, _write_arrow)
        }
    )
)  # what puzz.link has: a number, an arrow, or both
ARROW_CLUES = ARROW_NUMBERS | Signs(
    {"?": UNKNOWN},
    {r"\?[nesw]": Pattern("an arrow, as in ?n", _draw_arrow, _read_arrow, _write_arrow)},
)  # as ANY_ARROW_NUMBERS without numbers that have no arrow
ARROW_SYMBOLS = Signs(
    {
        side: replace(looks_like(sign, *((f"arrow_N_{c}", 2 * k + 1) for c in "BWG")), text=())
        for k, (side, sign) in enumerate(zip("wnes", "←↑→↓", strict=True))
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
