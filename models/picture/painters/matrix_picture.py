"""A picture of a bare matrix: options are rows, items are columns, a mark stands where one is in.

A mark is the color of the entry, 1 where it has none. Primary items stand in a frame of their own,
above them how often they are to be covered unless that is once; costs stand at the right. The rows
of a solution are colored, each in its own color, and have a star in text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...matrix.exact_cover import ExactCover
from ...spelling import numeral
from ..picture import Cell, Outline, Picture, Shape, Text

__all__ = ["matrix_picture", "matrix_text"]

MOST_ROWS, MOST_COLUMNS, MOST_CELLS = 400, 200, 12_000


def matrix_picture(matrix: ExactCover, solution: Sequence[int] | None = None) -> Picture:
    """Return the picture of a matrix and of a solution, options by number; of a huge one words."""
    summary = _words(matrix, solution)
    if not _fits(matrix):
        return Picture((Text((0, 0), _instead(matrix, solution), "caption"),), description=summary)
    shapes = (*_headings(matrix, solution or ()), *_rows(matrix, solution or ()), *_frames(matrix))
    return Picture(shapes, title="exact cover", description=summary)


def matrix_text(matrix: ExactCover, solution: Sequence[int] | None = None) -> str:
    """Return the same as lines of text."""
    if not _fits(matrix):
        return _instead(matrix, solution)
    chosen = set(solution or ())
    lines = [["", *map(str, matrix.items), "cost"]]
    if matrix.has_multiplicities:
        lines.append(["", *(_times(matrix, item) for item in range(len(matrix.items))), ""])
    for option in range(matrix.options):
        marks = dict(_marks(matrix, option))
        star = "* " * (option in chosen)
        row = (marks.get(item, ".") for item in range(len(matrix.items)))
        lines.append([f"{star}{option + 1}", *row, str(matrix.costs[option])])
    return "\n".join(_aligned(matrix, lines))


def _fits(matrix: ExactCover) -> bool:
    rows, columns = matrix.options, len(matrix.items)
    most = rows <= MOST_ROWS and columns <= MOST_COLUMNS and rows * columns <= MOST_CELLS
    return most and rows * columns > 0


def _words(matrix: ExactCover, solution: Sequence[int] | None) -> str:
    """Return what a matrix is in a few words."""
    secondary = len(matrix.items) - matrix.primary
    parts = [f"{numeral(matrix.options)} options", f"{numeral(matrix.primary)} primary items"]
    parts += [f"{numeral(secondary)} secondary items"] * bool(secondary)
    summary = "exact cover: " + ", ".join(parts)
    return summary if solution is None else f"{summary}; {numeral(len(solution))} options chosen"


def _instead(matrix: ExactCover, solution: Sequence[int] | None) -> str:
    """Return the line for a matrix that is not drawn."""
    if not (matrix.options and len(matrix.items)):
        return _words(matrix, solution)
    most = f"{MOST_ROWS} rows, {MOST_COLUMNS} columns and {numeral(MOST_CELLS)} cells"
    return f"{_words(matrix, solution)}; too large to draw, expected {most} at most"


def _marks(matrix: ExactCover, option: int) -> Iterator[tuple[int, str]]:
    """Yield the items of an option, each with its mark."""
    weights = matrix.option_weights(option)
    for (item, color), weight in zip(matrix.option(option), weights, strict=True):
        yield item, str(matrix.color_names[color - 1]) if color else str(weight)


def _times(matrix: ExactCover, item: int) -> str:
    """Return how often an item is to be covered; nothing where that is usual."""
    low, high = int(matrix.low[item]), int(matrix.high[item])
    if item >= matrix.primary or low == high == 1:
        return ""
    return str(low) if low == high else f"{low}:{high}"


# ---- As shapes ----------------------------------------------------------------------------


def _headings(matrix: ExactCover, solution: Iterable[int]) -> Iterator[Shape]:
    chosen = set(solution)
    names = -2 if matrix.has_multiplicities else -1
    weighted = matrix.weighted_items
    for item, name in enumerate(matrix.items):
        kind = "primary" if item < matrix.primary else "secondary"
        yield Text((names, item), str(name), "heading", title=f"{name}: {kind} item")
        if times := _times(matrix, item):
            does = "add up to" if weighted[item] else "be covered"
            item_title = f"{name}: to {does} {times}" + " times" * (not weighted[item])
            yield Text((-1, item), times, "heading", title=item_title)
    for option in range(matrix.options):
        title = matrix.option_name(option)
        role = "answer" if option in chosen else "heading"
        yield Text((option, -1), str(option + 1), role, title=title)  # type: ignore[arg-type]
        if matrix.has_costs:
            cost = str(matrix.costs[option])
            yield Text((option, len(matrix.items)), cost, "heading", title=f"{title}: cost {cost}")
    if matrix.has_costs:
        yield Text((names, len(matrix.items)), "cost", "heading")


def _rows(matrix: ExactCover, solution: Iterable[int]) -> Iterator[Shape]:
    tints = {option: tint for tint, option in enumerate(solution)}
    for option in range(matrix.options):
        marks, tint = dict(_marks(matrix, option)), tints.get(option)
        for item in range(len(matrix.items)):
            if item in marks:
                role = "shaded" if tint is None else "plain"
                yield Cell((option, item))
                yield Cell((option, item), role, tint=tint)  # type: ignore[arg-type]
                mark = "label" if tint is None else "answer"
                yield Text((option, item), marks[item], mark)  # type: ignore[arg-type]
            else:
                yield Cell((option, item))


def _frames(matrix: ExactCover) -> Iterator[Shape]:
    """Yield the frames of the primary and of the secondary items."""
    if 0 < matrix.primary < len(matrix.items):
        for items in (range(matrix.primary), range(matrix.primary, len(matrix.items))):
            yield Outline(tuple((row, item) for row in range(matrix.options) for item in items))


# ---- As text ------------------------------------------------------------------------------


def _aligned(matrix: ExactCover, lines: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield lines whose columns are aligned, with a bar before the secondary items, and costs."""
    bars = {1 + matrix.primary} if matrix.primary < len(matrix.items) else set()
    end = 1 + len(matrix.items) + matrix.has_costs
    bars |= {end - 1} if matrix.has_costs else set()
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        parts = [f"{'| ' * (k in bars)}{line[k].rjust(widths[k])}" for k in range(end)]
        yield " ".join(parts).rstrip()
