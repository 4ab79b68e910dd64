"""Sudoku variants, a puzzle a line: sudoku X, windoku, and jigsaws with their layouts.

[layout] puzzle [solution]     the layout in jigsaws only: n*n labels, each region's cells alike
# comment                      a line of its own

A comment on top that is the variant's name (sudoku_text.py) makes the puzzles a sudoku X or a
windoku rather than plain sudokus; a jigsaw is detected by its layout. A solution, where one stands,
is not read: whoever solves the puzzle wants to find it. It is written where the answer is, beside
the puzzle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import isqrt
from string import ascii_uppercase
from typing import NamedTuple

from ...errors import ModelError, excerpt
from ...sudokus.grid_shape import regions_of
from ...sudokus.sudoku import Sudoku
from ..format import Confidence, Format, Problem, held
from ..instances import LazyPuzzles
from ..source import Source, plural, tokens
from .grids import DIGIT_SIZES, Grid, Grids, given_rows, line_of, rows_of_options, size_of
from .sudoku_text import Sudokus, is_long_digits, report_name, variant_on_top

__all__ = [
    "JIGSAW",
    "SUDOKU_X",
    "WINDOKU",
    "Jigsaws",
    "layout_of",
    "read_jigsaws",
    "read_variant_lines",
]

JIGSAW_SIZES = range(4, 10)


def _sudoku_x(grid: Grid) -> Sudoku:
    return _named(Sudoku(grid, diagonals=True), "sudoku-x")


def _windoku(grid: Grid) -> Sudoku:
    return _named(Sudoku(grid, windoku=True), "windoku")


def _named(puzzle: Sudoku, name: str) -> Sudoku:
    puzzle.name = name
    return puzzle


VARIANTS: Mapping[str, Callable[[Grid], Sudoku]] = {"sudoku-x": _sudoku_x, "windoku": _windoku}


class Jigsaw(NamedTuple):
    """A jigsaw as it was read: the regions' layout, the grid, and `file:line` of both."""

    layout: str
    grid: Grid
    origin: str


class Jigsaws(LazyPuzzles[Sudoku, Jigsaw]):
    """The jigsaws of a file, each made when it is asked for; neighbours of one layout share it."""

    def __init__(self, jigsaws: Sequence[Jigsaw]) -> None:
        super().__init__(jigsaws)
        self._blank: tuple[str, Sudoku] | None = None

    def _made(self, draft: Jigsaw) -> Sudoku:
        if self._blank is None or self._blank[0] != draft.layout:
            blank = _named(Sudoku(regions=draft.layout), "jigsaw")
            blank.layout = "line"
            self._blank = draft.layout, blank
        return self._blank[1].with_givens(draft.grid)

    def _origin(self, place: int) -> str | None:
        return self._drafts[place].origin


def read_variant_lines(source: Source, variant: str) -> Sudokus:
    """Return the puzzles of a text; `variant` is `sudoku-x` or `windoku`.

    Raises InputError for a line with too few or too many fields, a field of the wrong length, or a
    character that is no digit; and if the lines are not all of one size, or a comment names another
    variant.
    """
    report_name(source, variant)
    grids: list[Grid] = []
    for number, fields in _lines(source, ["puzzle", "solution"]):
        size = len(grids[0]) if grids else _size(fields[0][1], DIGIT_SIZES)
        grids.append(_grid(source, number, fields[0], size))
        _solution(source, number, fields[1:], size)
    return Sudokus(Grids(len(grids[0]), "line", grids), make=VARIANTS[variant], source=source)


def read_jigsaws(source: Source) -> Jigsaws:
    """Return the jigsaws of a text.

    Raises InputError as `read_variant_lines` does, and for a layout whose regions are of different
    sizes.
    """
    report_name(source, "jigsaw")
    jigsaws = []
    for number, fields in _lines(source, ["layout", "puzzle", "solution"]):
        (column, layout), puzzle, *rest = fields
        size = _size(layout, JIGSAW_SIZES)
        _require_length(source, (number, column), "layout", layout, size)
        try:
            regions_of(layout, size)
        except ModelError as error:
            raise source.error(str(error), number, column) from None
        grid = _grid(source, number, puzzle, size)
        jigsaws.append(Jigsaw(layout, grid, f"{source.file}:{number}"))
        _solution(source, number, rest, size)
    return Jigsaws(jigsaws)


Field = tuple[int, str]


def _lines(source: Source, names: Sequence[str]) -> Iterator[tuple[int, list[Field]]]:
    """Yield (line number, fields) for the lines that are no comments; the last may be missing."""
    read = False
    for number, line in source.numbered():
        if line.lstrip().startswith("#"):
            continue
        read = True
        fields = list(tokens(line))
        if not 0 <= len(names) - len(fields) <= 1:
            column = fields[len(names)][0] if len(fields) > len(names) else len(line) + 1
            wanted = f"{', '.join(names[:-1])}, and a {names[-1]} or none"
            raise source.error(f"{plural(len(fields), 'field')}, expected {wanted}", number, column)
        yield number, fields
    if not read:
        raise source.error("nothing but comments, expected puzzles", 1)


def _size(text: str, sizes: Sequence[int]) -> int:
    size = isqrt(len(text))
    return size if size in sizes else 9


def _require_length(
    source: Source, place: tuple[int, int], name: str, text: str, size: int
) -> None:
    if len(text) != size * size:
        message = f"a {name} of {plural(len(text), 'character')}, expected {size * size}"
        raise source.error(message, *place)


def _solution(source: Source, number: int, fields: Sequence[Field], size: int) -> None:
    for column, text in fields:
        _require_length(source, (number, column), "solution", text, size)


def _grid(source: Source, number: int, field: Field, size: int) -> Grid:
    column, text = field
    _require_length(source, (number, column), "puzzle", text, size)
    for place, mark in enumerate(text):
        if mark != "." and not "0" <= mark <= str(size):
            message = f"{excerpt(mark)}, expected 0 to {size} or ."
            raise source.error(message, number, column + place)
    cells = [0 if mark == "." else int(mark) for mark in text]
    return [cells[k : k + size] for k in range(0, size * size, size)]


def _sniff_named(variant: str, source: Source) -> Confidence:
    """Look for a comment on top that is the variant's name."""
    words = source.first_line.split()
    if not words or not is_long_digits(words[0]) or _is_jigsaw(words):
        return Confidence.NO
    return Confidence.STRONG if variant_on_top(source) == variant else Confidence.NO


def _sniff_jigsaw(source: Source) -> Confidence:
    fits = _is_jigsaw(source.first_line.split()) or _sniff_named("jigsaw", source)
    return Confidence.STRONG if fits else Confidence.NO


def _is_jigsaw(words: Sequence[str]) -> bool:
    return len(words) in (2, 3) and _is_layout(words[0]) and is_long_digits(words[1])


def _is_layout(word: str) -> bool:
    """Whether a word is n*n labels, each of them n times; a tilde is rather a constraint's."""
    size = len(set(word[:100]))
    if size not in JIGSAW_SIZES or len(word) != size**2 or "~" in word:
        return False
    return {word.count(mark) for mark in set(word)} == {size}


def write_variant_line(
    problem: Problem, solution: Sequence[int] | None = None, *, variant: str
) -> str:
    """Return a sudoku X or a windoku, `variant`, below the comment that names it.

    solution  the options of an answer, which stands beside the puzzle

    Raises ModelError for another puzzle, and for one whose numbers are not one digit each.
    """
    size = size_of(problem)
    _require_digits(size, variant)
    try:
        blank = VARIANTS[variant]([[0] * size for _ in range(size)])
    except ModelError as error:
        raise ModelError(f"{variant}: {error}") from None
    puzzle = held(problem, blank, variant, f"a plain {variant}")
    return f"{_heading(variant)}{' '.join(_fields(puzzle, solution))}\n"


def write_jigsaw(problem: Problem, solution: Sequence[int] | None = None) -> str:
    """Return a jigsaw's line, with the solution if one is given; as `write_variant_line`.

    Regions are named by digits in the order in which they begin.
    """
    size = size_of(problem)
    _require_digits(size, "jigsaw")
    if not isinstance(problem, Sudoku):
        raise ModelError(f"jigsaw: {problem!r}, expected a Sudoku")
    layout = layout_of(problem)
    puzzle = held(problem, Sudoku(regions=layout), "jigsaw", "a plain jigsaw")
    return f"{' '.join([layout, *_fields(puzzle, solution)])}\n"


def layout_of(puzzle: Sudoku) -> str:
    """Return the boxes or regions of a sudoku of up to 25 as a layout: a label for each cell."""
    labels = "123456789" if puzzle.size < 10 else ascii_uppercase
    marks = {cell: labels[k] for k, box in enumerate(puzzle.grid_shape.boxes) for cell in box}
    return "".join(marks[cell] for cell in sorted(marks))


def join_lines(texts: Sequence[str], heading: str = "") -> str:
    """Return lines below one heading. Raises ModelError for sudokus of several sizes."""
    lines = [text.removeprefix(heading) for text in texts]
    if heading and len({len(line.split()[0]) for line in lines}) > 1:
        raise ModelError("sudokus of several sizes, expected one size in a text")
    return heading + "".join(lines)


def _heading(variant: str) -> str:
    return f"# {variant}: puzzle, and perhaps its solution\n"


def _require_digits(size: int, form: str) -> None:
    if size not in DIGIT_SIZES and (form != "jigsaw" or size not in JIGSAW_SIZES):
        sizes = "4 to 9" if form == "jigsaw" else "4, 6, 8 or 9"
        raise ModelError(f"{form}: a puzzle of size {size}, expected a sudoku of size {sizes}")


def _fields(puzzle: Sudoku, solution: Sequence[int] | None) -> Iterator[str]:
    yield line_of(given_rows(puzzle))
    if solution is not None:
        yield line_of(rows_of_options(puzzle, solution))


def _variant(name: str, title: str, example: str) -> Format:
    """Return the format of a variant that a comment names."""
    return Format(
        name,
        title,
        sniff=partial(_sniff_named, name),
        read=partial(read_variant_lines, variant=name),
        write=partial(write_variant_line, variant=name),
        join=partial(join_lines, heading=_heading(name)),
        solved=partial(write_variant_line, variant=name),
        example=_heading(name) + example,
        comments=True,
    )


SUDOKU_X = _variant(
    "sudoku-x",
    "sudokus with diagonals: a puzzle a line, and its solution or none",
    "1..............3 1342243131244213\n",
)
WINDOKU = _variant(
    "windoku",
    "sudokus with windows: a puzzle a line, and its solution or none",
    ".9..83.................5.8...1...6..3....9.7...4.....1.............76..5..7...1..\n",
)
JIGSAW = Format(
    "jigsaw",
    "jigsaw sudokus: layout and puzzle a line, and its solution or none",
    sniff=_sniff_jigsaw,
    read=read_jigsaws,
    write=write_jigsaw,
    join=join_lines,
    solved=write_jigsaw,
    example="1122112233443344 1..............3\n",
    comments=True,
)
