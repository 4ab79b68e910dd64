"""What `minuet solve` is asked of each puzzle, and what is known before a solver is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from fractions import Fraction

    from ....models.answer import Answer
    from ....solvers.contract.batch import Options
    from ....solvers.contract.result import Result
    from ....solvers.questions.selection import Problem
    from ...pictures import Drawn

__all__ = ["Asked", "Begun"]

MOST_DRAWN = 100  # answers on one contact sheet


@dataclass(frozen=True)
class Asked:
    """What is asked of each puzzle.

    solver, time_limit, threads  as `solve` takes them
    limit    so many solutions; sys.maxsize: all; None: one, or the best one
    as_json  whether JSON is printed
    evidence  what the answers are to rest on, as `solve` takes it
    seed, parameters  as `solve` takes them
    best     whether the best ones are asked for in so many words
    classes  up to which symmetries: of solutions that are alike one is printed; None: every one
    drawn    where answers are kept that are to be drawn; None: none are
    on       who searches for many solutions, as `solutions` takes it
    certificate  the file into which a certificate of the answer goes
    gap, gap_absolute  as `solve` takes them
    live     whether the best answer and the bound are shown as they come
    json_lines  whether they are printed as documents
    bottleneck  whether the largest cost is to be least, not the total
    hint     the file that holds an answer to begin at
    pareto   whether the front of two totals is asked for
    diverse  whether `limit` answers are to differ
    within   how much worse than the best one of them may be
    """

    solver: str
    time_limit: float | None
    threads: int
    limit: int | None
    as_json: bool
    evidence: str = "claimed"
    seed: int | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)
    best: bool = False
    classes: str | None = None
    drawn: list[Drawn] | None = None
    on: str | None = None
    certificate: str | None = None
    gap: Fraction | None = None
    gap_absolute: Fraction | None = None
    live: bool = False
    json_lines: bool = False
    bottleneck: bool = False
    hint: str | None = None
    pareto: bool = False
    diverse: bool = False
    within: Fraction | None = None

    def keep(self, problem: Problem, answer: Answer | Options | None) -> None:
        """Keep an answer that is to be drawn, if it is one and there are not very many yet."""
        if self.drawn is not None and answer is not None and len(self.drawn) < MOST_DRAWN:
            self.drawn.append((problem, answer))

    @property
    def settings(self) -> dict[str, Any]:
        """What every question is put with."""
        return {"evidence": self.evidence, "seed": self.seed, "parameters": self.parameters}

    @property
    def near(self) -> dict[str, Any]:
        """How near is near enough."""
        return {"gap": self.gap, "gap_absolute": self.gap_absolute}

    def unknown(self) -> Result:
        """Return what is known of a question before a solver was asked."""
        from ....solvers.contract.result import Result, Status

        return Result(Status.UNKNOWN, self.solver, "")


class Begun(NamedTuple):
    """Where the search for one answer begins: a hint as option numbers, and the seconds left."""

    hint: Options
    left: float | None
