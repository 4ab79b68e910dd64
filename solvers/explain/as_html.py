"""An explanation as notebooks show it: its words, and the clashing cells in the puzzle's picture.

The cells of givens that clash are red; those of the groups that they meet in are shaded. So is the
cell of a choice that was asked about.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from ...models.answer import Answer
from ...models.picture.lettering import markup
from ...models.picture.notebook import Page, drawn_small, figure, shown
from ...models.picture.painters.painting import picture_of, places_of
from ...models.picture.picture import Picture
from ...models.picture.shapes import Cell, Place
from ...models.puzzle import Puzzle
from .finding import Finding
from .words import tell

__all__ = ["explanation_page", "explanation_picture"]

MOST_ROWS = 100_000  # of a puzzle's tables; of more nothing is drawn


def explanation_page(found: Finding) -> Page:
    """Return the page of an explanation."""
    return shown(found, lambda: _page(found))


def _page(found: Finding) -> Page:
    text = tell(found)
    heading, *lines = text.split("\n")
    items = "".join(f"<li>{markup(line.strip())}</li>" for line in lines)
    html = f"<p><b>{markup(heading)}</b></p>" + (f"<ul>{items}</ul>" if items else "")
    picture = explanation_picture(found)
    drawn = None if picture is None else drawn_small(picture)
    if drawn is not None:
        html = figure(drawn, "") + html
    return Page(f"<div>{html}</div>", drawn, text)


def explanation_picture(found: Finding) -> Picture | None:
    """Return the puzzle's picture with the clashing cells marked; None of a matrix, or if huge."""
    puzzle = found.problem
    if not isinstance(puzzle, Puzzle) or sum(map(len, puzzle.tables)) > MOST_ROWS:
        return None
    if not found.items and not found.givens and found.witnesses:
        return picture_of(puzzle, Answer(puzzle, found.witnesses[0]))
    picture, places = picture_of(puzzle), places_of(puzzle)
    asked = () if found.choice is None else (found.choice,)
    red = _cells(map(places, (*found.givens, *asked)))
    pale = _cells(map(places, (*_options_in(puzzle, found.items), *found.forbidden)))
    marks = [Cell(cell, "clash") for cell in red]
    marks += [Cell(cell, "touched") for cell in pale if cell not in red]
    told = f"cells that clash: {len(red)}, cells of groups: {len(pale)}"
    return replace(picture, shapes=(*picture.shapes, *marks), description=told)


def _cells(several: Iterable[tuple[Place, ...]]) -> dict[Place, None]:
    return dict.fromkeys(cell for places in several for cell in places)


def _options_in(puzzle: Puzzle, items: Sequence[int]) -> list[int]:
    """Return the options that are in one of the items, ascending."""
    matrix = puzzle.matrix
    wanted = np.isin(matrix.members, np.asarray(items, np.int64))
    owners = np.repeat(np.arange(matrix.options), np.diff(matrix.starts))
    return list(map(int, np.unique(owners[wanted])))
