"""Rules of chaos constructions: the regions, the clues about them, and implied rules.

What a clue asks of two cells is a choice of the table `related`: that they are apart, or both of
one region. For each region at most one of the two is in it where they are apart, and one is if the
other is where they are together: so much follows before the region of either is known, and that
cells of one digit are apart. Along an arm runs are choices of their own (`run`), each of which says
of its cells up to the first beyond it whether neighbours are together. A digit that counts is
compared with the sum of what is chosen: all that follows from digits and regions, so that no grid
comes twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, permutations
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from ..errors import ModelError
from ..rules.agreement import KeptPairs
from ..rules.keys import Coded, KeptKeys, Key
from ..tables.rows import Rows
from ..tables.table import Choices
from .constraint_rules import names_of
from .constraints import Constraint
from .demands import Neighbours, RegionDemand, Run, Seen, Together
from .grid_shape import BESIDE, Cell, GridShape, spell_cell, spell_cells

if TYPE_CHECKING:
    from ..puzzle import Puzzle

__all__ = ["add_found_regions", "broken_clues", "demands_by_name"]

# ---- Tables and rules of regions -----------------------------------------------------------------
# Each cell is of one region, each region holds every digit once and is connected. The tables are
# `region` (row, col, region) and `place`, where each digit of each region stands: an exact cover
# of cells and of pairs (digit, region), which agrees with the digits and with the regions.
#
# Regions have no names, so that each grid would come once for every order of them. Here a region
# is called by the line in which its least digit stands: a row (where the grid has as many columns
# as digits; else a column) holds each digit once, as a region does. That costs no rule: a place
# that would break it is no row of the table. Numbers in the order of the first cells, which a
# solver finds hard to see, are given to what is shown (`GridPuzzle.regions`).
#
# That a region is connected is a rule along the grid's graph, which solvers keep by cuts; most of
# what these would cut is stated below.


Numbers = npt.NDArray[np.int64]


class Labelled:
    """The table of regions of a puzzle, and where its rows are.

    digit  the table of digits
    cells  all cells, in the order of the rows
    count  how many regions there are, numbered from 1
    by_row  whether they are numbered by the row of their least digit, else by its column
    places, anchors  the table of places; for each region its rows there that are of the least
                     digit, by column, or row
    """

    places: Choices
    anchors: dict[int, dict[int, int]]

    def __init__(self, table: Choices, digit: Choices, grid: GridShape, count: int) -> None:
        self.table, self.digit, self.grid, self.count = table, digit, grid, count
        self.cells = sorted(grid.cells)
        self.place = {cell: place for place, cell in enumerate(self.cells)}
        self.numbers = range(1, count + 1)
        self.by_row = grid.sides[1] == grid.size

    def rows_of(self, cells: Sequence[Cell]) -> Numbers:
        """Return int64[cells, regions]: the table's rows of each cell, region after region."""
        first = np.array([self.place[cell] for cell in cells], np.int64) * self.count
        return first[:, None] + np.arange(self.count)

    @property
    def pairs(self) -> KeptPairs:
        """Which region each row gives to its cell."""
        places, codes = np.divmod(np.arange(len(self.table)), self.count)
        return _given_pairs(self.cells, places, Coded(self.numbers, codes), len(self.table))


def add_regions(puzzle: Puzzle, digit: Choices, grid: GridShape) -> Labelled:
    """Add the tables and rules. Raises ModelError for a grid that has no such regions."""
    rows, cols = grid.sides
    if len(grid.cells) != rows * cols:
        raise ModelError("regions to be found on overlapping grids, expected one rectangle")
    if grid.size != max(rows, cols):
        fault = f"regions to be found for {grid.size} values on a grid of {grid.spelled}"
        raise ModelError(f"{fault}, expected as many values as the longer side has cells")
    count = rows * cols // grid.size
    region = puzzle.choices("region", row=range(rows), col=range(cols), region=range(1, count + 1))
    puzzle.say(region, lambda row, col, region: f"{spell_cell((row, col))} in region {region}")
    labelled = Labelled(region, digit, grid, count)
    cell = puzzle.exactly_one(region, by=("row", "col"), name="region of cell")
    puzzle.say(cell, lambda key: f"{spell_cell(key)} needs exactly one region")
    labelled.places, labelled.anchors = _add_places(puzzle, labelled)
    puzzle.connected(region, by=("row", "col"), regions="region", name="connected region")
    return labelled


def _add_places(puzzle: Puzzle, labelled: Labelled) -> tuple[Choices, dict[int, dict[int, int]]]:
    """Add the table `place`: each region holds each digit in one cell.

    Return it, and of each region its rows of the least digit, by their column (or row).
    """
    grid, numbers, by_row = labelled.grid, labelled.numbers, labelled.by_row
    least = grid.first
    rows = [
        (*cell, value, number)
        for cell in labelled.cells
        for value in grid.values
        for number in numbers
        if value != least or number == cell[0 if by_row else 1] + 1
    ]
    place = puzzle.choices("place", Rows(("row", "col", "value", "region"), rows))
    columns = np.array(rows, np.int64)
    of_cell = np.array([labelled.place[row[:2]] for row in rows], np.int64)
    puzzle.exactly_one(place, by=("row", "col"), name="place of cell")
    held = puzzle.exactly_one(place, by=("region", "value"), name="digit of region")
    puzzle.say(held, lambda key: f"region {key[0]} needs exactly one {key[1]}")
    values = Coded(grid.values, columns[:, 2] - least)
    every = np.arange(len(labelled.digit))
    digits = _given_pairs(
        labelled.cells, every // grid.size, Coded(grid.values, every % grid.size), len(every)
    )
    puzzle.agree(
        {labelled.digit: digits, place: _given_pairs(labelled.cells, of_cell, values, len(rows))},
        name="digit of place",
    )
    of_region = Coded(numbers, columns[:, 3] - 1)
    puzzle.agree(
        {
            labelled.table: labelled.pairs,
            place: _given_pairs(labelled.cells, of_cell, of_region, len(rows)),
        },
        name="region of place",
    )
    anchors: dict[int, dict[int, int]] = {number: {} for number in numbers}
    for k, (row, col, value, number) in enumerate(rows):
        if value == least:
            anchors[number][col if by_row else row] = k
    return place, anchors


def _given_pairs(cells: Sequence[Cell], places: Numbers, values: Coded, rows: int) -> KeptPairs:
    """Return that each row gives its value to the cell at its place."""
    return KeptPairs(KeptKeys(cells, None, places, rows), values)


Pair = tuple[Cell, Cell]
Named = Mapping[str, RegionDemand]


def add_clues(puzzle: Puzzle, labelled: Labelled, demands: Named) -> None:
    """Add the rules of demands, each under its name."""
    build = _Build(puzzle, labelled)
    build.together(_of(demands, Together))
    runs, counts = _of(demands, Run), _of(demands, Neighbours)
    build.relate([pair for run in runs.values() for arm in run.arms for pair in pairwise(arm)])
    build.relate([(clue.counted[0], cell) for clue in counts.values() for cell in clue.counted[1:]])
    build.finish_related()
    build.runs(runs)
    build.counts(counts)
    build.seen(_of(demands, Seen))


def _of(demands: Named, kind: type[Any]) -> dict[str, Any]:
    return {name: demand for name, demand in demands.items() if isinstance(demand, kind)}


class _Build:
    """Writes demands on regions as rules of one puzzle."""

    def __init__(self, puzzle: Puzzle, labelled: Labelled) -> None:
        self.puzzle, self.labelled = puzzle, labelled
        self.pairs: dict[Pair, int] = {}
        self.related: Choices | None = None

    # ---- Two cells, or several --------------------------------------------------------------

    def together(self, demands: Mapping[str, Together]) -> None:
        """Let the cells of each demand agree on one region."""
        if not demands:
            return
        mine = self.labelled
        cells = [demand.cells for demand in demands.values()]
        owners = np.concatenate([mine.rows_of(group).ravel() for group in cells])
        places = np.repeat(np.arange(len(cells)), [len(group) * mine.count for group in cells])
        order = np.argsort(owners, kind="stable")
        keys = KeptKeys(list(demands), owners[order], places[order], len(mine.table))
        codes = owners[order] % mine.count
        self.puzzle.agree(
            {mine.table: KeptPairs(keys, Coded(mine.numbers, codes))}, name="together"
        )

    def relate(self, pairs: Iterable[Pair]) -> None:
        """Let the table say of these pairs whether they are of one region."""
        for cell, other in pairs:
            self.pairs.setdefault((min(cell, other), max(cell, other)), len(self.pairs))

    def number(self, first: Cell, second: Cell) -> int:
        """Return the number of a pair."""
        return self.pairs[min(first, second), max(first, second)]

    def finish_related(self) -> None:
        """Add the table of pairs and its rules."""
        if not self.pairs:
            return
        puzzle, mine = self.puzzle, self.labelled
        rows = [(*pair, number) for pair in self.pairs for number in range(mine.count + 1)]
        related = puzzle.choices("related", Rows(("one", "other", "region"), rows))
        self.related = related
        every, kinds = np.arange(len(rows)), mine.count + 1
        names = [f"{spell_cell(cell)} {spell_cell(other)}" for cell, other in self.pairs]
        puzzle.exactly_one(
            related, covering=KeptKeys(names, None, every // kinds, len(rows)), name="pair"
        )
        joined = every[every % kinds > 0]
        ends = np.array([[mine.place[cell] for cell in pair] for pair in self.pairs])
        keys = KeptKeys(mine.cells, joined.repeat(2), ends[joined // kinds].ravel(), len(rows))
        coded = Coded(mine.numbers, (joined % kinds - 1).repeat(2))
        puzzle.agree(
            {mine.table: mine.pairs, related: KeptPairs(keys, coded)}, name="region of pair"
        )
        mine, count = self.labelled, self.labelled.count
        regions = np.arange(count)
        owners = (ends[:, :, None] * count + regions).ravel()
        codes = (np.arange(len(ends))[:, None, None] * count + regions).repeat(2, axis=1).ravel()
        order = np.argsort(owners, kind="stable")
        groups = [(name, number) for name in names for number in mine.numbers]
        of_cells = KeptKeys(groups, owners[order], codes[order], len(mine.table))
        apart = (np.arange(len(ends)) * (count + 1)).repeat(count)
        of_pairs = KeptKeys(groups, apart, np.arange(len(groups)), len(related))
        self.puzzle.at_most(
            2,
            [mine.table, related],
            covering={mine.table: of_cells, related: of_pairs},
            name="apart",
        )

        self._alike(ends, names)
        self._differ(ends, names)

    def _differ(self, ends: Numbers, names: Sequence[str]) -> None:
        """Let cells of one digit be apart, also where their regions are not known."""
        mine, grid = self.labelled, self.labelled.grid
        assert self.related is not None
        free = [number for number, pair in enumerate(self.pairs) if not grid.differ(*pair)]
        if not free:
            return
        size = grid.size
        owners = (ends[free][:, None, :] * size + np.arange(size)[:, None]).ravel()
        groups = [(names[number], value) for number in free for value in grid.values]
        of_cells = _grouped_keys(
            groups, owners, [2] * len(groups), mine.digit, np.ones(len(owners), np.int64)
        )
        apart = (np.array(free) * (mine.count + 1)).repeat(size)
        less = np.full(len(groups), -1)
        of_pairs = _grouped_keys(groups, apart, [1] * len(groups), self.related, less)
        self.puzzle.at_most(
            1,
            [mine.digit, self.related],
            covering={mine.digit: of_cells, self.related: of_pairs},
            name="digit apart",
        )

    def _alike(self, ends: Numbers, names: Sequence[str]) -> None:
        """Let cells that are not apart be of the same regions, also where these are not known."""
        mine, count = self.labelled, self.labelled.count
        assert self.related is not None
        pairs = np.concatenate([ends, ends[:, ::-1]])
        owners = (pairs[:, None, :] * count + np.arange(count)[:, None]).ravel()
        groups = [
            (name, way, number)
            for way in ("there", "back")
            for name in names
            for number in mine.numbers
        ]
        weights = np.tile([1, -1], len(groups))
        of_cells = _grouped_keys(groups, owners, [2] * len(groups), mine.table, weights)
        apart = np.tile(np.arange(len(ends)) * (count + 1), 2).repeat(count)
        of_pairs = _grouped_keys(
            groups, apart, [1] * len(groups), self.related, np.ones(len(groups), np.int64)
        )
        self.puzzle.at_least(
            0,
            [mine.table, self.related],
            covering={mine.table: of_cells, self.related: of_pairs},
            name="together",
        )

    # ---- Clues that count -------------------------------------------------------------------

    def runs(self, demands: Mapping[str, Run]) -> None:
        """Add the runs along arms, and that they add up to the digit."""
        if not demands:
            return
        rows: list[tuple[str, int, int]] = []
        relations: list[dict[int, bool]] = []
        for name, demand in demands.items():
            for number, arm in enumerate(demand.arms, 1):
                steps = [self.number(*pair) for pair in pairwise(arm)]
                for length in range(len(arm)):
                    rows.append((name, number, length))
                    relations.append(
                        dict.fromkeys(steps[:length], True)
                        | dict.fromkeys(steps[length : length + 1], False)
                    )
        run = self.puzzle.choices("run", Rows(("rule", "arm", "further"), rows))
        self.puzzle.exactly_one(run, by=("rule", "arm"), name="run of arm")
        self._stop(run, rows, relations)
        names = list(demands)
        place = {name: number for number, name in enumerate(names)}
        further = [(k, place[name], length) for k, (name, _, length) in enumerate(rows) if length]
        self._compare(run, demands, further)

    def _stop(
        self,
        run: Choices,
        rows: Sequence[tuple[str, int, int]],
        relations: Sequence[Mapping[int, bool]],
    ) -> None:
        """Let each run go on over cells that are together, and end where two are apart.

        relations  of each run whether the cells of a pair, by its number, are together
        """
        if self.related is None:
            return
        kinds = self.labelled.count + 1
        steps = [
            (row, pair) for row, pairs in enumerate(relations) for pair, on in pairs.items() if on
        ]
        ends = [
            (row, pair)
            for row, pairs in enumerate(relations)
            for pair, on in pairs.items()
            if not on
        ]
        groups: dict[tuple[str, int, int], int] = {}
        over = [
            (row, groups.setdefault((*rows[row][:2], pair), len(groups)), 1) for row, pair in steps
        ]
        apart = [(pair * kinds, number, 1) for (*_, pair), number in groups.items()]
        self.puzzle.at_most_one(
            [run, self.related],
            covering={
                run: _keys(list(groups), over, len(run)),
                self.related: _keys(list(groups), apart, len(self.related)),
            },
            name="run goes on",
        )
        here = [(row, number, -1) for number, (row, _) in enumerate(ends)]
        there = [(pair * kinds, number, 1) for number, (_, pair) in enumerate(ends)]
        keys = [rows[row] for row, _ in ends]
        self.puzzle.at_least(
            0,
            [run, self.related],
            covering={
                run: _keys(keys, here, len(run)),
                self.related: _keys(keys, there, len(self.related)),
            },
            name="run ends",
        )

    def counts(self, demands: Mapping[str, Neighbours]) -> None:
        """Let the digit of each demand be the number of pairs that are together, and one more."""
        if not demands:
            return
        entries = []
        for place, demand in enumerate(demands.values()):
            for cell in demand.counted[1:]:
                start = self.number(demand.counted[0], cell) * (self.labelled.count + 1)
                entries += [(start + k, place, 1) for k in self.labelled.numbers]
        self._compare(self.related, demands, entries)

    def _compare(
        self,
        table: Choices | None,
        demands: Mapping[str, Run | Neighbours],
        entries: Sequence[tuple[int, int, int]],
    ) -> None:
        """Let each digit, and what is beside it, be one more than the sum of chosen rows.

        entries  the row, the number of the demand, how much it counts
        """
        for beside in sorted({demand.beside for demand in demands.values()}):
            names = [name for name, demand in demands.items() if demand.beside == beside]
            numbers = {
                place: names.index(name) for place, name in enumerate(demands) if name in names
            }
            mine = [(row, numbers[place], -by) for row, place, by in entries if place in numbers]
            digits = self._digit_keys(names, [demands[name].cell for name in names])
            tables, covering = [self.labelled.digit], {self.labelled.digit: digits}
            if mine and table is not None:
                tables.append(table)
                covering[table] = _keys(names, mine, len(table))
            kind = "run" if isinstance(next(iter(demands.values())), Run) else "neighbours"
            name = f"length of {kind}{f' less {beside}' if beside else ''}"
            self.puzzle.exactly(1 - beside, tables, covering=covering, name=name)

    def _digit_keys(self, names: Sequence[Key], cells: Sequence[Cell]) -> KeptKeys:
        """Return that the digit of each cell counts as much as it is."""
        grid, place = self.labelled.grid, self.labelled.place
        entries = [
            (place[cell] * grid.size + k, number, value)
            for number, cell in enumerate(cells)
            for k, value in enumerate(grid.values)
            if value
        ]
        return _keys(names, entries, len(self.labelled.digit))

    def seen(self, demands: Mapping[str, Seen]) -> None:
        """Add which regions the cells of each demand are of, and that the digit counts them."""
        if not demands:
            return
        puzzle, mine = self.puzzle, self.labelled
        names = list(demands)
        rows = [
            (name, number, there)
            for name in names
            for number in mine.numbers
            for there in (False, True)
        ]
        seen = puzzle.choices("seen", Rows(("rule", "region", "seen"), rows))
        puzzle.exactly_one(seen, by=("rule", "region"), name="region seen")
        groups = [(name, number) for name in names for number in mine.numbers]
        entries = [
            (int(row), place * mine.count + k, 1)
            for place, demand in enumerate(demands.values())
            for cell in dict.fromkeys(demand.others)
            for k, row in enumerate(mine.rows_of([cell])[0])
        ]
        most: dict[Key, int] = dict.fromkeys(groups, 0)
        for _, code, _ in entries:
            most[groups[code]] += 1
        of_cells = _keys(groups, entries, len(mine.table))
        unseen = _keys(groups, [(2 * k, k, 1) for k in range(len(groups))], len(seen))
        both = [mine.table, seen]
        puzzle.at_least(1, both, covering={mine.table: of_cells, seen: unseen}, name="some seen")
        weighed = [(2 * k, k, most[group]) for k, group in enumerate(groups)]
        none = {mine.table: of_cells, seen: _keys(groups, weighed, len(seen))}
        puzzle.at_most(most, both, covering=none, name="none seen")
        digits = self._digit_keys(names, [demand.cell for demand in demands.values()])
        counted = [(2 * k + 1, k // mine.count, -1) for k in range(len(groups))]
        puzzle.exactly(
            0,
            [mine.digit, seen],
            covering={mine.digit: digits, seen: _keys(names, counted, len(seen))},
            name="regions seen",
        )


def _keys(groups: Sequence[Key], entries: Sequence[tuple[int, int, int]], rows: int) -> KeptKeys:
    """Return keys of entries (row, group, weight); those of one row and group are added up."""
    weights: dict[tuple[int, int], int] = {}
    for row, group, weight in entries:
        weights[row, group] = weights.get((row, group), 0) + weight
    array = np.array([(*at, weights[at]) for at in sorted(weights)], np.int64).reshape(-1, 3)
    return KeptKeys(groups, array[:, 0], array[:, 1], rows, array[:, 2])


# ---- Demands by name -----------------------------------------------------------------------------
# What clues demand of what is to be found, regions or shading, by the clues' names.


AnyDemand = TypeVar("AnyDemand")


def demands_by_name(
    constraints: Sequence[Constraint],
    grid: GridShape,
    demanded: Callable[[Constraint], Iterable[AnyDemand]],
    cells_of: Callable[[AnyDemand], Sequence[Cell]],
) -> dict[str, AnyDemand]:
    """Return what each clue demands; it demands one thing at most. Raises ModelError that names it.

    cells_of  the cells that a demand is about: they must be in the grid
    """
    by_name: dict[str, AnyDemand] = {}
    for name, constraint in zip(names_of(constraints), constraints, strict=True):
        try:
            for demand in demanded(constraint):
                grid.require(cells_of(demand))
                by_name[name] = demand
        except ModelError as error:
            raise ModelError(f"{name}: {error}") from error
    return by_name


# ---- Rules that follow from connectedness --------------------------------------------------------
# That a region is connected is a rule along the grid's graph, which solvers keep by cuts: they
# find out late. What is said here is less, but is seen at once.
#
# company  of any cell and any two neighbours: some cell beside them is of their region, which has
#          more cells
# no gap   a region reaches each line of cells between two that it reaches. By its least digit,
#          whose row (or column) gives the region its number, that is a clause for each cell:
#          towards that row there is a cell of the region in the line before. Across it, where it
#          is not known in which line the least digit stands, it may stand on this side.
# crosswise  no 2x2 is of two regions crosswise: a way between two of its corners parts the others
#
# Measured with CaDiCaL on puzzles of 9x9, in seconds without and with it. Company: 8.8 and 4.0,
# more than 20 and 4.0; 38 rounds of cuts became 1. No gap: 7.7 and 3.6, 7.9 and 3.0, .9 and .6,
# 1.7 and 2.2. Tried and lost: company of three cells (4.2 for 3.6, 3.2 for 3.0, .8 for .6); the
# distance of each cell from the least digit of its region (2.8 for 4.0 alone, but 6.9 for 4.3).
# With `propagate:learning`, two puzzles of 9x9: crosswise 7.0 and 6.5, .26 and .18. Then what
# follows of two cells whose regions are not known: 6.5 and 4.1, and .15 and .04 of one of 6x6; a
# hard one of 9x9 became 9.6 for 20.


class _Needed(NamedTuple):
    """Where all cells of `part` are of a region, so is one of `some`, or a place is chosen.

    number  the region
    places  rows of the table of places
    line    of which line the cells are, counted from 1; 0: they are neighbours of the part
    """

    part: tuple[Cell, ...]
    number: int
    some: Sequence[Cell]
    places: Sequence[int] = ()
    line: int = 0

    @property
    def key(self) -> Key:
        """What a rule calls it."""
        line = (self.line,) if self.line else ()
        return (*map(spell_cell, self.part), *line, self.number)


def add_implied(puzzle: Puzzle, labelled: Labelled) -> None:
    """Add what follows."""
    # Say that no cell, and no two neighbours, are a region: a cell beside them is of theirs.
    grid = labelled.grid
    beside: dict[Cell, list[Cell]] = {cell: [] for cell in labelled.cells}
    pairs = list(grid.neighbours(BESIDE))
    for first, second in pairs:
        beside[first].append(second)
        beside[second].append(first)
    parts: list[tuple[Cell, ...]] = [(cell,) for cell in labelled.cells] if grid.size > 1 else []
    if grid.size > 2:
        parts += pairs
    for size, name in ((1, "company of cell"), (2, "company of cells")):
        needed = [
            _Needed(
                part, number, sorted({c for cell in part for c in beside[cell]}.difference(part))
            )
            for part in parts
            if len(part) == size
            for number in labelled.numbers
        ]
        _demand(puzzle, labelled, needed, name)
    _add_gaps(puzzle, labelled)
    _add_crosswise(puzzle, labelled)


def _add_crosswise(puzzle: Puzzle, labelled: Labelled) -> None:
    """Say that no 2x2 is of two regions crosswise: a way between two corners parts the others."""
    rows, cols = labelled.grid.sides
    corners = ((0, 0), (1, 1), (0, 1), (1, 0))
    squares = [
        [(row + down, col + right) for down, right in corners]
        for row in range(rows - 1)
        for col in range(cols - 1)
    ]
    numbers = list(permutations(labelled.numbers, 2))
    if not squares or not numbers:
        return
    first, second = np.array(numbers).T - 1
    of_squares = [
        np.stack(
            (*labelled.rows_of(square[:2])[:, first], *labelled.rows_of(square[2:])[:, second])
        )
        for square in squares
    ]
    owner = np.concatenate([owners.T.ravel() for owners in of_squares])
    groups = [(spell_cell(square[0]), here, there) for square in squares for here, there in numbers]
    covering = _grouped_keys(
        groups, owner, [4] * len(groups), labelled.table, np.ones(len(owner), np.int64)
    )
    rule = puzzle.at_most(3, labelled.table, covering=covering, name="2x2 crosswise")
    puzzle.say(rule, lambda key: f"the 2x2 from {key[0]} is not crosswise of two regions")


def _add_gaps(puzzle: Puzzle, labelled: Labelled) -> None:
    """Say that a region reaches each line of cells between two that it reaches."""
    along, across = (0, 1) if labelled.by_row else (1, 0)
    lines: list[dict[int, list[Cell]]] = [{}, {}]
    for cell in labelled.cells:
        for axis in (0, 1):
            lines[axis].setdefault(cell[axis], []).append(cell)
    towards, sideways = [], []
    for cell in labelled.cells:
        for number in labelled.numbers:
            line = cell[along]
            if line != number - 1:
                before = line + (1 if line < number - 1 else -1)
                towards.append(_Needed((cell,), number, lines[along][before], (), before + 1))
            line = cell[across]
            for step in (-1, 1):
                if some := lines[across].get(line + step):
                    here = [
                        row
                        for at, row in labelled.anchors[number].items()
                        if (at - line) * step <= 0
                    ]
                    sideways.append(_Needed((cell,), number, some, here, line + step + 1))
    _demand(puzzle, labelled, towards, "no gap")
    _demand(puzzle, labelled, sideways, "no gap across", labelled.places)


def _demand(
    puzzle: Puzzle,
    labelled: Labelled,
    needed: Sequence[_Needed],
    name: str,
    place: Choices | None = None,
) -> None:
    """Add what is needed as one rule; all parts have as many cells."""
    if not needed:
        return
    sizes = [len(need.part) + len(need.some) for need in needed]
    where = [labelled.place[cell] for need in needed for cell in (*need.part, *need.some)]
    numbers = np.array([need.number - 1 for need in needed]).repeat(sizes)
    owner = np.array(where, np.int64) * labelled.count + numbers
    weight = np.concatenate([[-1] * len(need.part) + [1] * len(need.some) for need in needed])
    groups = [need.key for need in needed]
    covering = {labelled.table: _grouped_keys(groups, owner, sizes, labelled.table, weight)}
    if place is not None:
        rows = np.array([row for need in needed for row in need.places], np.int64)
        sizes = [len(need.places) for need in needed]
        covering[place] = _grouped_keys(groups, rows, sizes, place, np.ones(len(rows), np.int64))
    least = 1 - len(needed[0].part)
    rule = puzzle.at_least(least, list(covering), covering=covering, name=name)
    puzzle.say(rule, _describe_key)


def _grouped_keys(
    groups: Sequence[Key], rows: Numbers, sizes: Sequence[int], table: Choices, weight: Numbers
) -> KeptKeys:
    """Return the groups that rows are in, listed group by group."""
    order = np.argsort(rows, kind="stable")
    codes = np.arange(len(groups)).repeat(sizes)
    return KeptKeys(groups, rows[order], codes[order], len(table), weight[order])


def _describe_key(key: tuple[Any, ...]) -> str:
    *cells, number = key
    if isinstance(cells[-1], int):
        return f"{cells[0]} in region {number} needs that in line {cells[-1]}"
    return f"{' and '.join(cells)} in region {number} need a neighbour there"


# ---- All rules of a puzzle -----------------------------------------------------------------------
# Regions to be found, as a puzzle asks for them: the rules of all clues, and these as a check.


def add_found_regions(
    puzzle: Puzzle, digit: Choices, grid: GridShape, constraints: Sequence[Constraint]
) -> None:
    """Add the regions, and what clues demand of them. Raises ModelError that names the clue."""
    demands = _demands(constraints, grid)
    labelled = add_regions(puzzle, digit, grid)
    add_implied(puzzle, labelled)
    add_clues(puzzle, labelled, demands)


def broken_clues(
    constraints: Sequence[Constraint],
    digits: Mapping[Cell, int],
    regions: Mapping[Cell, int],
    grid: GridShape,
) -> Iterator[str]:
    """Say which clues digits and regions break: asked of the clues, not of the rules of them."""
    for name, demand in _demands(constraints, grid).items():
        if not demand.holds(digits, regions):
            yield f"{name}: not so of {spell_cells(demand.cells)}"


def _demands(constraints: Sequence[Constraint], grid: GridShape) -> dict[str, RegionDemand]:
    """Return what clues demand of regions, by their names."""
    return demands_by_name(
        constraints,
        grid,
        lambda constraint: constraint.region_demands(grid),
        lambda demand: demand.cells,
    )
