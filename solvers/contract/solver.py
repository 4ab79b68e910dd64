"""The contract between minuet and a solver.

A solver answers one `Query`: a matrix, a selection on it (options that must be chosen, options
that must not), a deadline. It yields solutions, as tuples of option numbers, in batches, and writes
into a `Progress` whether the search is exhausted, nodes and the proved bound, so that a limit or an
interrupt keeps them. Everything above (choosing a solver, verifying, reading answers back) is the
same for all solvers (search/running.py).

To add a solver, subclass `Solver` and define `version` and `solutions` (or, with `goals`, `count`
or `improving` alone); override `first`, `count`, `improving`, `many` and `blocks` if it can do
better, and implement the protocols at the end of this file if its search can pause. What it can do
is declared in attributes of the class, and nowhere else: the command line, completion, suites, the
fuzzer, the conformance suite, the cross-check, `minuet solvers` and the documentation read them. A
solver of minuet's own has a line in solvers/registry.py, too; one of another package joins through
the entry-point group `minuet.solvers`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeGuard, runtime_checkable

from ...models import installed
from ...models.errors import UnknownSolver, Unsupported, WrongAnswer, did_you_mean
from ...models.matrix.exact_cover import ExactCover
from .batch import (
    MOST,
    Counted,
    Options,
    Selections,
    checked_batch,
    closing_stream,
    gathered,
    one_by_one,
    taken,
)
from .deadline import Stopped
from .goal import Goal
from .progress import Progress
from .query import Query

if TYPE_CHECKING:
    from ...models.puzzle import Puzzle

__all__ = [
    "EVERYTHING",
    "UNKNOWN",
    "CountsInSteps",
    "ImprovesInTurns",
    "Resting",
    "SearchesInSteps",
    "Solver",
    "Technique",
    "beyond_covers",
    "counts_in_steps",
    "features_of",
    "require_covers",
    "searches_in_steps",
    "version_of",
]

# ---- Features: what a matrix may have that a solver may not support ------------------------------
#
# A *feature* is a name in `Solver.features`: "conditions" stands for graph rules and for
# statements, which a refusal names separately.


EVERYTHING = frozenset({"colors", "multiplicities", "costs", "weights", "conditions"})


def features_of(matrix: ExactCover) -> dict[str, str]:
    """Return what a matrix has that a solver must know, costs aside: each feature by its words."""
    features = {}
    if matrix.has_colors:
        features["colors"] = "colors"
    if matrix.has_multiplicities:
        features["multiplicities"] = "multiplicities"
    if matrix.has_weights:
        features["weights"] = "weights"
    if matrix.conditions:
        features["conditions"] = "graph rules" if matrix.graph_rules else "statements"
    return features


def beyond_covers(matrix: ExactCover) -> str:
    """Return what a matrix has that is more than covering items so often; "": nothing."""
    if matrix.has_weights:
        return "weights"
    return features_of(matrix).get("conditions", "") if matrix.conditions else ""


def require_covers(matrix: ExactCover, name: str) -> None:
    """Raise Unsupported, in the name of `name`, if a matrix has weights or conditions."""
    if feature := beyond_covers(matrix):
        raise Unsupported(f"{name} does not support {feature}")


LONG = 120  # characters of names in a message
UNKNOWN = frozenset({"files of another package"})


@cache
def version_of(package: str) -> str:
    """Return the version of an installed distribution; it is read once."""
    return installed.version_of(package)


@dataclass(frozen=True)
class Technique:
    """One of the ways in which a solver searches: what stands behind the colon of a name.

    summary   what it is, in one line
    internal  whether it serves tests and measurements alone: it is neither listed nor documented
    kind      the kind of solver that it is, if not the solver's own
    fuzzed    as `Solver.fuzzed`; None: as often as the solver
    """

    summary: str
    internal: bool = False
    kind: str = ""
    fuzzed: float | None = None


class Solver(ABC):
    """One way to answer a matrix.

    name            as the user writes it; by default the class's name in lower case
    features        the features that it supports, of "colors", "multiplicities", "costs",
                    "weights" (items that bound a weighted sum) and "conditions" (graph rules and
                    statements)
    goals           what may be asked of it; by default all but the k best solutions
    techniques      the ways in which it searches, by name: `dlx:links` names one
    summary         its description in one line; by default the first line of the class's docstring
    most_solutions  the number of solutions that it enumerates in sensible time; None: any number
    kind            two solvers of one kind share code by which both could be wrong, so that they
                    agree is no evidence; by default the name
    reads           the files by which it could be wrong together with solvers of other kinds; by
                    default unknown ones
    reads_costs     those that it reads besides where the cheapest solution is wanted
    excludes        whether it supports `Query.excluded`: is there another solution than these?
    takes_parameters  whether it reads `Query.parameters`, and raises ModelError for an unknown one
    takes_threads   whether it searches with the threads of `Query.threads`
    takes_memory    whether `Query.memory` bounds its memory
    draws           whether it draws at random, so that another `Query.seed` is another search
    package         the distribution of its library, if importing that takes long
    fuzzed          the share of the fuzzer's questions that it is asked: small if an answer takes
                    it milliseconds
    chooses         whether it chooses other solvers; it logs each choice, and why
    reason          why it chose the solver that answers; "" if it answers itself

    `technique` is the part of a name such as `sat:glucose4` after the colon. The constructor raises
    UnknownSolver for an unknown technique, and imports no solver library.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    features: frozenset[str] = frozenset({"colors", "multiplicities", "costs"})
    goals: ClassVar[frozenset[Goal]] = frozenset(Goal) - {Goal.RANKED}
    techniques: ClassVar[Mapping[str, Technique]] = {}
    most_solutions: ClassVar[int | None] = None
    kind: str = ""
    reads: ClassVar[frozenset[str]] = UNKNOWN
    reads_costs: ClassVar[frozenset[str]] = frozenset()
    excludes: ClassVar[bool] = False
    takes_parameters: ClassVar[bool] = False
    takes_threads: bool = False
    takes_memory: bool = False
    draws: ClassVar[bool] = True
    package: ClassVar[str] = ""
    fuzzed: float = 0.02
    chooses: ClassVar[bool] = False
    reason: str = ""

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__(**arguments)
        if not hasattr(cls, "name"):
            cls.name = cls.__name__.lower()
        if not hasattr(cls, "summary"):
            cls.summary = next(iter((cls.__doc__ or "").strip().splitlines()), "")
        if not cls.kind:
            cls.kind = cls.name
        if "many" in vars(cls) and "blocks" not in vars(cls):
            cls.blocks = Solver.blocks  # type: ignore[method-assign]

    def __init__(self, technique: str = "") -> None:
        self.require_technique(technique)
        self.technique = technique
        if technique in self.techniques:
            way = self.techniques[technique]
            self.kind = way.kind or self.kind
            self.fuzzed = self.fuzzed if way.fuzzed is None else way.fuzzed

    @classmethod
    def require_technique(cls, technique: str) -> None:
        """Raise UnknownSolver for a technique that there is not."""
        if technique and technique not in cls.techniques:
            full = f"{cls.name}:{technique}"
            name, *names = cls.full_names()
            shown = ", ".join(names).replace(f"{name}:", "")
            if len(shown) > LONG:
                shown = f"one of the {len(names)} techniques that `minuet solvers` lists"
            expected = f"expected {name}{shown and f', alone or with {shown}'}"
            raise UnknownSolver(f"no solver {full!r}, {expected}{did_you_mean(full, names)}")

    @classmethod
    def full_names(cls, *, internal: bool = False) -> list[str]:
        """Return the solver's names, alone and with each technique.

        internal  whether those for tests and measurements are among them
        """
        shown = [name for name, way in cls.techniques.items() if internal or not way.internal]
        return [cls.name, *(f"{cls.name}:{name}" for name in shown)]

    def capabilities(self) -> dict[str, Any]:
        """Return what the solver declares, as plain values; internal techniques are left out."""
        ways = self.techniques.items()
        return {
            "kind": self.kind,
            "goals": [str(goal) for goal in Goal if goal in self.goals],
            "features": sorted(self.features),
            "threads": self.takes_threads,
            "memory": self.takes_memory,
            "parameters": self.takes_parameters,
            "techniques": {name: way.summary for name, way in ways if not way.internal},
        }

    @property
    def full_name(self) -> str:
        """The name with the technique, as in `sat:glucose4`."""
        return f"{self.name}:{self.technique}" if self.technique else self.name

    @property
    def answerer(self) -> Solver:
        """The solver that answers: this one, or the one that it chose last."""
        return self

    @property
    def bounder(self) -> Solver:
        """The solver that proved the bound on the costs."""
        return self.answerer

    def choose(self, solver: Solver, reason: str) -> None:
        """Let another solver answer. Raises Unsupported unless this one chooses solvers."""
        raise Unsupported(f"solver {self.full_name} answers itself, and chooses no other solver")

    def for_problem(self, problem: Puzzle | ExactCover) -> Solver:
        """Return the solver that answers a problem: this one, unless no search is needed."""
        return self

    @abstractmethod
    def version(self) -> str:
        """Return the version of the library. Raises Unavailable if it cannot be imported."""

    def version_at_hand(self) -> str:
        """Return the version as far as it is known without importing a library.

        Results after a limit or Ctrl-C have it: a thread may be importing the library then, and
        another import would wait for that one.
        """
        if not self.package:
            return self.version()
        try:
            return f"{self.package} {version_of(self.package)}"
        except ImportError:
            return ""  # it is not installed, and was not needed yet

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        """Yield every solution once, lazily, in batches: lists of tuples, or a `Batch` each.

        Solutions are yielded at once, and do not wait for a batch to fill. Costs play no part. The
        iterator ends with `progress.complete` set if the search is exhausted, without it at the
        deadline. Closing it stops the search. KeyboardInterrupt passes through in well under a
        second. Preparation is part of the search: it calls `query.deadline.check` often.

        Raises Unsupported if the solver lists no solutions.
        """
        raise Unsupported(f"solver {self.full_name} lists no solutions")

    def first(self, query: Query, progress: Progress) -> Options | None:
        """Return a solution; None if there is none (`progress.complete`) or not in time."""
        solutions = self.several(query, progress, 1)
        return solutions[0] if solutions else None

    def count(self, query: Query, progress: Progress) -> int:
        """Return the number of solutions; exact if `progress.complete` is set.

        `progress.found` is kept up to date for an interrupt.
        """
        with closing_stream(self.solutions(query, progress)) as stream:
            for batch in stream:
                progress.found += len(checked_batch(batch, self.full_name))
        return progress.found

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        """Yield solutions, each cheaper than the one before.

        With `progress.complete` set at the end the last one is the cheapest (none: infeasible).
        Keeps `progress.bound` up to date if the solver knows a bound. A solver that begins at
        `query.hint` yields that first, and then only cheaper solutions; so does one that takes over
        solutions of others meanwhile (`Query.news`). Raises Unsupported if the solver supports no
        costs.

        By default all solutions are enumerated, and those cheaper than all before are yielded.
        """
        if "costs" not in self.features:
            raise Unsupported(f"solver {self.full_name} does not support costs")
        least: int | None = None
        with closing_stream(one_by_one(self.solutions(query, progress))) as stream:
            for options in stream:
                cost = query.matrix.cost(options)
                if least is None or cost < least:
                    least = cost
                    yield options
        if progress.complete and least is not None:
            progress.bound = least

    def several(self, query: Query, progress: Progress, limit: int) -> list[Options]:
        """Return up to `limit` solutions. Raises WrongAnswer if one of them comes twice."""
        solutions: list[Options] = []
        with closing_stream(self.solutions(query, progress)) as stream:
            for batch in stream:
                solutions += batch
                if len(solutions) >= limit:
                    break
        return self.distinct(solutions[:limit])

    def distinct(self, solutions: list[Options]) -> list[Options]:
        """Return the solutions. Raises WrongAnswer if one of them comes twice."""
        if len(solutions) > 1 and len(set(map(frozenset, solutions))) < len(solutions):
            raise WrongAnswer(f"solver {self.full_name}: a solution comes twice")
        return solutions

    def many(
        self, query: Query, progress: Progress, selections: Iterable[Options], limit: int
    ) -> Iterator[tuple[int, Options | None]]:
        """Answer many selections of one matrix, in order: (solutions found, the first of them).

        Each selection is given on top of `query.given`; up to `limit` solutions of each are
        searched. A solver may read ahead as many selections as `query.ahead` allows. The answers
        end at the deadline of the query; a selection without an answer is left open.
        """
        for selection in selections:
            part = Progress()
            solutions = self.several(query.with_given(selection), part, limit)
            progress.add_effort(part)
            if len(solutions) < limit and not part.complete:
                return
            yield len(solutions), solutions[0] if solutions else None

    def blocks(
        self, query: Query, progress: Progress, selections: Selections, limit: int
    ) -> Iterator[Counted]:
        """Do what `many` does, by the block: yield (counts, first solutions) of the next ones.

        counts           int64[n]; the number of solutions of each, up to `limit`
        first solutions  a `Batch` of n, the options ascending; empty for one without a solution

        For a solver that answers so many selections a second that handing each over would take
        longer than its answer. Answers are yielded at once, and no more than `query.ahead`
        selections beyond the next one are taken. By default, and if a class overrides `many`
        alone, these are the answers of `many`.
        """
        ahead = MOST if query.ahead is None else query.ahead
        # The selections that the solver takes and the answers that wait are ahead: each by half.
        mine = query if query.ahead is None else replace(query, ahead=ahead // 2)
        answers = self.many(mine, progress, taken(selections), limit)
        return gathered(answers, ahead - ahead // 2 + 1, self.full_name)

    def best_solutions(self, query: Query, progress: Progress, k: int) -> Iterator[Options]:
        """Yield the k cheapest solutions in ascending order of cost; ties in any order.

        `progress.complete` is set at the end if these are proved to be the cheapest, or all.
        Raises Unsupported if the solver's goals do not have it.
        """
        raise Unsupported(f"solver {self.full_name} does not order solutions by cost")

    def require_goal(self, goal: Goal) -> None:
        """Raise Unsupported if this is not asked of the solver."""
        if goal not in self.goals:
            raise Unsupported(f"{goal.verb}: solver {self.full_name} answers {self.verbs} alone")

    @property
    def verbs(self) -> str:
        """The verbs of what may be asked of it, with commas between them."""
        return ", ".join(dict.fromkeys(each.verb for each in Goal if each in self.goals))

    def require(self, matrix: ExactCover) -> None:
        """Raise Unsupported, naming the feature, if the matrix needs what the solver lacks."""
        for feature, words in features_of(matrix).items():
            if feature not in self.features:
                raise Unsupported(f"solver {self.full_name} does not support {words}")

    def kind_in(self, query: Query, *, costs: bool = False) -> str:
        """Return the kind of the solver that answers this query: `kind`, unless it chooses others.

        costs  whether the cheapest solution is wanted
        """
        return self.kind

    def reads_for(self, *, costs: bool) -> frozenset[str]:
        """Return the files by which it could be wrong together with solvers of other kinds."""
        return self.reads | self.reads_costs if costs else self.reads

    def require_size(self, query: Query) -> None:  # noqa: B027  (most take any size)
        """Raise Unsupported if the solver is not made for the query, or the query is too large.

        `auto` checks this before it chooses; it costs no more than one look at the matrix.
        """


# ---- Optional protocols of solvers that can pause ------------------------------------------------
#
# A `Solver` runs until its deadline, and begins anew if it is asked again. One that implements
# these protocols continues instead: it works while the iterator is advanced, and rests in between.
# So `auto` can give several solvers turns of milliseconds. Each protocol is optional and recognized
# by the names of its methods. For the cheapest solution a solver is asked anew in each turn, but
# may keep its search (`Resting`, `ImprovesInTurns`) and continue it if the same query comes again.


@runtime_checkable
class CountsInSteps(Protocol):
    """What a solver offers whose count can wait while others count."""

    def counting(self, query: Query, progress: Progress) -> Iterator[None]:
        """Count as `Solver.count` does, in steps of some thousandths or hundredths of a second.

        Between two steps nothing runs. Ends early, and not complete, if it cannot go on. Closing
        the iterator stops the count, and lets go of what it held.
        """


@runtime_checkable
class SearchesInSteps(Protocol):
    """What a solver offers whose search for solutions can wait while others search."""

    def searching(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        """Tell solutions as `Solver.solutions` does, with an empty batch for a step without any.

        Steps take some thousandths or hundredths of a second, and between two of them nothing runs.
        The rest is as above; the solutions are in any order, so a search for the first one may be
        another one than that for all.
        """

    def start_seconds(self, query: Query) -> float:
        """Return a guess of the seconds before the search begins: an import, a formula.

        It costs no more than to look at the matrix once.
        """


class Resting(ABC):
    """A search for ever cheaper solutions, which rests between two turns.

    query       as it was asked last
    best, cost  the best solution that it knows, and what that costs; empty and None: it knows none
    """

    def __init__(self, query: Query) -> None:
        self.query = query
        self.best: Options = ()
        self.cost: int | None = None

    @abstractmethod
    def solutions(self, query: Query, progress: Progress) -> Iterator[Options]:
        """Yield ever cheaper solutions than the query's hint, until its deadline or the proof."""

    def goes_on_with(self, query: Query) -> bool:
        """Whether it is the same that is asked."""
        return self.query.asks_the_same(query)

    def take_up(self, query: Query) -> bool:
        """Go on for this query, from its hint if that is cheaper; say if better is known."""
        self.query = query
        cost = query.matrix.cost(query.hint) if query.hint else None
        if cost is not None:
            self.improves(query.hint, cost)
        return self.cost is not None and self.cost != cost

    def improves(self, options: Options, cost: int) -> bool:
        """Learn a solution if it is cheaper than the best one; return whether it is."""
        if self.cost is not None and cost >= self.cost:
            return False
        self.learn(options, cost)
        return True

    def learn(self, options: Options, cost: int) -> None:
        """Look, from now on, only for what is cheaper than this solution."""
        self.best, self.cost = options, cost


class ImprovesInTurns(ABC):
    """The part of a solver that keeps its search for ever cheaper solutions between two turns."""

    _rests: Resting | None = None  # what it was asked last, where it stopped

    @abstractmethod
    def begun(self, query: Query, progress: Progress) -> Resting | None:
        """Return a new search; None, and the progress complete, if there is nothing to search.

        Raises Stopped at the deadline.
        """

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        """Yield ever cheaper solutions, as `Solver.improving`.

        Asked again of the same, it goes on where it stopped.
        """
        if query.hint:
            yield query.hint
        with suppress(Stopped):
            search, self._rests = self._rests, None
            if search is None or not search.goes_on_with(query):
                search = self.begun(query, progress)
            if search is not None:
                # What was prepared until the deadline may be worse than what a later turn prepares.
                rests = not query.deadline.passed()
                with suppress(Stopped):
                    yield from search.solutions(query, progress)
                self._rests = search if rests and not progress.complete else None


def counts_in_steps(solver: object) -> TypeGuard[CountsInSteps]:
    """Whether it offers a count in steps."""
    return callable(getattr(solver, "counting", None))


def searches_in_steps(solver: object) -> TypeGuard[SearchesInSteps]:
    """Whether it offers a search in steps: what `isinstance` says, in a tenth of the time."""
    methods = (getattr(solver, name, None) for name in ("searching", "start_seconds"))
    return all(map(callable, methods))
