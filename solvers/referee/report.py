"""What a cross-check says: an outcome for each solver, and the report with its verdict."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import blake2b
from pathlib import Path

from ..solver import Options, Status
from .scope import Scope

__all__ = ["CheckInterrupted", "CheckVerdict", "Outcome", "Part", "Report"]


class CheckVerdict(StrEnum):
    """What comes of a cross-check; only the first is true.

    AGREED            two solvers or more finished, said the same, and none said anything else
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
class Part:
    """What one solver said of one branch: its solutions, and whether it says that is all."""

    complete: bool = False
    found: set[Options] = field(default_factory=set, repr=False)


@dataclass
class Outcome:
    """What one solver said.

    solver     the name by which it was asked
    asked      "all solutions", "a solution" (of one that enumerates too slowly) or "the best"
    by         who answered: for `auto` the solver that it chose
    parts      what it said of each branch, as far as it came
    status     for all branches together
    count      the number of solutions that it found; None where it was not asked for all
    objective  of the best solution, in the puzzle's words
    bound      no solution costs less, it says (a cost of the matrix)
    complete   whether it finished what the check asks
    note       why it did not take part, or did not finish, or what it did wrong
    wrong      whether it contradicts the puzzle or itself
    """

    solver: str
    asked: str = ""
    by: str = ""
    parts: list[Part] = field(default_factory=list)
    status: Status = Status.UNKNOWN
    count: int | None = None
    objective: int | None = None
    bound: int | None = None
    complete: bool = False
    seconds: float = 0.0
    note: str = ""
    wrong: bool = False
    witness: Options | None = None  # a solution that shows what is wrong

    @property
    def found(self) -> set[Options]:
        """All solutions that it found."""
        return set().union(*(part.found for part in self.parts))

    @property
    def digest(self) -> str:
        """A fingerprint of the solutions found that does not depend on their order."""
        return f"{sum(map(_hash, self.found)) % (1 << 128):032x}"[:12]

    @property
    def spoke(self) -> bool:
        """Whether it said anything that others could contradict."""
        return any(part.complete or part.found for part in self.parts)


@dataclass
class Report:
    """What was compared, what each solver said, and the verdict; true if they agreed.

    question       "all" (status, count and set of solutions) or "best" (status and objective)
    scope          what was compared, in words
    compares       the same for programs: the branches and their share of the whole
    outcomes       one a solver
    disagreements  what is wrong, one line each
    witness        a solution (option numbers) that shows the first disagreement, if there is one
    replay         the file that holds the matrix, if there is a disagreement and a file was wanted
    """

    question: str
    compares: Scope
    outcomes: list[Outcome] = field(default_factory=list)
    disagreements: list[str] = field(default_factory=list)
    witness: Options | None = None
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
        if len({outcome.by for outcome in self.compared}) > 1:
            return CheckVerdict.AGREED
        if len({outcome.by for outcome in self.outcomes if outcome.spoke}) > 1:
            return CheckVerdict.INCOMPLETE
        return CheckVerdict.NOTHING_COMPARED

    @property
    def compared(self) -> list[Outcome]:
        """The solvers that finished, whose answers were compared."""
        return [outcome for outcome in self.outcomes if outcome.complete and not outcome.wrong]


class CheckInterrupted(KeyboardInterrupt):
    """Ctrl-C during a cross-check; `report` is on the solvers that had answered by then."""

    def __init__(self, report: Report) -> None:
        super().__init__(f"interrupted after {len(report.outcomes)} solvers")
        self.report = report


def _hash(options: Options) -> int:
    """Return a 128-bit hash of a solution."""
    text = ",".join(map(str, options)).encode()
    return int.from_bytes(blake2b(text, digest_size=16).digest())
