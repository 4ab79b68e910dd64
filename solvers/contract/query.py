"""What is asked of a solver: a matrix, a selection on it, and how the search is to be done."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from ...models.matrix.exact_cover import ExactCover
from .batch import Options
from .claims.incumbent import Incumbent, Known
from .deadline import Deadline
from .evidence import Level

__all__ = ["Permutation", "Query"]

Permutation = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False, slots=True)
class Query:
    """What is asked. It is only read; `dataclasses.replace` makes another one.

    matrix      what is searched
    given       options that must be chosen, forbidden those that must not
    deadline    when to stop
    threads     how many may work at it; a solver that knows no threads works alone
    memory      bytes for a memo, where a solver keeps one; None: its own choice
    ahead       how many selections a batch may read ahead; None: its own choice
    seed        of a solver that draws at random; None: its own
    evidence    what the answer is to rest on; it is for the questions, and no solver heeds it
    hint        a solution that is known, verified and not excluded; empty: none. A solver may begin
                there, and look for nothing dearer (see `Solver.improving`)
    guess       options that a good solution may hold, where none is known; likewise
    symmetries  where one solution, or a best one, is wanted: permutations of the options that map
                solutions to solutions of the same cost, int32[options] each. A solver may tell
                none that one of them maps to another; most pass over it
    excluded    solutions not to be told, ascending each (see `Solver.excludes`)
    incumbent   where others look for the cheapest solution of the same query at the same time: the
                best of all so far. A solver may ask for `news` between two steps; None: it is alone
    parameters  of the solver's own library
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

    @property
    def needs_agreement(self) -> bool:
        """Whether one solver's word is not enough where that cannot be looked at."""
        return self.evidence is not Level.CLAIMED and self.evidence >= Level.AGREED

    def news(self, cost: int | None) -> Known | None:
        """Return what another one found that costs less; of None: whatever another one found.

        Who takes it over yields it, and then looks only for what is cheaper, as from a hint on.
        """
        return None if self.incumbent is None else self.incumbent.cheaper_than(cost)

    def asks_the_same(self, other: Query) -> bool:
        """Whether the other is about the same solutions: who rests may go on where it stopped."""
        return (
            self.matrix is other.matrix
            and self.given == other.given
            and self.forbidden == other.forbidden
            and self.seed == other.seed
        )

    def with_given(self, options: Iterable[int]) -> Query:
        """Return the query with further options given.

        Of these the symmetries know nothing, and the hint may be no solution any more; others
        search another query.
        """
        given = tuple(dict.fromkeys((*self.given, *options)))
        guess = self.hint or self.guess
        return replace(self, given=given, symmetries=(), hint=(), guess=guess, incumbent=None)
