"""Sudoku of any box shape, its variants, and the target sudoku.

All are a table of (row, col, value) choices and a few rules. Jigsaws have other boxes; further
houses (diagonals, windows, extra regions) are further rules; killer cages, arrows, thermometers and
their like are constraints (constraints/).
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import cached_property, lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from ..answer import Answer
from ..budget import is_spending
from ..errors import ModelError
from ..puzzle import Given
from ..rules.keys import KeptKeys, LateKeys, Numbers
from ..rules.rule import Rule
from ..rules.rulebook import described_at
from ..tables.rows import Rows
from .grid_puzzle import GridPuzzle, Shape, Shapes, exact_key
from .grid_shape import (
    Cell,
    Cells,
    GridShape,
    Layout,
    diagonals_of,
    extra_regions,
    grid_text,
    regions_of,
    spell_cell,
    windows_of,
)
from .grid_values import Grid, box_of, box_shape, require_size, rows_of, weights_of

if TYPE_CHECKING:
    from .constraints import Constraint  # a sudoku without any loads none

__all__ = ["Sudoku", "TargetSudoku"]

_SHAPES = Shapes(64 << 20)
MOST_LINES = 16  # lines that gave givens, of which these are kept


class Sudoku(GridPuzzle):
    """A sudoku: every row, column and box holds every value once.

    grid             n rows of n numbers, 0 for a blank, or strings; or one string of n*n
                     characters, `.` or `0` for a blank; None: all blank
    box              (rows, columns) of a box; by default the squarest that fits: 3x3, 2x3 for 6,
                     3x4 for 12
    size             n, if neither grid nor regions give it
    regions          in place of boxes: a jigsaw's layout, n*n characters or n rows of n labels
    extra            further regions that hold every value: a layout with dots for cells in none,
                     or a list of regions, each a list of cells or as in "R1C1 R1C2 ..."
    diagonals        whether both long diagonals hold every value (sudoku X)
    windoku          whether the windows between the boxes do
    anti_knight      whether cells a knight's move apart differ
    anti_king        whether cells that touch differ
    non_consecutive  whether neighbours along rows and columns never differ by one
    constraints      cages, arrows, thermometers ... (constraints/)

    Raises ModelError for a grid that is not square, a box or a region that does not fit, a number
    outside 0..n, a constraint with a mistake. Givens that clash make the puzzle infeasible.

    Sudokus that differ in their givens alone are described and compiled once (grid_puzzle.py).
    """

    _shares_shapes: ClassVar[bool] = True

    def __init__(
        self,
        grid: Grid | str | None = None,
        *,
        box: tuple[int, int] | None = None,
        size: int | None = None,
        regions: Layout | None = None,
        extra: str | Sequence[Cells] = (),
        diagonals: bool = False,
        windoku: bool = False,
        anti_knight: bool = False,
        anti_king: bool = False,
        non_consecutive: bool = False,
        constraints: Sequence[Constraint] = (),
    ) -> None:
        super().__init__("sudoku")
        self.weights: dict[Cell, int] = {}  # what a digit counts in a cell, where it does
        if size is not None:
            require_size(size)
        labels = None if regions is None else regions_of(regions, size)
        box = None if box is None else box_of(box)
        usual = len(labels) if labels else size or (box[0] * box[1] if box else 9)
        rows = rows_of(grid, usual)
        self.size = n = len(rows)
        if size not in (None, n):
            raise ModelError(f"size {size}, expected {n}, as the grid has")
        self.box: tuple[int, int] | None = _box(n, box, labels)  # None for a jigsaw
        self.layout = "grid"
        if not (anti_knight or anti_king or non_consecutive):
            wanted: list[Constraint] = []
        else:
            from .constraints import AntiKing, AntiKnight, NonConsecutive

            target: list[Constraint] = [AntiKnight()] * anti_knight + [AntiKing()] * anti_king
            wanted = target + [NonConsecutive()] * non_consecutive
        if constraints != ():
            from .constraint_rules import constraints_of

            wanted += constraints_of(constraints)
        whole = self._key(n, self.box, regions, extra, bool(diagonals), bool(windoku), wanted)
        if not self._begin(whole):
            outside = self._outside_of(wanted, labels)
            plain = None if outside else self._key(n, self.box, regions)
            if not self._begin(plain):
                with _describing(plain or whole):
                    self._describe_grid(labels, outside)
                self._keep(plain)
            with _describing(whole):
                self._describe_further(labels, extra, diagonals, windoku, wanted)
            self._keep(whole)
        self._give(rows)

    @staticmethod
    def forget_shapes() -> None:
        """Forget the shapes that were described; the next sudoku of each is described anew."""
        _SHAPES.clear()

    def __init_subclass__(cls, *, shares_shapes: bool = False, **others: Any) -> None:
        super().__init_subclass__(**others)
        cls._shares_shapes = shares_shapes

    def _begin(self, key: Hashable | None) -> bool:
        """Begin as the twin of a sudoku that was described so before, if there was one."""
        shape = None if key is None else _SHAPES.get(key)
        if shape is None:
            return False
        self._tables = {table.name: table for table in shape.tables}
        self.rules, self._compiled = list(shape.rules), shape.compiled
        self.__dict__.update(shape.more)
        self.digit = self._tables["digit"]
        return True

    def _keep(self, key: Hashable | None) -> None:
        """Keep what is described so far for those who begin so."""
        described = ("_beside_lines", "_further", "_outside", "constraints")
        names = (*described, "_made", "_texts", "_made_with")
        more = {name: getattr(self, name) for name in names}
        shape = Shape(self.tables, tuple(self.rules), self._compiled, more)
        if key is not None and _SHAPES.has_room(shape):
            _SHAPES.keep(key, shape)

    def _key(self, *described: object) -> Hashable | None:
        """Return the key of a description; None where another may have it by mistake."""
        if not self._shares_shapes or is_spending():
            return None  # a subclass may have other methods; what is spent is built
        for kinds in (frozenset, _own_constraints):  # these are imported where one is described
            with suppress(TypeError):
                return exact_key(described, kinds())
        return None

    def _outside_of(
        self, wanted: Sequence[Constraint], labels: Sequence[Sequence[str]] | None
    ) -> tuple[Cell, ...]:
        """Return the cells outside the grid that constraints bring along."""
        if not any(constraint.brings_cells for constraint in wanted):
            return ()
        names = None if labels is None else tuple(map(tuple, labels))
        plain = _plain_shape(self.size, self.box, names)
        cells = (cell for constraint in wanted for cell in constraint.extra_cells(plain))
        return tuple(dict.fromkeys(cells))

    def _describe_grid(
        self, labels: Sequence[Sequence[str]] | None, outside: tuple[Cell, ...] = ()
    ) -> None:
        """Add the table of digits, and the rules of cells, rows, columns and boxes."""
        cells, values = range(self.size), range(1, self.size + 1)
        self._outside = outside
        if outside:
            every = [(*cell, value) for cell in self._cells() for value in values]
            self.digit = self.choices("digit", Rows(("row", "col", "value"), every))
        else:
            self.digit = self.choices("digit", row=cells, col=cells, value=values)
        self.say(self.digit, lambda row, col, value: f"{spell_cell((row, col))}={value}")
        if outside:
            # Add the same rules to a table that has cells outside the grid, which are in no house.
            cell = self.exactly_one(self.digit, by=("row", "col"), name="cell")
            self.say(cell, lambda key: f"{spell_cell(key)} needs exactly one digit")
            names = None if labels is None else tuple(map(tuple, labels))
            lines = range(self.size)
            boxes = _plain_shape(self.size, self.box, names).boxes
            houses = {
                "row": [tuple((r, c) for c in lines) for r in lines],
                "column": [tuple((r, c) for r in lines) for c in lines],
                "box" if labels is None else "region": boxes,
            }
            for kind, of_kind in houses.items():
                self._say_house(self.hold_all(kind, of_kind), first=1)
        else:
            self._basic_rules(labels)
        self._beside_lines: tuple[Any, Sequence[tuple[Cell, ...]]] = labels, ()
        self._further: Mapping[str, Sequence[tuple[Cell, ...]]] = {}
        # Givens by the line that gave them, shared by all who say the same.
        self._made: dict[str, dict[int, Given]] = {}
        self._texts: dict[int, str] = {}
        self._made_with: Any = self.digit.words

    def _describe_further(
        self,
        labels: Sequence[Sequence[str]] | None,
        extra: str | Sequence[Cells],
        diagonals: bool,
        windoku: bool,
        wanted: Sequence[Constraint],
    ) -> None:
        """Add the rules of further houses and of the constraints."""
        # Add the rules of the houses beside rows, columns and boxes, and return these.
        further = {"diagonal": diagonals_of(self.size) if diagonals else []}
        if windoku:
            if self.box is None:
                raise ModelError("windoku with regions, expected boxes")
            further["window"] = windows_of(self.size, *self.box)
            if not further["window"]:
                raise ModelError(f"windoku of size {self.size}, expected room for a window")
        further["extra region"] = extra_regions(extra, self.size)
        for name, houses in further.items():
            if houses:
                self._say_house(self.hold_all(name, houses), first=1)
        self._further = further
        self._beside_lines = labels, [house for houses in further.values() for house in houses]
        self.constrain(wanted)

    def _basic_rules(self, labels: Sequence[Sequence[str]] | None) -> None:
        digit = self.digit
        cell = self.exactly_one(digit, by=("row", "col"), name="cell")
        self.say(cell, lambda key: f"{spell_cell(key)} needs exactly one digit")
        self._say_house(self.exactly_one(digit, by=("row", "value"), name="row"))
        self._say_house(self.exactly_one(digit, by=("col", "value"), name="column"))
        if labels is not None:
            numbers: dict[Hashable, int] = {}
            of_cells = [numbers.setdefault(label, len(numbers)) for row in labels for label in row]
            keys = self._box_keys(numbers, np.array(of_cells))
            rule = self.exactly_one(digit, covering=keys, name="region")
            self.say(rule, lambda key: f"region {key[0]} needs exactly one {key[1]}")
        elif self.box is not None:
            high, wide = self.box
            lines = np.arange(self.size)
            boxes = lines[:, None] // high * (self.size // wide) + lines // wide
            keys = self._box_keys(lines.tolist(), boxes.ravel())
            self._say_house(self.exactly_one(digit, covering=keys, name="box"))

    def _cells(self) -> Iterable[Cell]:
        lines = range(self.size)
        return (*product(lines, lines), *self._outside)

    def _box_keys(self, labels: Collection[Hashable], boxes: Numbers) -> KeptKeys:
        """Return the keys (label, value) of each choice: those of its cell's box.

        boxes  the place among `labels` of each cell's box
        """
        values = range(1, self.size + 1)
        places = boxes[:, None] * self.size + np.arange(self.size)
        keys = LateKeys(len(labels) * self.size, lambda: product(labels, values))
        return KeptKeys(keys, None, places.ravel(), places.size)

    def _say_house(self, rule: Rule, first: int = 0) -> None:
        """Let messages speak of the rule's houses by number, counted from 1."""
        name = rule.name
        self.say(rule, lambda key: f"{name} {key[0] + 1 - first} needs exactly one {key[1]}")

    @cached_property
    def grid_shape(self) -> GridShape:  # type: ignore[override]
        """The cells, and the houses in which no value stands twice."""
        labels, further = self._beside_lines
        if labels is not None:
            labels = tuple(map(tuple, labels))
        plain = _plain_shape(self.size, self.box, labels)
        if not further and not self._outside:
            return plain
        houses = (*plain.houses, *further)
        return GridShape(self.size, plain.cells, houses, plain.boxes, extra=self._outside)

    def _give(self, rows: Sequence[Sequence[int]]) -> None:
        if self._made_with is not self.digit.words:
            self._made, self._texts, self._made_with = {}, {}, self.digit.words
        source = self.source_line()
        if len(self._made) > MOST_LINES:
            self._made.clear()
        by_number, givens, size = self._made.setdefault(source, {}), self._givens, self.size
        for r, row in enumerate(rows):
            for c, value in enumerate(row):
                if value:
                    number = (r * size + c) * size + value - 1
                    given = by_number.get(number)
                    if given is None:
                        text = self._texts.get(number) or self.digit.describe(number)
                        self._texts[number] = text
                        by_number[number] = given = Given(number, text, source)
                    givens.append(given)

    def with_givens(self, grid: Grid | str) -> Self:
        """Return the puzzle with this grid's givens in place of its own.

        Size, boxes, weights and all rules stay, and the compiled matrix is shared. Raises
        ModelError for a grid of another size.
        """
        rows = rows_of(grid, self.size)
        if len(rows) != self.size:
            raise ModelError(f"a grid of size {len(rows)}, expected {self.size}")
        puzzle = self.copy()
        puzzle._givens.clear()
        puzzle._give(rows)
        return puzzle

    def grid(self, answer: Answer) -> list[list[int]]:
        """Return the answer as rows of numbers; 0 where it says nothing."""
        rows = [[0] * self.size for _ in range(self.size)]
        for row, col, value in answer[self.digit]:
            if row >= 0:
                rows[row][col] = value
        return rows

    def show(self, answer: Answer) -> str:
        """Return the answer in the layout in which the puzzle was read (grid_shape.py)."""
        return self.with_regions(grid_text(self.grid(answer), self.layout), answer)


def _describing(key: Hashable | None) -> AbstractContextManager[None]:
    """A block that describes a shape; no line is recorded for a shape that puzzles share."""
    return nullcontext() if key is None else described_at("")


def _own_constraints() -> frozenset[type]:
    """Return the constraints whose fields say all; of others that is not known."""
    from .constraints import CONSTRAINTS

    return frozenset(CONSTRAINTS.values())


def _box(
    size: int, box: tuple[int, int] | None, labels: Sequence[Sequence[str]] | None
) -> tuple[int, int] | None:
    if labels is not None:
        if box is not None:
            raise ModelError("a box and regions, expected one of the two")
        if len(labels) != size:
            raise ModelError(f"regions of size {len(labels)} in a sudoku of size {size}")
        return None
    high, wide = box or box_shape(size)
    if high * wide != size:
        raise ModelError(f"a box of {high}x{wide} does not fit a sudoku of size {size}")
    return high, wide


@lru_cache(maxsize=16)
def _plain_shape(
    size: int, box: tuple[int, int] | None, labels: tuple[tuple[str, ...], ...] | None
) -> GridShape:
    """Return the shape of a grid with rows, columns and boxes, or regions in their place."""
    members: dict[tuple[str, object], list[Cell]] = {}
    high, wide = box or (1, 1)
    cells = [(r, c) for r in range(size) for c in range(size)]
    for r, c in cells:
        inside = labels[r][c] if labels is not None else (r // high, c // wide)
        for house in (("row", r), ("column", c), ("box", inside)):
            members.setdefault(house, []).append((r, c))
    houses = {house: tuple(cells) for house, cells in members.items()}
    boxes = tuple(cells for (kind, _), cells in houses.items() if kind == "box")
    return GridShape(size, frozenset(cells), tuple(houses.values()), boxes)


# ---- Target sudoku -------------------------------------------------------------------------------
# Target sudoku (NOIP 2009, "靶形数独"): a sudoku whose digits score, more near the middle.


class TargetSudoku(Sudoku, shares_shapes=True):
    """A sudoku whose digits score: the sum of weight x digit is to be as great as possible.

    weights  n rows of n integers; by default, for 9x9, the contest's rings: 10 in the middle, 6 on
             the rim
    """

    def __init__(
        self,
        grid: Grid | str | None = None,
        *,
        weights: Grid | None = None,
        box: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(grid, box=box)
        self.name = "target sudoku"
        n = self.size
        if weights is None:
            if n != 9:
                raise ModelError(f"a target sudoku of size {n} needs weights of its own")
            weights = [[ring_weight(r, c) for c in range(n)] for r in range(n)]
        table = weights_of(weights, n)
        self.weights = {(r, c): table[r][c] for r in range(n) for c in range(n)}
        self.maximize(self.digit, lambda row, col, value: table[row][col] * value)


def ring_weight(row: int, col: int) -> int:
    """Return the weight of a cell of the 9x9 target: 10 in the middle, 6 on the outer ring."""
    return 10 - max(abs(row - 4), abs(col - 4))
