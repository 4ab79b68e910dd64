"""The clues of a pencil puzzle as the page edits them: where each word of its grid stands.

A kind declares the parts of its grid, and of each part where its words are drawn and which marks
they may be. So one may point at any word in the picture and give it another mark.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil, floor
from typing import TYPE_CHECKING, Any

from ....models.errors import ModelError
from ....models.pencil import find_kind
from ....models.pencil.answers import PencilPicture
from ....models.pencil.grid import BLANKS, SHAPES, Grid
from ....models.picture.labels import labelled
from ....models.picture.painters.painting import picture_of
from ....models.picture.paper import Paper
from ....models.picture.picture import Cell, Picture, Place
from ....models.picture.svg import svg
from ....models.puzzle import Puzzle

if TYPE_CHECKING:
    from ....models.pencil.clues import Part
    from ....models.pencil.kind import Kind

__all__ = ["HEAD", "Change", "clues_of", "grid_of", "reclued", "rewritten"]

HEAD = "head"  # the words behind the size, as a part of one line
BLANK = BLANKS[0]

Change = tuple[str, int, int | None, str]  # a part, a line, a word (None: the line), the new mark


def grid_of(problem: object) -> Grid | None:
    """Return the grid of a pencil puzzle; None of another puzzle."""
    if isinstance(problem, Puzzle) and isinstance(problem.picture, PencilPicture):
        return problem.picture.grid
    return None


def clues_of(problem: object) -> dict[str, Any] | None:
    """Return where the words of a pencil puzzle's grid stand in its picture, and what they may be.

    None for another puzzle, and for one without a picture.
    """
    if not isinstance(problem, Puzzle) or not isinstance(problem.picture, PencilPicture):
        return None
    kind, grid = find_kind(problem.picture.kind.name), problem.picture.grid
    paper = Paper(labelled(picture_of(problem)))
    vacant = kind.vacant_cells(grid)
    parts: list[dict[str, Any]] = []
    words: list[dict[str, Any]] = []
    places: dict[tuple[float, float], int] = {}
    for part in kind.clues:
        if part.name not in grid.parts or not (part.marks or part.signs.patterns):
            continue
        for line, word, mark in _words(part, grid):
            last = len(grid.parts[part.name][line]) - 1
            place = part.place(grid, line, last if word is None else word)
            if place in vacant:
                continue
            x, y = paper.point(place)
            spot = places.setdefault((round(x, 1), round(y, 1)), len(places))
            at = {"part": len(parts), "line": line, "word": word, "place": spot}
            words.append({**at, "mark": mark, "where": _where(place, grid)})
        looks = [[mark, _look(part, mark)] for mark in part.marks]
        parts.append(
            {"name": part.name, "noun": part.noun, "expected": part.expected, "looks": looks}
        )
    return {
        "size": [round(paper.width, 1), round(paper.height, 1)],
        "places": list(places),
        "parts": parts,
        "words": words,
        "head": _head(kind, grid),
    }


def _words(part: Part, grid: Grid) -> Iterator[tuple[int, int | None, str]]:
    """Yield the line, the place and the mark of each word; of lists each line as a whole."""
    for line, marks in enumerate(grid.parts[part.name]):
        if SHAPES[part.name].words is None:
            yield line, None, " ".join(mark for mark in marks if mark not in BLANKS)
        else:
            for word, mark in enumerate(marks):
                yield line, word, "" if mark in BLANKS else mark


def _where(place: Place, grid: Grid) -> str:
    """Return in words where a word is drawn."""
    row, col = place
    if not -1 < row < grid.rows:
        return f"{'above' if row < 0 else 'below'} column {col + 1:g}"
    if not -1 < col < grid.cols:
        return f"{'left' if col < 0 else 'right'} of row {row + 1:g}"
    rows = {max(0, floor(row)), min(ceil(row), grid.rows - 1)}
    cols = {max(0, floor(col)), min(ceil(col), grid.cols - 1)}
    names = [f"R{r + 1}C{c + 1}" for r in sorted(rows) for c in sorted(cols)]
    between = {1: "at", 2: "between"}.get(len(names), "at the corner of")
    return f"{between} {' and '.join((names[0], names[-1])[: len(names)])}"


def _look(part: Part, mark: str) -> str | None:
    """Return a mark as it looks in a cell, as SVG; None if that is a text."""
    look = part.signs.looks.get(mark)
    return None if look is None else svg(Picture((Cell((0, 0)), *look.draw((0, 0))), title=mark))


def _head(kind: Kind, grid: Grid) -> dict[str, str] | None:
    """Return the words behind the size, and what they mean; None if the kind has none."""
    meanings = [each for each in kind.head if each != "..."]
    meanings += [f"{word!r}: {meaning}" for word, meaning in kind.variants.items()]
    meanings += ["further numbers"] if "..." in kind.head and not meanings else []
    return {"mark": " ".join(grid.head), "expected": ", ".join(meanings)} if meanings else None


def reclued(puzzle: Puzzle, changes: Sequence[Change]) -> Puzzle:
    """Return a pencil puzzle with other words in its grid.

    Raises ModelError for another puzzle, and for words that the grid lacks or the kind refuses.
    """
    if not isinstance(puzzle.picture, PencilPicture):
        raise ModelError(f"{puzzle.name} has no clues, expected a pencil puzzle")
    kind, grid = find_kind(puzzle.picture.kind.name), puzzle.picture.grid
    head = grid.head
    parts = {name: [list(line) for line in lines] for name, lines in grid.parts.items()}
    for name, line, word, mark in changes:
        marks = mark.split()
        if name == HEAD:
            head = tuple(marks)
            continue
        lines = parts.get(name, [])
        if line >= len(lines) or (word is not None and word >= len(lines[line])):
            raise ModelError(f"no word {word} in line {line} of {name!r}, expected one of the grid")
        if word is None and SHAPES[name].words is None:
            lines[line] = marks or [BLANK]
        elif word is not None and len(marks) < 2:
            lines[line][word] = marks[0] if marks else BLANK
        else:
            raise ModelError(f"{mark!r}, expected one mark")
    changed = replace(
        grid, head=head, parts={name: tuple(map(tuple, lines)) for name, lines in parts.items()}
    )
    made = kind.puzzle(changed)
    made.name = puzzle.name
    return made


def rewritten(text: str, before: Grid, after: Grid) -> str | None:
    """Return a text in which a grid stands, a line of words each, with other words; None: in none.

    All else stays as it is: comments, layout, the name of the kind.
    """
    lines = [
        (old, new)
        for name, marks in before.parts.items()
        for old, new in zip(marks, after.parts[name], strict=True)
    ]
    sizes = [tuple(map(str, (grid.rows, grid.cols, *grid.head))) for grid in (before, after)]
    lines.insert(0, (sizes[0], sizes[1]))
    between = r"[ \t]+"
    rows = (between.join(map(re.escape, old)) for old, _ in lines)
    pattern = r"[ \t]*\r?\n[ \t]*".join(f"({row})" for row in rows)
    match = re.search(rf"(?<!\w){pattern}(?!\w)", text)
    if match is None:
        return None
    for number, (old, new) in reversed(list(enumerate(lines, 1))):
        if old != new:
            begin, end = match.span(number)
            text = text[:begin] + " ".join(new) + text[end:]
    return text
