"""An ask, one question to one solver: what it says goes into what is known, where it is compared.

An `Ask` names the question, the solver and what else is part of it (settings, how many
solutions). A question (questions.py) puts it to a solver, within a patience, and returns whether
it was answered; all that was said on the way counts, whether or not the end was reached.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ...models.errors import ModelError
from ..contract.goal import Goal
from ..contract.query import Query
from ..search.running import query_of
from ..search.search import Search
from ..search.settings import Settings
from .oracles.knowledge import PLANTED, Knowledge
from .task import Task

__all__ = ["Ask", "Context", "ask_of"]

SETTINGS = ("threads", "memory")  # that an ask may have
_TEXT = re.compile(r"(\w+) (\S+)((?: \w+=\d+)*)")


@dataclass(frozen=True)
class Ask:
    """A question to a solver; `str()` names it, and `ask_of` reads that again.

    settings  how the solver searches: threads, memory
    limit     so many solutions are asked for
    choice    the option that is asked about
    draw      of what else is part of the question, a hint or a gap
    eager     1: `optimize:blocks` does at once what only large matrices come to (eager_blocks.py)
    """

    question: str
    solver: str
    settings: Settings = field(default_factory=Settings)
    limit: int | None = None
    choice: int | None = None
    draw: int | None = None
    eager: int | None = None

    @classmethod
    def of(cls, question: str, solver: str, terms: Mapping[str, int]) -> Ask:
        """Return the ask with these settings and fields, by name.

        Raises TypeError for a name that is none, ModelError for a setting out of its range.
        """
        settings: dict[str, Any] = {name: terms[name] for name in SETTINGS if name in terms}
        others = {name: value for name, value in terms.items() if name not in SETTINGS}
        return cls(question, solver, Settings(**settings), **others)

    def __str__(self) -> str:
        terms = {
            "limit": self.limit,
            "choice": self.choice,
            **self.settings.said(),
            "draw": self.draw,
            "eager": self.eager,
        }
        told = [f" {name}={value}" for name, value in terms.items() if value is not None]
        return f"{self.question} {self.solver}{''.join(told)}"


def ask_of(text: str) -> Ask | None:
    """Return the ask that `str` made a text of; None for any other text."""
    found = _TEXT.fullmatch(text)
    if found is None:
        return None
    terms = (term.split("=") for term in found[3].split())
    try:
        return Ask.of(found[1], found[2], {name: int(value) for name, value in terms})
    except (TypeError, ModelError):
        return None


@dataclass
class Context:
    """One task as it is worked at: what is known of it, and of each of its selections."""

    task: Task
    knowledge: Knowledge
    batch: tuple[Knowledge, ...] = ()
    patience: float = 0.2

    @classmethod
    def of(cls, task: Task, patience: float) -> Context:
        """Begin with what the task itself says."""
        matrix, given, forbidden = task.matrix, task.given, task.forbidden
        knowledge = Knowledge(matrix, given, forbidden)
        batch = [Knowledge(matrix, (*given, *more), forbidden) for more in task.selections]
        for one in (knowledge, *batch):
            for planted in task.planted:
                if one.given <= set(planted):
                    one.solution(planted, PLANTED)
        if task.number is not None:
            knowledge.exactly(task.number, PLANTED)
        if task.least is not None:
            knowledge.bound(task.least, PLANTED)
            knowledge.costs(task.least, PLANTED)
        return cls(task, knowledge, tuple(batch), patience)

    def query(self, ask: Ask) -> Query:
        """Return what a solver is handed."""
        task = self.task
        settings = ask.settings.but(
            given=task.given,
            forbidden=task.forbidden,
            time_limit=self.patience,
            seed=0,  # what several workers say in a race nobody could ask again
        )
        return query_of(Search(task.matrix, Goal.COUNT, settings))  # the goal that takes a memory
