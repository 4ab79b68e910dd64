"""Killer sudokus of 9x9, a puzzle a line, in the two texts that forums use.

3x3::k:2561:2561:1538: ...   81 numbers: a cage's sum times 256 and its own number; those without a
                             sum are in no cage. `3x3:d:k:` has diagonals too (SumoCue)
A<B<... 81 characters        a sum (0 to 9, A to Z from 10 on, a to j from 36 on) in one cell of a
                             cage; its others point at it, or at one that does: `<>^v`, and
                             diagonally "`" (up left), "'" (up right), "," (down left) and "."
                             (down right). A sum of 0 is none
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import count
from string import ascii_lowercase, ascii_uppercase, digits
from typing import TYPE_CHECKING, NamedTuple

from ...errors import ModelError, excerpt
from ..format import Confidence, Format, Problem
from ..instances import LazyPuzzles
from ..likeness import same_cover
from ..source import Source, plural

if TYPE_CHECKING:
    from ...sudokus.grid_shape import Cell
    from ...sudokus.sudoku import Sudoku

__all__ = ["KILLER", "Killers", "read_killers", "write_killer"]

SIZE, AREA = 9, 81
IDS = 256

_LONG = re.compile(r"3x3:d?:k:")
_SHORT = re.compile(r"[0-9A-Za-jv^<>`',.]{60,100}")
_ARROWS = {
    "<": (0, -1), ">": (0, 1), "^": (-1, 0), "v": (1, 0),
    "`": (-1, -1), "'": (-1, 1), ",": (1, -1), ".": (1, 1),
}  # fmt: skip
_SUMS = {mark: value for value, mark in enumerate(digits + ascii_uppercase + ascii_lowercase[:10])}


class _Draft(NamedTuple):
    """A killer as it was read: each cage's sum (None: any) and cells."""

    cages: Sequence[tuple[int | None, Sequence[Cell]]]
    diagonals: bool
    origin: str


class Killers(LazyPuzzles["Sudoku", _Draft]):
    """The killers of a text, each made when it is asked for."""

    def _made(self, draft: _Draft) -> Sudoku:
        from ...sudokus.constraints import Cage
        from ...sudokus.sudoku import Sudoku

        cages = [Cage(total, tuple(cells)) for total, cells in draft.cages]
        puzzle = Sudoku(diagonals=draft.diagonals, constraints=cages)
        puzzle.layout = "line"
        return puzzle

    def _origin(self, place: int) -> str | None:
        return self._drafts[place].origin


def _sniff(source: Source) -> Confidence:
    line = source.first_line.strip()
    if _LONG.match(line):
        return Confidence.CERTAIN
    arrows = sum(map(line.count, "<>^`"))
    fits = _SHORT.fullmatch(line) and arrows + line.count("v") > len(line) // 5 and arrows
    return Confidence.STRONG if fits else Confidence.NO


def read_killers(source: Source) -> Killers:
    """Return the puzzles. Raises InputError for what is no killer, with line and column."""
    drafts = []
    for number, line in source.numbered():
        start = len(line) - len(line.lstrip())
        text = line[start:]
        if text.startswith("#"):
            continue
        make = _long if text.startswith("3x3:") else _short
        drafts.append(make(source, text, (number, start + 1)))
    if not drafts:
        raise source.error("nothing but comments, expected puzzles", 1)
    return Killers(drafts)


def _long(source: Source, text: str, place: tuple[int, int]) -> _Draft:
    number, column = place
    if _LONG.match(text) is None:
        raise source.error(f"{excerpt(text[:12])}, expected 3x3::k: or 3x3:d:k:", *place)
    head, _, body = text.partition(":k:")
    numbers = body.removesuffix(":").split(":")
    column += len(head) + 3
    sums: dict[int, int] = {}
    cells: dict[int, list[Cell]] = {}
    for k, word in enumerate(numbers[:AREA]):
        if not re.fullmatch("[0-9]{1,6}", word):
            message = (
                f"{excerpt(word) or 'nothing'}, expected a number for R{k // 9 + 1}C{k % 9 + 1}"
            )
            raise source.error(message, number, column)
        total, cage = divmod(int(word), IDS)
        if total:
            if sums.setdefault(cage, total) != total:
                message = f"a sum of {total}, expected {sums[cage]} as the cage has already"
                raise source.error(message, number, column)
            cells.setdefault(cage, []).append(divmod(k, SIZE))
        column += len(word) + 1
    if len(numbers) != AREA:
        message = f"{plural(len(numbers), 'number')}, expected {AREA}"
        raise source.error(message, number, min(column, place[1] + len(text)))
    cages = [(sums[cage], some) for cage, some in cells.items()]
    _require_room(source, cages, place)
    return _Draft(cages, head.endswith(":d"), f"{source.file}:{number}")


def _short(source: Source, text: str, place: tuple[int, int]) -> _Draft:
    number, column = place
    for k, mark in enumerate(text):
        if mark not in _SUMS and mark not in _ARROWS:
            message = f"{excerpt(mark)}, expected a sum (0 to 9, A to Z, a to j) or an arrow"
            raise source.error(message, number, column + k)
    if len(text) != AREA:
        message = f"{plural(len(text), 'character')}, expected {AREA}"
        raise source.error(message, number, column + min(len(text), AREA))
    marks = {divmod(k, SIZE): mark for k, mark in enumerate(text)}
    cages: dict[Cell, list[Cell]] = {}
    for cell in marks:
        head = _head(marks, cell)
        if head is None:
            message = f"R{cell[0] + 1}C{cell[1] + 1} leads to no sum, expected an arrow to one"
            raise source.error(message, number, column + cell[0] * SIZE + cell[1])
        cages.setdefault(head, []).append(cell)
    pairs = [(_SUMS[marks[head]] or None, cells) for head, cells in cages.items()]
    # A cell by itself, of any sum, demands nothing.
    pairs = [(total, cells) for total, cells in pairs if total is not None or len(cells) > 1]
    _require_room(source, pairs, place)
    return _Draft(pairs, False, f"{source.file}:{number}")


def _head(marks: Mapping[Cell, str], cell: Cell) -> Cell | None:
    """Return the cell with the sum to which the arrows lead; None if they lead to none."""
    for _ in range(AREA):
        if marks.get(cell) in _SUMS:
            return cell
        step = _ARROWS.get(marks.get(cell, ""))
        if step is None:
            return None
        cell = cell[0] + step[0], cell[1] + step[1]
    return None


def _require_room(
    source: Source, cages: Sequence[tuple[int | None, Sequence[Cell]]], place: tuple[int, int]
) -> None:
    for _, cells in cages:
        if len(cells) > SIZE:
            row, col = cells[0]
            message = f"the cage of R{row + 1}C{col + 1} has {len(cells)} cells, expected up to 9"
            raise source.error(message, *place)


def write_killer(problem: Problem) -> str:
    """Return the line `3x3::k:...`. Raises ModelError for what is no killer of cages with sums."""
    from ...sudokus.constraints import Cage
    from ...sudokus.sudoku import Sudoku

    if not isinstance(problem, Sudoku) or problem.size != SIZE:
        raise ModelError(f"killer: {problem!r}, expected a Sudoku of size 9")
    if problem.given_options or problem.forbidden_options:
        raise ModelError("killer: givens or forbidden choices, expected none")
    cages = _sums_and_cells(problem)
    diagonals = "diagonal" in problem.further_houses
    plain = Sudoku(diagonals=diagonals, constraints=[Cage(*cage) for cage in cages])
    if not same_cover(plain.matrix, problem.matrix):
        raise ModelError(f"killer: {problem!r} has rules or costs of its own, expected cages alone")
    numbers: dict[Cell, int] = {}
    for number, (total, cells) in enumerate(sorted(cages, key=lambda cage: min(cage[1])), 1):
        numbers |= dict.fromkeys(cells, number + IDS * total)
    if len(numbers) < sum(len(cells) for _, cells in cages):
        raise ModelError("killer: a cell in two cages, expected one")
    free = count(len(cages) + 1)
    line = ":".join(str(numbers.get(divmod(k, SIZE)) or next(free)) for k in range(AREA))
    return f"3x3:{'d' * diagonals}:k:{line}:\n"


def _sums_and_cells(puzzle: Sudoku) -> list[tuple[int, tuple[Cell, ...]]]:
    """Return the cages. Raises ModelError for any other constraint."""
    from ...sudokus.constraints import Cage

    cages = []
    for constraint in puzzle.constraints:
        if not isinstance(constraint, Cage):
            raise ModelError(f"killer: {constraint.title}, expected cages with sums alone")
        if constraint.repeats or constraint.sum is None or not 0 < constraint.sum < IDS:
            reason = "a cage without a sum of its own"
            raise ModelError(f"killer: {reason}, expected cages with sums alone")
        cages.append((constraint.sum, constraint.path(constraint.cells)))
    return cages


KILLER = Format(
    "killer",
    "killer sudokus, a puzzle a line: 3x3::k: and 81 numbers, or sums and arrows to them",
    sniff=_sniff,
    read=read_killers,
    write=write_killer,
    join="".join,
    example=("8<H<<H<3<F<<A<K<<<A<B<6<I<<D<M<<5<5<C<<D<K<<<8<C<6<J<<F<9<<9<C<H<<5<N<<<7<7<E<H<<\n"),
    comments=True,
)
