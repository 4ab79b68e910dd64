"""The clues of a chaos construction as rules: which cells are of one region, and how many.

What a clue asks of two cells is a choice of the table `related`: that they are apart, or both of
one region. For each region at most one of the two is in it where they are apart. Along an arm runs
are choices of their own (`run`), each of which says of its cells up to the first beyond it whether
neighbours are together. A digit that counts is compared with the sum of what is chosen: all that
follows from digits and regions, so that no grid comes twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from ...rules.agreement import KeptPairs
from ...rules.keys import Coded, KeptKeys, Key
from ...tables.rows import Rows
from ...tables.table import Choices
from ..cells import Cell, spell_cell
from ..constraints.region_demands import Neighbours, RegionDemand, Run, Seen, Together
from .labelled import Labelled

if TYPE_CHECKING:
    from ...puzzle import Puzzle

__all__ = ["add_clues"]

Pair = tuple[Cell, Cell]
Named = Mapping[str, RegionDemand]


def add_clues(puzzle: Puzzle, labelled: Labelled, demands: Named) -> None:
    """Add the rules of demands, each under its name."""
    build = _Build(puzzle, labelled)
    build.together(_of(demands, Together))
    runs, counts = _of(demands, Run), _of(demands, Neighbours)
    build.relate([pair for one in runs.values() for arm in one.arms for pair in pairwise(arm)])
    build.relate([(one.counted[0], cell) for one in counts.values() for cell in one.counted[1:]])
    build.finish_related()
    build.runs(runs)
    build.counts(counts)
    build.seen(_of(demands, Seen))


def _of(demands: Named, kind: type[Any]) -> dict[str, Any]:
    return {name: one for name, one in demands.items() if isinstance(one, kind)}


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
        owners = np.concatenate([mine.rows_of(one).ravel() for one in cells])
        places = np.repeat(np.arange(len(cells)), [len(one) * mine.count for one in cells])
        order = np.argsort(owners, kind="stable")
        keys = KeptKeys(list(demands), owners[order], places[order], len(mine.table))
        codes = owners[order] % mine.count
        self.puzzle.agree(
            {mine.table: KeptPairs(keys, Coded(mine.numbers, codes))}, name="together"
        )

    def relate(self, pairs: Iterable[Pair]) -> None:
        """Let the table say of these pairs whether they are of one region."""
        for one, other in pairs:
            self.pairs.setdefault((min(one, other), max(one, other)), len(self.pairs))

    def number(self, one: Cell, other: Cell) -> int:
        """Return the number of a pair."""
        return self.pairs[min(one, other), max(one, other)]

    def finish_related(self) -> None:
        """Add the table of pairs and its rules."""
        if not self.pairs:
            return
        puzzle, mine = self.puzzle, self.labelled
        rows = [(*pair, number) for pair in self.pairs for number in range(mine.count + 1)]
        related = puzzle.choices("related", Rows(("one", "other", "region"), rows))
        self.related = related
        every, kinds = np.arange(len(rows)), mine.count + 1
        names = [f"{spell_cell(one)} {spell_cell(other)}" for one, other in self.pairs]
        puzzle.exactly_one(
            related, covering=KeptKeys(names, None, every // kinds, len(rows)), name="pair"
        )
        joined = every[every % kinds > 0]
        ends = np.array([[mine.place[cell] for cell in pair] for pair in self.pairs])
        keys = KeptKeys(mine.cells, joined.repeat(2), ends[joined // kinds].ravel(), len(rows))
        said = Coded(mine.numbers, (joined % kinds - 1).repeat(2))
        puzzle.agree(
            {mine.table: mine.pairs, related: KeptPairs(keys, said)}, name="region of pair"
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

    # ---- Clues that count -------------------------------------------------------------------

    def runs(self, demands: Mapping[str, Run]) -> None:
        """Add the runs along arms, and that they add up to the digit."""
        if not demands:
            return
        rows: list[tuple[str, int, int]] = []
        said: list[dict[int, bool]] = []
        for name, demand in demands.items():
            for number, arm in enumerate(demand.arms, 1):
                steps = [self.number(*pair) for pair in pairwise(arm)]
                for length in range(len(arm)):
                    rows.append((name, number, length))
                    said.append(
                        dict.fromkeys(steps[:length], True)
                        | dict.fromkeys(steps[length : length + 1], False)
                    )
        run = self.puzzle.choices("run", Rows(("rule", "arm", "further"), rows))
        self.puzzle.exactly_one(run, by=("rule", "arm"), name="run of arm")
        self._stop(run, rows, said)
        names = list(demands)
        place = {name: number for number, name in enumerate(names)}
        further = [(k, place[name], length) for k, (name, _, length) in enumerate(rows) if length]
        self._compare(run, demands, further)

    def _stop(
        self, run: Choices, rows: Sequence[tuple[str, int, int]], said: Sequence[Mapping[int, bool]]
    ) -> None:
        """Let each run go on over cells that are together, and end where two are apart.

        said  of each run whether the cells of a pair, by its number, are together
        """
        if self.related is None:
            return
        kinds = self.labelled.count + 1
        steps = [(row, pair) for row, told in enumerate(said) for pair, on in told.items() if on]
        ends = [(row, pair) for row, told in enumerate(said) for pair, on in told.items() if not on]
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
        for beside in sorted({one.beside for one in demands.values()}):
            names = [name for name, one in demands.items() if one.beside == beside]
            numbers = {
                place: names.index(name) for place, name in enumerate(demands) if name in names
            }
            mine = [(row, numbers[place], -by) for row, place, by in entries if place in numbers]
            digits = self._digit_keys(names, [demands[name].cell for name in names])
            tables, covering = [self.labelled.digit], {self.labelled.digit: digits}
            if mine and table is not None:
                tables.append(table)
                covering[table] = _keys(names, mine, len(table))
            self.puzzle.exactly(1 - beside, tables, covering=covering, name=_free(demands, beside))

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
        digits = self._digit_keys(names, [one.cell for one in demands.values()])
        counted = [(2 * k + 1, k // mine.count, -1) for k in range(len(groups))]
        puzzle.exactly(
            0,
            [mine.digit, seen],
            covering={mine.digit: digits, seen: _keys(names, counted, len(seen))},
            name="regions seen",
        )


def _free(demands: Mapping[str, Run | Neighbours], beside: int) -> str:
    kind = "run" if isinstance(next(iter(demands.values())), Run) else "neighbours"
    return f"length of {kind}" + f" less {beside}" * bool(beside)


def _keys(groups: Sequence[Key], entries: Sequence[tuple[int, int, int]], rows: int) -> KeptKeys:
    """Return keys of entries (row, group, weight); those of one row and group are added up."""
    found: dict[tuple[int, int], int] = {}
    for row, group, weight in entries:
        found[row, group] = found.get((row, group), 0) + weight
    told = np.array([(*at, found[at]) for at in sorted(found)], np.int64).reshape(-1, 3)
    return KeptKeys(groups, told[:, 0], told[:, 1], rows, told[:, 2])
