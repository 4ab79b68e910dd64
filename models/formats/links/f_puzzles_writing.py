"""Writes a sudoku as f-puzzles has it: a JSON object, which is packed into the page's links.

What is written is read again and compared, so that what the page cannot say is an error.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ...errors import ModelError
from ...sudokus.constraints import (
    XV,
    AntiKing,
    AntiKnight,
    Arrow,
    BetweenLine,
    BoxIndexing,
    Cage,
    Candidates,
    Clone,
    Constraint,
    Difference,
    DisjointGroups,
    DotsShown,
    DoubleArrow,
    EntropicLine,
    Even,
    Indexing,
    Kropki,
    Less,
    LockoutLine,
    ModularLine,
    NonConsecutive,
    Odd,
    Pairing,
    Palindrome,
    Quadruple,
    Ratio,
    RegionSumLine,
    Renban,
    Sandwich,
    Skyscraper,
    Thermometer,
    Whispers,
    XSum,
    ZipperLine,
)
from ...sudokus.grid_shape import Cell, cells_of, diagonals_of, spell_cell
from ...sudokus.sudoku import Sudoku
from ..format import Problem
from ..likeness import same_cover
from ..sudoku.grids import given_rows
from .f_puzzles_reading import DIRECTIONS, LARGEST, diagonal_from, extremes_of, far_apart, sudoku_of
from .grids import rebuilt, regions_in, sudoku_for
from .json_values import Value

__all__ = ["f_puzzles_object", "write_json"]

FORM = "f-puzzles"


def write_json(problem: Problem) -> str:
    """Return the JSON text of `f_puzzles_object`."""
    return json.dumps(f_puzzles_object(problem), ensure_ascii=False, separators=(",", ":"))


def f_puzzles_object(problem: Problem) -> dict[str, Any]:
    """Return the puzzle as the object that the page reads.

    Raises ModelError for another puzzle than a sudoku, and for what the page cannot say.
    """
    puzzle = sudoku_for(problem, FORM, LARGEST)
    try:
        fields = _Writer(puzzle).written()
    except ModelError as error:
        raise ModelError(f"{FORM}: {error}") from None
    ordered = rebuilt(puzzle, _place)
    if ordered is None or not same_cover(sudoku_of(Value(fields, "")).matrix, ordered.matrix):
        reason = f"{puzzle!r} has rules or costs of its own"
        raise ModelError(f"{FORM}: {reason}, which the page cannot say")
    return fields


def _place(constraint: Constraint) -> int:
    """Return where a constraint of its kind is read among others."""
    if isinstance(constraint, Cage):
        return int(constraint.repeats)
    return 2 + next((k for k, kind in enumerate(_WRITERS) if isinstance(constraint, kind)), 0)


def _names(cells: Iterable[Cell]) -> list[str]:
    return [spell_cell(cell) for cell in cells]


class _Writer:
    """Collects what is to be said under each key."""

    def __init__(self, puzzle: Sudoku) -> None:
        self.puzzle, self.size = puzzle, puzzle.size
        self.cells: dict[Cell, dict[str, Any]] = {
            (r, c): {} for r in range(self.size) for c in range(self.size)
        }
        self.entries: dict[str, Any] = {}

    def written(self) -> dict[str, Any]:
        """Return the object."""
        self._grid()
        falling, rising = diagonals_of(self.size)
        keys = {falling: "diagonal-", rising: "diagonal+"}
        for houses in self.puzzle.further_houses.values():
            for house in map(tuple, houses):
                if house in keys and keys[house] not in self.entries:
                    self.entries[keys[house]] = True
                else:
                    self.add("extraregion", cells=_names(house))
        signs = [
            constraint for constraint in self.puzzle.constraints if isinstance(constraint, Less)
        ]
        marked = extremes_of(signs, self.size) if signs else ((), ())
        for key, cells in zip(("minimum", "maximum"), marked, strict=True):
            for cell in cells:
                self.add(key, cell=spell_cell(cell))
        for constraint in self.puzzle.constraints:
            if isinstance(constraint, Less):
                continue
            write = _WRITERS.get(type(constraint))
            if write is None:
                reason = f"{constraint.title}, which the page has not"
                raise ModelError(f"{reason}: expected others, or none")
            write(self, constraint)
        size = self.size
        rows = [[self.cells[row, col] for col in range(size)] for row in range(size)]
        name = {} if self.puzzle.name == "sudoku" else {"title": self.puzzle.name}
        return {"size": size, **name, "grid": rows, **dict(sorted(self.entries.items()))}

    def add(self, key: str, **entry: Any) -> None:
        """Put an entry into the list under a key."""
        self.entries.setdefault(key, []).append(entry)

    def _grid(self) -> None:
        for row, values in enumerate(given_rows(self.puzzle)):
            for col, value in enumerate(values):
                if value:
                    self.cells[row, col] |= {"value": value, "given": True}
        for label, cells in enumerate(regions_in(self.puzzle) or ()):
            for cell in cells:
                self.cells[cell]["region"] = label

    # ---- A kind of constraint each --------------------------------------------------------

    def cage(self, constraint: Cage) -> None:
        """Write a killer cage, or the sum of a diagonal."""
        cells = cells_of(constraint.cells)
        value = {} if constraint.sum is None else {"value": str(constraint.sum)}
        if not constraint.repeats:
            return self.add("killercage", cells=_names(cells), **value)
        direction = _direction(cells, self.size)
        if direction is None or constraint.sum is None:
            raise ModelError(
                f"{constraint.title} whose digits may repeat, expected a whole diagonal"
            )
        down, right = DIRECTIONS[direction]
        outside = spell_cell((cells[0][0] - down, cells[0][1] - right))
        self.add("littlekillersum", cell=outside, cells=_names(cells), direction=direction, **value)
        return None

    def arrow(self, constraint: Arrow) -> None:
        """Write an arrow; its line begins in the circle."""
        circle, line = cells_of(constraint.circle), cells_of(constraint.line)
        self.add("arrow", lines=[_names((circle[-1], *line))], cells=_names(circle))

    def thermometer(self, constraint: Thermometer) -> None:
        """Write a thermometer."""
        key = "slowthermometer" if constraint.slow else "thermometer"
        self.add(key, lines=[_names(cells_of(constraint.line))])

    def whispers(self, constraint: Whispers) -> None:
        """Write a line of whispers, with its difference where it is not the usual one."""
        usual = constraint.difference == (self.size + 1) // 2
        value = {} if usual else {"value": str(constraint.difference)}
        self.add("whispers", lines=[_names(cells_of(constraint.line))], **value)

    def lockout(self, constraint: LockoutLine) -> None:
        """Write a lockout line, whose ends differ by half of the digits."""
        if constraint.difference != self.size // 2:
            reason = f"a lockout line with a difference of {constraint.difference}"
            raise ModelError(f"{reason}, expected {self.size // 2}")
        self.add("lockout", lines=[_names(cells_of(constraint.line))])

    def modular(self, constraint: ModularLine) -> None:
        """Write a line of remainders by three."""
        if constraint.modulus != 3:
            raise ModelError(f"a modular line with a modulus of {constraint.modulus}, expected 3")
        self.add("modularline", lines=[_names(cells_of(constraint.line))])

    def pairing(self, constraint: Pairing) -> None:
        """Write a line of which no two digits are alike or consecutive."""
        if not constraint.every or {tuple(pair) for pair in constraint.pairs} != set(
            far_apart(self.size)
        ):
            reason = f"{constraint.title} of other pairs than digits that are far apart"
            raise ModelError(f"{reason}, which the page has not: expected others, or none")
        self.add("nabner", lines=[_names(cells_of(constraint.line))])

    def indexing(self, constraint: Indexing) -> None:
        """Write cells that say where in their row, or column, a digit stands."""
        key = "rowindexer" if constraint.rows else "columnindexer"
        self.add(key, cells=_names(cells_of(constraint.cells)))

    def box_indexing(self, constraint: BoxIndexing) -> None:
        """Write cells that say where in their region a digit stands."""
        self.add("boxindexer", cells=_names(cells_of(constraint.cells)))

    def candidates(self, constraint: Candidates) -> None:
        """Write the values that are left of cells without a given."""
        for cell in cells_of(constraint.cells):
            marks = self.cells[cell]
            if marks.get("given") or "givenPencilMarks" in marks:
                raise ModelError(f"{spell_cell(cell)} has candidates beside others or a given")
            marks["givenPencilMarks"] = sorted(set(constraint.values))

    def clone(self, constraint: Clone) -> None:
        """Write a clone and its copy."""
        self.add(
            "clone",
            cells=_names(cells_of(constraint.cells)),
            cloneCells=_names(cells_of(constraint.copy)),
        )

    def quadruple(self, constraint: Quadruple) -> None:
        """Write a quadruple."""
        self.add(
            "quadruple", cells=_names(cells_of(constraint.cells)), values=list(constraint.values)
        )

    def kropki(self, constraint: Kropki) -> None:
        """Write dots without numbers."""
        for pair in constraint.white:
            self.add("difference", cells=_names(cells_of(pair)))
        for pair in constraint.black:
            self.add("ratio", cells=_names(cells_of(pair)))
        if constraint.all_shown:
            self._negative("ratio")
            self.entries["nonconsecutive"] = True

    def difference(self, constraint: Difference) -> None:
        """Write a white dot."""
        value = {} if constraint.value == 1 else {"value": str(constraint.value)}
        self.add("difference", cells=_names(cells_of(constraint.cells)), **value)

    def ratio(self, constraint: Ratio) -> None:
        """Write a black dot."""
        value = {} if constraint.value == 2 else {"value": str(constraint.value)}
        self.add("ratio", cells=_names(cells_of(constraint.cells)), **value)

    def dots_shown(self, constraint: DotsShown) -> None:
        """Write that no dots but those that are there are shown."""
        if constraint.ratios:
            self._negative("ratio")
        if constraint.differences:
            self.entries["nonconsecutive"] = True

    def signs(self, constraint: XV) -> None:
        """Write sums of five and ten."""
        for sign, pairs in (("X", constraint.x), ("V", constraint.v)):
            for pair in pairs:
                self.add("xv", cells=_names(cells_of(pair)), value=sign)
        if constraint.all_shown:
            self._negative("xv")

    def _negative(self, kind: str) -> None:
        kinds = self.entries.setdefault("negative", [])
        if kind not in kinds:
            kinds.append(kind)

    def outside(self, key: str, number: int, line: Sequence[Cell]) -> None:
        """Write a clue before the first cell of a row or column."""
        (row, col), (further, right) = line[0], line[min(1, len(line) - 1)]
        self.add(key, cell=spell_cell((2 * row - further, 2 * col - right)), value=str(number))


def _direction(cells: Sequence[Cell], size: int) -> str | None:
    """Return the way of a whole diagonal; None if the cells are none."""
    ways = (way for way in DIRECTIONS if diagonal_from(cells[0], way, size) == tuple(cells))
    for way in ways:
        down, right = DIRECTIONS[way]
        row, col = cells[0][0] - down, cells[0][1] - right
        if not (0 <= row < size and 0 <= col < size):
            return way
    return None


def _line(key: str) -> Callable[[_Writer, Any], None]:
    return lambda writer, constraint: writer.add(key, lines=[_names(cells_of(constraint.line))])


def _marked(key: str) -> Callable[[_Writer, Any], None]:
    def write(writer: _Writer, constraint: Any) -> None:
        for cell in cells_of(constraint.cells):
            writer.add(key, cell=spell_cell(cell))

    return write


def _switch(key: str) -> Callable[[_Writer, Any], None]:
    return lambda writer, constraint: writer.entries.update({key: True})


# The kinds of lines and cages stand in the order in which they are read.
_WRITERS: Mapping[type[Constraint], Callable[[_Writer, Any], None]] = {
    Cage: _Writer.cage,
    Arrow: _Writer.arrow,
    Thermometer: _Writer.thermometer,
    Palindrome: _line("palindrome"),
    Renban: _line("renban"),
    Whispers: _Writer.whispers,
    BetweenLine: _line("betweenline"),
    DoubleArrow: _line("doublearrow"),
    ZipperLine: _line("zipperline"),
    RegionSumLine: _line("regionsumline"),
    LockoutLine: _Writer.lockout,
    EntropicLine: _line("entropicline"),
    ModularLine: _Writer.modular,
    Pairing: _Writer.pairing,
    Indexing: _Writer.indexing,
    BoxIndexing: _Writer.box_indexing,
    Odd: _marked("odd"),
    Even: _marked("even"),
    Clone: _Writer.clone,
    Quadruple: _Writer.quadruple,
    Sandwich: lambda writer, constraint: writer.outside(
        "sandwichsum", constraint.sum, cells_of(constraint.line)
    ),
    XSum: lambda writer, constraint: writer.outside(
        "xsum", constraint.sum, cells_of(constraint.line)
    ),
    Skyscraper: lambda writer, constraint: writer.outside(
        "skyscraper", constraint.seen, cells_of(constraint.line)
    ),
    Candidates: _Writer.candidates,
    Kropki: _Writer.kropki,
    XV: _Writer.signs,
    Difference: _Writer.difference,
    Ratio: _Writer.ratio,
    DotsShown: _Writer.dots_shown,
    AntiKnight: _switch("antiknight"),
    AntiKing: _switch("antiking"),
    DisjointGroups: _switch("disjointgroups"),
    NonConsecutive: _switch("nonconsecutive"),
}
