"""The input of a solver: a matrix, a selection on it, and the settings of the search."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ...models.matrix.exact_cover import ExactCover
from .batch import Options
from .deadline import Deadline
from .evidence import Level

if TYPE_CHECKING:
    from .claims import Incumbent, Known

__all__ = ["Permutation", "Query"]

Permutation = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False, slots=True)
class Query:
    """The input of a solver. It is only read; `dataclasses.replace` makes another one.

    matrix      the matrix to search
    given       options that must be chosen
    forbidden   options that must not be chosen
    deadline    when to stop
    threads     the number of threads; a solver without threads ignores it
    memory      bytes for a memo, if a solver keeps one; None: its own choice
    ahead       the number of selections that a batch may read ahead; None: its own choice
    seed        of a solver that draws at random; None: its own
    evidence    the evidence that the answer needs; solvers ignore it
    hint        a known solution, verified and not excluded; empty: there is none. A solver may
                begin there, and skip all that cost more (see `Solver.improving`)
    guess       options that a good solution may hold, if none is known; likewise
    symmetries  if one solution, or a best one, is wanted: permutations of the options that map
                solutions to solutions of the same cost, int32[options] each. A solver may skip a
                solution that one of them maps to another; most ignore it
    excluded    solutions that must not be yielded, ascending each (see `Solver.excludes`)
    incumbent   the best solution so far of several solvers that search for the cheapest one at the
                same time. A solver may ask for `news` between two steps; None: it is alone
    parameters  of the solver's own library
    watched     whether somebody is told of the progress, which is worth an estimate then
    """

    matrix: ExactCover
    given: Options = ()
    forbidden: frozenset[int] = frozenset()
    deadline: Deadline = field(default_factory=Deadline)
    threads: int = 1
    memory: int | None = None
    ahead: int | None = None
    seed: int | None = None
    evidence: Level = Level.CLAIMED
    hint: Options = ()
    guess: Options = ()
    symmetries: tuple[Permutation, ...] = ()
    excluded: tuple[Options, ...] = ()
    incumbent: Incumbent | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)
    watched: bool = False

    @property
    def needs_agreement(self) -> bool:
        """Whether one solver's claim is not enough for what cannot be verified."""
        return self.evidence is not Level.CLAIMED and self.evidence >= Level.AGREED

    def news(self, cost: int | None) -> Known | None:
        """Return another solver's solution that costs less; of None: any other solver's solution.

        A solver that takes it over yields it, and then only cheaper ones, as with a hint.
        """
        return None if self.incumbent is None else self.incumbent.cheaper_than(cost)

    def asks_the_same(self, other: Query) -> bool:
        """Whether another query has the same solutions, so that a paused search can continue."""
        return (
            self.matrix is other.matrix
            and self.given == other.given
            and self.forbidden == other.forbidden
            and self.seed == other.seed
        )

    def with_given(self, options: Iterable[int]) -> Query:
        """Return the query with further options given.

        The symmetries and the incumbent are dropped, as they do not fit it, and the hint becomes a
        guess, as it may be no solution any more.
        """
        given = tuple(dict.fromkeys((*self.given, *options)))
        guess = self.hint or self.guess
        return replace(self, given=given, symmetries=(), hint=(), guess=guess, incumbent=None)
