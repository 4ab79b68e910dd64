"""Read a text for the page: its summary, picture and board, or its error and where."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable
from contextlib import suppress
from html import escape
from html.parser import HTMLParser
from typing import Any

from ....models.errors import InputError, MinuetError, ModelError
from ....models.formats import read as read_text
from ....models.formats.format import Problem
from ....models.formats.reading import Reading
from ....models.matrix.exact_cover import ExactCover
from ....models.pencil.answers import PencilPicture
from ....models.puzzle import Puzzle
from ....models.sudokus.grid_puzzle import GridPuzzle
from ....models.tables.table import Choices
from ....solvers.contract.deadline import Deadline, Stopped
from ....solvers.search.selection import selection_of
from ...board.data import board_data, dark_style
from .clues import clues_of
from .output import ANSWER, Output, described

__all__ = ["Cells", "cells_of", "first_of", "fragment", "image", "read"]

LARGEST = 100  # rows, columns
FILE = "<text>"
_SIZES = re.compile(r"table .+ of \d+ choices?|\d+ rules?")  # which say little to who solves it
COMPILING = 2.0  # seconds
DRAWING = 0.75  # of the time that is left, in which the choices are to be drawn


# ---- Grids: puzzles whose choices are a digit for each cell --------------------------------------


class Cells:
    """A grid over a table of three columns: row, column and what may stand in the cell."""

    def __init__(self, puzzle: Puzzle, table: Choices, choices: Iterable[tuple[Any, ...]]) -> None:
        self.puzzle, self.table = puzzle, table
        triples = list(choices)
        rows, cols = (sorted({triple[k] for triple in triples}) for k in (0, 1))
        self.rows = {row: place for place, row in enumerate(rows)}
        self.cols = {col: place for place, col in enumerate(cols)}
        self.there = {(self.rows[triple[0]], self.cols[triple[1]]) for triple in triples}
        self.symbols = [str(value) for value in dict.fromkeys(triple[2] for triple in triples)]

    def values(self, options: Iterable[int]) -> list[list[str | None]]:
        """Return what chosen options put into the cells: "" nothing; None: there is no cell."""
        filled: list[list[str | None]] = [
            ["" if (row, col) in self.there else None for col in range(len(self.cols))]
            for row in range(len(self.rows))
        ]
        first, end = self.table.offset, self.table.offset + len(self.table)
        for option in options:
            if first <= option < end:
                row, col, value = self.table[option - first]
                filled[self.rows[row]][self.cols[col]] = str(value)
        return filled

    def text(self, options: Iterable[int]) -> str:
        """Return what chosen options put into the cells, a row a line; `.` for an empty cell."""
        wide = max(map(len, self.symbols))
        between = " " if wide > 1 else ""
        return "\n".join(
            between.join(
                " " * wide if value is None else f"{value or '.':>{wide}}" for value in line
            )
            for line in self.values(options)
        )


def cells_of(puzzle: object) -> Cells | None:
    """Return the grid of a puzzle; None for one that is no such grid."""
    if not isinstance(puzzle, Puzzle) or not puzzle.tables:
        return None
    if not isinstance(puzzle, GridPuzzle) and len(puzzle.tables) != 1:
        return None
    table = puzzle.digit if isinstance(puzzle, GridPuzzle) else puzzle.tables[0]
    if tuple(table.columns) != ("row", "col", "value") or len(table) > LARGEST**2 * LARGEST:
        return None
    cells = Cells(puzzle, table, table)
    full = len(cells.rows) <= LARGEST and len(cells.cols) <= LARGEST
    return cells if full and len(cells.symbols) > 1 else None


# ---- The task ------------------------------------------------------------------------------------


def read(task: dict[str, Any], output: Output) -> None:
    """Tell what a text holds, or what is wrong with it."""
    deadline = Deadline(task["seconds"])
    try:
        reading, problem = first_of(task, deadline)
        svg = picture_of(problem)
        fields = {
            "ok": True,
            "format": reading.format,
            **words_of(problem),
            "warnings": reading.to_dict()["warnings"],
            "title": problem.name if isinstance(problem, Puzzle) else "",
            "svg": svg,
            "items": None,
            "options": None,
            "best": problem.has_costs if isinstance(problem, ExactCover) else problem.has_objective,
            "board": None,
            "clues": None if svg is None else clues_of(problem),
            "puzzles": len(reading.problems),
        }
        with suppress(Stopped):  # what is large is compiled when a question is put
            matrix = selection_of(problem, (), deadline.within(COMPILING))[0]
            fields |= {"items": len(matrix.items), "options": matrix.options}
            if task["board"]:
                fields["board"] = board_of(problem, deadline.within(DRAWING * deadline.left()))
    except (MinuetError, MemoryError, PermissionError) as error:
        fields = {"ok": False, **described(error)}
    output.send(ANSWER, fields, last=True)


def first_of(task: dict[str, Any], deadline: Deadline) -> tuple[Reading, Problem]:
    """Return what a task's text holds, and the first of its problems.

    Raises InputError for a text that cannot be read, Unreached at the deadline.
    """
    text, form = task["text"], task["format"]
    reading = read_text(text, file=FILE, form=form, time_limit=round(deadline.left(), 2))
    if not len(reading.problems):
        raise InputError("no puzzle, expected one", file=FILE)
    return reading, reading.problems[0]


def words_of(problem: Problem) -> dict[str, str]:
    """Return what was read, and the rules of a pencil puzzle, in the words of who solves it."""
    if isinstance(problem, Puzzle) and isinstance(problem.picture, PencilPicture):
        kind, grid = problem.picture.kind, problem.picture.grid
        parts = [kind.title, f"{grid.rows} rows", f"{grid.cols} columns"]
        parts += [f"{len(grid.clues)} clues"] if len(grid.clues) > 1 else []
        return {"summary": ", ".join(parts), "rules": kind.about}
    parts = [part for part in problem.summary.split(", ") if not _SIZES.fullmatch(part)]
    return {"summary": ", ".join(parts) or problem.summary, "rules": ""}


def board_of(problem: Problem, deadline: Deadline) -> dict[str, Any] | None:
    """Return what the page plays on; None for a puzzle without such a picture.

    It is `editable` if a text can hold other givens: those of pencil puzzles are clues.
    """
    try:
        board = board_data(problem, check=deadline.check)
    except ModelError:
        return None
    is_pencil = isinstance(problem, Puzzle) and isinstance(problem.picture, PencilPicture)
    return board | {"style": dark_style(board), "editable": not is_pencil}


def picture_of(problem: Problem) -> str | None:
    """Return a puzzle with its givens as SVG; None of a matrix, and of what would be huge."""
    return None if isinstance(problem, ExactCover) else problem.page().svg


# ---- HTML of notebooks, made safe for the page ---------------------------------------------------
#
# The page's policy allows no style inside a document. So a fragment keeps only text and a few
# elements with their classes, and a picture becomes an image: a document with a style of its own.


KEPT = frozenset(
    [
        *("b", "br", "code", "div", "em", "figcaption", "figure", "h3", "h4", "i", "li", "ol", "p"),
        *("pre", "small", "span", "strong", "sub", "sup"),
        *("table", "tbody", "td", "th", "thead", "tr", "ul"),
    ]
)
ALONE = frozenset(["br"])
DROPPED = frozenset(["script", "style", "template"])
_PICTURE = re.compile(r"<svg\b.*?</svg>", re.DOTALL)
_TITLE = re.compile(r"<title[^>]*>(.*?)</title>", re.DOTALL)


def fragment(html: str | None) -> str | None:
    """Return what is left of a fragment; None of none."""
    if html is None:
        return None
    parts: list[str] = []
    place = 0
    for match in _PICTURE.finditer(html):
        parts += [_plain(html[place : match.start()]), image(match[0])]
        place = match.end()
    return "".join((*parts, _plain(html[place:])))


def image(svg: str) -> str:
    """Return a picture as an image that needs no other request."""
    title = _TITLE.search(svg)
    label = escape("picture" if title is None else re.sub("<[^>]*>", "", title[1]).strip())
    data = b64encode(svg.encode()).decode()
    return f'<img class="minuet-picture" alt="{label}" src="data:image/svg+xml;base64,{data}">'


def _plain(html: str) -> str:
    cleaner = _Cleaner()
    cleaner.feed(html)
    cleaner.close()
    return "".join(cleaner.parts)


class _Cleaner(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._dropped = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._dropped += tag in DROPPED
        if tag in KEPT:
            classes = escape(dict(attrs).get("class") or "")
            self.parts.append(f'<{tag} class="{classes}">' if classes else f"<{tag}>")

    def handle_endtag(self, tag: str) -> None:
        self._dropped -= tag in DROPPED and self._dropped > 0
        if tag in KEPT and tag not in ALONE:
            self.parts.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        if not self._dropped:
            self.parts.append(escape(data))
