"""The base of all puzzles of digits on a grid, and the cache of their compiled shapes."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ..answer import Answer
from ..errors import ModelError, excerpt
from ..puzzle import Compiled, Puzzle
from ..rules.keys import KeptKeys
from ..rules.rule import Rule
from ..spelling import counted
from ..tables.table import Choices
from .grid_shape import Cell, GridShape
from .last_kept import LastKept

if TYPE_CHECKING:
    from ..picture.picture import Picture
    from .constraints import Constraint  # a puzzle without any loads none

__all__ = ["GridPuzzle", "Shape", "Shapes", "exact_key"]

REGION_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
Candidates = bool | Mapping[Cell | str, Iterable[int]]


class GridPuzzle(Puzzle):
    """A puzzle of digits on a grid.

    digit        its table of choices: row, col, value
    size         how many values there are, from `first_value` on
    grid_shape   its cells, and the houses in which no value stands twice
    constraints  what else it demands of the digits
    """

    noun: ClassVar[str] = "sudoku"
    digit: Choices
    size: int
    first_value: int = 1
    grid_shape: GridShape
    constraints: tuple[Constraint, ...] = ()
    box: tuple[int, int] | None
    weights: Mapping[Cell, int] = MappingProxyType({})  # what a digit counts in a cell
    _further: Mapping[str, Sequence[tuple[Cell, ...]]] = MappingProxyType({})  # houses, by kind

    def hold_all(self, name: str, houses: Sequence[Sequence[Cell]]) -> Rule:
        """Add the rule that houses, numbered from 1 in its keys, hold every value; return it.

        Houses of fewer cells than there are values hold none twice.
        """
        size = self.size
        first_value = self.first_value
        first = {cell: k * size for k, cell in enumerate(self._cells())}
        rows = np.array([first[cell] for house in houses for cell in house])
        owners = (rows[:, None] + np.arange(size)).ravel()
        codes = np.arange(len(houses)).repeat(len(houses[0]))[:, None] * size + np.arange(size)
        covering = KeptKeys.placed(
            owners,
            codes.ravel(),
            lambda numbers: [(n // size + 1, n % size + first_value) for n in numbers],
            len(self.digit),
        )
        add = self.exactly_one if len(houses[0]) == size else self.at_most_one
        return add(self.digit, covering=covering, name=name)

    @abstractmethod
    def _cells(self) -> Iterable[Cell]:
        """Return the cells in the order in which the table of digits has them."""

    def constrain(self, constraints: Sequence[Constraint]) -> None:
        """Add constraints, once. Raises ModelError that names the one with a mistake."""
        self.constraints = tuple(constraints)
        if constraints:
            from .constraint_rules import add_constraints

            add_constraints(self, self.digit, self.grid_shape, constraints)
        if self.finds_regions:
            from .chaos_regions import add_found_regions

            add_found_regions(self, self.digit, self.grid_shape, constraints)
        if self.finds_shading:
            from .shading import add_shading

            add_shading(self, self.digit, self.grid_shape, constraints)

    @property
    def further_houses(self) -> Mapping[str, Sequence[tuple[Cell, ...]]]:
        """The houses beside rows, columns and boxes: by kind (diagonal, window, extra region)."""
        return {kind: houses for kind, houses in self._further.items() if houses}

    def _parts(self) -> Iterator[str]:
        """Yield what the puzzle is, for its summary: its size, its regions, its further houses."""
        shape, name = self.grid_shape, self._own_name
        if name.endswith(self.noun):
            yield f"{shape.spelled} {name}"
        else:
            yield from [name] * bool(name)
            yield f"{shape.spelled} {self.noun}"
        if self.box is None and shape.boxes:
            yield "jigsaw"
        elif self.box is None or 1 in self.box:  # a box of one row is that row
            yield "no boxes"
        for kind, houses in self.further_houses.items():
            yield counted(len(houses), kind)

    def _further_parts(self) -> Iterator[str]:
        """Yield each kind of constraint with its number; a rule of the whole grid needs none."""
        kinds = Counter((constraint.kind, constraint.whole) for constraint in self.constraints)
        for (kind, whole), number in kinds.items():
            if whole:
                yield kind
            else:  # the name of some kinds is a plural, as `whispers`
                yield f"{number} {kind}" if kind.endswith("s") else counted(number, kind)

    @property
    def finds_regions(self) -> bool:
        """Whether regions are to be found: a constraint speaks of them."""
        return any(constraint.finds_regions for constraint in self.constraints)

    @property
    def finds_shading(self) -> bool:
        """Whether cells are to be shaded: a constraint speaks of that."""
        return any(constraint.finds_shading for constraint in self.constraints)

    def shaded(self, answer: Answer) -> frozenset[Cell]:
        """Return the cells that an answer shades, none if that was not asked for."""
        if not self.finds_shading:
            return frozenset()
        return frozenset((row, col) for row, col, shaded in answer["shade"] if shaded)

    def regions(self, answer: Answer) -> dict[Cell, int]:
        """Return the region of each cell that an answer found, empty if none were to be found.

        Regions are numbered from 1 in the order of their first cells, row by row.
        """
        if not self.finds_regions:
            return {}
        numbers: dict[int, int] = {}
        return {
            (row, col): numbers.setdefault(region, len(numbers) + 1)
            for row, col, region in answer["region"]
        }

    def _violations(self, answer: Answer) -> Iterator[str]:
        """Say what breaks rules and givens, or else what the constraints say of the digits."""
        violations = list(super()._violations(answer))
        if not violations and self.constraints:
            from .constraint_rules import broken_constraints

            digits = {(row, col): value for row, col, value in answer[self.digit]}
            violations = list(broken_constraints(self.constraints, digits, self.grid_shape))
            if self.finds_regions:
                from .chaos_regions import broken_clues

                violations += broken_clues(
                    self.constraints, digits, self.regions(answer), self.grid_shape
                )
            if self.finds_shading:
                from .shading import broken_shading

                shaded = self.shaded(answer)
                violations += broken_shading(self.constraints, digits, shaded, self.grid_shape)
        yield from violations

    def _rules_on(self, answer: Answer) -> Iterable[Rule]:
        """Return all rules, or of digits alone those on digits: the constraints say the rest."""
        options, first = answer.options, self.digit.offset
        alone = options and first <= options[0] and options[-1] < first + len(self.digit)
        if not self.constraints or not alone:
            return self.rules
        return [rule for rule in self.rules if rule.tables == (self.digit,)]

    def found_regions(self, answer: Answer) -> list[tuple[Cell, ...]]:
        """Return the cells of each region that an answer found, in the order of their numbers."""
        regions: dict[int, list[Cell]] = {}
        for cell, number in self.regions(answer).items():
            regions.setdefault(number, []).append(cell)
        return list(map(tuple, regions.values()))

    def with_regions(self, text: str, answer: Answer) -> str:
        """Return an answer's text with what else was found below it, a mark for each cell.

        A letter for each region, `#` for each cell that is shaded and `.` for the others.
        """
        regions, shaded = self.regions(answer), self.shaded(answer)
        grids = [[REGION_LETTERS[number - 1] for number in regions.values()]] if regions else []
        if self.finds_shading and answer["shade"]:
            grids.append([".#"[cell in shaded] for cell in sorted(self.grid_shape.cells)])
        cols = self.grid_shape.sides[1]
        for marks in grids:
            lines = ["".join(marks[k : k + cols]) for k in range(0, len(marks), cols)]
            text += "\n" + ("" if "\n" not in text else "\n").join(lines)
        return text

    def candidates(self, answer: Answer | None = None) -> dict[Cell, tuple[int, ...]]:
        """Return the values that are left to each cell without a digit, at first sight.

        A value is left if no house of the cell has it already and each constraint, looked at
        alone, may still be kept (candidates.py).

        answer  the digits that are known; None: the givens
        """
        from .candidates import candidates_left

        digits = {(row, col): value for row, col, value in self._known(answer)[self.digit]}
        demands = [
            demand
            for constraint in self.constraints
            for demand in constraint.demands(self.grid_shape)
        ]
        return candidates_left(digits, demands, self.grid_shape)

    def picture(self, answer: Answer | None = None, *, candidates: Candidates = False) -> Picture:
        """Return the picture of an answer: the houses, the constraints, the digits.

        answer      None: the givens alone
        candidates  what stands small in cells without a digit: True, those of `candidates`; or
                    values by cell, a pair (row, column) or a name such as "R1C1"
        """
        from .candidates import given_candidates
        from .drawing import Drawing, digit_texts, outside_texts, places_in_cell

        shown = self._known(answer)
        if isinstance(candidates, Mapping):
            small = given_candidates(candidates, self.grid_shape)
        elif not isinstance(candidates, bool):
            text = excerpt(repr(candidates))
            raise ModelError(f"candidates {text}, expected True, False or values by cell")
        else:
            small = self.candidates(shown) if candidates else {}
        return Drawing(
            self.grid_shape,
            self._further,
            self.constraints,
            self.weights,
            self.found_regions(shown),
            digit_texts(shown, self.digit),
            small,
            places_in_cell(self.grid_shape.size, self.box),
            outside_texts(shown, self.digit),
            self.shaded(shown),
        ).picture(self.name)

    def draw(self, answer: Answer | None = None, *, candidates: Candidates = False) -> str:
        """Return an answer as an SVG document; the arguments are those of `picture`."""
        if candidates is False:
            return super().draw(self._known(answer))
        from ..picture.svg import svg

        if "picture" in vars(self):
            raise ModelError("candidates in a picture of one's own, expected none")
        return svg(self.picture(answer, candidates=candidates))

    def _known(self, answer: Answer | None) -> Answer:
        return self.read(self.given_options) if answer is None else answer


# ---- Twins ---------------------------------------------------------------------------------------
# A shape is a description without givens: tables, rules, and the matrix once it is compiled. Who
# makes many puzzles of one shape one by one, as `Sudoku(text)` does, keeps the shape under a key
# that says all that it was made of, and lets the next puzzle begin as its twin. Twins share what
# nobody can change, the matrix above all; tables, rules and their words are each puzzle's own, so
# whatever is done to one leaves the others and the shape alone.
#
# `Shapes` forgets what was not asked for longest once all together are too large. Threads may
# share it; two that describe the same shape at once do so twice, and one of the two stays.


OPTION = 500  # bytes that an option takes, about: its row, and its entries in rules and matrix
_LEAVES = frozenset((str, int, bool, type(None), range))


@dataclass(frozen=True)
class Shape:
    """What twins have in common; `more` is what else a puzzle knows of it, and never changes."""

    tables: tuple[Choices, ...]
    rules: tuple[Rule, ...]
    compiled: Compiled
    more: Mapping[str, Any]

    def twin(self) -> Shape:
        """Return a shape like this one, with tables and rules of its own."""
        tables = {table: table.twin() for table in self.tables}
        rules = tuple([rule.twin(tables) for rule in self.rules])
        return Shape(tuple(tables.values()), rules, self.compiled, self.more)

    @property
    def bytes(self) -> int:
        """How much memory it takes, about."""
        return OPTION * sum(map(len, self.tables))


class Shapes(LastKept[Shape]):
    """The shapes that were asked for last, of at most `room` bytes together, as twins."""

    def __init__(self, room: int) -> None:
        super().__init__(room, room // 4, lambda shape: shape.bytes)

    def get(self, key: Hashable) -> Shape | None:
        """Return the shape of that key, as a twin of its own; None if it is not known."""
        shape = super().get(key)
        return None if shape is None else shape.twin()

    def keep(self, key: Hashable, value: Shape) -> None:
        """Keep a twin of a shape, if there is room for it."""
        if self.has_room(value):
            super().keep(key, value.twin())


def exact_key(value: Any, kinds: frozenset[type] = frozenset()) -> Hashable:
    """Return a key that only values of the same types and content have: 1 is neither 1.0 nor True.

    kinds  dataclasses that are known to be what their fields say

    Raises TypeError for what is neither text, number, range, list, tuple nor of these classes.
    """
    kind = type(value)
    if kind in _LEAVES:
        return kind, value
    if kind is tuple or kind is list:
        return kind, *[exact_key(part, kinds) for part in value]
    if kind in kinds and is_dataclass(kind):
        return kind, *[exact_key(getattr(value, part.name), kinds) for part in fields(kind)]
    raise TypeError(f"{kind.__name__}, expected text, numbers, lists and tuples of these")
