"""What choices and demands are called on a page: in a pencil puzzle, by cells as R1C2."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ...models.pencil.answers import PencilPicture
from ...models.picture.picture import Place
from ...models.spelling import spell

if TYPE_CHECKING:
    from ...models.pencil.grid import Grid
    from ...models.puzzle import Puzzle

__all__ = ["LineOf", "demands", "explained", "line_of", "option_words", "plain"]

LONGEST = 48  # characters of a choice's words
_GROUP = re.compile(r"[\w+]+/(?:(?:cell|group) (?=\())?(?=[\w(])")  # which table a group is of
_CELL = re.compile(r"(?:\bcell )?\((\d+),(\d+)\)")  # as groups spell them; choices have a blank


def option_words(puzzle: Puzzle) -> Iterator[str]:
    """Yield what each choice is called; of a long name, as of a piece's cells, what is short."""
    grid = puzzle.picture.grid if isinstance(puzzle.picture, PencilPicture) else None
    for table in puzzle.tables:
        columns = tuple(table.columns)
        for number, row in enumerate(table.rows):
            words = puzzle.describe(table.offset + number)
            if grid is not None and (line := line_of(columns, row)) is not None:
                words = f"the line {_where(line, grid)}"
            elif words.startswith(f"{table.name}("):  # the puzzle has no words of its own
                pairs = zip(columns, row, strict=True)
                values = (
                    f"R{v[0] + 1}C{v[1] + 1}" if name == "cell" and grid else f"{name} {spell(v)}"
                    for name, v in pairs
                )
                words = f"{table.name} " + ", ".join(values)
            if len(words) > LONGEST:
                short = [str(value) for value in row if isinstance(value, str | int)]
                words = " ".join([table.name, *short])
                words = words if len(words) <= LONGEST else table.name
            yield words


def _where(line: LineOf, grid: Grid) -> str:
    """Return where a line is: between two cells, or at the rim of the grid beside one."""
    inside = [f"R{row + 1}C{col + 1}" for row, col in line.cells if grid.has((row, col))]
    if len(inside) == 2:
        return f"between {' and '.join(inside)}"
    (upper, left), (lower, _) = line.cells
    if upper < lower:
        return f"{'above' if upper < 0 else 'below'} {inside[0]}"
    return f"{'left' if left < 0 else 'right'} of {inside[0]}"


def demands(puzzle: Puzzle) -> list[str]:
    """Return what each primary item wants, in words."""
    rules = {rule.name: rule for rule in puzzle.rules}
    wanted = []
    for name in puzzle.matrix.items[: puzzle.matrix.primary]:
        rule = rules.get(getattr(name, "rule", ""))
        words = str(name) if rule is None else rule.demand(name.key)
        wanted.append(plain(puzzle, words))
    return wanted


def plain(puzzle: Puzzle, text: str) -> str:
    """Return a text about a puzzle; of a pencil puzzle, with cells as R1C2 and without tables."""
    if not isinstance(puzzle.picture, PencilPicture):
        return text
    return _CELL.sub(
        lambda match: f"R{int(match[1]) + 1}C{int(match[2]) + 1}", _GROUP.sub("", text)
    )


def explained(puzzle: Puzzle, text: str) -> str:
    """Return an explanation of a puzzle in the words of its page."""
    if not isinstance(puzzle.picture, PencilPicture):
        return text
    text = plain(puzzle, text)
    for option, words in enumerate(option_words(puzzle)):
        text = text.replace(puzzle.describe(option), words)
    return text


# ---- Lines of pencil puzzles ---------------------------------------------------------------------


class LineOf(NamedTuple):
    """The line that a choice is: between two cells, and whether it divides them or joins them."""

    cells: tuple[tuple[int, int], tuple[int, int]]
    divides: bool

    @property
    def ends(self) -> tuple[Place, Place]:
        """Where it begins and ends, in the picture."""
        (upper, left), (lower, right) = self.cells
        if not self.divides:
            return self.cells
        middle = (upper + lower) / 2, (left + right) / 2
        down, across = (right - left) / 2, (lower - upper) / 2
        first = (middle[0] - down, middle[1] - across)
        return first, (middle[0] + down, middle[1] + across)


def line_of(columns: tuple[str, ...], row: Sequence[Any]) -> LineOf | None:
    """Return the line that a row of a pencil puzzle's table is; None of another row."""
    if columns[-1] == "on":
        columns = columns[:-1]
        if row[-1] is not True:
            return None
    if columns in (("sides",), ("ends",)) and not isinstance(row[0], str):
        (upper, left), (lower, right) = row[0]
        if abs(lower - upper) + abs(right - left) == 1:  # others are helps of a rule
            return LineOf(tuple(row[0]), columns == ("sides",))
        return None
    if columns == ("row", "col", "down"):
        first = (row[0], row[1])
        return LineOf((first, (row[0] + row[2], row[1] + 1 - row[2])), False)
    return None
