"""A puzzle as the plain values that a board needs: its matrix, its picture, its words.

A board has no painters. It draws the picture of no choice, and adds to it, and takes away, what
each choice does. Not every picture is such a sum, so this is tested on the givens and a solution.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import pairwise
from math import fsum
from typing import TYPE_CHECKING, Any

from ...models.answer import Answer
from ...models.errors import ModelError
from ...models.matrix.exact_cover import ExactCover
from ...models.pencil.answers import PencilPicture
from ...models.picture.labels import labelled
from ...models.picture.painters.list_picture import ListPicture, SchedulePicture
from ...models.picture.painters.painting import painter_of, picture_of
from ...models.picture.paper import Paper
from ...models.picture.picture import (
    Area,
    Border,
    Cell,
    Circle,
    Line,
    Outline,
    Picture,
    Place,
    Shape,
    Text,
    places_of,
)
from ...models.picture.styles import GRID, dark_rules
from ...models.picture.svg import layers
from ...models.sudokus.grid_puzzle import GridPuzzle
from .words import demands, line_of, option_words

if TYPE_CHECKING:
    from ...models.puzzle import Puzzle
    from ...solvers.contract.batch import Options

__all__ = ["board_data", "dark_style"]

MOST_OPTIONS = 20_000  # a page stays below some megabytes
Manner = Callable[["Options"], Picture]  # draws options
Look = Callable[[Shape], Shape]
GIVEN = {("Text", "answer"): ("Text", "given"), ("Symbol", "answer"): ("Symbol", "given")}


def board_data(
    puzzle: Puzzle | ExactCover,
    solution: Options | None = None,
    check: Callable[[], None] | None = None,
) -> dict[str, Any]:
    """Return all that a board needs of a puzzle.

    solution  one, if there is one at hand: the picture is tested on it
    check     called now and then; what it raises ends the work

    Raises ModelError for a puzzle that a board cannot show.
    """
    if isinstance(puzzle, ExactCover):
        raise ModelError("a bare matrix has no picture to play in, expected a puzzle")
    matrix = puzzle.matrix
    if matrix.options > MOST_OPTIONS:
        raise ModelError(
            f"{puzzle.name}: {matrix.options} options, expected {MOST_OPTIONS} at most on a page"
        )
    if puzzle.obstacle is not None:
        raise ModelError(f"{puzzle.name}: the givens clash, expected a puzzle to play")
    drawn = _Drawn.of(puzzle, solution, check or (lambda: None))
    values = drawn.values()
    return {
        "name": puzzle.name,
        "matrix": _matrix(matrix),
        "given": list(puzzle.given_options),
        "forbidden": sorted(puzzle.forbidden_options),
        "objective": _objective(puzzle),
        "tables": [table.offset for table in puzzle.tables if table.offset < len(drawn.added)],
        "words": list(option_words(puzzle)),
        "items": demands(puzzle),
        **values,
    }


def dark_style(data: dict[str, Any]) -> str:
    """Return the style sheet of a board's colors on dark paper."""
    drawn = json.dumps([data["picture"], data["options"]]).replace('\\"', '"')
    layers = "".join(
        " " + " ".join(f'{name}="{value}"' for name, value in layer["attributes"].items())
        for layer in data["picture"]["layers"]
    )
    page = ' fill="#fff" fill="#222" stroke="#b4b4b4"'
    return dark_rules(f"{page}{layers}{drawn}")


# ---- The matrix ----------------------------------------------------------------------------------


def _numbers(array: Iterable[Any]) -> list[int]:
    return [int(number) for number in array]


def _matrix(matrix: ExactCover) -> dict[str, Any]:
    """Return the matrix as engines.js takes it."""
    arrays = ("kind", "vertices", "tails", "heads", "options", "places", "roots")
    return {
        "primary": matrix.primary,
        "starts": _numbers(matrix.starts),
        "members": _numbers(matrix.members),
        "colors": _numbers(matrix.colors),
        "weights": _numbers(matrix.weights) if matrix.has_weights else None,
        "low": _numbers(matrix.low),
        "high": _numbers(matrix.high),
        "costs": _numbers(matrix.costs) if matrix.has_costs else None,
        "rules": [
            {
                name: value if isinstance(value, str | int) else _numbers(value)
                for name in arrays
                for value in [getattr(rule, name)]
            }
            for rule in matrix.graph_rules
        ],
    }


def _objective(puzzle: Puzzle) -> dict[str, Any] | None:
    """Return what a unit of costs is of the puzzle's own total; None without an objective."""
    if not puzzle.has_objective:
        return None
    unit = Fraction(puzzle.objective(1)) - Fraction(puzzle.objective(0))
    levels = len(puzzle.objective_levels)
    # Of several levels no one number says anything.
    shown = [unit.numerator, unit.denominator] if levels == 1 else None
    return {"unit": shown, "least": unit > 0}


# ---- The picture ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Drawn:
    """A picture as a sum.

    ground  of no choice
    added   of each option that is a choice, the shapes that it adds
    taken   the shapes that it takes away
    """

    ground: Picture
    added: Sequence[Sequence[Shape]]
    taken: Sequence[Sequence[Shape]]

    @classmethod
    def of(cls, puzzle: Puzzle, solution: Options | None, check: Callable[[], None]) -> _Drawn:
        """Draw each choice. Raises ModelError where the picture is no sum of them."""
        blank = puzzle.with_given_options(())
        painter = painter_of(blank)
        listed = ModelError(
            f"{puzzle.name}: its picture is a list, in which the place of a choice depends on the "
            "others, expected one to play in"
        )
        if isinstance(painter, ListPicture):
            raise listed
        lines = _lines(blank, painter, solution)
        if lines:
            ground = picture_of(blank, Answer(blank, ()), painter)
            added = [lines.get(option, ()) for option in range(puzzle.visible_options)]
            return cls(ground, added, [()] * puzzle.visible_options)
        reason = ModelError(f"{puzzle.name}: its picture shows no choice, expected one to play in")
        sample = _compatible(blank.matrix, blank.visible_options) if solution is None else solution
        first: _Drawn | None = None
        for draw, look in _manners(blank, painter):
            try:
                drawn = cls._in_manner(blank, draw, check)
            except (LookupError, ValueError):
                words = "only whole answers have a picture"
                reason = ModelError(
                    f"{puzzle.name}: {words}, expected one that a page can draw choice by choice"
                )
                continue
            if not any(map(drawn.seen, range(len(drawn.added)))):
                continue
            with suppress(LookupError, ValueError):
                if drawn._is_exact(puzzle.given_options, sample, draw, look):
                    return drawn
            first = first or drawn
            reason = ModelError(
                f"{puzzle.name}: its picture is not the sum of what its choices draw, "
                "expected one that a page can draw choice by choice"
            )
        if isinstance(painter, SchedulePicture):
            raise listed
        if solution is None and first is not None:
            return first  # choices that are no solution tell less
        raise reason

    @classmethod
    def _in_manner(cls, blank: Puzzle, draw: Manner, check: Callable[[], None]) -> _Drawn:
        """Draw each choice in a manner. Raises LookupError, ValueError where that needs others."""
        ground = draw(())
        added: list[tuple[Shape, ...]] = []
        taken: list[tuple[Shape, ...]] = []
        same = set(map(id, ground.shapes))
        digits = _digits(blank, ground, draw)
        for option in range(blank.visible_options):
            check()
            if option in digits:
                added.append(digits[option])
                taken.append(())
                continue
            own = draw((option,))
            # Most painters give the ground's very objects; only the others are compared.
            mine = set(map(id, own.shapes))
            left = Counter(shape for shape in ground.shapes if id(shape) not in mine)
            left.subtract(shape for shape in own.shapes if id(shape) not in same)
            taken.append(tuple(left.elements()))
            added.append(tuple(shape for shape, count in left.items() if count < 0))
        return cls(ground, added, taken)

    def _is_exact(self, given: Options, solution: Options, draw: Manner, look: Look) -> bool:
        """Whether the sum looks as the picture, of the givens and of parts of a solution."""
        parts = [solution[:half] for half in (None, len(solution) // 2, 1)] if solution else []
        parts += [solution[::2], solution[1::2]] if solution else []
        for options in (given, *parts):
            visible = [option for option in options if option < len(self.added)]
            whole = _parted(map(look, draw(options).shapes))
            if _parted(map(look, self.sum_of(visible))) != whole:
                return False
        return True

    def sum_of(self, options: Sequence[int]) -> list[Shape]:
        """Return the shapes that the page shows of some choices."""
        gone = Counter(set().union(*(self.taken[option] for option in options)))
        kept = Counter(self.ground.shapes) - gone
        return [*kept.elements(), *(shape for o in options for shape in self.added[o])]

    def seen(self, option: int) -> bool:
        """Whether a choice changes anything that is seen."""
        return any(map(_is_seen, (*self.added[option], *self.taken[option])))

    def values(self) -> dict[str, Any]:
        """Return the picture for the page: layers, and of each choice its parts and its spots."""
        every = dict.fromkeys(shape for shapes in self.added for shape in shapes)
        whole = labelled(replace(self.ground, shapes=(*self.ground.shapes, *every)))
        paper = Paper(whole)
        gone = dict.fromkeys(s for shapes in self.taken for s in shapes if _is_seen(s))
        kept = Counter(self.ground.shapes) - Counter(list(gone))
        ground = labelled(replace(self.ground, shapes=tuple(kept.elements())))
        board = {shape.place for shape in ground.shapes if isinstance(shape, Cell)}
        roles: list[tuple[str, str]] = []
        drawn_layers: list[dict[str, Any]] = []
        for layer in layers(ground, paper):
            roles.append(layer.role)
            attributes = {n: v for n, v in layer.attributes.items() if n != "style"}
            xml = "".join(part.spelled(title) for part, title in layer.parts)
            drawn_layers.append({"attributes": attributes, "ground": xml})
        places = {role: place for place, role in enumerate(roles)}
        for role, given in GIVEN.items():
            drawn_layers[places[role]]["given"] = places[given]

        def parts(shapes: Sequence[Shape]) -> list[list[Any]]:
            picture = labelled(replace(self.ground, shapes=tuple(shapes)))
            known = all(s.place in board for s in shapes if isinstance(s, Cell))
            return [
                [places[layer.role], "".join(part.spelled(title) for part, title in layer.parts)]
                for layer in layers(picture, paper)
                if layer.parts and not (layer.role == GRID and known)
            ]

        loose = {shape: place for place, shape in enumerate(gone)}
        spots: dict[tuple[float, float], int] = {}
        options = []
        for added, taken in zip(self.added, self.taken, strict=True):
            clicked = [*_spots(added)] or [*_spots(taken)]
            own = dict.fromkeys(_middle(place, paper) for place in clicked)
            options.append(
                {
                    "parts": parts(added),
                    "without": [loose[shape] for shape in taken if shape in loose],
                    "spots": [spots.setdefault(spot, len(spots)) for spot in own],
                    "mark": _mark(added) if len(own) == 1 else "",
                }
            )
        return {
            "picture": {
                "width": round(paper.width, 1),
                "height": round(paper.height, 1),
                "zoom": paper.zoom,
                "layers": drawn_layers,
                "loose": [parts([shape]) for shape in gone],
            },
            "options": options,
            "spots": list(spots),
        }


def _manners(blank: Puzzle, painter: Any) -> Iterator[tuple[Manner, Look]]:
    """Yield what draws options, in one manner after the other, and what of a shape is compared.

    A pencil puzzle may draw what is not chosen, too. Where its regions depend on one another, they
    are drawn without outlines, and in colors if they have names. Of pieces that are numbered and
    colored one after the other each has a color of its own.
    """

    def plain(options: Options) -> Picture:
        return picture_of(blank, Answer(blank, options), painter)

    yield plain, _same
    if isinstance(painter, PencilPicture):
        pencil = painter  # for the functions below

        def answered(options: Options) -> Picture:
            return pencil.answered(Answer(blank, options))

        def unlined(options: Options) -> Picture:
            picture = answered(options)
            clues = set(plain(()).shapes)
            shapes = [s for s in picture.shapes if s in clues or not isinstance(s, Outline)]
            if pencil.kind.areas:
                marks = pencil.kind.solution_marks(pencil.grid, Answer(blank, options))
                tints = {f"{r}:{c}": k for k, (r, c) in enumerate(pencil.grid.cells)}
                shapes += [Cell(c, tint=tints[m]) for c, m in marks.items() if m in tints]
            return replace(picture, shapes=tuple(shapes))

        yield answered, _same
        yield unlined, _same
        return

    def colored(options: Options) -> Picture:
        picture = plain(options)
        if len(options) != 1:
            return picture
        clues = set(plain(()).shapes)
        shapes = (s if s in clues else _tinted(s, options[0]) for s in picture.shapes)
        return replace(picture, shapes=tuple(shapes))

    yield colored, partial(_tinted, tint=0)


def _compatible(matrix: ExactCover, visible: int) -> tuple[int, ...]:
    """Return options of which no item has too many, as part of what might be a solution."""
    loose = matrix.weighted_items  # sums, which are not looked at
    room = [
        matrix.options if is_sum else int(high)
        for is_sum, high in zip(loose, matrix.high, strict=True)
    ]
    tints: dict[int, int] = {}
    chosen = []
    for option in range(visible):
        entries = matrix.option(option)
        if all(room[item] > 0 or (c and tints.get(item) == c) for item, c in entries):
            chosen.append(option)
            for item, color in entries:
                room[item] -= 1
                tints.setdefault(item, color)
    return tuple(chosen)


def _same(shape: Shape) -> Shape:
    return shape


def _tinted(shape: Shape, tint: int) -> Shape:
    """Return a shape with another tint, and without the names that pieces of a kind are told by."""
    if isinstance(shape, Area):
        return replace(shape, tint=tint, label="", title="")
    if isinstance(shape, Line | Circle) and shape.tint is not None:
        return replace(shape, tint=tint)
    return shape


def _digits(blank: Puzzle, ground: Picture, draw: Manner) -> dict[int, tuple[Shape, ...]]:
    """Return the text that each digit of a sudoku writes; none where digits draw something else.

    A digit is drawn in all cells at once, so that large grids take a picture a digit.
    """
    digit = blank.digit if isinstance(blank, GridPuzzle) else None
    if digit is None:
        return {}
    cells_of: dict[Any, dict[Place, int]] = {}
    for number, (row, col, value) in enumerate(digit.rows):
        cells_of.setdefault(value, {})[row, col] = digit.offset + number
    texts: dict[int, tuple[Shape, ...]] = {}
    for cells in cells_of.values():
        whole = draw(tuple(sorted(cells.values())))
        changed = Counter(whole.shapes)
        changed.subtract(ground.shapes)
        if min(changed.values()) < 0:
            return {}
        new = list(changed.elements())
        if {shape.place for shape in new if isinstance(shape, Text)} != set(cells):
            return {}
        if len(new) != len(cells):
            return {}
        texts |= {cells[shape.place]: (shape,) for shape in new if isinstance(shape, Text)}
    return texts


def _lines(puzzle: Puzzle, painter: Any, solution: Options | None) -> dict[int, tuple[Shape, ...]]:
    """Return the lines that choices are, in a pencil puzzle about lines; none in another puzzle.

    Its picture draws what all choices together mean, such as a loop; the page draws each line.
    """
    lines: dict[int, tuple[Shape, ...]] = {}
    if not isinstance(painter, PencilPicture):
        return lines
    for table in puzzle.tables:
        for number, row in enumerate(table.rows):
            line = line_of(tuple(table.columns), row)
            if line is not None:
                lines[table.offset + number] = (Line(line.ends, "way"),)
    if solution and lines:
        ground, whole = (picture_of(puzzle, Answer(puzzle, o), painter) for o in ((), solution))
        clues, shown = ([s for s in p.shapes if isinstance(s, Line)] for p in (ground, whole))
        chosen = [lines[option][0] for option in solution if option in lines]
        if _parted([*clues, *chosen]) != _parted(shown):
            return {}
    return lines


def _is_seen(shape: Shape) -> bool:
    """Whether a shape is more than what text alone shows, or a part of the grid."""
    from ...models.picture.styles import style_of

    if style_of(shape) is None:
        return False
    return not (
        isinstance(shape, Cell) and shape.role in ("plain", "vacant") and shape.tint is None
    )


def _parted(shapes: Iterable[Shape]) -> set[Any]:
    """Return what is seen; lines that choices draw in parts, part by part."""
    parted: set[Any] = set()
    for shape in filter(_is_seen, shapes):
        if isinstance(shape, Text) and shape.role == "given":
            shape = replace(shape, role="answer")
        if isinstance(shape, Line) and shape.role in ("way", "double way", "path"):
            ends = zip(shape.places, (*shape.places[1:], shape.places[0]), strict=True)
            ways = list(ends) if shape.closed else list(ends)[:-1]
            parted.update((shape.role, shape.tint, frozenset(way)) for way in ways)
        else:
            parted.add(shape)
    return parted


def _spots(shapes: Iterable[Shape]) -> Iterable[Place]:
    """Yield the places at which one clicks on a choice."""
    for shape in filter(_is_seen, shapes):
        places = places_of(shape)
        if isinstance(shape, Border):
            yield _between(places)
        elif isinstance(shape, Line) and len(places) > 1:
            yield from map(_between, pairwise(places))
        elif isinstance(shape, Text) and shape.role in ("label", "corner", "side", "clue"):
            yield tuple(float(round(axis)) for axis in places[0])
        else:
            yield from places


def _between(places: Sequence[Place]) -> Place:
    return tuple(fsum(axis) / len(places) for axis in zip(*places, strict=True))


def _middle(place: Place, paper: Paper) -> tuple[float, float]:
    x, y = paper.point(place)
    return round(x, 1), round(y, 1)


def _mark(shapes: Sequence[Shape]) -> str:
    """Return the text that a choice writes."""
    texts = [shape.text for shape in shapes if isinstance(shape, Text) and shape.role == "answer"]
    return texts[0] if len(texts) == 1 else ""
