"""Sudoku variants as constraint strings, the words of the Interactive Sudoku Solver (Sigh, 2020).

3.......5[... 81 characters].Cage~15~R1C1~R1C2.Thermo~R4C1~R3C2~R2C3.AntiKnight

A grid, or none, then constraints joined by dots: a word, and what it is about, joined by tildes;
rows and columns count from 1. `~R5C3_1` gives a digit, `~R5C3_1_2` leaves two. Semicolons separate
constraints as dots do, commas and colons are tildes; a blank separates constraints where a word
begins behind it, and is dropped within one, as is the end of a line.

As on the page, empty lines and lines `# comment` do not end a puzzle. A text of several puzzles
gives each its size: a line with a grid, a `.Shape` or a `.Jigsaw` begins the next puzzle if the
one above has its size (or its `.Jigsaw`) already. A line of a grid and the layout of its regions,
two words, is a jigsaw (grids.py).

What stands between `Or` and `End` are branches of which one holds, between `And` and `End` one of
several words; `Replicate` puts what is before its `End` at several places. constraint_puzzles.py
makes puzzles of the words.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import isqrt
from typing import NamedTuple

from ...errors import InputError
from ...sudokus.constraints import kind_of_word
from ..source import Source
from .grids import givens_of, grid_and_layout

__all__ = [
    "GIVENS",
    "GROUPS",
    "MOST_WORDS",
    "SWITCHES",
    "Draft",
    "Word",
    "drafts",
    "is_known",
    "nested",
    "puzzle_lines",
]

_LOG = logging.getLogger(__name__)

_GRID = re.compile(r"[.0-9]*")
_WORD = re.compile(r"([.;\s]*)([^.;\s]+)")
_SIZED = re.compile(r"(?:^|[.;\s])(shape|jigsaw)(?![a-z])", re.IGNORECASE)
_GIVEN_CELLS = re.compile(r"(?:~[a-z]+[0-9a-z]*_[0-9_]+)+", re.IGNORECASE)
_TILDES = re.compile("[~,:]")
SWITCHES = ("noboxes", "windoku", "searchpriority")
GIVENS = ("", "givens")
GROUPS = ("or", "and", "replicate")
_LAYOUT = ("shape", "jigsaw", "regionsize", "var")
_OTHERS = (*_LAYOUT, *SWITCHES, *GIVENS, *GROUPS, "diagonal", "end")  # they are no constraints
_LEAST = 16  # a run of fewer digits and dots before a word is no grid
MOST_WORDS = 20_000  # of a puzzle
_SHORTEST = 3  # an unknown word of fewer letters is a part of the one before
_MOST_DOTS = 3  # between a grid and its first constraint
_DEEPEST = 20  # groups in each other


class Word(NamedTuple):
    """A constraint as it stands in the text: its place, its word, what it is about.

    inner  what stands between the word and its `End`
    """

    line: int
    column: int
    word: str
    about: tuple[str, ...]
    inner: tuple[Word, ...] = ()


@dataclass
class Draft:
    """A puzzle while it is read.

    sized  what it has of a grid or `.Shape`, and of `.Jigsaw`: the words that stand once
    lines  (line number, line) of each line that is no comment
    """

    grid: str | None = None
    words: list[Word] = field(default_factory=list)
    place: tuple[int, int] = (1, 1)
    sized: set[str] = field(default_factory=set)
    lines: list[tuple[int, str]] = field(default_factory=list)

    @property
    def is_whole(self) -> bool:
        """Whether no comment and no empty line stands in it."""
        return self.lines[-1][0] - self.lines[0][0] + 1 == len(self.lines)


def drafts(source: Source) -> list[Draft]:
    """Return the puzzles of a text, their words one after the other."""
    found = list(_pieces(source))
    for draft in found:
        _read_words(source, draft)
    if not found:
        raise source.error("no line that is not a comment, expected a grid or constraints", 1)
    parted = next((draft for draft in found if not draft.is_whole), None)
    if parted is not None and source.guessed:
        what = "are one puzzle, a line with .Shape or a grid would begin the next"
        first, last = parted.lines[0][0], parted.lines[-1][0]
        _LOG.info("%s: lines %d to %d %s", source.file, first, last, what)
    return found


def puzzle_lines(source: Source) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines of each puzzle, with the number of lines before it."""
    every = source.text.split("\n")
    for draft in _pieces(source):
        first, last = draft.lines[0][0], draft.lines[-1][0]
        yield first - 1, every[first - 1 : last]


def _pieces(source: Source) -> Iterator[Draft]:
    """Yield a draft for each puzzle, with its lines and without its words."""
    draft = Draft()
    for number, line in source.numbered():
        if line.lstrip().startswith("#"):
            continue
        if grid_and_layout(line) is not None:
            sized = {"shape", "jigsaw"}
        else:
            sized = {word.lower() for word in _SIZED.findall(line)}
            if len(_run(line)) >= _LEAST:
                sized.add("shape")
        if not draft.lines or not sized.isdisjoint(draft.sized):
            if draft.lines:
                yield draft
            draft = Draft(place=(number, len(line) - len(line.lstrip()) + 1))
        draft.lines.append((number, line))
        draft.sized |= sized
    if draft.lines:
        yield draft


def _run(line: str) -> str:
    """Return the digits and dots with which a line begins."""
    match = _GRID.match(line, len(line) - len(line.lstrip()))
    return "" if match is None else match[0]


def _read_words(source: Source, draft: Draft) -> None:
    """Fill in the grid and the words of a draft. Raises InputError for a grid of no size."""
    for begun in _texts(source, draft):
        draft.words += begun.words()
        if len(draft.words) > MOST_WORDS:
            last = draft.words[MOST_WORDS]
            what = f"more than {MOST_WORDS} constraints in a puzzle, expected fewer"
            raise source.error(what, last.line, last.column)


@dataclass
class _Text:
    """The text of a word, in pieces with blanks or line ends between."""

    line: int
    column: int
    pieces: list[str]

    def words(self) -> list[Word]:
        """Return the word, as a list of one."""
        said, *about = re.split(_TILDES, "".join(self.pieces))
        return [Word(self.line, self.column, said, tuple(about))]

    def goes_on(self, text: str) -> bool:
        """Whether a text behind a blank or the end of a line belongs to the word."""
        if re.match(_TILDES, text):
            return _GIVEN_CELLS.fullmatch(text) is None
        if re.match(_TILDES, self.pieces[-1][-1]):
            return True
        begun, said = (
            re.split(_TILDES, one, maxsplit=1)[0] for one in (text, "".join(self.pieces[:3]))
        )
        return not is_known(begun) and (len(begun) < _SHORTEST or not is_known(said))


class _Jigsaw(NamedTuple):
    """A line of a grid and its layout."""

    line: int
    column: int
    grid: str
    layout: str

    def words(self) -> list[Word]:
        """Return the words that say the same."""
        words = ("Jigsaw", (self.layout,)), ("NoBoxes", ()), ("", givens_of(self.grid))
        return [Word(self.line, self.column, *one) for one in words]


def _texts(source: Source, draft: Draft) -> Iterator[_Text | _Jigsaw]:
    """Yield the text of each word, and fill in the grid."""
    begun: _Text | None = None
    last = -1
    for number, line in draft.lines:
        start = len(line) - len(line.lstrip())
        jigsaw = grid_and_layout(line)
        is_sized = jigsaw is not None or len(_run(line)) >= _LEAST
        if begun is not None and (is_sized or number != last + 1):
            yield begun  # no word goes on behind a comment, an empty line or a grid
            begun = None
        if jigsaw is not None:
            yield _Jigsaw(number, start + 1, *jigsaw)
            continue
        if is_sized:
            draft.grid = _grid_at(source, number, line, start)
            start += len(draft.grid)
        for match in _WORD.finditer(line, start):
            separators, text = match[1], match[2]
            if begun is not None and not separators.strip() and begun.goes_on(text):
                begun.pieces.append(text)
                continue
            if begun is not None:
                yield begun
            begun = _Text(number, match.start(2) + 1, [text])
        if begun is not None and line[-1] in ".;":
            yield begun
            begun = None
        last = number
    if begun is not None:
        yield begun


def _grid_at(source: Source, number: int, line: str, start: int) -> str:
    """Return the grid that a line begins with."""
    run = _run(line)
    length = isqrt(len(run)) ** 2
    if not run[length:].strip(".") and len(run) - length <= _MOST_DOTS:
        return run[:length]
    what = f"a grid of {len(run)} characters, expected 81, or another square"
    raise source.error(what, number, start + 1)


def is_known(word: str) -> bool:
    """Whether a word is one that minuet has."""
    name = word.lower()
    return name in _OTHERS or kind_of_word(name) is not None


def nested(source: Source, words: Sequence[Word]) -> list[Word]:
    """Return words with those up to an `End` inside the word that begins what it ends.

    Raises InputError for an `End` of nothing, and for a group without one.
    """
    open_words: list[tuple[Word | None, list[Word]]] = [(None, [])]
    for word in words:
        name = word.word.lower()
        if name in GROUPS:
            if len(open_words) > _DEEPEST:
                raise _error(source, word, f"over {_DEEPEST} groups in each other, expected fewer")
            open_words.append((word, []))
        elif name == "end":
            begun, inner = open_words.pop()
            if begun is None:
                raise _error(source, word, "End of nothing, expected Or, And or Replicate before")
            open_words[-1][1].append(begun._replace(inner=tuple(inner)))
        else:
            open_words[-1][1].append(word)
    begun, found = open_words[-1]
    if begun is not None:
        raise _error(source, begun, f"{begun.word} without an end, expected .End")
    return found


def _error(source: Source, word: Word, what: str) -> InputError:
    return source.error(what, word.line, word.column)
