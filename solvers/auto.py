"""`auto`: chooses a solver by the goal and the matrix, and says which and why.

Which engine suits a matrix shows best by trying. So a query has a plan: the solvers, in
which order and for how long; a solver that refuses the matrix is passed over. Most puzzles are
answered by the first solver in its first turn. For the others the solvers of the plan take turns
(turns/). The plans rest on the measurements in docs/benchmarks.md:

    first   dancing links, failure weights, clause learning, SAT, CP-SAT by turns
    all     as for a first one, until there is a second or none; then bit masks where the masks
            are small, dancing links; then the others, one after another
    count   the native engines by turns, then SAT and CP-SAT too
    best    prices on the items; then `optimize` by turns with these, the MIP solver and CP-SAT,
            which is sooner where there are weights or conditions; with several threads side by
            side (turns/choosing.py)
    many    the batch engine of the bit masks; what it does not answer soon, as for the first

If there are several solutions, only one solver's answers are handed on: before its first one it may
be changed, after that not. What one solver hands over and what another one proves is compared
(contract/claims.py): a contradiction is a WrongAnswer that names both.

The parts: the plans, the solvers `auto` and `Foregone`, and the selections of a batch that wait.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ..models.errors import SolverError, Unavailable, Unsupported, WrongAnswer
from ..models.matrix.arrays import unique_numbers
from ..models.matrix.exact_cover import ExactCover
from ..models.matrix.notes import Greatest, Intervals, Lines
from ..models.puzzle import Puzzle
from .contract.batch import (
    Batch,
    Counted,
    Listed,
    Options,
    Selections,
    Unanswered,
    apart,
    closing_stream,
)
from .contract.claims import Claims
from .contract.deadline import Budget, Deadline, Stopped, WorkBudget
from .contract.goal import Goal
from .contract.progress import Progress
from .contract.query import Query
from .contract.solver import EVERYTHING, Solver, beyond_covers, version_of
from .encoding.reduction import Reduction, reduced, work
from .registry import get_solver, native_solver
from .turns.choosing import ChoosingSolver
from .turns.plan import CostlyShape, Plan, Stage, look_alike

if TYPE_CHECKING:
    from .turns.runs import SomeRun

__all__ = ["PLANS"]

# ---- The plans: which solvers, in which order, for how long --------------------------------------
#
# Turns are short at first, so that an easy puzzle does not pay for the import of a library, and
# SAT and CP-SAT wait for their turn in a count until that is worth a start (turns/plan.py).


AT_ONCE = "dancing links answer most at once"
ANY_SIZE = "dancing links take any size"
WEIGHTS = "nobody finished; failure weights suit sparse matrices"
FIRST_TRY = Stage("dlx", 0.001, AT_ONCE)
SAT = "nobody finished; clause learning goes furthest"
LEARNING = "nobody finished; clauses are learned from conflicts"
# To begin the turns takes a fresh process some 4 ms. Variant sudokus that dancing links do not
# answer at once take failure weights .5 to 2 ms, or what is learned from conflicts 2 to 5.
FIRST_TRIES = (
    Stage("dlx", 0.0004, AT_ONCE),
    Stage("dlx:weights", 0.0022, WEIGHTS),
    Stage("propagate:learning", 0.006, LEARNING),
)
LEARNS = "sums are propagated, and clauses learned from conflicts"
TREE = "nobody finished; the tree of choices has more nodes a second without clauses"
GRAPHS = "graph rules are propagated, and clauses learned from conflicts"
CPSAT = "nobody finished; clause learning with linear relaxations is another way"
HARD = (
    Stage("dlx:weights", 0.5, WEIGHTS),
    Stage("sat:cadical195", 1.0, SAT),
    Stage("cpsat", 1.5, CPSAT),
)
# CP-SAT breaks symmetries where the others go through all that is alike: golfers who cannot meet,
# graphs that take one color more and pigeons in too few holes are mostly refuted within .13 s. The
# first turn for these comes after some .02 s of the others.
SYMMETRIC = Stage(
    "cpsat",
    0.05,
    "many options look alike; clause learning breaks symmetries",
    least=0.15,
    most=0.05,
    suits=look_alike,
)
# Each continues in its next turn, except CP-SAT. Of 41 variant sudokus, what is learned from
# conflicts is the best or nearly so on all that take it less than a tenth of a second; of those
# that take longer, Glucose on nearly all, so the turns of the others grow no further: 25 such take
# .68 of the time that they took while all turns grew alike. Zipper lines, which take Glucose .2 s,
# take .38 with these bounds, and .65 with bounds five times as large. CP-SAT begins each turn anew,
# so its first one is long enough for what it does well: one with modular lines and one with renbans
# take it some 4 s alone.
FIRST = Plan(
    (
        Stage("dlx", 0.0004, AT_ONCE, most=0.01),
        Stage("dlx:weights", 0.001, WEIGHTS, most=0.02),
        Stage("propagate:learning", 0.004, LEARNING, most=0.015),
        SYMMETRIC,
        Stage("sat:glucose4", 0.004, SAT, least=0.004),
        Stage("sat:cadical195", 0.0015, SAT, least=0.6),
        Stage("cpsat", 0.001, CPSAT, least=4.0),
    ),
    growth=1.5,
    at_once=FIRST_TRIES,
    features="no weights, no conditions",
)
# Of Gecode's 18 sudokus of 25x25, CaDiCaL takes two a fifth of a second each, and most of the
# others 1 to 6 s; what `propagate` learns solves 11 of them within 6 s, 5 of these within half a
# second, and none of the other solvers here as many within 12 s. So CaDiCaL has most of the time,
# in a child process, once the others had some .05 s, and their turns soon grow no further.
LARGE_FIRST = Plan(
    (
        Stage("dlx", 0.0004, AT_ONCE, most=0.01),
        Stage("dlx:weights", 0.001, WEIGHTS, most=0.05),
        Stage("propagate:learning", 0.003, LEARNING, most=0.15),
        SYMMETRIC,
        Stage("sat:cadical195", 0.01, SAT, least=0.2),
        Stage("sat:glucose4", 0.001, SAT, least=0.1, most=0.1),
        Stage("cpsat", 0.0005, CPSAT, least=4.0),
    ),
    growth=1.5,
    at_once=FIRST_TRIES[:2],
    features="no weights, no conditions, many options",
)
# Masks of few options take a few words, and no learning makes up for so many nodes a second: on
# random covers and three-dimensional matchings of up to 440 options they are several times as fast
# as what learns, so they have a third of the time. Sixteen such take .65 s of the processor each,
# and took 3.9 s by the plan above.
SMALL = 440  # options
SMALL_FIRST = Plan(
    (
        Stage("dlx", 0.0004, AT_ONCE, most=0.04),
        Stage("bitmask", 0.004, "nobody finished; the option masks are small"),
        Stage("dlx:weights", 0.001, WEIGHTS, most=0.1),
        Stage("propagate:learning", 0.001, LEARNING, most=0.1),
        SYMMETRIC,
        Stage("sat:glucose4", 0.0015, SAT, least=0.004, most=0.5),
        Stage("sat:cadical195", 0.0015, SAT, least=0.6, most=1.0),
        Stage("cpsat", 0.001, CPSAT, least=4.0),
    ),
    growth=1.5,
    at_once=(FIRST_TRY,),
    features="no weights, no conditions, few options",
)
ALL = Plan(
    (
        Stage("bitmask", 0.5, "the option masks are small"),
        Stage("dlx", 0.5, ANY_SIZE),
        *HARD,
    ),
    growth=4,
    features="no weights, no conditions",
)
# What prices prove, they mostly prove at once. In a matrix of many options the linear program alone
# takes a while: nw02, an airline's, is proved in .43 s, and took 7.8 while prices were given up
# after .25. Then `optimize` has most of the time. A round has as many seconds for it as a round of
# its own has for its techniques (optimize/optimize.py), so that each of these has one turn or two.
BOUNDED = "there are costs, and prices on the items bound them tightly"
OPTIMIZE = "prices on the items are loose; tighter ones may prove it, and freed parts improve"
YET = "prices on the items may yet prove it"
BRIEFLY = "nobody finished; another way may be at once"
LAST = (
    Stage("mip", 5.0, "prices did not finish; branch and cut tightens the bound"),
    Stage("cpsat", 2.0, "branch and cut did not finish", least=4.0),
)
BEST = Plan(
    (
        Stage("dlx", 0.15, BOUNDED),
        Stage("optimize", 1.6, OPTIMIZE),
        Stage("mip", 0.5, BRIEFLY),
        Stage("cpsat", 0.5, BRIEFLY),
        Stage("optimize", 71.5, OPTIMIZE),
        Stage("dlx", 2.0, YET),
        Stage("optimize", 6.0, OPTIMIZE),
        *LAST,
    ),
    growth=2,
    features="no weights, no conditions, few options",
)
MANY_BEST = Plan(
    (
        Stage("dlx", 2.0, BOUNDED),
        Stage("optimize", 3.5, OPTIMIZE),
        Stage("mip", 1.0, BRIEFLY),
        Stage("cpsat", 1.0, BRIEFLY),
        Stage("optimize", 8.0, OPTIMIZE),
        Stage("dlx", 2.0, YET),
        Stage("optimize", 6.0, OPTIMIZE),
        *LAST,
    ),
    growth=2,
    features="no weights, no conditions, many options",
)
# Where items may be covered several times dancing links go furthest: set covers of 300 items and
# 3000 options take them .15 s of the processor where SCIP takes 1.8 and HiGHS .4, and the fewest
# queens that see a board of 12 or 13 squares a side 15 and 8 s, where CP-SAT finds as few and
# proves nothing. So they have half of the time.
COVERING_BEST = Plan(
    (
        Stage("dlx", 0.25, BOUNDED),
        Stage("cpsat", 0.3, "prices did not finish; clause learning is another way"),
        Stage("optimize", 1.0, OPTIMIZE),
        Stage("mip", 0.5, BRIEFLY),
        Stage("dlx", 6.0, YET),
        Stage("optimize", 1.0, OPTIMIZE),
        Stage("cpsat", 2.0, "clause learning is another way"),
        Stage("mip", 2.0, "prices did not finish; branch and cut tightens the bound"),
    ),
    growth=2,
    features="no weights, no conditions, multiplicities",
)
# Where items are also covered at most so often, as in a roster, what dancing links prove they prove
# within .01 s (77 of 82 rosters and assignments), and CP-SAT most of the others within a tenth.
LIMITED_BEST = Plan(
    (
        Stage("dlx", 0.012, BOUNDED),
        Stage("cpsat", 0.15, "prices did not finish; clause learning suits rosters"),
        *COVERING_BEST.stages,
    ),
    growth=2,
    features="no weights, no conditions, multiplicities with limits",
)
# Where a set partition has hundreds of items, `optimize` has a technique that takes a long turn.
WIDE_BEST = Plan(
    (
        Stage("dlx", 0.5, BOUNDED),
        Stage("optimize", 6.0, OPTIMIZE),
        Stage("mip", 0.5, BRIEFLY),
        Stage("cpsat", 0.5, BRIEFLY),
        Stage("optimize", 68.0, OPTIMIZE),
        Stage("dlx", 2.0, YET),
        Stage("optimize", 5.0, OPTIMIZE),
        *LAST,
    ),
    growth=2,
    features="no weights, no conditions, a set partition of many items and options",
)
# With several threads those that prove have one thread to themselves, and those that improve
# another.
IMPROVES = "parts of the best solution are freed, and solved again"
IMPROVE = Plan((Stage("optimize:improvement", 3.0, IMPROVES),), growth=1.5)
# Where options have weights, or where there are conditions, most engines refuse the matrix. What
# neither of the two that propagate solves within a second is for SAT, so their turns grow no
# further then. The one that learns begins as the other one does and is ahead on nearly all pencil
# puzzles, so the other one begins after a tenth of a second.
BEYOND_FIRST = Plan(
    (
        Stage("propagate:learning", 0.004, LEARNS, most=0.3),
        Stage("propagate:tree", 0.0004, TREE, least=0.01, most=0.04),
        SYMMETRIC,
        Stage("sat:glucose4", 0.0015, SAT, least=0.02),
        Stage("sat:cadical195", 0.001, SAT, least=0.6),
        Stage("cpsat", 0.001, CPSAT, least=4.0),
    ),
    growth=1.5,
    features="weights or conditions, no graph rules",
)
# What is learned from conflicts ends nearly all puzzles with graph rules before any other solver,
# so it has half of the time; the others, whose start alone takes .1 to .3 s, save up their turns
# until it had .7 s. Its turns grow to a second and no further: large numberlinks take CaDiCaL 2 to
# 4 s, where all others come to nothing.
GRAPH_FIRST = Plan(
    (
        Stage("propagate:learning", 0.004, GRAPHS, most=1.0),
        Stage("sat:glucose4", 0.001, SAT, least=0.2),
        Stage("sat:cadical195", 0.0025, SAT, least=0.5),
        Stage("cpsat", 0.0006, CPSAT, least=4.0),
    ),
    growth=1.5,
    features="graph rules",
)
# Where a place may be of many connected parts, as in a chaos construction, what is learned from
# conflicts is well ahead of Glucose, so it has most of the time: the hardest of four puzzles of 9x9
# took 6.2 s of the processor so, 10.9 with equal shares, and over 13 with most for Glucose; the
# other three are easy either way.
PARTS_FIRST = Plan(
    (
        Stage("propagate:tree", 0.0004, AT_ONCE),
        Stage("propagate:learning", 0.01, "places may be of many connected parts"),
        Stage("sat:glucose4", 0.004, SAT, least=0.02),
        Stage("sat:cadical195", 0.0025, SAT, least=0.6),
        Stage("cpsat", 0.0006, CPSAT, least=2.0),
    ),
    growth=1.5,
    features="graph rules, places of many connected parts",
)
MANY_PARTS = 4  # connected parts of which a place may be, on the average
BEYOND_ALL = Plan(
    (
        Stage("propagate:tree", 0.5, ANY_SIZE),
        Stage("propagate:learning", 1.0, LEARNING),
        Stage("sat", 1.0, SAT),
        Stage("cpsat", 1.5, CPSAT, least=2.0),
    ),
    growth=4,
    features="weights or conditions",
)
# Where there are quantities, as in a roster, CP-SAT proves within half a second what dancing links
# leave open for minutes. Where these are the better choice (in 74 of 82 bins, tours, warehouses,
# knapsacks, depots, assignments) they mostly end before CP-SAT has begun to search, which takes it
# the longer the more options there are. With the greatest of sums, or with intervals, they hardly
# ever are.
BEYOND_BEST = Plan(
    (
        Stage("propagate:tree", 0.006, AT_ONCE, each=5e-5, most=0.02),
        Stage("cpsat", 0.5, "clause learning with linear relaxations goes furthest with sums"),
        Stage("propagate:tree", 0.2, "dancing links may yet prove it"),
        Stage("mip", 0.3, "branch and cut is another way"),
    ),
    growth=2.5,
    features="weights or conditions",
)
QUANTITIES_BEST = Plan(BEYOND_BEST.stages[1:], growth=2.5, features="greatest sums or intervals")
# A sudoku of 16x16 has 4096 options and is easy; one of 25x25 has 15625 and may be hard.
LARGE = 6000
# Where there are sums or multiplicities, clause learning soon overtakes a search without it.
LEAST_PATIENCE = 0.001
LITTLE_PATIENCE = 0.02  # seconds for what is easy, before a state is prepared that takes longer
MANY_CONFLICTS = 5e6  # pairs of options that exclude each other: a state of these takes a while
PATIENCE = 1.0  # seconds for an answer of a batch, before others are asked for it
# What masks answer at all, they mostly answer within milliseconds. Forty published variants of
# sudoku took 50 s of the processor while masks had a second for each, and 29 s so.
MASKS_PATIENCE = 0.1
MUCH_PATIENCE = 30.0  # the same where the matrix is large
MASKS = "bit masks count fastest where states do not repeat"
MEMO = "states may repeat"
COVERS = "the matrix may fall into blocks with few covers"
COUNT = Plan(
    (
        Stage("dlx", 0.0002, ANY_SIZE),
        Stage("bitmask", 0.0001, MASKS),
        Stage("memo", 0.002, MEMO),
        Stage("bitmask", 0.003, MASKS),
        Stage("dlx", 0.002, ANY_SIZE),
        Stage("memo:covers", 0.008, COVERS, least=0.1),
        Stage(
            "dlx:weights", 0.002, "perhaps there is no solution: failure weights tell", denies=True
        ),
        Stage("sat", 0.006, SAT, least=0.08),
        Stage("cpsat", 0.016, CPSAT, least=0.8),
    ),
    growth=1.5,
    features="no weights, no conditions, no colors",
)
# Words of an automaton, steps of a path and tables agree by colors, of which dancing links see
# little: what is learned from conflicts counts the one solution of a nonogram of 25x25 in .06 s,
# after 4 s of them. A fourth of the time suits it: with more, counts by memory wait for longer.
# As much suits covers of blocks, which soon end or give up: each of ten paths is counted soonest by
# one of the two.
COLORED_COUNT = Plan(
    (
        *COUNT.stages[:2],
        replace(COUNT.stages[2], least=0.06),
        Stage("propagate:learning", 0.012, LEARNING),
        *(
            replace(stage, seconds=0.012, least=0.03) if stage.solver == "memo:covers" else stage
            for stage in COUNT.stages[3:]
        ),
    ),
    growth=1.5,
    features="no weights, no conditions, colors",
)
# Memos do not know multiplicities.
COVERING_COUNT = Plan(
    (
        Stage("dlx", 0.0002, ANY_SIZE),
        Stage("bitmask", 0.01, "bit masks count fastest where they are small"),
        Stage("dlx", 0.002, ANY_SIZE),
        *(replace(stage, least=max(stage.least, 0.4)) for stage in COUNT.stages[-3:]),
    ),
    growth=1.5,
    features="no weights, no conditions, multiplicities",
)
# Where automata walk along lines, what is learned from conflicts draws most conclusions before any
# choice, and all of them on many nonograms; others build engines for thousands of steps in vain.
LINES = "steps along lines are propagated, and clauses learned from conflicts"
LINED_FIRST = Plan(
    (Stage("propagate:learning", 0.008, LINES, most=0.2), *FIRST.stages[:2], *FIRST.stages[3:]),
    growth=1.5,
    features="no weights, no conditions, automata along lines",
)
LINED_COUNT = replace(
    LINED_FIRST, stages=(Stage("propagate:learning", 0.008, LINES), *COUNT.stages)
)
BEYOND_COUNT = Plan(
    (
        Stage("propagate:tree", 0.0004, ANY_SIZE),
        Stage("propagate:learning", 0.002, LEARNING),
        Stage("propagate:tree", 0.002, ANY_SIZE),
        Stage("sat", 0.006, SAT, least=0.08),
        Stage("cpsat", 0.016, CPSAT, least=0.8),
    ),
    growth=1.5,
    features="weights or conditions",
)


WORDS = 1e9  # that a reduction reads in a second
SHORT_REDUCTION = 0.01  # seconds; before all solutions are listed


@dataclass(frozen=True)
class Plans:
    """The plans for a first solution, for all, for their number and for the cheapest.

    small_first    a first solution of a matrix of few options, or with multiplicities
    large_first    a first solution of a matrix of many options
    colored_count  the number of solutions if items have colors
    covering_count the same if items may be covered several times
    lined_...      the same, and a first solution, if automata walk along lines
    many_best      the cheapest solution of a matrix of many options
    covering_best  the cheapest solution if items may be covered several times
    limited_best   the same if some of them are covered at most so often
    wide_best      the cheapest solution of a set partition of many items
    beyond_...     the same if there are weights or conditions
    quantities_best  the cheapest solution if there are greatest sums or intervals
    graph_first    a first solution if there are graph rules
    parts_first    a first solution if places may be of many connected parts
    improve        of the thread that improves on the cheapest solution so far
    head_start     seconds before that thread begins; None: as usual
    batch          the solvers of a batch; None: by the matrix
    reduce_after   seconds before a matrix is reduced, at least; None: never
    reduce_within  seconds after which a reduction is given up, or not begun by an estimate
    """

    first: Plan = FIRST
    small_first: Plan = SMALL_FIRST
    large_first: Plan = LARGE_FIRST
    all: Plan = ALL
    count: Plan = COUNT
    colored_count: Plan = COLORED_COUNT
    covering_count: Plan = COVERING_COUNT
    lined_first: Plan = LINED_FIRST
    lined_count: Plan = LINED_COUNT
    best: Plan = BEST
    many_best: Plan = MANY_BEST
    covering_best: Plan = COVERING_BEST
    limited_best: Plan = LIMITED_BEST
    wide_best: Plan = WIDE_BEST
    beyond_first: Plan = BEYOND_FIRST
    beyond_all: Plan = BEYOND_ALL
    beyond_count: Plan = BEYOND_COUNT
    beyond_best: Plan = BEYOND_BEST
    quantities_best: Plan = QUANTITIES_BEST
    graph_first: Plan = GRAPH_FIRST
    parts_first: Plan = PARTS_FIRST
    improve: Plan = IMPROVE
    head_start: float | None = None
    batch: tuple[Stage, ...] | None = None
    reduce_after: float | None = 0.01
    reduce_within: float = 0.5

    def seconds_to_reduction(self, query: Query) -> float | None:
        """Return how long to count before the matrix is reduced; None: until the end.

        That is as long as a round of the reduction takes, about, so that it hardly ever doubles the
        time. Along lines each round takes out a step, so the rounds are many, and clause learning
        draws the same conclusions at once.
        """
        if self.reduce_after is None or beyond_covers(query.matrix) or _has_lines(query.matrix):
            return None
        seconds = work(query) / WORDS
        return None if seconds > self.reduce_within else max(self.reduce_after, seconds)

    def for_first(self, matrix: ExactCover) -> Plan:
        """Return the plan for a first solution of a matrix."""
        if not beyond_covers(matrix):
            if matrix.options <= SMALL or matrix.has_multiplicities:
                return self.small_first
            if _has_lines(matrix):
                return self.lined_first
            return self.large_first if matrix.options > LARGE else self.first
        if not matrix.graph_rules:
            return self.beyond_first
        return self.parts_first if _of_many_parts(matrix) else self.graph_first

    def for_all(self, matrix: ExactCover) -> Plan:
        """Return the plan for all solutions of a matrix."""
        return self.beyond_all if beyond_covers(matrix) else self.all

    def for_count(self, matrix: ExactCover) -> Plan:
        """Return the plan for the number of solutions of a matrix."""
        if beyond_covers(matrix):
            return self.beyond_count
        if matrix.has_multiplicities:
            return self.covering_count
        if _has_lines(matrix):
            return self.lined_count
        return self.colored_count if matrix.has_colors else self.count

    def for_best(self, matrix: ExactCover) -> Plan:
        """Return the plan for the cheapest solution of a matrix."""
        if beyond_covers(matrix):
            numbers = any(isinstance(note, Greatest | Intervals) for note in matrix.notes)
            return self.quantities_best if numbers else self.beyond_best.sized(matrix.options)
        plans = {
            CostlyShape.FEW: self.best,
            CostlyShape.MANY: self.many_best,
            CostlyShape.WIDE: self.wide_best,
            CostlyShape.COVERING: self.covering_best,
            CostlyShape.LIMITED: self.limited_best,
        }
        return plans[CostlyShape.of(matrix)]

    def for_batch(self, matrix: ExactCover, limit: int) -> Sequence[Stage]:
        """Return the solvers of a batch; each one answers what those before it did not.

        If the last one takes too long, the plan for a first solution answers that selection.
        """
        if self.batch is not None:
            return self.batch
        if matrix.graph_rules:
            return []
        if beyond_covers(matrix):
            return [Stage("propagate:learning", LITTLE_PATIENCE, LEARNS)]
        if _has_lines(matrix):
            return [Stage("propagate:learning", LITTLE_PATIENCE, LINES)]
        if int(matrix.high.max(initial=1)) > 1:
            first = Stage("dlx", LEAST_PATIENCE, "there are multiplicities")
            return [first, Stage("propagate:learning", LITTLE_PATIENCE, LEARNS)]
        unprepared = "dancing links need no preparation"
        if matrix.options <= LARGE:
            masks = Stage("bitmask", MASKS_PATIENCE, "one prepared state serves every selection")
            degrees = np.bincount(matrix.members, minlength=1).astype(float)
            if float((degrees**2).sum()) <= MANY_CONFLICTS:
                return [masks]
            return [Stage("dlx", LITTLE_PATIENCE, unprepared, most=PATIENCE), masks]
        if limit == 1:
            return []
        dlx = Stage("dlx", LITTLE_PATIENCE, unprepared)
        if matrix.has_colors:  # lines and other tables beside a grid: no solver suits all of them
            return [dlx]
        why = "clause learning proves uniqueness on large matrices"
        return [dlx, Stage("sat:cadical195", MUCH_PATIENCE, why)]


def _has_lines(matrix: ExactCover) -> bool:
    """Whether automata walk along lines step by step."""
    return any(isinstance(note, Lines) and len(note.layers.kind) for note in matrix.notes)


def _of_many_parts(matrix: ExactCover) -> bool:
    """Whether the places of a graph may be of many connected parts, and more is weighed there."""
    parts = [rule for rule in matrix.graph_rules if rule.kind == "connected"]
    if len(parts) < MANY_PARTS or not matrix.has_weights:
        return False
    places = sum(len(unique_numbers(rule.places)) for rule in parts)
    return places >= MANY_PARTS * max(rule.vertices for rule in parts)


PLANS = Plans()

# ---- The solvers `auto` and `Foregone` -----------------------------------------------------------
#
# An easy puzzle needs no turns: the scheduler and the runs are imported late.


FOREGONE = 1024  # selections of a block that are answered at once
HELD = 0.1  # seconds that a solution is held back at most, while it may be the only one

log = logging.getLogger("minuet")


class Auto(ChoosingSolver):
    """The choice of solvers for one search; a new one for each search."""

    name = "auto"
    summary = "chooses a solver by the question and the matrix"
    features = EVERYTHING
    goals = frozenset(Goal)
    fuzzed = 0.02
    kind = "auto"
    takes_threads = takes_memory = chooses = True

    def __init__(self, technique: str = "", plans: Plans = PLANS) -> None:
        super().__init__(technique)
        self._plans = plans

    @property
    def full_name(self) -> str:
        """The name of the solver that answers."""
        return self.name if self.chosen is None else self.chosen.full_name

    def version(self) -> str:
        """Return the version of the solver that answers."""
        return "" if self.chosen is None else self.chosen.version()

    def version_at_hand(self) -> str:
        """Return the version of the solver that answers, as far as it is known."""
        return "" if self.chosen is None else self.chosen.version_at_hand()

    def kind_in(self, query: Query, *, costs: bool = False) -> str:
        """Return the kind of the solver that answers."""
        chosen = self.chosen
        return self.kind if chosen is None else chosen.kind_in(query, costs=costs)

    def for_problem(self, problem: Puzzle | ExactCover) -> Solver:
        """Return this solver, or one that searches nothing if the puzzle knows its obstacle."""
        obstacle = problem.obstacle if isinstance(problem, Puzzle) else None
        return self if obstacle is None else Foregone(obstacle.reason)

    def first(self, query: Query, progress: Progress) -> Options | None:
        """Return a solution, if there is one."""
        options = self._at_once(query, progress)
        if options is None and not progress.complete:
            options = next(iter(self._some(query, progress, 1)), None)
        return options

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        """Yield every solution: an only one of any solver, several as one solver finds them.

        What is not answered at once is asked of a reduced matrix.
        """
        seconds = self._plans.seconds_to_reduction(query)
        if seconds is None or seconds > SHORT_REDUCTION or query.excluded:
            yield from self._listed(query, progress, several=False)
            return
        part, claims = Progress(), Claims()
        brief = replace(query, deadline=Budget(query.deadline, seconds))
        found = self._some(brief, part, 2)
        reduction = self._reduction(query, progress, part, claims, len(found))
        if progress.complete or query.deadline.passed():
            yield found
            return
        if reduction is None:
            yield from self._listed(query, progress, several=len(found) > 1)
            return
        total = 0
        for batch in self._listed(reduction.of(query), progress, several=len(found) > 1):
            total += len(batch)
            yield reduction.batch(batch)
        if progress.complete:
            claims.counted(self.full_name, total)

    def _listed(
        self, query: Query, progress: Progress, *, several: bool
    ) -> Iterator[Sequence[Options]]:
        """Yield every solution; `several`: whether there are several is known."""
        yielded: dict[frozenset[int], Options] = {}
        if not several:
            yield from self._one_or_none(query, progress, yielded)
            if progress.complete or query.deadline.passed():
                return
        from .turns.runs import AllRun
        from .turns.scheduler import Scheduler

        scheduler = Scheduler(query, self._plans.for_all(query.matrix))
        listing = scheduler.search(progress, partial(AllRun, query), self.choose, saves=False)
        with closing(listing) as runs:
            for run in runs:
                batch = run.batch
                if yielded:
                    batch = [options for options in batch if frozenset(options) not in yielded]
                if len(batch):
                    yield batch

    def _one_or_none(
        self, query: Query, progress: Progress, yielded: dict[frozenset[int], Options]
    ) -> Iterator[list[Options]]:
        """Search until there are two solutions, or a proof that there are not.

        Yields a solution at the end of the search, or after HELD seconds; `yielded` has these.
        """
        from .turns.runs import TurnClock

        solutions: dict[frozenset[int], Options] = {}
        clock = TurnClock()
        with closing(self._by_turns(query, progress, 2)) as runs:
            for run in runs:
                solutions.update((frozenset(options), options) for options in run.found)
                if not run.done and clock.seconds > HELD and len(solutions) > len(yielded):
                    yield [options for key, options in solutions.items() if key not in yielded]
                    yielded.update(solutions)
        if (progress.complete or query.deadline.passed()) and len(solutions) > len(yielded):
            yield [options for key, options in solutions.items() if key not in yielded]

    def count(self, query: Query, progress: Progress) -> int:
        """Count, by the solvers of the plan in turns; after a while on a reduced matrix."""
        seconds = self._plans.seconds_to_reduction(query)
        if seconds is None:
            return self._count(query, progress)
        part, claims = Progress(), Claims()
        try:
            self._count(query, part, seconds)
        finally:
            progress.found = part.found
        reduction = self._reduction(query, progress, part, claims, part.found)
        if progress.complete or query.deadline.passed():
            return progress.found
        if reduction is not None:
            query = reduction.of(query)
        total = self._count(query, progress)
        if progress.complete:
            claims.counted(self.full_name, total)
        return total

    def _count(self, query: Query, progress: Progress, seconds: float = math.inf) -> int:
        """Count by turns, for so many seconds; up to twice as long if it will be done by then."""
        from .turns.runs import CountRun, TurnClock
        from .turns.scheduler import Scheduler

        scheduler = Scheduler(query, self._plans.for_count(query.matrix))
        clock, runs = TurnClock(), {}
        search = scheduler.search(progress, partial(CountRun, query), self.choose)
        with closing(search) as counting:
            for run in counting:
                runs[run.solver] = run
                spent = clock.seconds
                if spent >= seconds:
                    soonest = min(run.promised() for run in runs.values())
                    if spent + soonest > 2 * seconds:
                        break
        if runs and not progress.complete:
            leader = max(runs.values(), key=lambda run: run.most)
            self.choose(leader.solver, leader.reason)
        return progress.found

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        """Yield ever cheaper solutions, of any solver: by turns, or of threads side by side."""
        plans = self._plans
        plan = plans.for_best(query.matrix)
        return self.best_by(query, progress, plan, plans.improve, plans.head_start)

    def best_solutions(self, query: Query, progress: Progress, k: int) -> Iterator[Options]:
        """Yield the k cheapest solutions in ascending order of cost; ties in any order."""
        self.choose(native_solver(query.matrix), "its solutions come in order of cost")
        return self.answerer.best_solutions(query, progress, k)

    def many(
        self, query: Query, progress: Progress, selections: Iterable[Options], limit: int
    ) -> Iterator[tuple[int, Options | None]]:
        """Answer many selections of one matrix."""
        return apart(self.blocks(query, progress, Listed(selections), limit))

    def blocks(
        self, query: Query, progress: Progress, selections: Selections, limit: int
    ) -> Iterator[Counted]:
        """Answer many selections of one matrix, by the block."""

        waiting = Waiting(selections)
        stages = list(self._plans.for_batch(query.matrix, limit))
        while waiting and not query.deadline.passed():
            if stages:
                refused = False
                try:
                    solver = get_solver(stages[0].solver)
                    solver.require(query.matrix)
                    self.choose(solver, stages[0].reason)
                    yield from waiting.blocks(stages[0], solver, query, progress, limit)
                except SolverError as error:
                    if isinstance(error, WrongAnswer):
                        raise
                    refused = True
                    expected = isinstance(error, Unavailable | Unsupported)
                    log.log(logging.INFO if expected else logging.WARNING, "%s", error)
                if query.deadline.passed() or not waiting:
                    return
                if refused or len(stages) > 1:
                    stages.pop(0)
                    continue
            part = Progress()
            solutions = self._some(query.with_given(waiting.first()), part, limit)
            progress.add_effort(part)
            if len(solutions) < limit and not part.complete:
                return
            waiting.answered()
            firsts = [sorted(options) for options in solutions[:1]] or [[]]
            yield np.array([len(solutions)], np.int64), Batch.of(firsts)

    def _reduction(
        self, query: Query, progress: Progress, part: Progress, claims: Claims, found: int
    ) -> Reduction | None:
        """Reduce the matrix of a query that a brief search did not answer.

        part, found  what the brief search did, and the number of its solutions

        None: the query is answered, as `progress` says, or the reduction took too long. Raises
        WrongAnswer if the matrix has no solution, and the search found one.
        """
        progress.add_effort(part)
        progress.complete = part.complete
        if progress.complete or query.deadline.passed():
            return None
        claims.found(self.full_name, found)
        limit = WorkBudget(query.deadline, self._plans.reduce_within)
        with suppress(Stopped):
            reduction = reduced(query, limit.check)
            if reduction is None:
                claims.counted("auto", 0)
                progress.complete = True
                return None
            left = len(reduction.options), len(reduction.matrix.items)
            log.debug("reduced to %d options on %d items", *left)
            return reduction
        return None

    def _some(self, query: Query, progress: Progress, limit: int) -> list[Options]:
        """Return up to `limit` solutions; fewer are all if the search is complete then."""
        solutions: list[Options] = []
        for run in self._by_turns(query, progress, limit):
            if run.done:
                solutions = run.found
        return solutions

    def _at_once(self, query: Query, progress: Progress) -> Options | None:
        """Return a solution by the plan's first tries; None if they find none.

        There is none if the search is complete then, else the tries were too short.
        """
        options = None
        for stage in self._plans.for_first(query.matrix).at_once:
            options = self._try(stage, query, progress)
            if options is not None or progress.complete:
                break
        return options

    def _try(self, stage: Stage, query: Query, progress: Progress) -> Options | None:
        """Return a solution by one solver, before any turns are needed, likewise."""
        part = Progress()
        try:
            solver = get_solver(stage.solver)
            solver.require(query.matrix)
            solver.version()
            self.choose(solver, stage.reason)
            turn = replace(query, deadline=WorkBudget(query.deadline, stage.seconds))
            options = solver.first(turn, part)
        except (Unavailable, Unsupported):
            return None  # as the scheduler will find out, and log
        finally:
            progress.add_effort(part)
        progress.complete = part.complete
        return options

    def _by_turns(
        self, query: Query, progress: Progress, limit: int
    ) -> Generator[SomeRun, None, None]:
        """Search for up to `limit` solutions by turns."""
        from .turns.runs import SomeRun
        from .turns.scheduler import Scheduler

        scheduler = Scheduler(query, self._plans.for_first(query.matrix))
        return scheduler.search(progress, partial(SomeRun, query, limit), self.choose)


class Foregone(Auto):
    """Answers at once that there is no solution: the puzzle itself says so, and why.

    Pieces that have too few cells for their board never cover it; a search would try for years. A
    solver that is asked by name searches, and so do a cross-check and a second opinion.
    """

    kind = "counting"

    def __init__(self, why: str) -> None:
        super().__init__()
        self._why = why

    def version(self) -> str:
        """Return minuet's own version: no other solver is asked."""
        return super().version() or version_of("minuet")

    def first(self, query: Query, progress: Progress) -> Options | None:
        """Return no solution."""
        self._end(progress)
        return None

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        """Yield no solutions."""
        self._end(progress)
        yield from ()

    def count(self, query: Query, progress: Progress) -> int:
        """Return 0."""
        self._end(progress)
        return 0

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        """Yield no solutions."""
        self._end(progress)
        yield from ()

    def best_solutions(self, query: Query, progress: Progress, k: int) -> Iterator[Options]:
        """Yield no solutions."""
        self._end(progress)
        yield from ()

    def blocks(
        self, query: Query, progress: Progress, selections: Selections, limit: int
    ) -> Iterator[Counted]:
        """Find no solutions, whatever else is given."""
        self._end(progress)
        while not query.deadline.passed() and (block := selections.take(FOREGONE)):
            yield np.zeros(len(block), np.int64), Batch.of([[]] * len(block))

    def _end(self, progress: Progress) -> None:
        """Log why there is no need to search."""
        self.reason = self._why
        log.info("%s (%s)", self.full_name, self._why)
        progress.complete = True


# ---- Batches: the selections that still wait for an answer ---------------------------------------


class Waiting:
    """The selections of a batch that have no answer yet, in order (see `Selections`).

    A batch engine takes selections ahead of its answers. The next solver gets first those that were
    taken and not answered.
    """

    def __init__(self, source: Selections) -> None:
        self._source = source
        self._taken = Unanswered()  # and not answered
        self._again = Unanswered()  # of these, those that the solver at work did not take yet
        self._budget = Budget(Deadline(), None)  # of the solver at work, for its next answer

    def __bool__(self) -> bool:
        """Whether there is a selection without an answer; takes one if none was taken."""
        if not self._taken:
            self._taken.add(self._source.take(1))
        return bool(self._taken)

    def first(self) -> Options:
        """Return the first selection."""
        return self._taken.first(1)[0]

    def answered(self, number: int = 1) -> None:
        """Remove so many selections, which were answered."""
        self._taken.answered(number)

    def take(self, most: int) -> Batch:
        """Return the next selections; the time that their reader takes is not counted."""
        batch = self._again.answered(most)
        if not len(batch):
            batch = self._source.take(most)
            self._taken.add(batch)
            self._budget.renew()
        return batch

    def blocks(
        self, stage: Stage, solver: Solver, query: Query, progress: Progress, limit: int
    ) -> Iterator[Counted]:
        """Yield the answers of a stage's solver, until it ends or its time is over.

        It has `stage.seconds` for each answer, and `stage.most` in all.
        """
        end = Deadline(stage.most)
        self._budget = Budget(query.deadline, stage.seconds)
        self._again = Unanswered()
        self._again.add(self._taken.first(len(self._taken)))
        query = replace(query, deadline=self._budget)
        with closing_stream(solver.blocks(query, progress, self, limit)) as stream:
            for block in stream:
                self.answered(len(block[0]))
                yield block
                if end.passed():
                    return
                self._budget.renew()
