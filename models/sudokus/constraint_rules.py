"""Rules of sudoku variants, written as rules on the table of digits.

Each demand of a constraint (demands.py) becomes groups of choices under the constraint's own name,
so that a message says `cage 3 digit 7` or `thermometer 1 R1C1=9, R1C2`. Tables of their own are
needed for sets of digits (`digits`) and for lines (`line`) alone. Which rows are in which group is
worked out by whole arrays (digit_rules.py, line_rules.py), never row by row.

Tried and lost, each measured with dancing links. A table of allowed values for each pair of cells
that touches the Miracle sudoku: 253616 nodes for the 110 of at-most-one groups. A choice among the
orders of a cage's digits, not among their sets: 1807 nodes for 147 on Wikipedia's killer.
Forbidding the values that nothing supports in place of a rule on the cell: on four of seven puzzles
three to nine times fewer nodes, on one nine times more; and no message could name the constraint.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, TypeVar

import numpy as np
import numpy.typing as npt

from ..budget import spend
from ..errors import ModelError, excerpt
from ..matrix.arrays import unique_numbers
from ..matrix.builder import collector_paused
from ..rules.agreement import KeptPairs
from ..rules.keys import Coded, KeptKeys
from ..tables.rows import Rows
from ..tables.table import Choices
from .candidates import Implied
from .cases import LineOfCases, add_cases, has_words_over
from .constraints import Constraint
from .demands import Count, Demand, Different, Digits, Joined, OneOf, Total, Walk, shifted
from .digit_rules import DigitKeys
from .grid_shape import Cell, GridShape
from .line_rules import Automata, Layers, Line, state_keys, table_of_lines, value_keys
from .sums_of_parts import SumOfParts, add_sums_of_parts

if TYPE_CHECKING:
    from ..puzzle import Puzzle

__all__ = ["add_constraints", "broken_constraints", "constraints_of", "names_of"]

MOST_WORDS = 300  # a line with more accepted words is walked step by step

Demands = dict[str, list[Demand]]
_Kind = TypeVar("_Kind", Digits, Total, Walk)


def add_constraints(
    puzzle: Puzzle, digit: Choices, grid: GridShape, constraints: Sequence[Constraint]
) -> None:
    """Add the rules of the constraints to a puzzle whose table `digit` has row, col and value.

    Raises ModelError, which begins with the constraint's name, for a mistake in one.
    """
    with collector_paused():
        named = _named(constraints)
        demands = {name: _demands(name, constraint, grid) for name, constraint in named.items()}
        build = _Build(puzzle, digit, grid)
        build.lines(demands)
        build.parts(demands)
        build.sets(demands)
        build.digits(demands)


def constraints_of(constraints: object) -> list[Constraint]:
    """Return a list of constraints. Raises ModelError for what is none."""
    result: list[Constraint] = []
    for constraint in constraints if isinstance(constraints, Iterable) else [constraints]:
        if not isinstance(constraint, Constraint):
            fault = f"constraint {len(result) + 1}: {excerpt(repr(constraint))}"
            raise ModelError(f"{fault}, expected one such as Cage(15, 'R1C1 R1C2')")
        result.append(constraint)
    return result


def broken_constraints(
    constraints: Sequence[Constraint], digits: Mapping[Cell, int], grid: GridShape
) -> Iterator[str]:
    """Say what the digits break: asked of the constraints, not of the rules made of them."""
    for name, constraint in _named(constraints).items():
        for violation in constraint.check(digits, grid):
            yield f"{name}: {violation}"


def names_of(constraints: Sequence[Constraint]) -> list[str]:
    """Return what messages call the constraints, in their order."""
    return list(_named(constraints))


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
    demands, by = [], grid.first - 1
    try:
        constraint.require_fields()
        for demand in constraint.demands(grid):
            spend(keys=len(demand.sets) * grid.size if isinstance(demand, Digits) else 4)
            grid.require(demand.cells)
            demands.append(shifted(demand, by) if by else demand)
    except ModelError as error:
        raise ModelError(f"{name}: {error}") from error
    return demands


class _Build:
    """Writes the demands of all constraints as rules of one puzzle."""

    def __init__(self, puzzle: Puzzle, digit: Choices, grid: GridShape) -> None:
        self.puzzle, self.digit, self.grid = puzzle, digit, grid
        self.keys = DigitKeys(grid)
        self.implied: dict[int, Implied] = {}  # by the words, which it holds
        self.parted: list[tuple[str, Total | Walk, SumOfParts]] = []  # by the constraint's name

    def digits(self, demands: Demands) -> None:
        """Write what the table of digits can say alone: values of cells, pairs, differences."""
        every_pair = self.keys.pairs_of(demands.values())
        pairs, narrowing = self.keys.pairs(list(demands), every_pair), every_pair.narrowing()
        parted_ids = {id(demand) for _, demand, _ in self.parted}
        for number, (name, of_one) in enumerate(demands.items()):
            narrowed = number in narrowing or any(isinstance(d, OneOf) for d in of_one)
            values = self.keys.values(of_one) if narrowed else None
            if values is not None:
                self.puzzle.exactly_one(self.digit, covering=values, name=f"{name} values")
            for demand in of_one:
                if isinstance(demand, Different):
                    cells = set(demand.cells)
                    add = (
                        self.puzzle.exactly_one
                        if len(cells) == self.grid.size
                        else self.puzzle.at_most_one
                    )
                    labels = [f"digit {value}" for value in self.grid.values]
                    add(self.digit, covering=self.keys.by_value(cells, labels), name=name)
                elif isinstance(demand, Total) and id(demand) not in parted_ids:
                    # Let the sum be a weighted item; the values are those that people see.
                    keys = self.keys.weighted(demand)
                    total = demand.total + (self.grid.first - 1) * sum(demand.weights)
                    self.puzzle.between(total, total, self.digit, covering=keys, name=name)
                elif isinstance(demand, Joined):
                    self.puzzle.connected(
                        self.digit, covering=self.keys.by_cell(demand), name=f"{name} area"
                    )
            self._counts(name, [demand for demand in of_one if isinstance(demand, Count)])
            if name in pairs:
                self.puzzle.at_most_one(self.digit, covering=pairs[name], name=name)

    def _counts(self, name: str, demands: Sequence[Count]) -> None:
        """Add a rule for all of the counts that have the same bounds."""
        alike: dict[tuple[int, int], list[Count]] = {}
        for demand in demands:
            alike.setdefault((demand.low, demand.high), []).append(demand)
        for (low, high), some in alike.items():
            rule_name = f"{name} {low}" if low == high else f"{name} {low} to {high}"
            self.puzzle.between(
                low, high, self.digit, covering=self.keys.counted(some), name=rule_name
            )

    def parts(self, demands: Demands) -> None:
        """Add what is demanded of the parts of long sums to the demands."""
        for name, rule, total in _ruled(demands, Total):
            self._in_parts(name, rule, total)
        for name, _, part_sum in self.parted:
            demands[name] += [demand for demand in part_sum.sets if demand is not None]

    def _in_parts(self, name: str, rule: str, demand: Total | Walk) -> bool:
        """Tell whether a demand is to be said as a sum of parts."""
        if demand.parts is None:
            return False
        part_sum = SumOfParts.of(rule, demand.parts, self.grid.size)
        if part_sum is not None:
            self.parted.append((name, demand, part_sum))
        return part_sum is not None

    def sets(self, demands: Demands) -> None:
        """Write the cells that hold one of some sets of digits, and sums of such sets."""
        wanted = _ruled(demands, Digits)
        if not wanted:
            return
        rows = [(rule, digits) for _, rule, demand in wanted for digits in demand.sets]
        table = self.puzzle.choices("digits", Rows(("rule", "digits"), rows) if rows else ())
        start, starts = 0, dict[int, int]()
        for _, rule, demand in wanted:
            self._one_set(table, rule, demand, start)
            starts[id(demand)] = start
            start += len(demand.sets)
        sums = [part_sum for *_, part_sum in self.parted]
        begin = [[starts.get(id(demand), 0) for demand in part_sum.sets] for part_sum in sums]
        add_sums_of_parts(self.puzzle, self.digit, self.keys, sums, (table, begin))

    def _one_set(self, table: Choices, name: str, demand: Digits, start: int) -> None:
        """Let the digits of the cells, and a set that lacks some of them, fill the digit's item."""
        keys = [demand.label, *(f"digit {value}" for value in self.grid.values)]
        held = np.zeros((len(demand.sets), len(keys)), np.int64)  # the choice itself comes first
        sizes = list(map(len, demand.sets))
        values = np.fromiter(chain.from_iterable(demand.sets), int, sum(sizes))
        np.add.at(held, (np.repeat(np.arange(len(sizes)), sizes), values), 1)
        most = held.max(axis=0, initial=1)
        rows, places = np.nonzero(most - held)
        times = (most - held)[rows, places]
        plain = bool((most == 1).all())
        covering = {
            self.digit: self.keys.by_value(demand.cells, keys, 1),
            table: KeptKeys(keys, rows + start, places, len(table), None if plain else times),
        }
        both = [self.digit, table]
        if plain:
            self.puzzle.exactly_one(both, covering=covering, name=name)
        else:
            bounds = {key: (count, count) for key, count in zip(keys, most.tolist(), strict=True)}
            self.puzzle.between(bounds, both, covering=covering, name=name)

    def lines(self, demands: Demands) -> None:
        """Write the lines that an automaton reads, and add what they imply to the demands."""
        lines: list[Line] = []
        by_case: list[LineOfCases] = []
        automata = Automata(self.grid)
        for name, rule, walk in _ruled(demands, Walk):
            try:
                many = has_words_over(walk.cases, MOST_WORDS)  # then no automaton is needed
                if not many:
                    layers = automata.layers(walk)
                    words = automata.words(walk, layers, MOST_WORDS)
                if many or (words is None and walk.cases):
                    by_case.append(LineOfCases.of(rule, walk, self.grid.size))
                    demands[name] += by_case[-1].implied
                elif words is not None or not self._in_parts(name, rule, walk):
                    lines.append(self._line(rule, walk, layers, words, demands[name]))
            except ModelError as error:
                raise ModelError(f"{name}: {error}") from error
        add_cases(self.puzzle, self.digit, self.keys, by_case)
        if not lines:
            return
        table = self.puzzle.choices("line", table_of_lines(lines))
        start = 0
        for line in lines:
            choices = line.choices(start, len(table))
            self.puzzle.exactly_one(table, covering=choices, name=line.rule)
            start += sum(line.sizes)
        every = {cell for line in lines for cell in line.walk.cells}
        cells = sorted(every, key=self.keys.place.__getitem__)
        of_lines = value_keys(lines, cells, self.grid.values)
        rows = self.keys.rows_of(cells)
        own = KeptKeys(
            of_lines.keys.groups,
            rows,
            np.repeat(np.arange(len(cells)), self.grid.size),
            self.keys.rows,
        )
        values = KeptPairs(own, Coded(self.grid.values, rows % self.grid.size))
        self.puzzle.agree({self.digit: values, table: of_lines}, name="digit")
        states = state_keys(lines)
        if states is not None:
            self.puzzle.agree({table: states}, name="state")

    def _line(
        self,
        rule: str,
        walk: Walk,
        layers: Layers,
        words: npt.NDArray[np.intp] | None,
        demands: list[Demand],
    ) -> Line:
        """Return a line, and add what its words, or its steps, imply to the demands."""
        if words is not None:
            once = list(dict.fromkeys(walk.cells))
            if len(once) < len(walk.cells):
                words = words[:, [walk.cells.index(cell) for cell in once]]
                walk = replace(walk, cells=tuple(once))
            if id(words) not in self.implied:
                self.implied[id(words)] = Implied(words, self.grid.size)
            demands += self.implied[id(words)].of(walk.cells)
        else:
            for cell, layer in zip(walk.cells, layers.steps, strict=True):
                demands.append(OneOf(cell, (unique_numbers(layer.values) + 1).tolist()))
        return Line(rule, walk, layers, words)


def _ruled(demands: Demands, kind: type[_Kind]) -> list[tuple[str, str, _Kind]]:
    """Return the demands of a kind, each with its constraint's name and with a name of its own."""
    by_rule: dict[str, tuple[str, str, _Kind]] = {}
    for name, of_one in demands.items():
        for number, demand in enumerate((d for d in of_one if isinstance(d, kind)), 1):
            rule = name if number == 1 else f"{name} part {number}"
            while number > 1 and (rule in demands or rule in by_rule):
                rule += "'"
            by_rule[rule] = name, rule, demand
    return list(by_rule.values())
