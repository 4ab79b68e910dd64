"""What an answer rests on, claim by claim.

A solution is *verified*: it was looked at. That there is none, no other or no better one cannot be
looked at: one solver *claims* it, or two solvers of different kinds *agree* on it, or it is
*certified*: a checker has accepted a certificate of it, or *proved*: the checker that did so is
proved correct. A result makes a few claims; its evidence is as good as the weakest of them, and
says of each what it rests on. The last part lists the claims that each kind of result makes.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from ...models.errors import ModelError, did_you_mean
from ...models.spelling import numeral

__all__ = [
    "ASKED",
    "EACH",
    "SOLUTION",
    "Claim",
    "Evidence",
    "Level",
    "asked_level",
    "of_batch",
    "of_best",
    "of_count",
    "of_list",
    "of_solution",
    "solutions_in_words",
]


class _Ordered:
    """What is compared by level, with plain words too."""

    def __lt__(self, other: object) -> bool:
        return _compared(operator.lt, self, other)

    def __le__(self, other: object) -> bool:
        return _compared(operator.le, self, other)

    def __gt__(self, other: object) -> bool:
        return _compared(operator.gt, self, other)

    def __ge__(self, other: object) -> bool:
        return _compared(operator.ge, self, other)


class Level(_Ordered, StrEnum):
    """What one claim rests on; ordered, and compared with plain words too."""

    NOTHING = "nothing"
    CLAIMED = "claimed"
    AGREED = "agreed"
    CERTIFIED = "certified"
    PROVED = "proved"
    VERIFIED = "verified"

    @property
    def needs_certificate(self) -> bool:
        """Whether a checker has to accept a certificate."""
        return self in (Level.CERTIFIED, Level.PROVED)


@dataclass(frozen=True)
class Claim:
    """One thing that a result says.

    text   in words: "a solution", "no other", "92 solutions"
    level  what it rests on
    by     the solvers that say it; of a certificate who wrote it, and who checked it; nobody where
           it was looked at
    why    where more was asked for and not had: why not
    wanted what was asked for then
    """

    text: str
    level: Level
    by: tuple[str, ...] = ()
    why: str = ""
    wanted: Level = Level.AGREED

    @classmethod
    def verified(cls, text: str) -> Claim:
        """Return a claim that was looked at."""
        return cls(text, Level.VERIFIED)

    @classmethod
    def stated(cls, text: str, *by: str, why: str = "") -> Claim:
        """Return a claim of one solver, or of two of different kinds that agree."""
        return cls(text, Level.AGREED if len(by) > 1 else Level.CLAIMED, by, why)

    def __str__(self) -> str:
        by = f" by {' and '.join(self.by)}" if self.by else ""
        return f"{self.text}: {self.level}{by}" + (
            f" (not {self.wanted}: {self.why})" if self.why else ""
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the claim as JSON holds it; `why` only where there is a reason."""
        document: dict[str, Any] = {
            "claim": self.text,
            "level": str(self.level),
            "by": list(self.by),
        }
        return document | {"why": self.why} if self.why else document


@dataclass(frozen=True, eq=False)
class Evidence(_Ordered):
    """What a result rests on: its claims; compared by `level`, that of the weakest claim.

    `result.evidence >= "agreed"` compares it with a level. `str()` is one line, claim by claim. A
    result that says nothing (UNKNOWN) has no claims, and is less than `claimed`. Two are equal if
    their levels are.
    """

    claims: tuple[Claim, ...] = ()

    @property
    def level(self) -> Level:
        """The level of the weakest claim."""
        return min((claim.level for claim in self.claims), default=Level.NOTHING)

    def __str__(self) -> str:
        return "; ".join(map(str, self.claims)) or "nothing is claimed"

    def agreed_by(self, solver: str) -> Evidence:
        """Return the evidence after another solver said the same."""
        return self._with_claims(lambda claim: Claim.stated(claim.text, *claim.by, solver))

    def certified_by(self, by: tuple[str, ...], level: Level = Level.CERTIFIED) -> Evidence:
        """Return the evidence after a certificate was accepted: who wrote it, who checked it."""
        return self._with_claims(lambda claim: Claim(claim.text, level, by))

    def looked_at(self) -> Evidence:
        """Return the evidence after what was claimed was shown."""
        return self._with_claims(lambda claim: Claim.verified(claim.text))

    def left_open(self, why: str, wanted: Level = Level.AGREED) -> Evidence:
        """Return the evidence after no more was had than one solver's word; `why` not."""
        return self._with_claims(lambda claim: replace(claim, why=why, wanted=wanted))

    def _with_claims(self, better: Callable[[Claim], Claim]) -> Evidence:
        """Return the evidence with what one solver claims replaced."""
        return Evidence(
            tuple(better(claim) if claim.level is Level.CLAIMED else claim for claim in self.claims)
        )

    def to_dict(self) -> dict[str, Any]:
        """Return what `--json` prints: the level, and each claim with its level and solvers."""
        return {"level": str(self.level), "claims": [claim.to_dict() for claim in self.claims]}

    def __eq__(self, other: object) -> bool:
        return str(self.level) == (other.level if isinstance(other, Evidence) else other)

    def __hash__(self) -> int:
        return hash(self.level)


ASKED = (Level.CLAIMED, Level.AGREED, Level.CERTIFIED, Level.PROVED)
EXPECTED = "claimed, agreed, certified or proved"


def asked_level(evidence: object, *, certificates: bool = True) -> Level:
    """Return the level that is asked for. Raises ModelError unless it can be had.

    certificates  whether there are any of what is asked
    """
    if evidence is Level.CLAIMED or (type(evidence) is str and evidence == "claimed"):
        return Level.CLAIMED
    if isinstance(evidence, Evidence):  # as much as another result has
        evidence = evidence.level
    if evidence == Level.VERIFIED:
        raise ModelError(
            f"evidence: that there is no other solution cannot be looked at, expected {EXPECTED}"
        )
    if evidence in (Level.CERTIFIED, Level.PROVED) and not certificates:
        raise ModelError(
            "evidence: there are no certificates of classes, expected claimed or agreed"
        )
    if evidence not in ASKED:
        close = did_you_mean(evidence, ASKED)
        raise ModelError(f"evidence: {evidence!r}, expected {EXPECTED}{close}")
    return Level(str(evidence))


RANKS = {str(level): rank for rank, level in enumerate(Level)}


def _rank(level: object) -> int | None:
    """Return the place of a level in their order; None for what is neither level nor word."""
    if isinstance(level, Evidence):
        level = level.level
    if not isinstance(level, str):
        return None
    if level not in RANKS:
        raise ModelError(f"evidence: {level!r}, expected one of {', '.join(RANKS)}")
    return RANKS[level]


def _compared(how: Callable[[int, int], bool], first: object, second: object) -> bool:
    mine, theirs = _rank(first), _rank(second)
    if mine is None or theirs is None:
        return NotImplemented  # type: ignore[no-any-return]
    return how(mine, theirs)


# ---- The claims of each kind of result, and who made them ----------------------------------------


SOLUTION = Claim.verified("a solution")
EACH = Claim.verified("each solution")


def of_solution(
    solver: str,
    *,
    found: bool,
    complete: bool,
    costs: bool,
    bound: object = None,
    bounder: str = "",
) -> Evidence:
    """Return what `solve` claims.

    bound    no solution is better than this, in the puzzle's words; None: nothing is known
    bounder  who proved the bound; by default the solver itself
    """
    seen = (SOLUTION,) if found else ()
    if complete and not found:
        return Evidence((Claim.stated("no solution", solver),))
    if complete and costs:
        return Evidence((*seen, Claim.stated("none better", solver)))
    if costs and bound is not None:
        return Evidence((*seen, Claim.stated(f"none better than {bound}", bounder or solver)))
    return Evidence(seen)


def of_count(solver: str, number: int, *, complete: bool) -> Evidence:
    """Return what `count` claims."""
    if number == 0:
        return Evidence((Claim.stated("no solution", solver),) if complete else ())
    counted = solutions_in_words(number)
    return Evidence((Claim.stated(counted if complete else f"at least {counted}", solver),))


def of_list(solver: str, number: int, *, complete: bool) -> Evidence:
    """Return what an enumeration claims that came so far; each of its solutions was looked at."""
    if number < 2:
        other = (Claim.stated("no other" if number else "no solution", solver),) if complete else ()
        return Evidence((SOLUTION,) * number + other)
    counted = numeral(number)
    in_all = Claim.stated(f"{counted} in all" if complete else f"at least {counted}", solver)
    return Evidence((EACH, in_all))


def of_best(solver: str, number: int, *, wanted: int, complete: bool) -> Evidence:
    """Return what the list of the best solutions claims: each is in its place."""
    if complete and number < wanted:
        return Evidence(
            (EACH, Claim.stated("no other", solver))
            if number
            else (Claim.stated("no solution", solver),)
        )
    return Evidence((EACH, Claim.stated("none better left out", solver)) if number else ())


def of_batch(solver: str, number: int, *, limit: int) -> Evidence:
    """Return what one of many answers claims, where up to `limit` solutions were looked for."""
    if number == 0:
        return Evidence((Claim.stated("no solution", solver),))
    if limit == 1:
        return Evidence((SOLUTION,))
    return Evidence((SOLUTION, Claim.stated("no other" if number == 1 else "another", solver)))


def solutions_in_words(number: int) -> str:
    """Return "1 solution", "92 solutions"."""
    return f"{numeral(number)} solution" + "s" * (number != 1)
