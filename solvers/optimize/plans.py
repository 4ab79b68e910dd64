"""The turns of the techniques of `optimize`, by the matrix.

Who improves and who proves take turns, each behind the best solution so far. The turns rest on the
measurements in docs/benchmarks.md. `auto` shares its turns of `optimize` out by the same plans, and
has the other solvers between them (auto/plans.py): a round of a plan here takes as many seconds as
`optimize` has in a round there.
"""

from __future__ import annotations

from ...models.matrix.exact_cover import ExactCover
from ..turns.costly import CostlyShape
from ..turns.plan import Plan, Stage

__all__ = ["IMPROVEMENT", "plan_of"]

BLOCKS = "prices on the items are loose; those of blocks bound the costs more tightly"
NEIGHBORHOODS = "nobody proved it yet; large neighborhoods improve on any solution"
CLIMBING = "prices of the root are loose; those that climb at every node may prove it"
PAIRS = "prices of the root are loose; linear programs at every node may prove it"
FREEING = "there are blocks, and parts of a solution are soon solved by their prices"
IMPROVES = "large neighborhoods improve on any solution"


def _blocks(seconds: float) -> Stage:
    return Stage("optimize:blocks", seconds, BLOCKS, proof="optimize:blocks-proof")


def _neighborhoods(seconds: float) -> Stage:
    return Stage("optimize:neighborhoods", seconds, NEIGHBORHOODS, proof="")


_CLIMBING = Stage("optimize:climbing", 8.0, CLIMBING)
# Where prices on the items are loose, block prices take over, or refuse at once: twenty blank
# sudokus with random weights were proved after 6 to 30 s each, and are now within .6 s of the
# processor. Block prices prove and improve, and where there are blocks they have most of the time.
# Neighborhoods are sooner for a second: a blank 16x16 grid with random weights was at 18728 after
# 4 s of the processor, while neighborhoods had 3.5 s and blocks proved alone, and is at 19596 after
# 3 s.
BEST = Plan(
    (
        _blocks(0.6),
        _neighborhoods(1.0),
        _blocks(20.0),
        _neighborhoods(2.5),
        _CLIMBING,
        _neighborhoods(5.0),
    ),
    growth=2,
)
# Of many options no blocks are soon drawn.
MANY_BEST = Plan((_neighborhoods(3.5), _CLIMBING, _neighborhoods(5.0)), growth=2)
# Where items may be covered several times there are no blocks, and no prices that climb at every
# node.
COVERING_BEST = Plan((_neighborhoods(2.0),), growth=2)
# Where a set partition has hundreds of items, sweeps climb no higher than the relaxation, and a
# linear program at every node pays. Begun anew it loses its tree, so it has one long turn.
WIDE_BEST = Plan(
    (
        _neighborhoods(3.5),
        Stage("optimize:pairs", 60.0, PAIRS),
        _CLIMBING,
        _neighborhoods(5.0),
    ),
    growth=2,
)
PLANS = {
    CostlyShape.FEW: BEST,
    CostlyShape.MANY: MANY_BEST,
    CostlyShape.WIDE: WIDE_BEST,
    CostlyShape.COVERING: COVERING_BEST,
}
# With several threads those that prove have one thread to themselves, and those that improve
# another: large neighborhoods, and those of blocks where the matrix falls into some.
IMPROVEMENT = Plan(
    (
        Stage("optimize:blocks-freeing", 2.0, FREEING),
        Stage("optimize:neighborhoods", 1.0, IMPROVES),
    ),
    growth=1.5,
)


def plan_of(matrix: ExactCover) -> Plan:
    """Return the turns that find the cheapest solution of a matrix."""
    return PLANS[CostlyShape.of(matrix)]
