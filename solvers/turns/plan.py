"""Plans of turns: which solvers, in which order, for how long.

The scheduler (scheduler.py) runs a `Plan` round by round. The budgets of later rounds are so many
times those of the first. They are short at first, so that an easy puzzle does not pay for the
import of a library.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

import numpy as np

from ...models.matrix.exact_cover import ExactCover
from ..contract.query import Query
from ..contract.solver import Solver

__all__ = ["CostlyShape", "Plan", "Stage", "look_alike"]


@dataclass(frozen=True)
class Stage:
    """A solver's turn.

    solver   "": no solver has this turn, and no time is spent on it
    seconds  its budget; None: all that is left. In a batch: the budget for each answer
    reason   why the solver is chosen
    least    a budget below so many seconds is not worth a start, and the turn is left out
    most     its budget grows no further than so many seconds. In a batch: the budget in all
    denies   whether it counts nothing, but may prove that there is no solution
    proof    the solver whose turn it is where another thread improves: "" if this one proves
             nothing; None: the same one
    each     further seconds for each option of the matrix (see `Plan.sized`)
    suits    whether a query is one for which the solver has this turn, which is looked at when
             the turn comes; None: every query
    """

    solver: str | Solver
    seconds: float | None
    reason: str
    least: float = 0.0
    most: float = math.inf
    denies: bool = False
    proof: str | None = None
    each: float = 0.0
    suits: Callable[[Query], bool] | None = None

    def times(self, factor: float) -> Stage:
        """Return the stage with so many times its budget."""
        seconds = self.seconds
        return replace(self, seconds=None if seconds is None else min(seconds * factor, self.most))


@dataclass(frozen=True)
class Plan:
    """The stages of a round.

    growth   each round has so many times the budgets of the one before; 0: there is one round
    features  of the matrices that it is for, in words
    at_once  the solvers that answer most puzzles before any turns are needed, one after another
    """

    stages: tuple[Stage, ...]
    growth: float = 0.0
    at_once: tuple[Stage, ...] = ()
    features: str = ""

    def rounds(self) -> Iterator[Sequence[Stage]]:
        """Yield the stages of each round, with that round's budgets."""
        yield self.stages
        factor = self.growth
        while factor:
            yield [stage.times(factor) for stage in self.stages]
            factor *= self.growth

    def sized(self, options: int) -> Plan:
        """Return the plan for a matrix of so many options, as the time of a start grows with it."""
        stages = [
            stage
            if stage.seconds is None
            else replace(stage, seconds=min(stage.seconds + stage.each * options, stage.most))
            for stage in self.stages
        ]
        return replace(self, stages=tuple(stages))

    def for_proof(self) -> Plan:
        """Return the plan of a thread that proves, while another one improves."""
        stages = [
            stage if stage.proof is None else replace(stage, solver=stage.proof)
            for stage in self.stages
        ]
        return replace(self, stages=tuple(stages))

    def turned(self) -> Plan:
        """Return the plan with the stages of a round the other way round."""
        return replace(self, stages=self.stages[::-1])

    @property
    def solvers(self) -> list[str | Solver]:
        """The solvers that have turns."""
        return [stage.solver for stage in self.stages if stage.solver]


# ---- Symmetries, which decide on turns -----------------------------------------------------------


ALIKE = 5  # options of a class, on the average: more than the turns of a board make alike


def look_alike(query: Query) -> bool:
    """Whether the options fall into few classes that look alike."""
    from ...models.symmetry.refinement import option_classes

    classes = option_classes(query.matrix, query.given, query.forbidden)
    return query.matrix.options >= ALIKE * classes


# ---- Shapes of matrices with costs, which decide the plan ----------------------------------------


MANY = 5000  # options
WIDE = 200  # items


class CostlyShape(Enum):
    """What decides on the plan for the best solution.

    FEW       few options
    MANY      many options
    WIDE      a set partition of many items and many options
    COVERING  items may be covered several times, however often
    LIMITED   items may be covered several times, some of them at most so often
    """

    FEW = auto()
    MANY = auto()
    WIDE = auto()
    COVERING = auto()
    LIMITED = auto()

    @classmethod
    def of(cls, matrix: ExactCover) -> CostlyShape:
        """Return the shape of a matrix."""
        if int(matrix.high.max(initial=1)) > 1:
            degrees = np.bincount(matrix.members, minlength=len(matrix.items))
            return cls.LIMITED if bool((matrix.high < degrees).any()) else cls.COVERING
        if matrix.options <= MANY:
            return cls.FEW
        wide = WIDE <= len(matrix.items) == matrix.primary
        once = wide and bool((matrix.low == 1).all() and (matrix.high == 1).all())
        return cls.WIDE if once else cls.MANY
