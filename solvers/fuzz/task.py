"""A task: a matrix, a selection on it, and what is known of its solutions beforehand.

A task can be written into a matrix and read back from it, so that whatever makes a matrix smaller
makes a task smaller, and a DLX file holds all of it. A given option holds a primary item
`given#K` that nothing else covers, a forbidden one an item `forbidden#K` to be covered 0 times, and
the options of the n-th selection of a batch hold secondary items `batch#n#K` of their own (of an
empty one, `batch#n#0` is held by none). None of that changes the solutions, so the file is the same
puzzle to every reader of a plain matrix.

An `Ask` is one question about a task to one solver.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from ...models.errors import ModelError
from ...models.matrix.exact_cover import ExactCover
from ...models.puzzle import Puzzle
from ...models.symmetry.symmetries import Symmetries
from ..contract.batch import Options
from ..contract.goal import Goal
from ..contract.query import Query
from ..search.running import query_of
from ..search.search import Search
from ..search.settings import Settings
from .oracles import PLANTED, Knowledge

__all__ = ["Ask", "Context", "Task", "ask_of", "read_task", "write_task"]

_MARK = re.compile(r"(given|forbidden|batch#(\d+))#\d+")


@dataclass(frozen=True)
class Task:
    """What solvers are asked about.

    matrix      the matrix
    given       options that must be chosen
    forbidden   options that must not be chosen
    selections  sets of options to be given besides, one after the other, where a batch is asked for
    planted     solutions that are known; each may or may not hold a selection
    number      how many solutions there are; None: it is not known
    least       the least cost, where that is known; None: it is not
    puzzle      the puzzle that compiled to the matrix, if one did
    symmetries  its symmetries, if any are known
    wrong       what is wrong with the puzzle itself, whatever solvers say; empty: nothing
    """

    matrix: ExactCover
    given: Options = ()
    forbidden: frozenset[int] = frozenset()
    selections: tuple[Options, ...] = ()
    planted: tuple[Options, ...] = ()
    number: int | None = None
    least: int | None = None
    puzzle: Puzzle | None = None
    symmetries: Symmetries | None = None
    wrong: str = ""


class _Mark(NamedTuple):
    """An item that says something of the one option that holds it, if one does."""

    option: int | None
    name: str
    low: int
    high: int


def write_task(task: Task) -> ExactCover:
    """Return a matrix with the solutions of the task, from which `read_task` gets it back."""
    primary = [_Mark(k, f"given#{k + 1}", 1, 1) for k in dict.fromkeys(task.given)]
    primary += [_Mark(k, f"forbidden#{k + 1}", 0, 0) for k in sorted(task.forbidden)]
    secondary = [
        _Mark(k, f"batch#{number}#{0 if k is None else k + 1}", 0, 1)
        for number, selection in enumerate(task.selections, 1)
        for k in dict.fromkeys(selection) or [None]
    ]
    matrix = task.matrix
    cut, own, names = matrix.primary, len(primary), list(map(str, matrix.items))
    starts, weights = matrix.starts.tolist(), matrix.weights.tolist()
    rows: list[list[tuple[int, int, int]]] = [
        [
            (item + own * (item >= cut), color, weight)
            for (item, color), weight in zip(
                matrix.option(k), weights[starts[k] : starts[k + 1]], strict=True
            )
        ]
        for k in range(matrix.options)
    ]
    places = [*range(cut, cut + own), *range(len(names) + own, len(names) + own + len(secondary))]
    for place, mark in zip(places, (*primary, *secondary), strict=True):
        if mark.option is not None:
            rows[mark.option].append((place, 0, 1))
    low, high = matrix.low.tolist(), matrix.high.tolist()
    first, last = [m.low for m in primary], [m.high for m in primary]
    own_names, other_names = ([m.name for m in marks] for marks in (primary, secondary))
    entries = [entry for row in rows for entry in row]
    return matrix.replaced(
        primary=cut + own,
        items=[*names[:cut], *own_names, *names[cut:], *other_names],
        starts=np.cumsum([0, *map(len, rows)]),
        members=[item for item, _, _ in entries],
        colors=[color for _, color, _ in entries],
        weights=[weight for _, _, weight in entries],
        low=[*low[:cut], *first, *low[cut:], *([0] * len(secondary))],
        high=[*high[:cut], *last, *high[cut:], *([1] * len(secondary))],
    )


def read_task(matrix: ExactCover) -> Task:
    """Return the task that is written in a matrix; of any other, the task without a selection."""
    names = list(map(str, matrix.items))
    starts, options = matrix.item_lists()
    given: list[int] = []
    forbidden: list[int] = []
    batches: dict[int, list[int]] = {}
    dropped: list[int] = []
    for item, name in enumerate(names):
        mark = _MARK.fullmatch(name)
        held = options[starts[item] : starts[item + 1]].tolist()
        if mark is None or not _is_mark(matrix, item, mark, held):
            continue
        dropped.append(item)
        if mark[2]:
            batches.setdefault(int(mark[2]), []).extend(held)
        else:
            (given if mark[1] == "given" else forbidden).extend(held)
    selections = tuple(tuple(batches[number]) for number in sorted(batches))
    if dropped:
        kept = np.ones(len(names), bool)
        kept[dropped] = False
        matrix = matrix.part(items=kept)
    return Task(matrix, tuple(given), frozenset(forbidden), selections)


def _is_mark(matrix: ExactCover, item: int, mark: re.Match[str], held: Sequence[int]) -> bool:
    """Whether the item says what its name says, so that it can go and no solution with it."""
    if mark[2]:
        colored = matrix.colors[matrix.members == item].any()
        return item >= matrix.primary and len(held) <= 1 and not colored
    times = 1 if mark[1] == "given" else 0
    bounds = int(matrix.low[item]), int(matrix.high[item])
    return item < matrix.primary and bounds == (times, times) and len(held) == 1


# ---- Asks: one question to one solver ------------------------------------------------------------
#
# An `Ask` names the question, the solver and what else is part of it (settings, how many
# solutions). A question (questions.py) puts it to a solver, within a patience, and returns whether
# it was answered; all that was said on the way counts, whether or not the end was reached.


SETTINGS = ("threads", "memory")  # that an ask may have
_TEXT = re.compile(r"(\w+) (\S+)((?: \w+=\d+)*)")


@dataclass(frozen=True)
class Ask:
    """A question to a solver; `str()` names it, and `ask_of` reads that again.

    settings  how the solver searches: threads, memory
    limit     so many solutions are asked for
    choice    the option that is asked about
    draw      of what else is part of the question, a hint or a gap
    eager     1: `optimize:blocks` does at once what only large matrices come to (participants.py)
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
            **self.settings.explicit(),
            "draw": self.draw,
            "eager": self.eager,
        }
        settings = [f" {name}={value}" for name, value in terms.items() if value is not None]
        return f"{self.question} {self.solver}{''.join(settings)}"


def ask_of(text: str) -> Ask | None:
    """Return the ask that `str` made a text of; None for any other text."""
    match = _TEXT.fullmatch(text)
    if match is None:
        return None
    terms = (term.split("=") for term in match[3].split())
    try:
        return Ask.of(match[1], match[2], {name: int(value) for name, value in terms})
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
        for record in (knowledge, *batch):
            for planted in task.planted:
                if record.given <= set(planted):
                    record.solution(planted, PLANTED)
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
            seed=0,  # the answers of racing workers cannot be reproduced
        )
        return query_of(Search(task.matrix, Goal.COUNT, settings))  # the goal that takes a memory
