"""Sudoku variants as constraint strings, the words of the Interactive Sudoku Solver (Sigh, 2020).

3.......5[... 81 characters].Cage~15~R1C1~R1C2.Thermo~R4C1~R3C2~R2C3.AntiKnight

A grid, or none, then constraints joined by dots: a word, and what it is about, joined by tildes;
rows and columns count from 1. `~R5C3_1` gives a digit, `~R5C3_1_2` leaves two. Blanks and
semicolons part constraints as dots do, commas and colons what tildes do. A puzzle begins with its
grid, or behind an empty line or a line `# comment`, or with a line that has a further `.Shape` or
`.Jigsaw`, where the puzzle above has its size; otherwise a line continues the puzzle above. A line
of a grid and the layout of its regions, two words, is a jigsaw (grids.py).

What stands between `Or` and `End` are branches of which one holds, between `And` and `End` one of
several words; `Replicate` puts what is before its `End` at several places. constraint_puzzles.py
makes puzzles of the words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from math import isqrt
from typing import NamedTuple

from ...errors import InputError
from ..source import Source
from .grids import givens_of, grid_and_layout

__all__ = ["MOST_WORDS", "Draft", "Word", "drafts", "nested"]

_GRID = re.compile(r"[.0-9]*")
_WORD = re.compile(r"[^.;\s]+")
_ONCE = ("shape", "jigsaw")
_GROUPS = ("or", "and", "replicate")
_LEAST = 16  # a run of fewer digits and dots before a word is no grid
MOST_WORDS = 20_000  # of a puzzle
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
    """A puzzle while it is read."""

    grid: str | None = None
    words: list[Word] = field(default_factory=list)
    place: tuple[int, int] = (1, 1)

    def has_one_of(self, words: Sequence[Word]) -> bool:
        """Whether it has a word already that stands once in a puzzle; a grid is as good as Shape.

        A line with such a word is of the next puzzle.
        """
        once = {word.word.lower() for word in words}.intersection(_ONCE)
        if not once:
            return False  # so that many lines of a puzzle are not looked at again for each
        mine = {word.word.lower() for word in self.words} | ({"shape"} if self.grid else set())
        return not once.isdisjoint(mine)


def drafts(source: Source) -> list[Draft]:
    """Return the puzzles of a text, their words one after the other."""
    found: list[Draft] = []
    last = -1
    for number, line in source.numbered():
        if line.lstrip().startswith("#"):
            continue
        start = len(line) - len(line.lstrip())
        jigsaw = grid_and_layout(line)
        if jigsaw is not None:
            found.append(
                Draft(None, _jigsaw_words(number, start + 1, *jigsaw), (number, start + 1))
            )
            last = number
            continue
        grid = _grid_at(source, number, line, start)
        rest = _words(number, line, start + len(grid or ""))
        words = list(islice(rest, MOST_WORDS + 1))
        if grid is not None or number != last + 1 or found[-1].has_one_of(words):
            found.append(Draft(grid, [], (number, start + 1)))
        found[-1].words += words
        if len(found[-1].words) > MOST_WORDS:
            what = f"more than {MOST_WORDS} constraints in a puzzle"
            raise source.error(
                f"{what}, expected fewer", number, found[-1].words[MOST_WORDS].column
            )
        last = number
    if not found:
        raise source.error("no line that is not a comment, expected a grid or constraints", 1)
    return found


def _jigsaw_words(line: int, column: int, grid: str, layout: str) -> list[Word]:
    """Return the words that say the same as a grid with a layout."""
    words = ("Jigsaw", (layout,)), ("NoBoxes", ()), ("", givens_of(grid))
    return [Word(line, column, *one) for one in words]


def _grid_at(source: Source, number: int, line: str, start: int) -> str | None:
    """Return the grid that a line begins with, if it does."""
    match = _GRID.match(line, start)
    run = "" if match is None else match[0]
    if len(run) < _LEAST:
        return None
    length = isqrt(len(run)) ** 2
    if not run[length:].strip(".") and len(run) - length <= _MOST_DOTS:
        return run[:length]
    what = f"a grid of {len(run)} characters, expected 81, or another square"
    raise source.error(what, number, start + 1)


def _words(number: int, line: str, start: int) -> Iterator[Word]:
    for match in _WORD.finditer(line, start):
        word, *about = re.split("[~,:]", match[0])
        yield Word(number, match.start() + 1, word, tuple(about))


def nested(source: Source, words: Sequence[Word]) -> list[Word]:
    """Return words with those up to an `End` inside the word that begins what it ends.

    Raises InputError for an `End` of nothing, and for a group without one.
    """
    open_words: list[tuple[Word | None, list[Word]]] = [(None, [])]
    for word in words:
        name = word.word.lower()
        if name in _GROUPS:
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
