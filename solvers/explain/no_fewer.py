"""The proof that no fewer parts clash.

The search for a least set (minimal_subsets.py) leaves *corrections* behind: sets of parts, without
each of which the others have a solution. So whatever clashes has a part of every correction. That
the others have a solution is looked at. What is left is a covering problem, with no puzzle in it:
how few parts have one of each correction? It is written down as a matrix, an item that is to be
covered at least once for each correction and an option for each part, at a cost of 1; and a
certificate (second_opinion/certified.py) shows that none costs less than the parts that were found.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...models.matrix.exact_cover import ExactCover
from ..contract.certificate import Assertion
from ..contract.deadline import Deadline
from ..contract.evidence import Level
from ..contract.progress import Progress
from ..registry import get_solver
from ..search.running import query_of
from ..search.search import Search
from ..search.settings import Settings
from ..second_opinion.certified import certified
from ..second_opinion.opinion import Confirmation, Second
from .parts import Part

__all__ = ["no_fewer"]

LOOSE = "the corrections that are known do not show it"


def no_fewer(
    kept: Sequence[Part],
    corrections: Sequence[Sequence[Part]],
    deadline: Deadline,
    level: Level = Level.CERTIFIED,
) -> Confirmation:
    """Certify that nothing smaller than `kept` has a part of every correction.

    level  certified or proved

    Raises WrongAnswer if something has.
    """
    parts, found = sorted({part for one in corrections for part in one}), set(kept)
    if not found <= set(parts):
        return Confirmation(why=LOOSE)
    least = Search(_covering(parts, corrections), settings=Settings(evidence=level))
    known = tuple(place for place, part in enumerate(parts) if part in found)
    second = Second(query_of(least, deadline), Progress(), get_solver("sat"), costs=True)
    return certified(second, Assertion(known=(known,), cost=len(known)))


def _covering(parts: Sequence[Part], corrections: Sequence[Sequence[Part]]) -> ExactCover:
    """Return the matrix of the corrections, an option for each part."""
    members = [[number for number, one in enumerate(corrections) if part in one] for part in parts]
    return ExactCover(
        primary=len(corrections),
        items=[str(number) for number in range(len(corrections))],
        starts=np.cumsum([0, *map(len, members)]),
        members=[number for one in members for number in one],
        costs=[1] * len(parts),
        low=[1] * len(corrections),
        high=[len(one) for one in corrections],
    )
