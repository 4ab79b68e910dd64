"""Large neighborhoods for blocks: some groups of a family are freed, and solved by block prices.

What lets blocks prove a grid of 9x9 at once solves a part of a larger one as soon: the rest of the
best solution is given, prices climb on the links of what is free, and one cover a block is looked
for that costs less (Shaw 1998, over Geoffrion 1974). So a try frees ten rows of twelve, or eight
digits of sixteen, where priced dancing links (solvers/native/neighborhoods/) search four or five.
A family's size grows while its tries are searched to their end, the faster the less work they are,
and shrinks where one runs out of work.

Measured on blank grids with random weights (0 to 99, maximised; one seed, processor time): 16x16,
19356 after a second, 19555 after two and 19667 after four, where priced dancing links have 18906 to
19076, 19036 to 19461 and 19219 to 19550 (four seeds); 12x12, 11195, 11267 and 11288, where they
have 11129 and end there. Sizes that grow by up to 1.6 a try instead of 1.3 lost, 19297 after four
seconds, and so did tries of 2.7 times the work, 19560; of .4 times the work, 19607.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ....models.errors import Unsupported
from ...contract.batch import Options
from ...contract.deadline import Stopped
from ...contract.query import Query
from ...encoding.selection import selected
from ..first_solution import first_solution
from ..groups import families
from .deepening import CLIMB, EDGES
from .prices import block_prices, unit_of

if TYPE_CHECKING:
    from ... import _native

__all__ = ["Freeing"]

BEGIN = 60  # options that a family's first tries free
FEW = 1_000  # covers that are listed
MOST = 150_000  # work of a try
LOOK = 20_000  # of it between two looks at the deadline
BUILD = 5_000  # work that it takes to write a try down, about
GROWTH, FASTEST, SHRINK = 1.03, 1.3, 0.93
WIDE = 24  # options of a group that is worth a try alone


@dataclass
class Family:
    """The group of each option, -1 for none; and how many options a try frees."""

    groups: npt.NDArray[np.int32]
    count: int
    size: float = BEGIN


class Freeing:
    """The tries, in steps.

    spent  work so far, in units of the engine; `idle` of it since something was found
    """

    def __init__(self, query: Query, best: Options) -> None:
        """Begin at a solution, or with one of its own where `best` is none."""
        self.query, self.spent, self.idle, self.nodes, self.updates = query, 0, 0, 0, 0
        self._unit = unit_of(query)
        self._random = Random(query.seed or 0)
        self._search: _native.BlockSearch | None = None
        self._exhausted = False  # of the last try: it was searched to its end
        self._best: Options = ()
        self._cost = 0
        self._learned = 0
        if best:
            self.learn(best)
        self.steps = self._steps()

    def learn(self, options: Options) -> None:
        """Go on from this solution."""
        self._best, self._cost, self.idle = options, self.query.matrix.cost(options), 0
        self._learned += 1
        if self._search is not None:
            self._search.only_within(self._within())

    def _steps(self) -> Iterator[Options | None]:
        """Yield a cheaper solution, or None, after each step; ends if nothing can be freed."""
        rest = selected(self.query)
        if rest is None:
            return
        found = [
            Family(self._of_all(rest.options, groups), 1 + int(groups.max()))
            for groups in families(self.query.matrix, rest.options)
        ]
        found = [one for one in found if one.count > 2]
        if not found:
            return
        if not self._best:
            first = first_solution(self.query, "optimize:blocks")
            if not first:
                return
            yield first
        while True:
            yield from self._attempt(self._random.choice(found))
            yield None  # some tries end before their first step, and may do so again and again

    def _of_all(
        self, options: npt.NDArray[np.int64], groups: npt.NDArray[np.int32]
    ) -> npt.NDArray[np.int32]:
        result = np.full(self.query.matrix.options, -1, np.int32)
        result[options] = groups
        return result

    def _attempt(self, family: Family) -> Iterator[Options | None]:
        """Free some groups, and look for what costs less."""
        learned, before = self._learned, self.spent
        self._spend(BUILD)
        part = self.query.with_given(self._kept(family))
        self._exhausted = False
        try:
            prices = block_prices(part, self.query.matrix.costs // self._unit)
        except (Unsupported, Stopped):  # it may fall into other blocks than the whole
            yield None
        else:
            if not prices.impossible:
                yield from self._solved(prices, before + MOST)
        if learned != self._learned:
            return
        if self._exhausted:
            work = self.spent - before
            family.size *= min(GROWTH ** math.log2(max(2 * MOST / work, 2.0)), FASTEST)
            family.size = min(family.size, float(len(self._best)))
        else:
            family.size *= SHRINK

    def _spend(self, work: int) -> None:
        self.spent += work
        self.idle += work

    def _kept(self, family: Family) -> Options:
        """Return the options that stay, of groups that are not freed."""
        each = len(self._best) / family.count
        wanted = self._random.uniform(0.8, 1.2) * family.size / each
        least = 1 if each >= WIDE else 2
        number = min(max(round(wanted), least), family.count - 1)
        freed = self._random.sample(range(family.count), number)
        best = np.asarray(self._best)
        mine = family.groups[best]
        return tuple(best[~np.isin(mine, freed) & (mine >= 0)].tolist())

    def _solved(self, prices: _native.BlockPrices, end: int) -> Iterator[Options | None]:
        """Yield what costs less, or None, after each step, until so much work is spent."""
        climb, climbs = 1 + CLIMB * prices.edges // EDGES, True
        while climbs and prices.least <= self._within() and self.spent < end:
            climbs = prices.climb_steps(CLIMB)
            self._spend(climb)
            yield None
        self._exhausted = prices.least > self._within()
        if self._exhausted:
            return
        search = self._search = prices.search(self._within(), FEW)
        while not self._exhausted and self.spent < end:
            nodes, updates = search.nodes, search.updates
            self._exhausted, found, options = search.next_within(LOOK)
            self._spend(LOOK)
            self.nodes += search.nodes - nodes
            self.updates += search.updates - updates
            yield tuple(options) if found else None
        self._search = None

    def _within(self) -> int:
        """Return the most that a better solution costs, in units."""
        return self._cost // self._unit - 1
