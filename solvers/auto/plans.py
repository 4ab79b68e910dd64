"""Which solvers `auto` chooses for each goal, for how long, and in which order.

Turns are short at first, so that an easy puzzle does not pay for the import of a library, and SAT
and CP-SAT wait for their turn in a count until that is worth a start (turns/plan.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...models.matrix.exact_cover import ExactCover
from ..contract.features import beyond_covers
from ..turns.costly import CostlyShape
from ..turns.plan import Plan, Stage

__all__ = ["PLANS", "USUAL", "Plans"]


AT_ONCE = "dancing links answer most at once"
ANY_SIZE = "dancing links take any size"
USUAL = (AT_ONCE, ANY_SIZE)  # reasons that say nothing about a puzzle
FIRST_TRY = Stage("dlx", 0.001, AT_ONCE)
WEIGHTS = "nobody finished; failure weights suit sparse matrices"
SAT = "nobody finished; clause learning goes furthest"
LEARNING = "nobody finished; clauses are learned from conflicts"
CPSAT = "nobody finished; clause learning with linear relaxations is another way"
HARD = (
    Stage("dlx:weights", 0.5, WEIGHTS),
    Stage("sat:cadical195", 1.0, SAT),
    Stage("cpsat", 1.5, CPSAT),
)
# Each continues in its next turn, except CP-SAT. Of variant sudokus that one of them solves within
# a third of a second, dancing links and what is learned from conflicts are the best on most; of
# those that take a second or more, Glucose on nearly all, so the turns of the others grow no
# further: 25 such take .68 of the time that they took while all turns grew alike. 25x25 sudokus
# take CaDiCaL, in a child process, up to 16 seconds (in 30 s each it solves 9 of 9, Glucose 6). CP-
# SAT begins each turn anew, so its first one is long enough for what it does well: one with modular
# lines and one with renbans take it some 4 s alone.
FIRST = Plan(
    (
        Stage("dlx", 0.0004, AT_ONCE, most=0.04),
        Stage("dlx:weights", 0.001, WEIGHTS, most=0.1),
        Stage("propagate:learning", 0.002, LEARNING, most=0.2),
        Stage("sat:glucose4", 0.0015, SAT, least=0.004),
        Stage("sat:cadical195", 0.0015, SAT, least=0.6),
        Stage("cpsat", 0.001, CPSAT, least=4.0),
    ),
    growth=1.5,
    at_once=FIRST_TRY,
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
        Stage("sat:glucose4", 0.0015, SAT, least=0.004, most=0.5),
        Stage("sat:cadical195", 0.0015, SAT, least=0.6, most=1.0),
        Stage("cpsat", 0.001, CPSAT, least=4.0),
    ),
    growth=1.5,
    at_once=FIRST_TRY,
)
ALL = Plan(
    (
        Stage("bitmask", 0.5, "the option masks are small"),
        Stage("dlx", 0.5, ANY_SIZE),
        *HARD,
    ),
    growth=4,
)
# What prices prove, they mostly prove at once. In a matrix of many options the linear program alone
# takes a while: nw02, an airline's, is proved in .43 s, and took 7.8 while prices were given up
# after .25. Then `optimize` has most of the time. A round has as many seconds for it as a round of
# its own has for its techniques (optimize/plans.py), so that each of these has one turn or two.
BOUNDED = "there are costs, and prices on the items bound them tightly"
OPTIMIZE = "prices on the items are loose; tighter ones may prove it, and freed parts improve"
YET = "prices on the items may yet prove it"
LAST = (
    Stage("mip", 5.0, "prices did not finish; branch and cut tightens the bound"),
    Stage("cpsat", 2.0, "branch and cut did not finish", least=4.0),
)
BEST = Plan(
    (
        Stage("dlx", 0.15, BOUNDED),
        Stage("optimize", 32.1, OPTIMIZE),
        Stage("dlx", 2.0, YET),
        Stage("optimize", 5.0, OPTIMIZE),
        *LAST,
    ),
    growth=2,
)
MANY_BEST = Plan(
    (
        Stage("dlx", 2.0, BOUNDED),
        Stage("optimize", 11.5, OPTIMIZE),
        Stage("dlx", 2.0, YET),
        Stage("optimize", 5.0, OPTIMIZE),
        *LAST,
    ),
    growth=2,
)
# Where items may be covered several times dancing links go furthest: set covers of 300 items and
# 3000 options take them .15 s of the processor where SCIP takes 1.8 and HiGHS .4, and the fewest
# queens that see a board of 12 or 13 squares a side 15 and 8 s, where CP-SAT finds as few and
# proves nothing. So they have half of the time.
COVERING_BEST = Plan(
    (
        Stage("dlx", 0.25, BOUNDED),
        Stage("optimize", 1.0, OPTIMIZE),
        Stage("dlx", 6.0, YET),
        Stage("optimize", 1.0, OPTIMIZE),
        Stage("cpsat", 2.0, "clause learning is another way", least=2.0),
        Stage("mip", 2.0, "prices did not finish; branch and cut tightens the bound"),
    ),
    growth=2,
)
# Where a set partition has hundreds of items, `optimize` has a technique that takes a long turn.
WIDE_BEST = Plan(
    (
        Stage("dlx", 1.0, BOUNDED),
        Stage("optimize", 71.5, OPTIMIZE),
        Stage("dlx", 2.0, YET),
        Stage("optimize", 5.0, OPTIMIZE),
        *LAST,
    ),
    growth=2,
)
# With several threads those that prove have one thread to themselves, and those that improve
# another.
IMPROVES = "parts of the best solution are freed, and solved again"
IMPROVE = Plan((Stage("optimize:improvement", 3.0, IMPROVES),), growth=1.5)
# Where options have weights, or where there are conditions, most engines refuse the matrix. What is
# learned from conflicts then takes a hundredth of the time that a search through the tree takes on
# slitherlinks (3 ms for .3 s), and is behind it where there are many solutions. What neither of
# them solves within a second is for SAT, so their turns grow no further then: detours and kuromasu
# of 700 cells take Glucose .8 s, large numberlinks CaDiCaL 8 s, where these come to nothing.
BEYOND_FIRST = Plan(
    (
        Stage("propagate:tree", 0.0004, AT_ONCE, most=0.04),
        Stage("propagate:learning", 0.002, LEARNING, most=0.3),
        Stage("sat:glucose4", 0.0015, SAT, least=0.02),
        Stage("sat:cadical195", 0.001, SAT, least=0.6),
        Stage("cpsat", 0.001, CPSAT, least=4.0),
    ),
    growth=1.5,
)
# Where a place may be of many connected parts, as in a chaos construction, Glucose is well ahead
# once a puzzle is not easy: three of 9x9 took 2.8, 2.9 and 1.0 s so, and 9.5, 10.9 and 3.1 s by the
# plan above. Those of 6x6 are answered by the first turns of learning either way.
PARTS_FIRST = Plan(
    (
        Stage("propagate:tree", 0.0004, AT_ONCE),
        Stage("propagate:learning", 0.002, LEARNING),
        Stage("sat:glucose4", 0.01, "places may be of many connected parts", least=0.02),
        Stage("sat:cadical195", 0.0025, SAT, least=0.6),
        Stage("cpsat", 0.0006, CPSAT, least=2.0),
    ),
    growth=1.5,
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
)
BEYOND_BEST = Plan(
    (
        Stage("propagate:tree", 5.0, "dancing links answer most at once"),
        Stage("cpsat", 20.0, "clause learning with linear relaxations goes furthest with sums"),
        Stage("mip", 10.0, "branch and cut is another way"),
    ),
    growth=3,
)
# A sudoku of 16x16 has 4096 options and is easy; one of 25x25 has 15625 and may be hard.
LARGE_BATCH = 6000
LITTLE_PATIENCE = 0.02  # seconds for what is easy, before a state is prepared that takes longer
MANY_CONFLICTS = 5e6  # pairs of options that exclude each other: a state of these takes a while
PATIENCE = 1.0  # seconds for an answer of a batch, before others are asked for it
MUCH_PATIENCE = 30.0  # the same where the matrix is large
MASKS = "bit masks count fastest where states do not repeat"
MEMO = "states may repeat"
COUNT = Plan(
    (
        # Masks take a while to be made, so what is easy is counted before.
        Stage("dlx", 0.0002, ANY_SIZE),
        Stage("memo", 0.002, MEMO),
        Stage("bitmask", 0.003, MASKS),
        Stage("dlx", 0.002, ANY_SIZE),
        Stage(
            "dlx:weights", 0.002, "perhaps there is no solution: failure weights tell", denies=True
        ),
        Stage("sat", 0.006, SAT, least=0.08),
        Stage("cpsat", 0.016, CPSAT, least=0.8),
    ),
    growth=1.5,
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
)


@dataclass(frozen=True)
class Plans:
    """The plans for a first solution, for all, for their number and for the cheapest.

    small_first    a first solution of a matrix of few options
    many_best      the cheapest solution of a matrix of many options
    covering_best  the cheapest solution if items may be covered several times
    wide_best      the cheapest solution of a set partition of many items
    beyond_...     the same if there are weights or conditions
    parts_first    a first solution if places may be of many connected parts
    improve        of the thread that improves on the cheapest solution so far
    head_start     seconds before that thread begins; None: as usual
    batch          the solvers of a batch; None: by the matrix
    """

    first: Plan = FIRST
    small_first: Plan = SMALL_FIRST
    all: Plan = ALL
    count: Plan = COUNT
    best: Plan = BEST
    many_best: Plan = MANY_BEST
    covering_best: Plan = COVERING_BEST
    wide_best: Plan = WIDE_BEST
    beyond_first: Plan = BEYOND_FIRST
    beyond_all: Plan = BEYOND_ALL
    beyond_count: Plan = BEYOND_COUNT
    beyond_best: Plan = BEYOND_BEST
    parts_first: Plan = PARTS_FIRST
    improve: Plan = IMPROVE
    head_start: float | None = None
    batch: tuple[Stage, ...] | None = None

    def for_first(self, matrix: ExactCover) -> Plan:
        """Return the plan for a first solution of a matrix."""
        if not beyond_covers(matrix):
            return self.small_first if matrix.options <= SMALL else self.first
        return self.parts_first if _of_many_parts(matrix) else self.beyond_first

    def for_all(self, matrix: ExactCover) -> Plan:
        """Return the plan for all solutions of a matrix."""
        return self.beyond_all if beyond_covers(matrix) else self.all

    def for_count(self, matrix: ExactCover) -> Plan:
        """Return the plan for the number of solutions of a matrix."""
        return self.beyond_count if beyond_covers(matrix) else self.count

    def for_best(self, matrix: ExactCover) -> Plan:
        """Return the plan for the cheapest solution of a matrix."""
        if beyond_covers(matrix):
            return self.beyond_best
        plans = {
            CostlyShape.FEW: self.best,
            CostlyShape.MANY: self.many_best,
            CostlyShape.WIDE: self.wide_best,
            CostlyShape.COVERING: self.covering_best,
        }
        return plans[CostlyShape.of(matrix)]

    def for_batch(self, matrix: ExactCover, limit: int) -> Sequence[Stage]:
        """Return the solvers of a batch; each one answers what those before it did not.

        If the last one takes too long, the plan for a first solution answers that selection.
        """
        if self.batch is not None:
            return self.batch
        if beyond_covers(matrix):
            return [Stage("propagate:tree", LITTLE_PATIENCE, "propagation needs no preparation")]
        if int(matrix.high.max(initial=1)) > 1:
            return [Stage("dlx", PATIENCE, "there are multiplicities")]
        unprepared = "dancing links need no preparation"
        if matrix.options <= LARGE_BATCH:
            masks = Stage("bitmask", PATIENCE, "one prepared state serves every selection")
            degrees = np.bincount(matrix.members, minlength=1).astype(float)
            if float((degrees**2).sum()) <= MANY_CONFLICTS:
                return [masks]
            return [Stage("dlx", LITTLE_PATIENCE, unprepared, most=PATIENCE), masks]
        if limit > 1:
            why = "clause learning proves uniqueness on large matrices"
            return [
                Stage("dlx", LITTLE_PATIENCE, unprepared),
                Stage("sat:cadical195", MUCH_PATIENCE, why),
            ]
        return []


def _of_many_parts(matrix: ExactCover) -> bool:
    """Whether the places of a graph may be of many connected parts, and more is weighed there."""
    parts = [rule for rule in matrix.graph_rules if rule.kind == "connected"]
    if len(parts) < MANY_PARTS or not matrix.has_weights:
        return False
    places = sum(len(np.unique(rule.places)) for rule in parts)
    return places >= MANY_PARTS * max(rule.vertices for rule in parts)


PLANS = Plans()
