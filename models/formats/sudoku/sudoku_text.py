"""Detect the layout of sudoku texts, and make puzzles that share one matrix.

The layouts: a puzzle a line; rows of digits; numbers with blanks between; rows of letters; the JSON
array of LeetCode. `read_grids` stops at numbers, `read_sudokus` makes puzzles. A sudoku is written
in the layout in which it was read, and so are its answers.

A comment on top that is the name of a variant (`# windoku`, `# sudoku-x: puzzle, solution`) makes
the puzzles that variant (variant_lines.py). Nothing stands before the name but an article, and
nothing behind it but what a colon, comma, semicolon or parenthesis begins: a comment that mentions
a variant among other words adds no rules. The log says what such a comment does.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from math import isqrt
from string import ascii_uppercase

import numpy as np
import numpy.typing as npt

from ...errors import ModelError
from ...sudokus.grid_shape import CHARACTERS, LETTERS, grid_text
from ...sudokus.sudoku import Sudoku, TargetSudoku
from ..format import Confidence, Format, Problem, held
from ..instances import Instances
from ..matrix.dlx_text import fits_dlx
from ..source import Source
from .candidates import is_framed
from .character_grids import (
    read_digit_rows,
    read_letter_lines,
    read_letter_rows,
    read_numbers,
    read_puzzle_lines,
)
from .drawn_grids import Likeness, likeness, read_drawn
from .grids import (
    DIGIT_SIZES,
    Grid,
    Grids,
    are_long_rows,
    are_of_letters,
    given_rows,
    has_boxes,
    is_letter_line,
    size_of,
)
from .listed_grids import is_assigned, is_listed, read_listed
from .puzzle_fields import is_fielded, read_fielded
from .symbols import BLANKS, LARGEST

__all__ = [
    "SUDOKU",
    "TARGET_SUDOKU",
    "Sudokus",
    "is_long_digits",
    "read_grids",
    "read_sudokus",
    "report_name",
    "variant_on_top",
]

_LOG = logging.getLogger(__name__)


_HASH_RULER = re.compile(r"[-+=| ]+")
_DIGITS = "123456789"
_HASH_SIZES = [size for size in range(1, LARGEST + 1) if has_boxes(size)]
_NUMBER = re.compile(r"[0-9]{1,3}|\.")
_NO_NUMBERS = re.compile("[0-9]{2}|  ")  # in a line of digits and spaces
_LETTERS = frozenset(ascii_uppercase + "-.")
_CAPITALS = frozenset(ascii_uppercase + "-") - {"X"}  # which is a mark for a blank
_PLAIN = frozenset(".0123456789")
_LONG = 9  # a word of that many characters is rather a row of cells than an item's name
_LONGEST_ROW = 12  # a longer line of digits is a whole puzzle
_NAME = (
    r"(?:sudoku[- ]?(?P<x>x)|(?P<also_x>x)[- ]?sudoku|(?P<windoku>windoku)|(?P<jigsaw>jigsaw))s?"
)
_NAMED = re.compile(
    rf"^[ \t]*#+[ \t]*(?:(?:an?|the)[ \t]+)?{_NAME}[ \t]*(?:[:,;(].*)?$",
    re.IGNORECASE | re.MULTILINE,
)
_MENTIONED = re.compile(rf"\b{_NAME}\b", re.IGNORECASE)


def read_grids(source: Source) -> Grids:
    """Return the grids of a text in any of the layouts."""
    head = source.head(9)
    first = head[0].lstrip()
    if is_listed(source) or first.startswith("["):
        return read_listed(source)
    if is_fielded(source):
        return read_fielded(source)
    if (drawn := _drawing(source)) is not None and not drawn.plain:
        return read_drawn(source)
    if len(first.split(maxsplit=1)) > 1:
        # If most lines are of one word, the blank in the first one is a mistake.
        words = [len(line.split(maxsplit=1)) for line in head]
        if words.count(1) * 2 <= len(words):
            return read_numbers(source)
    if is_letter_line(first):
        return read_letter_lines(source)
    if _blank_of_letters(head) not in ("", "-"):
        return read_drawn(source)
    digits = sum(first.count(mark) for mark in ".0123456789")
    if digits < sum(mark.isalpha() or mark == "-" for mark in first[:100]):
        return read_letter_rows(source)
    lengths = sorted(map(len, head))
    if lengths[len(lengths) // 2] in DIGIT_SIZES or lengths[-1] <= _LONGEST_ROW:
        return read_digit_rows(source)
    return read_puzzle_lines(source)


def _dotted(source: Source) -> Source | None:
    """Return a text of a puzzle a line, in which spaces are the blanks, with dots; None of others.

    Lines of single digits with one space between are of numbers.
    """
    first = next((x for x in source.text.split("\n") if x.strip() and x[0] != "#"), "")
    if len(first) not in _AREAS or " " not in first or not _NO_NUMBERS.search(first.strip()):
        return None
    spaced = re.compile(f"[1-{isqrt(len(first))} ]{{{len(first)}}}")
    lines = source.text.split("\n")
    if not all(spaced.fullmatch(line) or line[:1] in ("", "#") for line in lines):
        return None
    dotted = (line if line[:1] == "#" else line.replace(" ", ".") for line in lines)
    return source.with_text("\n".join(dotted))


def _drawing(source: Source) -> Likeness | None:
    """Return how much a text is like a drawn grid; None if it is plainly of words or numbers."""
    head = source.head()
    plain = all(map(_PLAIN.issuperset, head)) and not are_long_rows(head)
    if plain or all(map(_CAPITALS.issuperset, head)):
        return None
    return None if _are_numbers(head) else likeness(source)


def _blank_of_letters(head: Sequence[str]) -> str:
    """Return the mark for blanks if most lines are rows of letters and of it, or else nothing."""
    text = "".join(head)
    if any(mark in text for mark in _DIGITS) or not any(map(str.isalpha, text)):
        return ""
    blank = max(BLANKS.rstrip(), key=text.count)
    return blank if blank in text and are_of_letters(head, blank) else ""


def _are_numbers(head: Sequence[str]) -> bool:
    """Whether all lines are of as many numbers, none of which is too great for a row of these."""
    lines = [line.split() for line in head]
    words = {word for line in lines for word in line}
    if len({len(line) for line in lines}) > 1 or not all(map(_NUMBER.fullmatch, words)):
        return False
    values = [word for word in words if word != "."]
    count = len(lines[0])
    return count > 3 and all(word == str(int(word)) and int(word) <= count for word in values)


def _is_of_hashes(source: Source) -> bool:
    """Whether `#` is the mark for a blank: all lines are of as many `#` and values."""
    if "#" not in source.text:
        return False
    head = source.head()
    if not any("#" in line.lstrip("#| ") for line in head):
        return False  # none but in front, as of comments
    rows = [line for line in head if not _HASH_RULER.fullmatch(line)]
    marks = set("".join(rows)) - set("#| ")
    lengths = {sum(not mark.isspace() and mark != "|" for mark in line) for line in rows}
    usual = max(lengths)
    return lengths == {usual} and any(
        marks <= {*_DIGITS[:size], *ascii_uppercase[:size]}
        and (usual == size * size or (usual == size and len(rows) >= size))
        for size in _HASH_SIZES
    )


def read_sudokus(source: Source, *, target: bool = False) -> Sudokus:
    """Return the puzzles, as target sudokus if `target` is set; `#` begins a line of comment, but
    in a text of which it is the mark for a blank."""
    if not _is_of_hashes(source):
        report_name(source, None)
        source = source.without_comments()
    source = _dotted(source) or source
    grids = read_grids(source)
    if target and grids.size != 9:
        message = f"a target sudoku of size {grids.size}, expected 9"
        raise source.error(message, source.lines[0][0])
    return Sudokus(grids, target=target, source=source)


class Sudokus(Instances[Sudoku, Grid]):
    """The puzzles of a file; each is made when it is asked for, and all share one matrix."""

    def __init__(
        self,
        grids: Grids,
        *,
        target: bool = False,
        make: Callable[[Grid], Sudoku] = Sudoku,
        source: Source | None = None,
    ) -> None:
        super().__init__(grids.grids)
        self.source = source
        self.grids, self.make = grids, TargetSudoku if target else make

    @cached_property
    def blank(self) -> Sudoku:
        """The puzzle without givens that all the others are copies of."""
        size = self.grids.size
        puzzle = self.make([[0] * size for _ in range(size)])
        puzzle.layout = self.grids.layout
        return puzzle

    @property
    def givens(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """The givens of all, as options of the one matrix: starts int64[puzzles + 1], options.

        Those of puzzle k are options[starts[k]:starts[k + 1]].
        """
        cells, area = self.grids.cells, self.grids.size**2
        places = np.flatnonzero(cells != 0)
        starts = np.searchsorted(places, area * np.arange(len(cells) + 1))
        first = self.blank.digit.offset - 1
        values = cells.reshape(-1)[places]
        return starts, first + self.grids.size * (places % area) + values

    @cached_property
    def _lines(self) -> Sequence[int]:
        """The line at which each puzzle begins."""
        if self.grids.begins is not None:
            return self.grids.begins
        if self.source is None:
            return ()
        used = [number for number, _ in self.source.without_comments().numbered()]
        many = len(used) // len(self)
        if many * len(self) == len(used) and many in (1, self.grids.size):
            return used[::many]
        return used[:1] * len(self)  # JSON, whose lines are anywhere

    def _origin(self, place: int) -> str | None:
        return None if self.source is None else f"{self.source.file}:{self._lines[place]}"

    def _made(self, draft: Grid) -> Sudoku:
        return self.blank.with_givens(draft)


def _sniff(source: Source) -> Confidence:
    """Look for an array, or for lines of cells.

    Cells: one word a line that is mostly digits and dots, or mostly capitals and long; or lines
    mostly of numbers, unless they fit DLX.
    """
    if source.first_line.startswith("<?xml"):
        return Confidence.NO
    head = source.head()
    if not source.first_line and _is_of_hashes(source):
        return Confidence.CERTAIN  # there is no line but those that other formats take for comments
    if is_assigned(source) or (source.first_line and _dotted(source) is not None):
        return Confidence.CERTAIN
    if is_listed(source):
        return Confidence.LIKELY
    lines = [line.split() for line in head]
    if is_letter_line(head[0]) and _LETTERS.issuperset(head[0]):
        return Confidence.STRONG
    if is_fielded(source):
        return Confidence.SIMILAR
    drawn = _drawing(source)
    if drawn is not None and drawn.framed:
        return Confidence.LIKELY if is_framed(source) else Confidence.STRONG
    if drawn is not None:
        return Confidence.SIMILAR
    if len(lines[0]) == 1:
        fits = _is_cells(lines)
    else:
        # Whether most lines are one long word of digits, and only the first has a blank in it.
        alike = sum(_is_digit_row(line) for line in lines[1:])
        fits = (
            alike * 2 > len(lines) - 1
            or (len(lines) == 1 and is_long_digits(lines[0][0]))
            or _is_number_grid(lines)
        )
    return Confidence.SIMILAR if fits else Confidence.NO


def _is_cells(lines: Sequence[Sequence[str]]) -> bool:
    """Whether one word in the first line is a row of digits or letters, or a whole sudoku."""
    word = lines[0][0]
    if is_letter_line(word) or _blank_of_letters([" ".join(line) for line in lines]):
        return True
    start = word[:200]
    digits = sum(map(start.count, ".0123456789"))
    letters = sum(map(start.count, "-ABCDEFGHIJKLMNOPQRSTUVWXY"))
    if len(lines) > 1 and len(set(map(tuple, lines))) == 1 and len(word) < 81:
        rows = len(lines) in DIGIT_SIZES and len(word) == len(lines)
        return digits == len(word) and (rows or ("." in word and len(word) in _AREAS))
    if digits == len(word):
        return len(word) >= 4 or len(lines) > 3
    if digits >= 0.6 * len(start):
        return len(word) >= _LONG or any(_is_digit_row(line) for line in lines[1:])
    next_to_it = any(len(line) == 1 and len(line[0]) >= _LONG for line in lines[1:])
    return letters >= 0.8 * len(start) and len(word) >= _LONG and next_to_it


_AREAS = frozenset(size * size for size in DIGIT_SIZES)


def _is_digit_row(line: Sequence[str]) -> bool:
    return len(line) == 1 and len(line[0]) >= 4 and set(line[0]) <= set(".0123456789")


def is_long_digits(word: str) -> bool:
    """Whether a word is a whole puzzle of digits and dots, most probably."""
    return len(word) >= 16 and set(word) <= set(".0123456789")


def _is_number_grid(lines: Sequence[Sequence[str]]) -> bool:
    first = lines[0]
    numbers = [sum(map(bool, map(_NUMBER.fullmatch, line))) for line in lines]
    if numbers[0] < 0.6 * len(first):
        return False
    if len(set(first)) < len(first):
        return True
    if any(len(word) > 2 and word != "100" for word in first):
        return False
    block = [len(line) for line in lines[1 : len(first)]]
    usual = max(block, key=block.count, default=0)
    if block.count(usual) * 2 < max(len(block), 1):
        return False
    if fits_dlx(lines):
        return len(block) > 1 and usual == len(first)
    return abs(usual - len(first)) <= 1


def variant_on_top(source: Source) -> str | None:
    """Return the variant that a comment above the first puzzle names, if one does."""
    return next((variant for _, line in _top(source) if (variant := _named(line))), None)


def report_name(source: Source, variant: str | None) -> None:
    """Log which comment made the puzzles of a text the variant, or mentions one in vain.

    variant  what the puzzles are read as; None: plain sudokus

    Raises InputError for a comment that names another variant, or names one below a plain puzzle.
    Comments of a text whose format the user named are not looked at.
    """
    if not source.guessed or "#" not in source.text:
        return
    for match in _NAMED.finditer(source.text):
        if (name := _variant(match)) != variant:
            message = (
                f"the comment names a {name}, expected on top of puzzles of that variant alone"
            )
            raise source.error(
                f"{message}, one a line", source.text.count("\n", 0, match.start()) + 1
            )
    for number, line in _top(source):
        mentioned = _MENTIONED.search(line)
        if _named(line):
            _LOG.info("%s: line %d: the comment makes it a %s", source.file, number, variant)
            return
        if mentioned and variant is None:
            name = _variant(mentioned)
            message = f'the comment mentions {name} and adds no rules, "# {name}" alone would'
            _LOG.info("%s: line %d: %s", source.file, number, message)


def _top(source: Source) -> Iterator[tuple[int, str]]:
    """Yield (line number, line) for the comments above the first line that is none."""
    for number, line in source.numbered():
        if not line.lstrip().startswith("#"):
            return
        yield number, line


def _named(line: str) -> str | None:
    match = _NAMED.match(line)
    return None if match is None else _variant(match)


def _variant(match: re.Match[str]) -> str:
    return "windoku" if match["windoku"] else "jigsaw" if match["jigsaw"] else "sudoku-x"


def write_sudoku(problem: Problem) -> str:
    """Return a sudoku in its layout; where numbers of its size have no room there, in rows."""
    size = size_of(problem)
    return _written(held(problem, Sudoku(size=size if has_boxes(size) else 9), "sudoku"))


def write_target_sudoku(problem: Problem) -> str:
    """Return a target sudoku, whose weights are the contest's, in its layout."""
    return _written(held(problem, TargetSudoku(), "target-sudoku"))


def join_grids(texts: Sequence[str]) -> str:
    """Return grids of one size and layout as one text: lines, or grids with a line between.

    Raises ModelError for grids that differ in these, and for JSON, where a text is one grid.
    """
    shapes = {_shape(text) for text in texts}
    if len(shapes) > 1:
        raise ModelError("grids of several sizes or layouts, expected one of both in a text")
    if len(texts) > 1 and texts[0].startswith("["):
        raise ModelError(f"{len(texts)} grids as JSON, expected one")
    return ("" if texts[0].count("\n") == 1 else "\n").join(texts)


def _shape(text: str) -> tuple[int, int, int]:
    """Return how many lines a grid has, and how many words and characters, the first of them."""
    first = text.partition("\n")[0]
    words = len(first.split())
    return text.count("\n"), words, len(first) if words == 1 else 0


def _written(puzzle: Sudoku) -> str:
    one_digit, one_letter = puzzle.size in DIGIT_SIZES, puzzle.size <= len(ascii_uppercase)
    room = dict.fromkeys(CHARACTERS + LETTERS, one_letter) | {"json": one_digit}
    layout = puzzle.layout if room.get(puzzle.layout, True) else "grid"
    return grid_text(given_rows(puzzle), layout) + "\n"


SUDOKU = Format(
    "sudoku",
    "sudokus: a puzzle a line, rows of digits, numbers or letters, or a JSON array",
    extensions=(".sdm",),
    sniff=_sniff,
    read=read_sudokus,
    write=write_sudoku,
    join=join_grids,
    example="# one of two\n1.....3..4.....2\n1............2..\n",
    comments=True,
)
TARGET_SUDOKU = Format(
    "target-sudoku",
    "the same texts as target sudokus, whose digits score (never guessed: say --from)",
    read=partial(read_sudokus, target=True),
    write=write_target_sudoku,
    join=join_grids,
    example="""\
7 0 0 9 0 0 0 0 1
1 0 0 0 0 5 9 0 0
0 0 0 2 0 0 0 8 0
0 0 5 0 2 0 0 0 3
0 0 0 0 0 0 6 4 8
4 1 3 0 0 0 0 0 0
0 0 7 0 0 2 0 9 0
2 0 1 0 6 0 8 0 4
0 8 0 5 0 4 0 1 2
""",
    comments=True,
)
