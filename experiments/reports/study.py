"""What every section of a report is written from: the runs, and how they are to be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from typing import TYPE_CHECKING

from ..records.contradictions import Contradiction, contradictions
from ..records.record import QUESTIONS, RUN, Record
from ..suites.targets import Target
from .comparisons import VBS, Score, noise, scores
from .runs import CLOCKS, comparable, runs_of

if TYPE_CHECKING:
    from pandas import DataFrame

__all__ = ["Study"]

QUIET = 1.02  # a noise below which three digits of a time are good


@dataclass(frozen=True)
class Study:
    """The records of a folder, read by one clock.

    seed     of the bootstrap
    targets  of the suite
    """

    records: Sequence[Record]
    by: str = "wall"
    seed: int = 0
    targets: Sequence[Target] = ()

    @cached_property
    def wrong(self) -> Sequence[Contradiction]:
        """Which runs contradict each other."""
        return contradictions(self.records)

    @cached_property
    def runs(self) -> DataFrame:
        """A row a run."""
        return runs_of(self.records, self.by, self.wrong)

    @property
    def clock(self) -> str:
        """Which seconds, in words."""
        return CLOCKS[self.by][2]

    @property
    def shortest(self) -> float:
        """The seconds below which times are not distinguished."""
        return CLOCKS[self.by][1]

    @cached_property
    def questions(self) -> Sequence[str]:
        """The questions that were asked, in their usual order."""
        present = set(self.runs["question"])
        return [*filter(present.__contains__, QUESTIONS), *sorted(present.difference(QUESTIONS))]

    @cached_property
    def solvers(self) -> Sequence[str]:
        """All solvers, by name: a solver has its color from its place here, in every plot."""
        return sorted(set(self.runs["solver"]))

    @cached_property
    def families(self) -> Sequence[str]:
        """All families, by name."""
        return sorted(set(self.runs["family"]))

    @cached_property
    def digits(self) -> int:
        """How many digits seconds are good for, by the noise of repetitions."""
        spread = noise(self.runs)
        return 3 if isfinite(spread) and spread < QUIET else 2

    def runs_on(self, question: str) -> DataFrame:
        """Return the runs of a question that do not contradict others."""
        return self.runs[(self.runs["question"] == question) & ~self.runs["contradicted"]]

    @cached_property
    def compared(self) -> dict[str, tuple[DataFrame, int]]:
        """By question: the runs that solvers are compared on, and how many are not."""
        by_question = self.runs.groupby("question")
        return {question: comparable(by_question.get_group(question)) for question in self}

    @cached_property
    def scores(self) -> dict[str, Sequence[Score]]:
        """By question: the scores of the solvers, the best first, where any run is compared."""
        return {
            question: scores(runs) for question, (runs, _) in self.compared.items() if len(runs)
        }

    def ranking(self, question: str) -> Sequence[str]:
        """Return the solvers of a question that solved anything, the best first."""
        ranked = self.scores.get(question, ())
        return [score.solver for score in ranked if score.solved and score.solver != VBS]

    def titled(self, title: str, question: str) -> str:
        """Return a title that names the question, where there are several."""
        return title if len(self.questions) == 1 else f"{title}: {question}"

    def __iter__(self) -> Iterator[str]:
        """Go through the questions to solvers; what programs did is no contest of solvers."""
        return (question for question in self.questions if question != RUN)
