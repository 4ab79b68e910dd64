"""Who is asked what of a case: every solver every question, the quick ones often.

A case asks one or two questions, drawn with it. Without `--solvers` all solvers take part whose
goals include the question, each under the names of all of its techniques, as often as it says of
itself (`Solver.fuzzed`): the native engines each time, the others, which take milliseconds for the
smallest matrix, now and then. Solvers that were named answer everything.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from random import Random
from typing import Any

from ...models.errors import ModelError, Unavailable, did_you_mean
from ..contract.goal import Goal
from ..contract.solver import Solver
from ..native import split
from ..process.trial import tried_solver
from ..registry import full_names
from ..turns import choosing
from .cases.cases import SHAPES, Case, Questions
from .task import Ask

__all__ = ["EAGER", "Draws", "Participants", "eager_blocks", "eager_threads"]

# ---- Eager threads, which give work away all the time --------------------------------------------
#
# A tree is split where a thread has nothing to do for some milliseconds (native/split.py); a small
# matrix is answered before that. Here a thread looks after each node whether another one waits, and
# holds hardly any solutions, so that small trees are split too. And those who improve and those who
# prove side by side begin together, and take Python's lock from one another as often as can be.


EAGER = 3  # threads: who asks for so many wants them so
SOON = 1e-5  # seconds


@contextmanager
def eager_threads(threads: int) -> Iterator[None]:
    """Split as often as can be during the block, if that many threads are EAGER."""
    if threads != EAGER:
        yield
        return
    usual = split.TIME_SLICE, split.BATCH, split.AHEAD
    wait, switch = choosing.HEAD_START, sys.getswitchinterval()
    split.TIME_SLICE, split.BATCH, split.AHEAD = 0.0, 3, 10
    choosing.HEAD_START = 0.0
    sys.setswitchinterval(SOON)
    try:
        yield
    finally:
        split.TIME_SLICE, split.BATCH, split.AHEAD = usual
        choosing.HEAD_START = wait
        sys.setswitchinterval(switch)


# How often a question is asked of small matrices, and of large ones.
SMALL = {
    "solutions": 30,
    "count": 20,
    "improving": 8,
    "best": 5,
    "many": 14,
    "lists": 5,
    "crowd": 2,
    "solution_set": 6,
    "certificate": 2,
    "first": 8,
    "prefix": 4,
    "solve": 6,
    "unique": 5,
    "symmetry": 3,
    "alike": 1,
    "explain": 0.15,
    "agreed": 0.1,
    "certified": 0.2,
}
LARGE = {
    "prefix": 5,
    "count": 5,
    "many": 4,
    "lists": 2,
    "crowd": 1,
    "first": 3,
    "solve": 1,
    "solutions": 1,
    "solution_set": 1,
}
PRICED = {"improving": 6, "hurried": 2, "stream": 1, "nearly": 1, "best": 2, "solve": 1}
COSTLY = {
    "improving": 10,
    "hinted": 4,
    "nearly": 3,
    "hurried": 4,
    "stream": 2,
    "best": 3,
    "solve": 4,
    "bottleneck": 1,
    "levels": 0.7,
    "pareto": 0.3,
    "diverse": 0.05,
    "certificate": 1,
    "agreed": 0.1,
    "certified": 0.2,
}
DRAWN = ("hinted", "nearly", "hurried", "stream", "bottleneck", "levels", "pareto", "diverse")
SEARCHES = ("improving", "hinted", "nearly", "hurried", "stream")
PUZZLE = {"prefix": 3, "first": 2, "count": 2, "solve": 3, "unique": 1, "improving": 1}
PLAIN = (
    "lists",
    "crowd",
    "symmetry",
    "solution_set",
    "certificate",
)  # of what has neither weights nor conditions
BEYOND = {n: often for n, often in SMALL.items() if n not in PLAIN} | {"alike": 6}
HIDDEN = BEYOND | {"alike": 40, "solve": 20}
WEIGHTS: Mapping[Questions, Mapping[str, float]] = {
    Questions.SMALL: SMALL,
    Questions.LARGE: LARGE,
    Questions.PRICED: PRICED,
    Questions.COSTLY: COSTLY,
    Questions.PUZZLE: PUZZLE,
    Questions.BEYOND: BEYOND,
    Questions.HIDDEN: HIDDEN,
}

# What a solver must answer to be asked each question: a goal, or the name of the one that is meant.
WHO: Mapping[str, Goal | str] = {
    **dict.fromkeys(("solutions", "prefix"), Goal.ALL),
    "first": Goal.FIRST,
    "count": Goal.COUNT,
    **dict.fromkeys(("many", "lists", "crowd"), Goal.MANY),
    "best": Goal.RANKED,
    **dict.fromkeys(("improving", *SEARCHES), Goal.IMPROVING),
    **dict.fromkeys(("solve", "unique", "agreed", "certified"), Goal.BEST),
    **dict.fromkeys(("symmetry", "alike"), Goal.COUNT),
    "solution_set": "memo",
    "certificate": "dlx",
    **dict.fromkeys(("explain", "bottleneck", "pareto", "diverse"), "auto"),
    "levels": Goal.BEST,
}
# Minuet's own processing is the same for all solvers: these are asked of few.
OF_FEW = ("solve", "unique", "agreed", "certified", "symmetry", "alike", "levels")
FEW = 0.2
MORE = 5  # times as often is asked who is seldom asked, of what few can answer
OF_FEW_SOLVERS = (Questions.BEYOND, Questions.HIDDEN, Questions.COSTLY, Questions.PRICED)


@dataclass(frozen=True, kw_only=True)
class Draws:
    """Which cases are drawn, and what is asked of them.

    case       the number of the only case; None: all, from 0 on
    cases      how many are answered; None: any number
    shapes     which are answered, as `SHAPES` names them; None: all
    questions  what is asked, as far as it suits a case; None: anything

    Raises ModelError for a shape or a question that there is not.
    """

    case: int | None = None
    cases: int | None = None
    shapes: Collection[str] | None = None
    questions: Collection[str] | None = None

    def __post_init__(self) -> None:
        questions = {name for weights in WEIGHTS.values() for name in weights}
        _require_known("shape", self.shapes, SHAPES)
        _require_known("question", self.questions, sorted(questions))

    @property
    def ends(self) -> bool:
        """Whether the cases come to an end by themselves."""
        return self.case is not None or self.cases is not None


def _require_known(kind: str, names: Collection[str] | None, choices: Collection[str]) -> None:
    for name in names or ():
        if name not in choices:
            expected = f"expected one of {', '.join(choices)}{did_you_mean(name, choices)}"
            raise ModelError(f"no {kind} {name!r}, {expected}")


class Participants:
    """The solvers that take part, and what each is asked.

    solvers  the solvers by name; None: all, the slow ones seldom
    draws    which cases they are asked about, and what
    """

    def __init__(
        self, solvers: Sequence[str | Solver] | None = None, draws: Draws | None = None
    ) -> None:
        self.draws = draws or Draws()
        self._named = solvers is not None
        chosen = available() if solvers is None else [tried_solver(name) for name in solvers]
        self.solvers: Mapping[str, Solver] = {solver.full_name: solver for solver in chosen}

    def takes(self, case: Case) -> bool:
        """Whether the case is one of those that are asked about."""
        shapes = self.draws.shapes
        return (shapes is None or case.shape in shapes) and bool(self._weights(case))

    def asks(self, case: Case) -> Iterator[Ask]:
        """Yield what is asked of a case; of one solver the same, whichever others are asked."""
        if case.asks:
            yield from (ask for ask in case.asks if ask.solver in self.solvers)
            return
        rng = case.rng("asks")
        weights = self._weights(case)
        if case.task.symmetries is None:
            weights.pop("symmetry", None)
        if not weights:
            return
        questions = 1 if case.questions is Questions.COSTLY else 2
        drawn = rng.choices(list(weights), list(weights.values()), k=questions)
        for question in dict.fromkeys(drawn):
            terms = _terms(rng, question, case.task.matrix.options)
            for name in self._asked_solvers(question, case):
                taken = dict(terms)
                if not self.solvers[name].takes_threads:
                    taken.pop("threads", None)
                yield Ask.of(question, name, taken)

    def every_ask(self) -> list[Ask]:
        """Return every question to every solver, for a task that was not drawn."""
        terms = {"prefix": 2, "best": 3, "many": 2, "lists": 2, "crowd": 2}
        names = [name for name in SMALL | COSTLY if name != "explain"]
        asks = [
            Ask(name, solver, limit=terms.get(name)) for name in names for solver in self.solvers
        ]
        return [*asks, Ask("explain", next(iter(self.solvers)))] if self.solvers else asks

    def _weights(self, case: Case) -> dict[str, float]:
        """Return how often each question is asked of such a case."""
        wanted, weights = self.draws.questions, WEIGHTS[case.questions]
        return {name: often for name, often in weights.items() if not wanted or name in wanted}

    def _asked_solvers(self, question: str, case: Case) -> Sequence[str]:
        """Return the names of those who are asked; each is drawn by itself."""
        if self._named:
            return list(self.solvers)
        return [
            name
            for name, solver in self.solvers.items()
            if answers(solver, question)
            and case.rng(f"{question} {name}").random() < _share(solver, question, case)
        ]


def answers(solver: Solver, question: str) -> bool:
    """Whether a question is one for a solver."""
    need = WHO[question]
    return (
        need in solver.goals
        if isinstance(need, Goal)
        else (need, "") == (solver.name, solver.technique)
    )


def _share(solver: Solver, question: str, case: Case) -> float:
    """Return how often a solver is asked a question that is one for it."""
    if not isinstance(WHO[question], Goal):
        return 1.0
    share = solver.fuzzed
    if case.questions in OF_FEW_SOLVERS:
        share = min(1.0, MORE * share)
    return FEW * share if question in OF_FEW else share


def _terms(rng: Random, question: str, options: int) -> dict[str, int]:
    """Draw what else is part of a question; threads and little memory now and then."""
    terms = {}
    if question in ("prefix", "best", "many", "lists", "crowd", "diverse"):
        terms["limit"] = rng.randint(1, 4)
    if question == "explain" and options and rng.random() < 0.5:
        terms["choice"] = rng.randrange(options)
    if question in ("solutions", "count", "prefix", "solve", "hurried") and rng.random() < 0.04:
        terms["threads"] = rng.choice((2, EAGER, EAGER))
    if question in SEARCHES and rng.random() < 0.3:
        terms["threads"] = rng.choice((2, EAGER, EAGER))
    if question in DRAWN:
        terms["draw"] = rng.randrange(1000)
    if question == "count" and rng.random() < 0.2:
        terms["memory"] = 1 << rng.choice((10, 16, 20))
    if question in SEARCHES and rng.random() < 0.4:
        terms["eager"] = 1
    return terms


def available() -> list[Solver]:
    """Return the solvers that take part where none are named: all that can be had."""
    solvers = []
    for name in full_names(internal=True):
        with suppress(Unavailable):
            solver = tried_solver(name)
            solver.version()
            solvers.append(solver)
    return [solver for solver in solvers if solver.fuzzed]


# ---- Eager blocks: small matrices, treated as large ones -----------------------------------------
#
# `optimize:blocks` frees parts of a solution once a proof has had a third of a second, and branches
# where a block has thousands of covers (solvers/optimize/blocks.py): a matrix that brute force
# answers is proved before. Here parts are freed from the start, a few options each, and the search
# branches until a node has next to no covers.


AHEAD = 100_000  # work of those who free before the proof begins
OPTIONS = 4  # that the first tries free
FEW_ITEMS = 2  # covers


@contextmanager
def eager_blocks(wanted: bool) -> Iterator[None]:
    """Let `optimize:blocks` free and branch as soon as can be meanwhile, if that is wanted."""
    if not wanted:
        yield
        return
    from ..optimize import blocks

    module: Any = blocks
    shares, begin, prices = module.SHARES["blocks"], module.BEGIN, module.block_prices
    module.SHARES["blocks"], module.BEGIN = shares._replace(alone=-AHEAD), OPTIONS
    module.block_prices = lambda *terms: _Branching(prices(*terms))
    try:
        yield
    finally:
        module.SHARES["blocks"], module.BEGIN, module.block_prices = shares, begin, prices


class _Branching:
    """Block prices whose searches list next to no covers."""

    def __init__(self, prices: Any) -> None:
        self._prices = prices

    def __getattr__(self, name: str) -> Any:
        return getattr(self._prices, name)

    def search(self, most: int | None = None, few: float = FEW_ITEMS) -> Any:
        """Return a search that branches."""
        return self._prices.search(most, min(few, FEW_ITEMS))
