"""Listening to a solver in its child process, and verifying what it says.

Every solution is verified here, and put to the puzzle's own rules; that one comes twice, or behind
the claim that there is no more, that a bound is above a solution, or that a count is not what was
enumerated, is seen here. What goes wrong with the child is a note in the outcome, whatever it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ...models.formats.matrix.dlx_text import option_line
from ...models.matrix.exact_cover import ExactCover
from ...models.objective import Number
from ...models.puzzle import Puzzle
from ...models.spelling import numeral
from ..contract.batch import Options
from ..contract.deadline import Deadline
from ..contract.goal import Goal
from ..contract.query import Query
from ..contract.solver import Solver
from ..contract.verify import Verifier
from ..process.isolation import GRACE, End, Isolated
from ..search.running import query_of
from ..search.search import Search
from ..search.selection import Problem
from .elsewhere import Tape
from .outcome import WIDTH, Outcome, Part, hash_of
from .worker import Task, work_of

__all__ = ["LATE", "UNFINISHED", "Case", "Patience", "is_ours", "listen"]

EARLY = 0.1  # seconds
LATE = "stopped at its time limit"
NO_MESSAGE = "answered nothing that can be read (a message of another kind)"
UNFINISHED = "ended without saying that this is all"
REPEATS = 1 << 21  # so many solutions of a branch are looked through for one that comes twice


class Contradiction(Exception):
    """What a solver said contradicts the puzzle or itself; `witness` shows it."""

    def __init__(self, message: str, witness: Options | None = None) -> None:
        super().__init__(message)
        self.witness = witness


class _TooSlow(Exception):
    """What came by the deadline cannot be looked at soon."""


class _NoMessage(Exception):
    """What came is no message of worker.py: a solver writes into what is not its own."""


@dataclass
class Case:
    """What a cross-check is about.

    search  of the problem's matrix
    keep    how many solutions of a branch are kept; more are compared by digest
    """

    problem: Problem
    search: Search
    keep: int
    _verdicts: dict[Options, str | None] = field(default_factory=dict)

    @cached_property
    def query(self) -> Query:
        """The matrix with its selection."""
        return query_of(self.search)

    @property
    def matrix(self) -> ExactCover:
        """The matrix, without the selection."""
        return self.query.matrix

    @cached_property
    def verifier(self) -> Verifier:
        """What verifies solutions of the whole."""
        query = self.query
        return Verifier(query.matrix, query.given, query.forbidden)

    def in_words(self, cost: int) -> Number | None:
        """Return a cost as the objective that the puzzle speaks of; None: it has none."""
        if isinstance(self.problem, Puzzle):
            return self.problem.objective(cost) if self.problem.has_objective else None
        return cost if self.matrix.has_costs else None

    def shown(self, options: Options | None) -> str:
        """Return a solution in the puzzle's own words; of a matrix, its options as DLX text."""
        if options is None:
            return ""
        if isinstance(self.problem, Puzzle):
            return str(self.problem.read(options))
        return "\n".join(option_line(self.problem, option) for option in options)

    def broken_rule(self, options: Options) -> str | None:
        """Return which of the puzzle's own rules a solution breaks; None: none."""
        if not isinstance(self.problem, Puzzle):
            return None
        if options in self._verdicts:
            return self._verdicts[options]
        check = self.problem.check(self.problem.read(options))
        broken = None if check else check.violations[0]
        if len(self._verdicts) < REPEATS:
            self._verdicts[options] = broken
        return broken


def is_ours(solver: Solver) -> bool:
    """Whether a solver is one of this package, not one of another or of a test."""
    return type(solver).__module__.startswith(__name__.partition(".")[0] + ".")


@dataclass(frozen=True)
class Patience:
    """How long a solver is heard: until the deadline; killed so many seconds behind it."""

    deadline: Deadline
    grace: float = GRACE

    def part(self, part: float) -> Patience:
        """Return a patience with a part of the time that is left."""
        return Patience(self.deadline.within(part * self.deadline.left()), self.grace)


def listen(
    case: Case,
    solver: Solver,
    outcome: Outcome,
    tasks: Sequence[Task],
    patience: Patience,
    tape: Tape | None = None,
) -> None:
    """Note in a solver's outcome its messages: of a child process, or of a worker's tape."""
    deadline = patience.deadline
    listener = _Listener(case, outcome, tasks, deadline)
    # One of our own may choose another (auto); who else changes its name is still the same.
    listener.renames = is_ours(solver)
    outcome.note = ""
    with tape or _start_child(case, solver, tasks, patience) as child:
        try:
            for messages in child.batches():
                listener.take(messages)
        except Contradiction as error:
            outcome.wrong, outcome.note = True, f"solver {outcome.solver}: {error}"
            outcome.witness, outcome.place = error.witness, listener.place
        except _TooSlow:
            outcome.note = listener.remark or LATE
        except _NoMessage:
            outcome.note = NO_MESSAGE
    outcome.ended = str(child.ending.how)
    if not outcome.note:
        ending = child.ending
        outcome.note = ending.words
        if ending.how is End.FINISHED:
            try:
                how, outcome.note = map(str, ending.value)
            except (TypeError, ValueError):
                how, outcome.note = "", NO_MESSAGE
            outcome.wrong = how == "wrong"
    if not outcome.note and not all(outcome.part(task.place).answered for task in tasks):
        # A library with a time limit may stop a bit early.
        late = deadline.left() < EARLY or (tape is not None and tape.late)
        outcome.note = listener.remark or (LATE if late else UNFINISHED)


def _start_child(case: Case, solver: Solver, tasks: Sequence[Task], patience: Patience) -> Isolated:
    work = work_of(case.search.but(solver=solver), tasks, patience.deadline)
    return Isolated(work, patience.deadline, grace=patience.grace)


class _Listener:
    """One solver that answers questions: what it says is verified, and noted in its outcome."""

    def __init__(
        self, case: Case, outcome: Outcome, tasks: Sequence[Task], deadline: Deadline
    ) -> None:
        self.remark, self.renames = "", False
        self._case, self._outcome = case, outcome
        self._tasks = iter(tasks)
        self._late = Deadline(deadline.left() + EARLY)
        self._takes: dict[str, Callable[..., None]] = {
            "version": self._take_version,
            "by": self._take_name,
            "begin": self._begin,
            "bound": self._take_bound,
            "counted": self._take_count,
            "end": self._end,
        }
        self._task: Task
        self._part: Part

    @property
    def place(self) -> int:
        """Return the place of the branch that is asked about."""
        return self._task.place

    def take(self, messages: Sequence[Any]) -> None:
        """Take what came together. Raises Contradiction."""
        solutions: list[Any] = []
        for message in messages:
            # Take a message apart. Raises _NoMessage if it is none.
            match message:
                case ("found", str()) | ("version", str()) | ("bound", int() | str()) | ("begin",):
                    pass
                case ("found", tuple(options)) if all(type(option) is int for option in options):
                    pass
                case (
                    ("counted", int() | str(), bool())
                    | ("end", bool(), bool())
                    | ("by", str(), str())
                ):
                    pass
                case _:
                    raise _NoMessage
            kind, values = message[0], message[1:]
            if kind == "found":
                solutions.append(values[0])
            else:
                self._take_solutions(solutions)
                solutions = []
                self._takes[kind](*values)
        self._take_solutions(solutions)

    def _take_version(self, version: str) -> None:
        self._outcome.version = version

    def _take_name(self, name: str, kind: str) -> None:
        if self.renames:
            self._outcome.by, self._outcome.kind = name, kind

    def _begin(self) -> None:
        task = self._task = next(self._tasks)
        self._outcome.asked = task.words
        self._part = self._outcome.part(task.place)
        self._excluded = frozenset(task.excluded or ())
        self._seen: set[int] = set()
        self._hashes = 0
        self._best: Options | None = None

    def _take_solutions(self, solutions: list[Any]) -> None:
        """Verify solutions that came together, and keep them up to the first that is none."""
        if not solutions:
            return
        odd = next((k for k, solution in enumerate(solutions) if isinstance(solution, str)), None)
        wrong = self._case.verifier.first_wrong(solutions[:odd])
        for options in solutions[: odd if wrong is None else wrong[0]]:
            self._keep(tuple(sorted(options)))
        if wrong is not None:
            raise Contradiction(wrong[1])
        if odd is not None:
            raise Contradiction(f"hands over {solutions[odd]}, expected option numbers")

    def _keep(self, options: Options) -> None:
        """Keep a solution, which was verified. Raises Contradiction if it must not be there."""
        if self._late.passed():
            raise _TooSlow
        number, part = hash_of(options), self._part
        if number in self._seen:
            raise Contradiction("a solution comes twice", options)
        if len(self._seen) >= REPEATS:
            self.remark = f"more than {REPEATS} solutions: the rest was not looked at"
            raise _TooSlow
        broken = self._case.broken_rule(options)
        if broken is not None:
            raise Contradiction(broken, options)
        if not self._task.branch.holds(options):
            raise Contradiction("hands over a solution that was to be left out", options)
        if options in self._excluded:
            raise Contradiction("hands over a solution that was excluded", options)
        self._seen.add(number)
        self._hashes = (self._hashes + number) % WIDTH
        if len(self._seen) > part.number:
            part.number, part.hashes = len(self._seen), self._hashes
        if self._task.goal is Goal.BEST:
            self._compare_cost(options)
        if len(part.found) < self._case.keep:
            part.found.add(options)

    def _compare_cost(self, options: Options) -> None:
        """Make room for a solution. Raises Contradiction unless it is cheaper than all before."""
        matrix, solutions = self._case.matrix, self._part.found
        if self._best is not None and matrix.has_costs:
            cost, before = matrix.cost(options), matrix.cost(self._best)
            if cost >= before:
                raise Contradiction(f"a solution of cost {cost} after one of {before}", options)
        self._best = options
        if len(solutions) >= self._case.keep:
            solutions.remove(max(solutions, key=matrix.cost))
        self._compare_bound()

    def _take_bound(self, bound: object) -> None:
        if not isinstance(bound, int):
            raise Contradiction(f"says that no solution costs less than {bound}")
        previous = self._outcome.bound
        self._outcome.bound = bound if previous is None else max(bound, previous)
        self._compare_bound()

    def _compare_bound(self) -> None:
        """Raise Contradiction if it said that none costs less than what it found, ever."""
        bound, best = self._outcome.bound, self._best
        if bound is not None and best is not None and self._case.matrix.cost(best) < bound:
            cost = self._case.matrix.cost(best)
            raise Contradiction(
                f"no solution costs less than {bound}, it says, but one costs {cost}", best
            )

    def _take_count(self, number: object, complete: bool) -> None:
        if not isinstance(number, int):
            raise Contradiction(f"counts {number} solutions")
        if number < 0:
            raise Contradiction(f"counts {numeral(number)} solutions")
        part = self._part
        part.counted, part.counted_all = number, complete
        short = complete and number < part.number
        if short or (part.complete and number > part.number):
            raise Contradiction(
                f"counts {numeral(number)} solutions, but enumerates {part.number}",
            )

    def _end(self, complete: bool, over: bool) -> None:
        """Note the end of a question; over: it was said before the last solution came."""
        task, part = self._task, self._part
        if over:
            raise Contradiction("says that its search is over, and finds a better one", self._best)
        looks = task.goal is Goal.FIRST and task.excluded is None
        if complete and looks and part.found:
            raise Contradiction("says that there is no solution, and found one", min(part.found))
        if complete and task.excluded is not None:
            piece = self._part
            if not piece.found <= self._excluded:
                witness = min(piece.found - self._excluded)
                raise Contradiction("says that there is no other solution, and found one", witness)
            piece.confirmed, piece.complete = set(self._excluded), True
            piece.number = len(piece.confirmed)
            piece.hashes = sum(map(hash_of, piece.confirmed)) % WIDTH
        elif complete:
            if part.number > len(self._seen):
                raise Contradiction(
                    f"says that {len(self._seen)} solutions are all, but found {part.number}"
                )
            part.complete = True
        elif task.most is not None and len(self._seen) >= task.most:
            self.remark = f"more than {task.most - 1} solutions: not all were asked for"
        elif looks and self._seen:
            self.remark = "enumerates slowly: asked for a solution, not for all"
