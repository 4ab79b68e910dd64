"""Sudokus with signs between the cells: greater-than sudokus.

. < . > 3 | . ...      a row: cells, digits or dots, and the sign between each two: `<`, `>`, or `|`
^ - v - ...            below it, under each cell: `^` where the upper one is less, `v` where it is
                       greater, `-` for no sign

2n - 1 lines in all; blanks between the marks may be left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ...errors import ModelError, excerpt
from ..format import Confidence, Format, Problem
from ..instances import LazyPuzzles
from ..likeness import same_cover
from ..source import Source, plural
from .grids import DIGIT_SIZES, Grid, given_rows, size_of

if TYPE_CHECKING:
    from ...sudokus.grid_shape import Cell
    from ...sudokus.sudoku import Sudoku

__all__ = ["GREATER_THAN", "read_greater_than"]

_ACROSS, _DOWN = "<>|", "^v-"
_DIGITS = ".0123456789"
Marks = Sequence[tuple[int, str]]


class _Draft(NamedTuple):
    """A puzzle as it was read: the givens, and pairs of cells of which the first holds less."""

    grid: Grid
    pairs: Sequence[tuple[Cell, Cell]]
    origin: str


class _Puzzles(LazyPuzzles["Sudoku", _Draft]):
    """The puzzles of a text, each made when it is asked for."""

    def _made(self, draft: _Draft) -> Sudoku:
        from ...sudokus.constraints import Less
        from ...sudokus.sudoku import Sudoku

        puzzle = Sudoku(draft.grid, constraints=[Less(pair) for pair in draft.pairs])
        puzzle.layout = "rows"
        return puzzle

    def _origin(self, place: int) -> str | None:
        return self._drafts[place].origin


def _marks(line: str) -> list[tuple[int, str]]:
    return [(k + 1, mark) for k, mark in enumerate(line) if not mark.isspace()]


def _sniff(source: Source) -> Confidence:
    lines = [line for line in source.head() if not line.lstrip().startswith("#")][:2]
    if len(lines) < 2:
        return Confidence.NO
    row, below = ([mark for _, mark in _marks(line)] for line in lines)
    cells, signs = row[::2], row[1::2]
    fits = (
        len(cells) in DIGIT_SIZES
        and abs(len(below) - len(cells)) <= 1
        and sum(mark in _ACROSS for mark in signs) >= len(cells) - 2
        and sum(mark in _DOWN for mark in below) >= len(below) - 1
    )
    return Confidence.STRONG if fits else Confidence.NO


def read_greater_than(source: Source) -> Sequence[Sudoku]:
    """Return the puzzles. Raises InputError for a mark or a number of them that does not fit."""
    drafts: list[_Draft] = []
    rows: list[tuple[int, Marks]] = []
    size = 0
    for number, line in source.without_comments().numbered():
        marks = _marks(line)
        if not rows:
            size = (len(marks) + 1) // 2 if (len(marks) + 1) // 2 in DIGIT_SIZES else 9
        wanted = size if len(rows) % 2 else 2 * size - 1
        if len(marks) != wanted:
            message = f"{plural(len(marks), 'mark')} in the line, expected {wanted}"
            raise source.error(message, number, marks[min(len(marks) - 1, wanted)][0])
        rows.append((number, marks))
        if len(rows) == 2 * size - 1:
            drafts.append(_draft(source, rows, size))
            rows = []
    if rows:
        message = f"{plural(len(rows), 'line')} of the grid, expected {2 * size - 1}"
        raise source.error(message, rows[-1][0] + 1)
    return _Puzzles(drafts)


def _draft(source: Source, rows: Sequence[tuple[int, Marks]], size: int) -> _Draft:
    grid: Grid = []
    pairs: list[tuple[Cell, Cell]] = []
    for place, (number, marks) in enumerate(rows):
        row, below = divmod(place, 2)
        for k, (column, mark) in enumerate(marks):
            col = k if below else k // 2
            is_sign = bool(below) or k % 2 == 1
            allowed = (_DOWN if below else _ACROSS) if is_sign else _DIGITS[: size + 2]
            if mark not in allowed:
                wanted = " ".join(allowed) if is_sign else f"1 to {size} or ."
                raise source.error(f"{excerpt(mark)}, expected {wanted}", number, column)
            if is_sign and mark not in "|-":
                pair = (row, col), (row + 1, col) if below else (row, col + 1)
                pairs.append(pair if mark in "<^" else pair[::-1])
        if not below:
            grid.append([0 if mark in ".0" else int(mark) for _, mark in marks[::2]])
    return _Draft(grid, pairs, f"{source.file}:{rows[0][0]}")


def write_greater_than(problem: Problem) -> str:
    """Return the lines. Raises ModelError for all but givens and signs between neighbours."""
    from ...sudokus.constraints import Less
    from ...sudokus.sudoku import Sudoku

    size = size_of(problem)
    if not isinstance(problem, Sudoku) or size not in DIGIT_SIZES:
        raise ModelError(f"greater-than: {problem!r}, expected a Sudoku of size 4, 6, 8 or 9")
    pairs = set()
    for constraint in problem.constraints:
        if not isinstance(constraint, Less):
            message = f"greater-than: {constraint.title}, expected signs alone"
            raise ModelError(message)
        low, high = constraint.path(constraint.cells)
        if abs(low[0] - high[0]) + abs(low[1] - high[1]) != 1 or (high, low) in pairs:
            raise ModelError("greater-than: a sign between no neighbours, expected neighbours")
        pairs.add((low, high))
    plain = Sudoku(size=size, constraints=[Less(pair) for pair in sorted(pairs)])
    if problem.forbidden_options or not same_cover(plain.matrix, problem.matrix):
        message = f"{problem!r} has rules or costs of its own"
        raise ModelError(f"greater-than: {message}, expected givens and signs alone")

    def sign(first: Cell, second: Cell, marks: str) -> str:
        where = 0 if (first, second) in pairs else 1 if (second, first) in pairs else 2
        return marks[where]

    lines = []
    for row, values in enumerate(given_rows(problem)):
        signs = [sign((row, col), (row, col + 1), _ACROSS) for col in range(size - 1)]
        cells = [str(value or ".") for value in values]
        lines.append(" ".join(f"{a} {b}" for a, b in zip(cells, [*signs, ""], strict=True)).strip())
        if row < size - 1:
            lines.append("   ".join(sign((row, c), (row + 1, c), _DOWN) for c in range(size)))
    return "".join(f"{line}\n" for line in lines)


GREATER_THAN = Format(
    "greater-than",
    "sudokus with < and > between the cells of a row, ^ and v between rows",
    sniff=_sniff,
    read=read_greater_than,
    write=write_greater_than,
    join="\n".join,
    example="""\
. | . | 3 | .
-   -   -   v
. < . | . | .
-   v   ^   ^
. > . < . > .
^   ^   -   -
. > . | . > 1
""",
    comments=True,
)
