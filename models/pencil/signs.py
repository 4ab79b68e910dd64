"""What the marks of clues mean: which a kind knows, how each is drawn, and as what Penpa+ has it.

A kind that has numbers and black cells marked `x`, say, knows `NUMBERS | signs(x=BLACK_CELL)`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from ..picture.picture import Cell as Ground
from ..picture.picture import Circle, Line, Place, Shape, Square, Symbol, Text
from .grid import SIDES

__all__ = [
    "ANY_NUMBERS",
    "ARROWED",
    "ARROWS_OR_NUMBERS",
    "ARROW_CLUES",
    "ARROW_NUMBERS",
    "ARROW_ORDER",
    "ARROW_SYMBOLS",
    "ARROW_TEXTS",
    "BLACK_ARROWS",
    "BLACK_CELL",
    "BLACK_CIRCLE",
    "BLACK_NUMBERS",
    "CIRCLE",
    "CIRCLED",
    "CORNER_COUNTS",
    "CROSS",
    "DOTS",
    "EIGHT_ARROWS",
    "FIGURES",
    "FILLED_OR_EMPTY",
    "GRAY_CELL",
    "GRAY_CIRCLE",
    "HOLE",
    "LETTERS",
    "NO_SIGNS",
    "NUMBERLESS",
    "NUMBERS",
    "NUMBERS_AND_HOLES",
    "PASSAGE_MARKS",
    "POSITIVE",
    "SHADES",
    "SPLIT",
    "STAR",
    "SUMS_ON_BLACK",
    "TRIANGLE_UP",
    "UNKNOWN",
    "UNKNOWN_OR_GRAY",
    "WHITE_CIRCLE",
    "WORDS",
    "Layers",
    "Look",
    "Pattern",
    "Signs",
    "circled",
    "in_circle",
    "looks_like",
    "numbers_on",
    "signs",
    "sizes",
    "symbol",
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


def sizes(shape: str, style: int, *more: tuple[str, int]) -> tuple[tuple[str, int], ...]:
    """Return a symbol of Penpa+ in all of its sizes, the large one first."""
    return (*((f"{shape}_{size}", style) for size in ("L", "M", "S", "SS")), *more)


def _circle(fill: str) -> Callable[[Place], Iterable[Shape]]:
    sign = "○" if fill == "white" else "●"
    return lambda place: [Symbol(place, "dot", sign, "light" if fill == "white" else "dark")]


WHITE_CIRCLE = Look(_circle("white"), sizes("circle", 1))
BLACK_CIRCLE = Look(_circle("black"), sizes("circle", 2))
GRAY_CIRCLE = Look(
    _circle("black"), (*sizes("circle", 3), *sizes("circle", 8), *sizes("circle", 5))
)
BLACK_CELL = Look(lambda place: [Ground(place, "blocked")], surface=(4,))
GRAY_CELL = Look(lambda place: [Ground(place, "shaded")], surface=(1, 3, 8))
HOLE = Look(lambda place: [Ground(place, "blocked")], surface=(4, 1, 3, 8))
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

    def pattern(self, mark: str) -> Pattern | None:
        """Return the pattern that describes a mark; None if none does."""
        fitting = (first for regex, first in self.patterns.items() if re.fullmatch(regex, mark))
        return next(fitting, None)

    def shapes(self, place: Place, mark: str) -> Iterable[Shape]:
        """Return the shapes of a mark at a place."""
        if mark in self.looks:
            return self.looks[mark].draw(place)
        pattern = self.pattern(mark)
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
        pattern = self.pattern(mark)
        return Layers() if pattern is None else pattern.write(mark)


NO_SIGNS = Signs()
NUMBERS = Signs(patterns={"[0-9]+": Pattern("a number")})
POSITIVE = Signs(patterns={"[1-9][0-9]*": Pattern("a number from 1")})
LETTERS = Signs(patterns={"[A-Za-z]": Pattern("a letter")})
WORDS = Signs(patterns={r"\S+": Pattern("a word")})


def signs(**looks: Look) -> Signs:
    """Return the signs of marks that are drawn in a way of their own."""
    return Signs(looks)


CROSS = Look(
    lambda place: [Text(place, "×", "given")],
    tuple((f"ox_{color}", style) for color in "EB" for style in (4, 7, 8)),
)
UNKNOWN_OR_GRAY = Look(UNKNOWN.draw, surface=(1, 3, 8, 4), text=UNKNOWN.text)
SHADES = Signs({"b": BLACK_CIRCLE, "g": GRAY_CIRCLE, "w": WHITE_CIRCLE})
TRIANGLE_UP = Look(lambda place: [Text(place, "△", "given")], sizes("triup", 1))
FILLED_OR_EMPTY = Signs(
    {
        "?": Look(UNKNOWN.draw, (("ox_E", 1), ("ox_B", 1)), text=UNKNOWN.text),
        "x": CROSS,
    }
)  # a cell that has a number, and one that has none
ANY_NUMBERS = NUMBERS | Signs({"?": UNKNOWN})  # `?` is a clue of unknown number
NUMBERS_AND_HOLES = NUMBERS | signs(
    x=Look(HOLE.draw, surface=HOLE.surface, text=("?",)),  # noqx has a hole where no number is
    **{"?": Look(UNKNOWN.draw)},
)


# ---- Numbers with arrows -------------------------------------------------------------------------
# `3n` is the number 3 with an arrow upward; Penpa+ has `3_0`.


ARROW_TEXTS = dict(zip("nwes", "↑←→↓", strict=True))
_OLD_ARROWS = {4: "n", 16: "n", 1: "s", 64: "s", 8: "w", 32: "w", 2: "e", 128: "e"}
ARROW_ORDER = "nwes"  # the numbers of Penpa+


def _draw_arrow(place: Place, mark: str) -> Iterable[Shape]:
    yield Text(place, mark[:-1] + ARROW_TEXTS[mark[-1]], "given")


def _read_arrow(layers: Layers) -> str | None:
    for shape, style in layers.symbols if layers.text.isdecimal() else ():  # as it once was
        if shape == "arrow_fouredge_B" and style in _OLD_ARROWS:
            return layers.text + _OLD_ARROWS[style]
    match = re.fullmatch(r"(.+)_([0-3])", layers.text)
    return None if match is None else match[1] + ARROW_ORDER[int(match[2])]


def _write_arrow(mark: str) -> Layers:
    return Layers(f"{mark[:-1]}_{ARROW_ORDER.index(mark[-1])}")


ARROWED = Pattern("a number with an arrow, as in 3n", _draw_arrow, _read_arrow, _write_arrow)
ARROW_NUMBERS = Signs(patterns={"[0-9]+[nesw]": ARROWED})
ARROW_CLUES = ARROW_NUMBERS | Signs(
    {"?": UNKNOWN}, {r"\?[nesw]": replace(ARROWED, expected="an arrow, as in ?n")}
)  # a number with an arrow, or an arrow alone
ARROWS_OR_NUMBERS = NUMBERS | ARROW_CLUES  # what puzz.link has: a number, an arrow, or both
ARROW_SYMBOLS = Signs(
    {
        side: replace(looks_like(sign, *((f"arrow_N_{c}", 2 * k + 1) for c in "BWG")), text=())
        for k, (side, sign) in enumerate(zip("wnes", "←↑→↓", strict=True))
    }
)


def _on_black(text: str, *spelled: str) -> Look:
    """Return the look of a text on a black cell."""

    def draw(place: Place) -> Iterable[Shape]:
        return Ground(place, "blocked"), Text(place, text, "light")

    return Look(draw, text=spelled or (text,))


BLACK_ARROWS = Signs({side: _on_black(sign, sign, side) for side, sign in ARROW_TEXTS.items()})
EIGHT_ARROWS = Signs(
    {
        way: looks_like(sign, spelled=(sign, way))
        for way, sign in zip(("n", "ne", "e", "se", "s", "sw", "w", "nw"), "↑↗→↘↓↙←↖", strict=True)
    }
)


# ---- Circles and numbers in circles -------------------------------------------------------------


def in_circle(
    circle: Literal["ring", "node", "shade", "quadruple"],
    text: Literal["given", "sign", "corner"] = "given",
) -> Callable[[Place, str], Iterable[Shape]]:
    """Return what draws a mark as a text in a circle, each in such a role."""
    title = "black circle" if circle == "shade" else ""
    return lambda place, mark: [Circle(place, circle, title=title), Text(place, mark, text)]


def circled(expected: str, **looks: Look) -> Pattern:
    """Return the pattern of circles, perhaps with a number, as in `w3`.

    expected  the letters in words
    looks     how a circle of each letter looks that has no number
    """
    roles: dict[str, Literal["node", "shade"]] = {"w": "node", "b": "shade"}

    def letter_of(mark: str) -> str:
        return next(letter for letter in looks if letter in mark)

    def draw(place: Place, mark: str) -> Iterable[Shape]:
        letter = letter_of(mark)
        number = mark.replace(letter, "")
        if letter in roles and number:
            return in_circle(roles[letter])(place, number)
        return [*looks[letter].draw(place), *([Text(place, number, "given")] if number else [])]

    def read(layers: Layers) -> str | None:
        letters = [letter for letter, look in looks.items() if look.fits(layers)]
        return letters[0] + layers.text.strip("?") if letters else None

    def write(mark: str) -> Layers:
        letter = letter_of(mark)
        return Layers(mark.replace(letter, ""), looks[letter].symbols[:1])

    return Pattern(f"a circle, {expected}, perhaps with a number", draw, read, write)


CIRCLED = Signs(
    patterns={"[wb][0-9]*|[0-9]+[wb]": circled("w or b", w=WHITE_CIRCLE, b=BLACK_CIRCLE)}
)
NUMBERLESS = Look(WHITE_CIRCLE.draw, WHITE_CIRCLE.symbols, text=("?",))
CIRCLE = Look(
    lambda place: [Circle(place, "ring"), Text(place, "○", "blank")], (("ox_E", 1), ("ox_B", 1))
)
_SQUARE = Look(
    lambda place: [Square(place, "ring"), Text(place, "□", "blank")], (("ox_E", 3), ("ox_B", 3))
)


def _triangle(place: Place) -> Iterable[Shape]:
    (row, col), down, right = place, 0.3, 0.34
    corners = (row - down, col), (row + down, col + right), (row + down, col - right)
    yield Line(corners, "edge", closed=True)
    yield Text(place, "△", "blank")


FIGURES = signs(c=CIRCLE, s=_SQUARE, t=Look(_triangle, (("ox_E", 2), ("ox_B", 2))))
CORNER_COUNTS = Signs(
    {"?": Look(lambda place: in_circle("quadruple", "sign")(place, "?"), text=("?",))},
    {"[0-4]": Pattern("0 to 4", in_circle("quadruple", "sign"))},
)


def _dot(role: Literal["white", "black"], style: int) -> Look:
    symbols = tuple((f"circle_{size}", style) for size in ("SS", "S", "M"))
    return Look(lambda place: [Circle(place, role)], symbols)


DOTS = signs(w=_dot("white", 1), b=_dot("black", 2))  # between cells


# ---- Numbers on cells of a color -----------------------------------------------------------------


def _draw_on_black(place: Place, mark: str) -> Iterable[Shape]:
    yield Ground(place, "blocked")
    yield Text(place, mark, "light")


BLACK_NUMBERS = Signs(
    {"x": BLACK_CELL},
    {
        "[0-9]+": Pattern(
            "a number", _draw_on_black, write=lambda mark: Layers(mark, (), BLACK_CELL.surface[0])
        )
    },
)


def _draw_on_gray(place: Place, mark: str) -> Iterable[Shape]:
    yield Ground(place, "shaded")
    yield Text(place, mark, "given")


SUMS_ON_BLACK = Signs(
    {"?": Look(lambda place: _draw_on_gray(place, "?"), text=("?",)), "x": BLACK_CELL},
    {"[0-9]+": Pattern("a number", _draw_on_gray)},
)


def numbers_on(look: Look) -> Signs:
    """Return the signs of numbers, `3`, of those on a cell of a color, `3x`, and of that, `x`."""

    def colored(layers: Layers) -> bool:
        return layers.surface in look.surface

    def draw(place: Place, mark: str) -> Iterable[Shape]:
        yield from look.draw(place)
        yield Text(place, mark[:-1], "light" if look is BLACK_CELL else "given")

    return Signs(
        {"x": look},
        {
            "[0-9]+": Pattern(
                "a number", read=lambda layers: None if colored(layers) else layers.text
            ),
            "[0-9]+x": Pattern(
                "one on a colored cell, as in 3x",
                draw,
                lambda layers: layers.text + "x" if colored(layers) else None,
                lambda mark: Layers(mark[:-1], (), look.surface[0]),
            ),
        },
    )


# ---- Symbols and lines ---------------------------------------------------------------------------


def symbol(
    name: str, text: str, *symbols: tuple[str, int], role: Literal["answer", "given"] = "answer"
) -> Look:
    """Return the look of a mark that is drawn as a symbol of a picture (elements.py).

    text     what a terminal shows
    symbols  the symbols of Penpa+ that mean it
    role     whether it belongs to the answer or to the clues
    """
    return Look(lambda place: [Symbol(place, name, text, role)], symbols)


SPLIT = Look(lambda place: [Ground(place, "split")], (("kakuro", 5),))
STAR = symbol("star", "*", ("star", 2))


def _draw_passage(place: Place, mark: str) -> Iterable[Shape]:
    for side in mark:
        down, right = SIDES[side]
        yield Line((place, (place[0] + down / 2, place[1] + right / 2)), "path")


PASSAGE_MARKS = Signs(
    patterns={
        "[nsew]{1,4}": Pattern(
            "the sides to which a way leads, as in se",
            _draw_passage,
            lambda layers: None,
            lambda mark: Layers(),
        )
    }
)
