"""What a cross-check says: the report on the outcomes, with its verdict."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from ...models.exact_cover import ExactCover
from ..solver import Options
from .outcome import Outcome
from .scope import Scope

__all__ = ["CheckInterrupted", "CheckVerdict", "Report"]


class CheckVerdict(StrEnum):
    """What comes of a cross-check; only the first is true.

    AGREED            of all that is compared two solvers or more finished each part, said the
                      same, and none said anything else
    DISAGREED         two solvers contradict each other, or one contradicts the puzzle or itself
    NOTHING_COMPARED  fewer than two solvers said anything that could be compared
    INCOMPLETE        what was said was compared and does not clash, but no two solvers finished
    """

    AGREED = "agreed"
    DISAGREED = "disagreed"
    NOTHING_COMPARED = "nothing compared"
    INCOMPLETE = "incomplete"

    def __bool__(self) -> bool:
        return self is CheckVerdict.AGREED


@dataclass
class Report:
    """What was compared, what each solver said, and the verdict; true if they agreed.

    question       "all" (status, count and set of solutions) or "best" (status and objective)
    scope          what was compared, in words
    compares       the same for programs: the branches that two solvers answered, and their share of
                   the whole; where there are none, what was to be compared
    asked          what was to be compared
    outcomes       one a solver
    disagreements  what is wrong, one line each
    witness        a solution (option numbers) that shows the first disagreement, if there is one
    smallest       the smallest matrix found on which the first disagreement still shows; None
                   without a disagreement, or where none was looked for
    replay         the file that holds it, if there is a disagreement and a file was wanted
    """

    question: str
    compares: Scope
    asked: Scope = field(default_factory=Scope)
    outcomes: list[Outcome] = field(default_factory=list)
    disagreements: list[str] = field(default_factory=list)
    witness: Options | None = None
    smallest: ExactCover | None = None
    replay: Path | None = None

    def __bool__(self) -> bool:
        return bool(self.verdict)

    @property
    def scope(self) -> str:
        """What was compared, in words."""
        return self.compares.text

    @property
    def verdict(self) -> CheckVerdict:
        """Whether the solvers agreed; that nobody objected is not enough."""
        if self.disagreements or any(outcome.wrong for outcome in self.outcomes):
            return CheckVerdict.DISAGREED
        if self.answered():
            return CheckVerdict.AGREED
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
        return [one for one in self.outcomes if any(map(one.answered, places))]


class CheckInterrupted(KeyboardInterrupt):
    """Ctrl-C during a cross-check; `report` is on the solvers that had answered by then."""

    def __init__(self, report: Report) -> None:
        super().__init__(f"interrupted after {len(report.outcomes)} solvers")
        self.report = report
