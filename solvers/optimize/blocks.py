"""The techniques `blocks`: prove and improve in turns, where a matrix falls into blocks.

The proof, an iterative deepening, begins alone: what is small it proves at once. Then neighborhoods
have most of the work while they find something, and a part of it later: what they find limits what
the proof has to search. Turns are counted in work, so a seed always gives the same solutions.

Where two threads search side by side (process/side_by_side.py), one of them has the proof alone and
the other one the neighborhoods, and each learns at once what the other one finds.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from ...models.errors import Unsupported
from ..contract.batch import Options
from ..contract.deadline import Stopped
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.solver import Resting, Technique
from ..encoding.conditions import raise_bound
from ..encoding.selection import selected
from ..native.engine import Effort, problem_of, refusals
from .improver import Improver, families, first_solution

if TYPE_CHECKING:
    from .. import _native

__all__ = ["Blocks", "Deepening", "Freeing", "Improvement"]

# ---- The block search: the native blocks of a matrix, with prices on their links -----------------
#
# A matrix that no family divides is one block: its cheapest cover is a shortest path, as long as
# its diagram can be held. To find that it cannot takes as long as to draw that much, so those who
# let several solvers take turns ask with less memory: 80 rows of 5,000 options took 8 s to be
# refused.


SOME = 1 << 30  # bytes, where the query says nothing
LITTLE_GAIN = 1 << 24  # for a first look
EDGE = 64  # bytes that an edge of a diagram takes while it is drawn


def unit_of(query: Query) -> int:
    """Return what all costs are multiples of."""
    return int(np.gcd.reduce(query.matrix.costs)) or 1


def block_prices(query: Query, costs: np.ndarray, most: int = SOME) -> _native.BlockPrices:
    """Return the blocks with their prices, before these climb.

    most  bytes at most, if the query names no memory, or more

    Raises Unsupported where the matrix falls into no blocks that can be held, Stopped at the
    deadline.
    """
    from .. import _native

    memory = most if query.memory is None else min(query.memory, most)
    with refusals("optimize:blocks"):
        return _native.BlockPrices(problem_of(query), costs, memory // EDGE, query.deadline.check)


# ---- The proof: iterative deepening on the loss of covers ----------------------------------------
#
# Against the prices each cover of a block has a loss, what it costs more than the block's cheapest
# one, and a solution costs the bound and the losses of its covers. So the first round looks for a
# solution that loses little, as much as some covers of every block do; a round without one raises
# the bound to the least cost that it left out, and the next round allows half as much loss again.
#
# Of long rounds the last two tell how far the next one may go to take MORE times the work: wherever
# time ends, the bound is near to what can be had. A 12x12 grid is bounded by 11,603 after 2.7 s,
# 11,591 after 5.4 and 11,579 after 11, where rounds of half as much loss again have 11,609 after
# 2.4, and 11,562 only after some 35.
#
# A known solution, of any solver and at any time, sets the limit: no round looks for what costs as
# much.


FEW = 32  # covers a block in the first round
CLIMB = 32  # steps of the prices between two looks at the deadline
SLICE = 2_000  # work of a search, likewise
EDGES = 256  # looked at for one of work
LONG = 100_000  # work of a round that tells how work grows
MORE = 2.0  # times as much, of the next round


class Round(NamedTuple):
    """The limit on the loss of a round of the proof, and its work."""

    loss: int
    work: int


class Deepening:
    """The proof, in steps: the prices climb, and then a limit on the loss grows.

    spent    work so far, in units of the engine
    nodes    of the searches
    updates  likewise
    """

    def __init__(
        self, progress: Progress, prices: _native.BlockPrices, unit: int, best: int | None
    ) -> None:
        """Begin; costs are counted in `unit`, and `best` is what a known solution costs."""
        self.progress, self.spent, self.nodes, self.updates = progress, 0, 0, 0
        self._prices, self._unit = prices, unit
        self._best = None if best is None else best // unit
        self._search: _native.BlockSearch | None = None
        self._most = 0  # what a solution of the round may cost
        self._before = Round(0, 0)  # the last one
        self.steps = self._steps()

    @property
    def is_last(self) -> bool:
        """Whether the round at work is the last one: it looks for all that beats the best one."""
        return self._search is not None and self._best is not None and self._best <= self._most + 1

    def learn(self, cost: int) -> None:
        """Look only for what costs less than a solution that is known."""
        self._best = cost // self._unit
        if self._search is not None:
            self._search.only_within(self._best - 1)

    def tell(self) -> None:
        """Note in the progress what is proved."""
        least = self._prices.least
        raise_bound(
            self.progress,
            self._unit * (least if self._best is None else min(least, self._best)),
        )

    def _steps(self) -> Iterator[Options | None]:
        """Yield a cheaper solution, or None, after each step; at the end the proof is complete."""
        prices = self._prices
        climbs, work = True, 1 + CLIMB * prices.edges // EDGES
        while climbs:
            climbs = prices.climb_steps(CLIMB)
            self.spent += work
            self.tell()
            yield None
        bound = prices.least
        loss = max(prices.first_limit(FEW * prices.blocks) - bound, 1)
        while self._best is None or bound < self._best:
            most = prices.least + loss
            if self._best is not None:
                most = min(most, self._best - 1)
            self._most = most
            search = self._search = self._prices.search(most)
            began, nodes, updates, exhausted = self.spent, self.nodes, self.updates, False
            while not exhausted:
                exhausted, success, options = search.next_within(SLICE)
                self.spent += SLICE
                self.nodes, self.updates = nodes + search.nodes, updates + search.updates
                yield tuple(options) if success else None
            cut = None if self._search is None else self._search.cut
            if cut is None or (self._best is not None and self._best - 1 <= most):
                break
            bound = max(bound, cut)
            lower = bound if self._best is None else min(bound, self._best)
            raise_bound(self.progress, self._unit * lower)
            loss = max(bound - prices.least, loss + self._stride(loss, self.spent - began))
        self.progress.complete = True
        if self._best is not None:
            self.progress.bound = self._unit * self._best

    def _stride(self, loss: int, work: int) -> int:
        """Return how much more the next round may lose than the last one, which took that work."""
        stride, before = loss // 2 + 1, self._before
        if work > before.work > LONG:
            rate = math.log(work / before.work) / (loss - before.loss)
            stride = min(stride, max(round(math.log(MORE) / rate), 1))
        self._before = Round(loss, work)
        return stride


# ---- The neighborhoods: groups of a family are freed, and solved by block prices -----------------
#
# What lets blocks prove a grid of 9x9 at once solves a part of a larger one as soon: the rest of
# the best solution is given, prices climb on the links of what is free, and one cover a block is
# looked for that costs less (Shaw 1998, over Geoffrion 1974). So a try frees ten rows of twelve,
# or eight digits of sixteen, where priced dancing links (solvers/native/neighborhoods/) search
# four or five. A family's size grows while its tries are searched to their end, the faster the
# less work they are, and shrinks where one runs out of work.
#
# Measured on blank grids with random weights (0 to 99, maximised; one seed, processor time):
# 16x16, 19356 after a second, 19555 after two and 19667 after four, where priced dancing links
# have 18906 to 19076, 19036 to 19461 and 19219 to 19550 (four seeds); 12x12, 11195, 11267 and
# 11288, where they have 11129 and end there. Sizes that grow by up to 1.6 a try instead of 1.3
# lost, 19297 after four seconds, and so did tries of 2.7 times the work, 19560; of .4 times the
# work, 19607.


BEGIN = 60  # options that a family's first tries free
FEW_FREED = 1_000  # covers that are listed
MOST = 150_000  # work of a try
LOOK = 20_000  # of it between two looks at the deadline
BUILD = 5_000  # work that it takes to write a try down, about
GROWTH, FASTEST, SHRINK = 1.03, 1.3, 0.93
WIDE = 24  # options of a group that is worth a try alone
# A solution that no try improves is left by tries with noise on the costs (Charon and Hudry, "The
# noising method", Operations Research Letters 14, 1993): what they find may cost a little more than
# the best solution, and is where the next tries begin. A 16x16 grid is at 20725 after 24 s of the
# processor, and without noise at 20353; of 12x12, two seeds are at 11365 and 11470, and without
# noise at 11449 and 11387. Twice the noise gains less on both; tries of three times the work are
# slower at first, 19708 after 8 s, and stay at 20519.
#
# Where noise gains nothing for as long as all gains took, another first solution is where the next
# tries begin; the best solution of all is kept. What such starts end at differs by 1.5 % at 12x12.
STALE = 2_000_000  # work without a gain after which there is noise
NOISE, WORSE = 0.07, 0.5  # parts of the standard deviation of the costs
AGAIN = 4_500_000  # work without a gain, at least, before another start


@dataclass
class Family:
    """The group of each option, -1 for none; and how many options a try frees."""

    groups: npt.NDArray[np.int32]
    count: int
    size: float = BEGIN


class Freeing:
    """The tries, in steps.

    spent   work so far, in units of the engine
    starts  how often it began
    """

    def __init__(self, query: Query, best: Options, again: int = AGAIN) -> None:
        """Begin at a solution, or with one of its own where `best` is none.

        again  work without a gain, at least, after which there is another start
        """
        self.query, self.spent, self.nodes, self.updates = query, 0, 0, 0
        self._unit = unit_of(query)
        self._random = Random(query.seed or 0)
        self._search: _native.BlockSearch | None = None
        self._exhausted = False  # of the last try: it was searched to its end
        self._best: Options = ()  # where the tries begin
        self._record = 0  # what the best solution costs
        self._near = 0  # the same of those since the last start
        self.starts, self._again = 1, again
        self._began = self._gained = 0  # work until the last start, and until the last gain since
        self._plain: npt.NDArray[np.int64] = query.matrix.costs // self._unit
        self._costs = self._plain  # of the try at hand, perhaps with noise
        self._spread = float(np.std(self._costs)) if len(self._costs) else 0.0
        self._learned = 0
        if best:
            self.learn(best)
        self.steps = self._steps()

    def learn(self, options: Options) -> None:
        """Go on from this solution, the best one."""
        self._record = self._near = self.query.matrix.cost(options)
        self._gained = self.spent
        self._move(options)

    def _move(self, options: Options) -> None:
        self._best = options
        self._learned += 1
        if self._search is not None:
            self._search.only_within(self._within())

    def _steps(self) -> Iterator[Options | None]:
        """Yield a cheaper solution, or None, after each step; ends if nothing can be freed."""
        rest = selected(self.query)
        if rest is None:
            return
        usable = [
            Family(self._of_all(rest.options, groups), 1 + int(groups.max()))
            for groups in families(self.query.matrix, rest.options)
        ]
        usable = [family for family in usable if family.count > 2]
        if not usable:
            return
        if not self._best:
            first = first_solution(self.query, "optimize:blocks")
            if not first:
                return
            yield first
        while True:
            if self.spent - self._gained > max(self._again, self._gained - self._began):
                self._begin_again()
            yield from self._attempt(self._random.choice(usable))
            yield None  # some tries end before their first step, and may do so again and again

    def _begin_again(self) -> None:
        """Go on from another first solution, if one is found soon."""
        self.starts += 1
        self._began = self._gained = self.spent
        other = replace(self.query, seed=self._random.getrandbits(30), hint=(), guess=())
        if first := first_solution(other, "optimize:blocks"):
            self._near = self.query.matrix.cost(first)
            self._move(first)

    def _of_all(
        self, options: npt.NDArray[np.int64], groups: npt.NDArray[np.int32]
    ) -> npt.NDArray[np.int32]:
        result = np.full(self.query.matrix.options, -1, np.int32)
        result[options] = groups
        return result

    def _attempt(self, family: Family) -> Iterator[Options | None]:
        """Free some groups, and look for what costs less."""
        learned, before = self._learned, self.spent
        self.spent += BUILD
        part = self.query.with_given(self._kept(family))
        self._exhausted = False
        stale = self.spent - self._gained > STALE
        self._costs = self._noised() if stale else self._plain
        try:
            prices = block_prices(part, self._costs)
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

    def _noised(self) -> npt.NDArray[np.int64]:
        """Return the costs with noise."""
        draw = np.random.default_rng(self._random.getrandbits(32))
        noise = draw.normal(0.0, NOISE * self._spread, len(self._plain))
        return self._plain + np.rint(noise).astype(np.int64)

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
            self.spent += climb
            yield None
        self._exhausted = prices.least > self._within()
        if self._exhausted:
            return
        search = self._search = prices.search(self._within(), FEW_FREED)
        while not self._exhausted and self.spent < end:
            nodes, updates = search.nodes, search.updates
            self._exhausted, success, options = search.next_within(LOOK)
            self.spent += LOOK
            self.nodes += search.nodes - nodes
            self.updates += search.updates - updates
            yield self._judged(tuple(options)) if success else None
        self._search = None

    def _judged(self, options: Options) -> Options | None:
        """Return a solution that is the best one; go on from one that is nearly as good."""
        cost = self.query.matrix.cost(options)
        if cost < self._record:
            return options
        if cost < self._near:
            self._near, self._gained = cost, self.spent
        if cost <= self._near + WORSE * self._spread * self._unit:
            self._move(options)
        return None

    def _within(self) -> int:
        """Return the most that a better solution costs, in units, as the try at hand has costs."""
        return int(self._costs[list(self._best)].sum()) - 1


ALONE = 500_000  # work of the proof before anything is freed: some .3 s, grids of 9x9 need it
# Before the last round of the proof, which looks for whatever beats the best solution, bounds rise
# hardly at all: at 12x12 and 16x16 those who improve gain more by the same work.
MUCH, LITTLE = 6.0, 0.5  # times the proof's work is for them, before the last round and in it


class Shares(NamedTuple):
    """How the work is shared out.

    alone   work of the proof before anything is freed
    much    times the proof's work is for those who improve, before the proof's last round
    little  the same in that round
    """

    alone: int
    much: float
    little: float


BOTH = Shares(ALONE, MUCH, LITTLE)
PROOF = Shares(0, 0.0, 0.0)
FREEING = Shares(0, MUCH, MUCH)  # a tenth is for the proof: so what is small comes to an end


class Improvement(Resting):
    """The state of a search that may rest, and go on when its solver is asked again."""

    def __init__(self, query: Query, shares: Shares = BOTH) -> None:
        """Divide the matrix; begin at the hint. Raises Unsupported, or Stopped at the deadline."""
        super().__init__(query)
        self._shares, unit = shares, unit_of(query)
        prices = block_prices(query, query.matrix.costs // unit)
        self.impossible = prices.impossible
        if self.impossible:
            return
        if query.hint:
            super().learn(query.hint, query.matrix.cost(query.hint))
        self._proof = Deepening(Progress(), prices, unit, self.cost)
        frees = shares != PROOF
        self._freeing: Freeing | None = Freeing(query, query.hint) if frees else None

    def goes_on_with(self, query: Query) -> bool:
        """Whether it is the same that is asked."""
        return super().goes_on_with(query) and self.query.memory == query.memory

    def solutions(self, query: Query, progress: Progress) -> Iterator[Options]:
        """Yield ever cheaper solutions than the query's hint until its deadline or the proof."""
        effort = Effort(progress)
        before, self._proof.progress = self._proof.progress, progress
        progress.bound = before.bound
        progress.complete = before.complete
        if self._freeing is not None:
            self._freeing.query = query
        if self.take_up(query):  # more is known than the hint
            yield self.best
        nodes, updates = self._spent()
        while not progress.complete and not query.deadline.passed():
            if (news := query.news(self.cost)) is not None:
                self.learn(news.options, news.cost)
                yield news.options
            options = self._step()
            spent = self._spent()
            effort.note(spent[0] - nodes, spent[1] - updates)
            if options is not None and self.improves(options, query.matrix.cost(options)):
                yield options

    def learn(self, options: Options, cost: int) -> None:
        """Look, from now on, only for what is cheaper than this solution."""
        super().learn(options, cost)
        self._proof.learn(cost)
        if self._freeing is not None:
            self._freeing.learn(options)

    def _step(self) -> Options | None:
        """Let the one whose turn it is take a step."""
        freeing, proof = self._freeing, self._proof
        if freeing is not None:
            alone, much, little = self._shares
            share = little if proof.is_last else much
            if freeing.spent < share * (proof.spent - alone):
                try:
                    return next(freeing.steps)
                except StopIteration:
                    self._freeing = None
        return next(proof.steps, None)

    def _spent(self) -> tuple[int, int]:
        parts = [part for part in (self._proof, self._freeing) if part is not None]
        return sum(part.nodes for part in parts), sum(part.updates for part in parts)


# ---- The techniques `blocks`, `blocks-proof` and `blocks-freeing` --------------------------------
#
# Leave the cells of a sudoku out of its matrix, and it falls apart into one block a digit. All
# covers of a block form one small diagram, so hundreds of passes over all covers of all blocks
# raise prices on the links (solvers/native/blocks/relaxation.hpp). They bound the cost more tightly
# than those of the linear relaxation, since a block is covered as a whole. That proves what is
# loose in the linear relaxation: random weights on a blank 9x9 grid, Latin squares with costs. What
# is too large for an early proof is improved as well, part by part. `blocks-proof` and
# `blocks-freeing` do one of these each, the latter with a tenth of its work for a proof.
#
# The families are those that solutions are counted by (solvers/native/levels/families.cpp), and the
# items that need no cover.


SHARES = {"blocks": BOTH, "blocks-proof": PROOF, "blocks-freeing": FREEING}


class Blocks(Improver):
    """Prices on the items that link independent blocks, and a search through their covers."""

    techniques: ClassVar[Mapping[str, Technique]] = {
        "blocks": Technique("prices on the items that link independent blocks"),
        "blocks-proof": Technique("the proof by blocks alone", internal=True, fuzzed=0.08),
        "blocks-freeing": Technique(
            "the neighborhoods of blocks alone", internal=True, fuzzed=0.08
        ),
    }

    def begin(self, query: Query, progress: Progress) -> Improvement | None:
        """Divide the matrix."""
        search = Improvement(query, SHARES[self.technique])
        return None if search.impossible else search

    def require_size(self, query: Query) -> None:
        """Raise Unsupported where the matrix falls into no blocks that are soon drawn."""
        block_prices(query, np.zeros(query.matrix.options, np.int64), LITTLE_GAIN)
