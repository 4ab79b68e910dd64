"""The findings of a cross-check: outcomes, differences, verdict, evidence and environment."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

from ...models.matrix.exact_cover import ExactCover
from ...models.objective import Number
from ...models.puzzle import Puzzle
from ...models.spelling import numeral
from ..contract.batch import Options
from ..contract.evidence import Claim, Evidence
from ..search.search import Search
from ..search.settings import Settings
from .outcome import Disagreement, Outcome
from .scope import Scope

__all__ = ["CheckVerdict", "Findings", "evidence_of"]


class CheckVerdict(StrEnum):
    """What comes of a cross-check; only the first two are true.

    AGREED            of all that is compared two kinds of solvers or more finished each part, said
                      the same, and none said anything else
    ONE_KIND          the same, but at least one part was answered by solvers of one kind alone,
                      which share code by which all of them could be wrong
    DISAGREED         two solvers contradict each other, or one contradicts the puzzle or itself
    NOTHING_COMPARED  fewer than two solvers said anything that could be compared
    INCOMPLETE        what was said was compared and does not clash, but no two solvers finished;
                      or they did, and could not confirm a count that was expected
    """

    AGREED = "agreed"
    ONE_KIND = "agreed by one kind"
    DISAGREED = "disagreed"
    NOTHING_COMPARED = "nothing compared"
    INCOMPLETE = "incomplete"

    def __bool__(self) -> bool:
        return self in (CheckVerdict.AGREED, CheckVerdict.ONE_KIND)


@dataclass
class Findings:
    """What was compared, what each solver said, and the verdict; true if they agreed.

    question       "all" (status, count and set of solutions) or "best" (status and objective)
    scope          what was compared, in words
    compares       the same for programs: the branches that two solvers answered, and their share of
                   the whole; where there are none, what was to be compared
    asked          what was to be compared
    outcomes       one a solver
    totals         one for each solver that was asked for the number of all solutions, where there
                   are too many to compare them all
    disagreements  what is wrong: lines that also name the solvers, and what shows it
    witness        a solution (option numbers) that shows the first disagreement, if there is one
    smallest       the smallest matrix found on which the first disagreement still shows; None
                   without a disagreement, or where none was looked for
    replay         the file that holds it, if there is a disagreement and a file was wanted
    problem        what was asked about
    search         of its matrix, with what is given and forbidden; None: no time to compile it
    limit          how many solutions of a branch are kept
    settings       how it was done: the budget, the time limit, the seed
    expected       how many solutions there should be; None: not given
    obstacle       why there can be no solution, where the puzzle shows that without a search; it is
                   no solver's word, and the solvers are asked all the same
    began          when, in UTC
    seconds        that it took in all
    interrupted    whether Ctrl-C ended it
    """

    question: str
    compares: Scope
    asked: Scope = field(default_factory=Scope)
    outcomes: list[Outcome] = field(default_factory=list)
    totals: list[Outcome] = field(default_factory=list)
    disagreements: list[Disagreement] = field(default_factory=list)
    witness: Options | None = None
    smallest: ExactCover | None = None
    replay: Path | None = None
    problem: Puzzle | ExactCover | None = None
    search: Search | None = None
    limit: int = 1000
    settings: Settings = field(default_factory=Settings)
    expected: int | None = None
    obstacle: str = ""
    began: str = field(default_factory=lambda: f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}")
    seconds: float = 0.0
    interrupted: bool = False
    _clock: float = field(default_factory=time.monotonic, repr=False)

    def __bool__(self) -> bool:
        return bool(self.verdict)

    @property
    def scope(self) -> str:
        """What was compared, in words."""
        if self.total is None:
            return self.compares.text
        names = " and ".join(outcome.solver for outcome in self.totals if outcome.complete)
        total = numeral(self.total, grouped=True)
        return f"{self.compares.text}; all {total} solutions counted by {names}"

    @property
    def verdict(self) -> CheckVerdict:
        """Whether the solvers agreed; the lack of objections is not enough."""
        if self.disagreements or any(outcome.wrong for outcome in self.outcomes):
            return CheckVerdict.DISAGREED
        if self.answered() or self.total is not None:
            if self.expected is not None and self.count is None:
                return CheckVerdict.INCOMPLETE
            two_kinds = self.total is not None or self.by_two_kinds
            return CheckVerdict.AGREED if two_kinds else CheckVerdict.ONE_KIND
        if len({outcome.by for outcome in self.outcomes if outcome.spoke}) > 1:
            return CheckVerdict.INCOMPLETE
        return CheckVerdict.NOTHING_COMPARED

    def answered(self, *, kinds: bool = False) -> list[int]:
        """Return the places in `asked` of the branches that two solvers answered.

        kinds  two of different kinds, who could not be wrong together; else of different names
        """
        places = range(max((len(outcome.parts) for outcome in self.outcomes), default=0))
        return [
            place
            for place in places
            if len(
                {
                    outcome.kind if kinds else outcome.by
                    for outcome in self.outcomes
                    if outcome.answered(place)
                }
            )
            > 1
        ]

    @property
    def whole(self) -> bool:
        """Whether two solvers answered all there is, not some branches of it."""
        return self.asked.whole and len(self.answered()) == len(self.asked.branches) > 0

    @property
    def count(self) -> int | None:
        """How many solutions there are in all, where two solvers say so; else None."""
        if self.question != "all" or self.disputed:
            return None
        if not self.whole:
            return self.total
        return sum(
            next(
                outcome.parts[place].claimed for outcome in self.outcomes if outcome.answered(place)
            )
            for place in self.answered()
        )

    @property
    def total(self) -> int | None:
        """How many solutions there are in all, where two kinds of solvers count so many."""
        complete = [outcome for outcome in self.totals if outcome.complete and not outcome.wrong]
        counts = {outcome.count for outcome in complete}
        if len({outcome.kind for outcome in complete}) < 2 or len(counts) > 1:
            return None
        return counts.pop()

    @property
    def objective(self) -> Number | None:
        """The best objective, where two solvers say so; else None."""
        if self.question != "best" or not self.answered() or self.disputed:
            return None
        objectives = (
            outcome.objective for outcome in self.compared if outcome.objective is not None
        )
        return next(objectives, None)

    @property
    def disputed(self) -> bool:
        """Whether a solver contradicts another one, the puzzle or itself."""
        return any(dispute.between for dispute in self.disagreements) or any(
            outcome.wrong for outcome in (*self.outcomes, *self.totals)
        )

    def hold_to_expected(self) -> None:
        """Add a disagreement if there cannot be as many solutions as are expected, or none."""
        if self.disputed:
            return
        if self.obstacle and any(outcome.found for outcome in self.outcomes):
            message = f"{self.obstacle}, but a solution was found and verified"
            self.disagreements.append(Disagreement(message))
        if self.expected is None:
            return
        agreed = (
            self.compared
            if self.whole
            else [outcome for outcome in self.totals if outcome.complete]
        )
        names = ", ".join(outcome.solver for outcome in agreed)
        # How many solutions were found: of each branch, the most by one solver.
        numbers = [[part.number for part in outcome.parts] for outcome in self.outcomes]
        places = range(max(map(len, numbers), default=0))
        most = sum(max(row[place] for row in numbers if place < len(row)) for place in places)
        if self.count is not None and self.count != self.expected:
            verdict = f"{names} agree on {numeral(self.count)}"
        elif self.question == "all" and most > self.expected:
            verdict = f"at least {most} were found and verified"
        else:
            return
        self.disagreements.append(
            Disagreement(f"expected {self.expected} solutions, but {verdict}")
        )

    @property
    def by_two_kinds(self) -> bool:
        """Whether the agreement, if there is one, rests on two kinds of solvers throughout."""
        return self.answered() == self.answered(kinds=True)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of the solvers whose answers were compared."""
        return tuple(dict.fromkeys(outcome.kind for outcome in self.compared))

    @property
    def compared(self) -> list[Outcome]:
        """The solvers whose answers were compared: of those that finished a part, all."""
        places = self.answered() or range(len(self.asked.branches))
        return [outcome for outcome in self.outcomes if any(map(outcome.answered, places))]

    def end(self) -> None:
        """Note how long it took."""
        self.seconds = time.monotonic() - self._clock


# ---- The evidence: what is known of the puzzle, and what each claim rests on ---------------------


def evidence_of(report: Findings) -> Evidence:
    """Return the claims that solvers agree on; none where they disagree or did not finish.

    Of each kind one solver is named: more of them add nothing.
    """
    if report.disputed:
        return Evidence()
    if report.total is not None:
        counted = _one_of_each_kind(outcome for outcome in report.totals if outcome.complete)
        return Evidence((Claim.stated(f"{numeral(report.total)} in all", *counted),))
    places = report.answered()
    if not places:
        return Evidence()
    by = _one_of_each_kind(report.compared)
    if not report.by_two_kinds:
        by = by[:1]
    seen = any(outcome.found for outcome in report.compared)
    if report.question == "best":
        if not seen:
            return Evidence((Claim.stated("no solution", *by),))
        solution = Claim.verified("a solution")
        if report.objective is None:  # any solution is the best
            return Evidence((solution,))
        return Evidence((solution, Claim.stated("none better", *by)))
    if report.whole:
        text = f"{numeral(report.count)} in all" if report.count else "no solution"
    else:
        text = "no other in 1 branch" if len(places) == 1 else f"no other in {len(places)} branches"
    claim = Claim.stated(text, *by)
    return Evidence((Claim.verified("each solution"), claim) if seen else (claim,))


def _one_of_each_kind(outcomes: Iterable[Outcome]) -> tuple[str, ...]:
    kinds: dict[str, str] = {}
    for outcome in outcomes:
        kinds.setdefault(outcome.kind, outcome.solver)
    return tuple(kinds.values())
