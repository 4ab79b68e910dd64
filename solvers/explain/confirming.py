"""What an explanation rests on: that the parts clash, and that each of them is needed.

That they clash was found by clause learning. Dancing links are asked whether they, too, find no
solution; or a certificate is asked for (second_opinion/certified.py), of the parts as a matrix of
their own. That a part is needed can be looked at: the others have a solution, which is shown. That
no smaller set of parts clashes rests on the search for a least one, or on a certificate,
which `no_fewer` requests.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ...models.errors import WrongAnswer
from ...models.matrix.exact_cover import ExactCover
from ..contract.certificate import Assertion
from ..contract.deadline import Deadline
from ..contract.evidence import Claim, Evidence, Level
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.verify import Verifier
from ..registry import get_solver
from ..search.running import query_of
from ..search.search import Search
from ..search.settings import Settings
from ..second_opinion.certified import certified
from ..second_opinion.opinion import LATE, Confirmation, Second
from ..second_opinion.recount import no_other
from .explanation import Explanation
from .parts import Kind, Part, Parts, search_parts, selected_parts

__all__ = ["confirmed", "no_fewer", "of_obstacle"]

# ---- The proof that no fewer parts clash ---------------------------------------------------------
#
# The search for a least set (relax.py) leaves *corrections* behind: sets of parts,
# without each of which the others have a solution. So whatever clashes has a part of every
# correction. That the others have a solution is looked at. What is left is a covering problem,
# with no puzzle in it: how few parts have one of each correction? It is written down as a matrix,
# an item that is to be covered at least once for each correction and an option for each part, at a
# cost of 1; and a certificate (second_opinion/certified.py) shows that none costs less than the
# parts that were found.


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
    parts, chosen = sorted({part for correction in corrections for part in correction}), set(kept)
    if not chosen <= set(parts):
        return Confirmation(why=LOOSE)
    least = Search(_covering(parts, corrections), settings=Settings(evidence=level))
    places = tuple(place for place, part in enumerate(parts) if part in chosen)
    second = Second(query_of(least, deadline), Progress(), get_solver("sat"), costs=True)
    return certified(second, Assertion(known=(places,), cost=len(places)))


def _covering(parts: Sequence[Part], corrections: Sequence[Sequence[Part]]) -> ExactCover:
    """Return the matrix of the corrections, an option for each part."""
    members = [
        [number for number, correction in enumerate(corrections) if part in correction]
        for part in parts
    ]
    return ExactCover(
        primary=len(corrections),
        items=[str(number) for number in range(len(corrections))],
        starts=np.cumsum([0, *map(len, members)]),
        members=[number for row in members for number in row],
        costs=[1] * len(parts),
        low=[1] * len(corrections),
        high=[len(correction) for correction in corrections],
    )


CONFIRM = 1.0  # seconds that dancing links get to confirm a clash


def confirmed(
    parts: Parts, explanation: Explanation, wanted: Level, deadline: Deadline
) -> Explanation:
    """Return the explanation with what it rests on.

    Raises WrongAnswer if parts that are said to clash have a solution, or one that is said to be
    needed is not.
    """
    kept = [
        *(Part(Kind.ITEM, item) for item in explanation.items),
        *(Part(Kind.GIVEN, option) for option in explanation.givens),
        *(Part(Kind.FORBIDDEN, option) for option in explanation.forbidden),
        *(Part(Kind.CONDITION, number) for number in explanation.conditions),
    ]
    patient = deadline if wanted is Level.AGREED else deadline.within(CONFIRM)
    complete, solution = search_parts(parts, kept, patient)
    if solution is not None:
        raise WrongAnswer("explain: parts that are said to clash have a solution")
    by = ("sat", "dlx") if complete else ("sat",)
    clash = Evidence((Claim.stated("the parts clash", *by),))
    if wanted.needs_certificate:
        # Have it certified that the parts have no solution.
        query, _ = selected_parts(parts, kept, deadline)
        new_query = replace(query, evidence=wanted)
        # What was agreed on, as claims that may be certified.
        claimed = Evidence(tuple(Claim.stated(claim.text, claim.by[0]) for claim in clash.claims))
        clash = no_other(Second(new_query, Progress(), get_solver("sat")), ()).on(claimed, wanted)
    elif wanted is Level.AGREED:
        clash = clash.left_open(LATE)
    claims = (*clash.claims, *_minimality(parts, kept, explanation, wanted, deadline))
    return replace(explanation, confirmed=complete, evidence=Evidence(claims))


def of_obstacle(query: Query) -> Evidence:
    """Return what it rests on that there is no solution where the puzzle itself shows why."""
    claimed = Evidence((Claim.stated("no solution", "the puzzle"),))
    if query.evidence is Level.CLAIMED:
        return claimed
    return no_other(Second(query, Progress(), get_solver("sat")), ()).on(claimed, query.evidence)


def _minimality(
    parts: Parts, kept: list[Part], explanation: Explanation, wanted: Level, deadline: Deadline
) -> tuple[Claim, ...]:
    """Return what is said of the number of parts."""
    if not explanation.irreducible:
        return ()
    needed = Claim.stated("each of them is needed", "sat")
    if wanted > Level.CLAIMED:
        shown = all(
            _is_solved(parts, kept[:place] + kept[place + 1 :], deadline)
            for place in range(len(kept))
        )
        needed = Claim.verified(needed.text) if shown else replace(needed, why=LATE, wanted=wanted)
    if not explanation.smallest or len(kept) == 1:
        return (needed,)
    least = Evidence((Claim.stated("no fewer clash", "sat"),))
    if wanted > Level.CLAIMED:
        least = _no_fewer(parts, kept, explanation, wanted, deadline).on(least, wanted)
    return needed, *least.claims


def _no_fewer(
    parts: Parts, kept: list[Part], explanation: Explanation, wanted: Level, deadline: Deadline
) -> Confirmation:
    """Look at the corrections, and have it certified that nothing smaller has a part of each."""
    for correction in explanation.corrections:
        gone = set(correction)
        if not _is_solved(parts, [part for part in parts.all if part not in gone], deadline):
            return Confirmation(why=LATE)
    level = wanted if wanted.needs_certificate else Level.CERTIFIED
    return no_fewer(kept, explanation.corrections, deadline, level)


def _is_solved(parts: Parts, others: Sequence[Part], deadline: Deadline) -> bool:
    """Whether a solution of the other parts is found, which is looked at; False: not in time."""
    query, _ = selected_parts(parts, others, deadline)
    progress = Progress()
    options = get_solver("auto").first(query, progress)
    if options is not None:
        Verifier(query.matrix, query.given, query.forbidden).require(options, "auto")
    elif progress.complete:
        raise WrongAnswer("explain: a part that is said to be needed is not")
    return options is not None
