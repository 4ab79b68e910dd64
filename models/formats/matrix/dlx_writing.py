"""Writes Knuth's DLX text; dlx_text.py says what stands in it, and reads it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ...matrix.exact_cover import ExactCover
from ...matrix.validation import BOUND_LIMIT, SIZE_LIMIT
from ...puzzle import Puzzle
from ...telling.spelling import plain
from .refusals import require_items_alone

__all__ = ["LONE", "LONGEST_NAME", "option_line", "remarks", "writable", "write_dlx"]

LONGEST_NAME = 1000
LONE = ("|", ":")  # may be colors, as they are to Knuth's programs
_UNWRITABLE = re.compile("[\\s|:\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_STARRED = re.compile(r"\*(?=-?[0-9]+$)")  # what would be read as a weight


def write_dlx(problem: Puzzle | ExactCover, comment: str | None = None) -> str:
    """Return a puzzle or a matrix as DLX text; of a matrix, `read_dlx` gives it back.

    problem  of a puzzle, its givens and forbidden choices are written too: a given is a primary
             item `given_K` that option K alone has, and what is forbidden is left out. So the text
             has the puzzle's own solutions. A matrix (`puzzle.matrix`) knows of neither
    comment  what stands in the first line; by default, what it is. The format knows least costs
             only: a puzzle that maximises is written with the negated worths, and a comment says so

    What the format cannot say is said otherwise: characters that a name cannot hold become `_` (and
    names that this makes equal get a number), colors are numbered anew in the order in which they
    come up, and an option without items gets a secondary item of its own, which changes nothing.
    What options mean (their labels) has no place in the text. Raises ModelError for graph rules and
    statements.
    """
    matrix = problem if isinstance(problem, ExactCover) else problem.selected_matrix
    require_items_alone(matrix, "dlx")
    empty = np.flatnonzero(np.diff(matrix.starts) == 0).tolist()
    told = [*map(plain, matrix.items), *(f"free{k + 1}" for k in empty)]
    if matrix.has_weights:
        told = [_STARRED.sub("_", name) for name in told]
    names = writable(told)
    colors = ["", *(":" + name for name in _colors(matrix.color_names))]
    own = dict(zip(empty, names[len(matrix.items) :], strict=True))
    members, starts = matrix.members.tolist(), matrix.starts.tolist()
    paints, costs = matrix.colors.tolist(), matrix.costs.tolist()
    stars = matrix.weights.tolist() if matrix.has_weights else None
    comments = [comment or f"{_title(problem)}, written by minuet", *remarks(problem)]
    lines = [*("| " + " ".join(text.split()) for text in comments), _item_line(matrix, names)]
    for k in range(matrix.options):
        part = slice(starts[k], starts[k + 1])
        words = [
            names[item] + colors[paint]
            for item, paint in zip(members[part], paints[part], strict=True)
        ] or [own[k]]
        if stars is not None and starts[k] < starts[k + 1]:
            words = list(map(_starred, words, stars[part]))
        if costs[k]:
            words.append(f"|{costs[k]}")
        lines.append(" ".join(words))
    return "\n".join(lines) + "\n"


def _starred(word: str, weight: int) -> str:
    return word if weight == 1 else f"{word}*{weight}"


def _colors(names: Sequence[object]) -> Iterator[str]:
    """Yield the colors as they are written: a lone bar or colon can be one."""
    plain = list(map(str, names))
    for name, written in zip(plain, writable(plain), strict=True):
        yield name if name in LONE else written


def option_line(matrix: ExactCover, option: int) -> str:
    """Return one option as its line of DLX text, its names as they are. ModelError: no option."""
    names = [
        f"{matrix.items[item]}:{matrix.color_names[color - 1]}"
        if color
        else _starred(str(matrix.items[item]), weight)
        for (item, color), weight in zip(
            matrix.option(option), matrix.option_weights(option), strict=True
        )
    ]
    cost = int(matrix.costs[option])
    return " ".join([*names, f"|{cost}"] if cost else names)


def _title(problem: Puzzle | ExactCover) -> str:
    return "an exact cover" if isinstance(problem, ExactCover) else problem.name


def remarks(problem: Puzzle | ExactCover) -> Iterator[str]:
    """Yield what is to be known of a puzzle's costs."""
    if not isinstance(problem, ExactCover) and problem.has_objective and problem.objective(1) < 0:
        yield "maximized: the costs are the negated worths"


def _item_line(matrix: ExactCover, names: Sequence[str]) -> str:
    words: list[str] = []
    # Past 32 bits all bounds on the number of options are alike.
    most = np.where(matrix.weighted_items, BOUND_LIMIT, SIZE_LIMIT)
    lows, highs = (np.minimum(some, most).tolist() for some in (matrix.low, matrix.high))
    for name, low, high in zip(names, lows, highs, strict=False):
        if len(words) == matrix.primary:
            break
        bounds = f"{low}|" if low == high else f"{low}:{high}|"
        words.append(name if low == high == 1 else bounds + name)
    secondary = names[matrix.primary :]
    if secondary or not words:
        words += ["|" if words else " |", *secondary]
    return " ".join(words)


def writable(names: Sequence[Any], unwritable: re.Pattern[str] = _UNWRITABLE) -> list[str]:
    """Return names that differ and that the format can hold, the same wherever possible."""
    plain = [unwritable.sub("_", name)[:LONGEST_NAME] or "_" for name in names]
    taken = set(plain)
    result: dict[str, None] = {}
    tries: dict[str, int] = {}
    for name in plain:
        chosen = name
        while chosen in result or (chosen != name and chosen in taken):
            tries[name] = tries.get(name, 1) + 1
            suffix = f"_{tries[name]}"
            chosen = name[: LONGEST_NAME - len(suffix)] + suffix
        result[chosen] = None
    return list(result)
