"""Rules of sudoku variants, written as rules on the table of digits.

Each demand of a constraint (demands.py) becomes groups of choices under the constraint's own name,
so that a message says `cage 3 digit 7` or `thermometer 1 R1C1=9, R1C2`. Tables of their own are
needed for sets of digits (`digits`) and for lines (`line`) alone.

Tried and lost, each measured with dancing links. A table of allowed values for each pair of cells
that touches the Miracle sudoku: 253616 nodes for the 110 of at-most-one groups. A choice among the
orders of a cage's digits, not among their sets: 1807 nodes for 147 on Wikipedia's killer.
Forbidding the values that nothing supports in place of a rule on the cell: on four of seven puzzles
three to nine times fewer nodes, on one nine times more; and no message could name the constraint.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from ..budget import spend
from ..errors import ModelError, excerpt
from ..table import Choices
from .arc_consistency import Conflicts, domains_of, implied_by_words
from .automata import layers_of, words_of
from .cells import Cell, spell_cell
from .constraints import Constraint
from .demands import Demand, Different, Digits, OneOf, Pair, Walk
from .grid_shape import GridShape

if TYPE_CHECKING:
    from ..puzzle import Puzzle

__all__ = ["add_constraints", "broken_constraints", "constraints_of"]

MOST_WORDS = 300  # a line with more accepted words is walked step by step

Demands = dict[str, list[Demand]]
_Kind = TypeVar("_Kind", Digits, Walk)
Keys = dict[tuple[int, int, int], list[Hashable]]


class _SetRow(NamedTuple):
    rule: str
    digits: tuple[int, ...]


class _LineRow(NamedTuple):
    """A word of a line, or one of its steps: `place` is the cell's (0 for whole words)."""

    rule: str
    place: int
    values: tuple[tuple[Cell, int], ...]
    states: tuple[tuple[str, Hashable], ...]


def add_constraints(
    puzzle: Puzzle, digit: Choices, grid: GridShape, constraints: Sequence[Constraint]
) -> None:
    """Add the rules of the constraints to a puzzle whose table `digit` has row, col and value.

    Raises ModelError, which begins with the constraint's name, for a mistake in one.
    """
    demands = {
        name: _demands(name, constraint, grid) for name, constraint in _named(constraints).items()
    }
    build = _Build(puzzle, digit, grid)
    build.lines(demands)
    build.sets(demands)
    build.digits(demands)


def constraints_of(constraints: object) -> list[Constraint]:
    """Return a list of constraints. Raises ModelError for what is none."""
    found: list[Constraint] = []
    for constraint in constraints if isinstance(constraints, Iterable) else [constraints]:
        if not isinstance(constraint, Constraint):
            what = f"constraint {len(found) + 1}: {excerpt(repr(constraint))}"
            raise ModelError(f"{what}, expected one such as Cage(15, 'R1C1 R1C2')")
        found.append(constraint)
    return found


def broken_constraints(
    constraints: Sequence[Constraint], digits: Mapping[Cell, int], grid: GridShape
) -> Iterator[str]:
    """Say what the digits break: asked of the constraints, not of the rules made of them."""
    for name, constraint in _named(constraints).items():
        for found in constraint.check(digits, grid):
            yield f"{name}: {found}"


def _named(constraints: Sequence[Constraint]) -> dict[str, Constraint]:
    """Name constraints by kind and number, as in `cage 3`, unless they have names."""
    numbers: dict[str, int] = {}
    named: dict[str, Constraint] = {}
    for constraint in constraints:
        number = numbers[constraint.kind] = numbers.get(constraint.kind, 0) + 1
        name = constraint.name or (
            constraint.kind if constraint.whole else f"{constraint.kind} {number}"
        )
        while name in named:
            name += "'"
        named[name] = constraint
    return named


def _demands(name: str, constraint: Constraint, grid: GridShape) -> list[Demand]:
    found = []
    try:
        constraint.require_fields()
        for demand in constraint.demands(grid):
            spend(keys=len(demand.sets) * grid.size if isinstance(demand, Digits) else 4)
            grid.require(demand.cells)
            found.append(demand)
    except ModelError as error:
        raise ModelError(f"{name}: {error}") from error
    return found


class _Build:
    """Writes the demands of all constraints as rules of one puzzle."""

    def __init__(self, puzzle: Puzzle, digit: Choices, grid: GridShape) -> None:
        self.puzzle, self.digit, self.grid = puzzle, digit, grid
        self.conflicts = Conflicts(grid)

    def digits(self, demands: Demands) -> None:
        """Write what the table of digits can say alone: values of cells, pairs, differences."""
        for name, of_one in demands.items():
            self._values(name, of_one)
            keys: Keys = {}
            for demand in of_one:
                if isinstance(demand, Different):
                    self._different(name, demand)
                elif isinstance(demand, Pair):
                    self._pair(demand, keys)
            if keys:
                self.puzzle.at_most_one(self.digit, covering=_reader(keys), name=name)

    def _values(self, name: str, demands: Sequence[Demand]) -> None:
        keys: Keys = {}
        over = []
        for cell, values in domains_of(demands, self.grid, self.conflicts).items():
            spelled = ",".join(map(str, sorted(values))) or "nothing"
            over.append(key := f"{spell_cell(cell)} of {spelled}")
            for value in values:
                keys[(*cell, value)] = [key]
        if over:
            covering = _reader(keys)
            self.puzzle.exactly_one(self.digit, covering=covering, over=over, name=f"{name} values")

    def _different(self, name: str, demand: Different) -> None:
        cells = set(demand.cells)
        add = self.puzzle.exactly_one if len(cells) == self.grid.size else self.puzzle.at_most_one
        add(
            self.digit,
            covering=lambda row, col, value: (f"digit {value}",) if (row, col) in cells else (),
            name=name,
        )

    def _pair(self, pair: Pair, keys: Keys) -> None:
        for value, wrong in self.conflicts.of(pair).items():
            spend(keys=len(wrong))
            if wrong:
                key = f"{spell_cell(pair.first)}={value}, {spell_cell(pair.second)}"
                for place in ((*pair.first, value), *((*pair.second, other) for other in wrong)):
                    of_digit = keys.setdefault(place, [])
                    if key not in of_digit:
                        of_digit.append(key)

    def sets(self, demands: Demands) -> None:
        """Write the cells that hold one of some sets of digits."""
        wanted = _ruled(demands, Digits)
        if not wanted:
            return
        rows = [_SetRow(rule, digits) for _, rule, demand in wanted for digits in demand.sets]
        table = self.puzzle.choices("digits", rows)
        for _, rule, demand in wanted:
            self._one_set(table, rule, demand)

    def _one_set(self, table: Choices, name: str, demand: Digits) -> None:
        cells = set(demand.cells)
        over = [demand.what, *(f"digit {value}" for value in self.grid.values)]

        def covered(row: int, col: int, value: int) -> tuple[str, ...]:
            return (over[value],) if (row, col) in cells else ()

        def lacks(rule: str, digits: tuple[int, ...]) -> tuple[str, ...]:
            if rule != name:
                return ()
            return (over[0], *(over[v] for v in self.grid.values if v not in digits))

        self.puzzle.exactly_one(
            [self.digit, table], covering={self.digit: covered, table: lacks}, over=over, name=name
        )

    def lines(self, demands: Demands) -> None:
        """Write the lines that an automaton reads, and add what they imply to the demands."""
        wanted = _ruled(demands, Walk)
        if not wanted:
            return
        rows: list[_LineRow] = []
        over: dict[str, list[str]] = {}
        for name, rule, walk in wanted:
            try:
                found = self._rows(rule, walk, demands[name])
            except ModelError as error:
                raise ModelError(f"{name}: {error}") from error
            rows += found
            stepwise = any(row.states for row in found)
            over[rule] = [spell_cell(c) for c in walk.cells] if stepwise else [walk.what]
        table = self.puzzle.choices("line", rows)
        for name, keys in over.items():
            self._one_choice(table, name, keys)
        cells = {cell for _, _, walk in wanted for cell in walk.cells}

        def values(row: int, col: int, value: int) -> tuple[tuple[str, int], ...]:
            return ((spell_cell((row, col)), value),) if (row, col) in cells else ()

        self.puzzle.agree({self.digit: values, table: _spelled_values}, name="digit")
        if any(row.states for row in rows):
            self.puzzle.agree({table: "states"}, name="state")

    def _one_choice(self, table: Choices, name: str, keys: Sequence[str]) -> None:
        def place_of(rule: str, place: int) -> tuple[str, ...]:
            return (keys[place],) if rule == name else ()

        self.puzzle.exactly_one(table, covering=place_of, over=keys, name=name)

    def _rows(self, name: str, walk: Walk, demands: list[Demand]) -> list[_LineRow]:
        layers = layers_of(walk, self.grid.size)
        words = words_of(walk.cells, layers, self.grid.differ, MOST_WORDS)
        if words is not None:
            demands += implied_by_words(walk.cells, words)
            return [
                _LineRow(name, 0, tuple(zip(walk.cells, word, strict=True)), ()) for word in words
            ]
        rows = []
        for place, (cell, layer) in enumerate(zip(walk.cells, layers, strict=True)):
            demands.append(OneOf(cell, {step.value for step in layer}))
            last = place + 1 == len(walk.cells)
            before = f"{name} before {spell_cell(cell)}"
            behind = "" if last else f"{name} before {spell_cell(walk.cells[place + 1])}"
            for step in layer:
                states = [(before, step.before)] * bool(place) + [(behind, step.behind)] * (
                    not last
                )
                rows.append(_LineRow(name, place, ((cell, step.value),), tuple(states)))
        return rows


def _ruled(demands: Demands, kind: type[_Kind]) -> list[tuple[str, str, _Kind]]:
    """Return the demands of a kind, each with its constraint's name and with a name of its own."""
    found: dict[str, tuple[str, str, _Kind]] = {}
    for name, of_one in demands.items():
        for number, demand in enumerate((d for d in of_one if isinstance(d, kind)), 1):
            rule = name if number == 1 else f"{name} part {number}"
            while number > 1 and (rule in demands or rule in found):
                rule += "'"
            found[rule] = name, rule, demand
    return list(found.values())


def _reader(keys: Mapping[tuple[int, int, int], Sequence[Hashable]]) -> Callable[..., object]:
    def covering(row: int, col: int, value: int) -> Sequence[Hashable]:
        return keys.get((row, col, value), ())

    return covering


def _spelled_values(values: Sequence[tuple[Cell, int]]) -> list[tuple[str, int]]:
    return [(spell_cell(cell), value) for cell, value in values]
