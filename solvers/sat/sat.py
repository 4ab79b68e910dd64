"""SAT solvers of python-sat over the clauses of the matrix.

The name is `sat`, `sat:SOLVER` or `sat:SOLVER:ENCODING`. The clauses are made in clauses.py,
child.py searches. Solvers of the MiniSat family search in a thread and are
interrupted; the others cannot be, and search in a child process that is killed.
(python-sat: Ignatiev, Morgado and Marques-Silva, SAT 2018.)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from io import FileIO
from typing import Any, ClassVar

from ...models.errors import SolverError, Unavailable, UnknownSolver, did_you_mean
from ..contract.batch import Options, closing_stream, singly
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.solver import EVERYTHING, Solver, Technique
from ..encoding.conditions import cheaper, raise_bound
from ..process.interrupt import Run, streamed, streamed_in_steps
from .child import Message, Task, perform
from .clauses import Formula, formula
from .many import answers, can_answer
from .process import (
    Effort,
    asking_child,
    child_process,
    complaint,
    encoding,
    hand_over,
    holding,
    lines,
    loading,
    tell_verdict,
)
from .sums import ENCODINGS, clauses_about

__all__ = ["Sat"]

# Measured, a run each, on enumerating pentominoes, Latin squares and a sudoku: glucose4 was the
# fastest on 3x20 pentominoes (all 8 in 8 s; gluecard4 12, CaDiCaL 1.9.5 19; Glucose 3, MiniSat and
# MapleChrono not in 25 s) and on Latin squares; on 6x10 CaDiCaL 1.5.3 found more (64 to 34).
DEFAULT = "glucose4"
NATIVE = ("minicard", "gluecard3", "gluecard4")
IN_THREAD = (
    "ergo",
    "glucose3",
    "glucose4",
    "glucose42",
    "maplechrono",
    "mergesat3",
    "minisat22",
    "minisat-gh",
    *NATIVE,
)
# MapleCM could be interrupted, but takes a second to notice. (Maplesat is left out: it
# crashed while enumerating.)
IN_CHILD = ("cadical103", "cadical153", "cadical195", "cadical300", "lingeling", "maplecm")
PER_CLAUSE = 0.4e-6  # seconds, to make one and to load it
CHILD = 0.15  # seconds, to begin one


class Sat(Solver):
    """A SAT solver over one variable an option."""

    name = "sat"
    summary = "python-sat's solvers on clauses (sat:cadical195, sat:glucose4:totalizer ...)"
    features = EVERYTHING
    most_solutions = 10_000  # each becomes a clause
    reads = frozenset({"rows.py"})
    reads_costs = frozenset({"priced_matrix.py"})
    excludes = True
    takes_parameters = True
    package = "python-sat"
    fuzzed = 0.01
    techniques: ClassVar[Mapping[str, Technique]] = {
        name: Technique(f"python-sat's {name}", fuzzed=0.0005) for name in (*IN_THREAD, *IN_CHILD)
    }

    def __init__(self, technique: str = "") -> None:
        super().__init__(technique)
        solver, _, self._encoding = technique.partition(":")
        self._solver = solver or DEFAULT

    @classmethod
    def require_technique(cls, technique: str) -> None:
        """Raise UnknownSolver for a solver or an encoding that there is not."""
        solver, _, encoding = technique.partition(":")
        super().require_technique(solver)
        if encoding and encoding not in ENCODINGS:
            expected = f"expected one of {', '.join(ENCODINGS)}{did_you_mean(encoding, ENCODINGS)}"
            raise UnknownSolver(f"solver sat: no encoding {encoding!r}, {expected}")
        if encoding == "native" and (solver or DEFAULT) not in NATIVE:
            raise UnknownSolver(
                f"solver sat: encoding native needs one of {', '.join(NATIVE)}, not {solver}"
            )

    def version(self) -> str:
        """Return python-sat's version and the solver's name."""
        _library()
        return self.version_at_hand()

    def version_at_hand(self) -> str:
        """Return the same without importing python-sat."""
        return f"{super().version_at_hand()}, {self._solver}"

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        """Yield every solution, blocking one after the other."""
        return singly(self._listed(query, progress, None))

    def first(self, query: Query, progress: Progress) -> Options | None:
        """Return a solution; the search ends with it."""
        with closing_stream(self._listed(query, progress, 1)) as stream:
            solutions = list(stream)
        return solutions[0] if solutions else None

    def searching(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        """Tell solutions in steps; the solver keeps what it learnt, and a child waits."""
        done = yield from streamed_in_steps(
            lambda run: self._work(run, query, progress, costs=False), query.deadline
        )
        progress.complete = bool(done)

    def start_seconds(self, query: Query) -> float:
        """Return a guess of the seconds until the solver holds the formula."""
        seconds = PER_CLAUSE * clauses_about(query.matrix)
        return seconds + (CHILD if self._solver in IN_CHILD else 0.0)

    def _listed(self, query: Query, progress: Progress, most: int | None) -> Iterator[Options]:
        done = yield from streamed(
            lambda run: self._work(run, query, progress, most=most, costs=False), query.deadline
        )
        progress.complete = bool(done)

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        """Yield RC2's solutions: one a level of weights, the last one the cheapest."""
        yield from cheaper(
            query,
            progress,
            streamed(lambda run: self._work(run, query, progress, costs=True), query.deadline),
        )

    def many(
        self, query: Query, progress: Progress, selections: Iterable[Options], limit: int
    ) -> Iterator[tuple[int, Options | None]]:
        """Answer many selections with one formula, each by assumptions (many.py)."""
        in_child = self._solver in IN_CHILD
        if not can_answer(in_child=in_child):
            yield from super().many(query, progress, selections, limit)
            return

        def make(run: Run[tuple[int, Options | None]]) -> Formula | None:
            return self._formula(run, query, progress, costs=False)

        yield from answers(query, progress, make, selections, limit, in_child=in_child)

    def _work(
        self,
        run: Run[Options],
        query: Query,
        progress: Progress,
        *,
        costs: bool,
        most: int | None = None,
    ) -> bool:
        """Search in the thread; return whether everything was searched."""
        wanted = self._formula(run, query, progress, costs=costs, most=most)
        if wanted is None:
            return True
        if costs:
            raise_bound(progress, wanted.base)
        with loading(progress, run.clock) as effort:
            teller = _Teller(run, progress, wanted, effort)
            if self._solver in IN_CHILD:
                return _in_child(wanted.task, teller)
            return perform(wanted.task, teller, interruptible=True)

    def _formula(
        self,
        run: Run[Any],
        query: Query,
        progress: Progress,
        *,
        costs: bool,
        most: int | None = None,
    ) -> Formula | None:
        _library()
        with encoding(progress, run.clock):
            return formula(
                query, self._solver, self._encoding, costs=costs, most=most, check=run.check
            )


class _Teller:
    """Turns what a search says into option numbers and bounds."""

    def __init__(
        self, run: Run[Options], progress: Progress, formula: Formula, effort: Effort
    ) -> None:
        self.check = run.check
        self.stoppable = run.stoppable
        self._run, self._progress, self._formula, self._effort = run, progress, formula, effort

    def emit(self, message: Message) -> bool:
        kind, numbers = message
        if self._effort.take_message(kind, numbers):
            return not self._run.stopping
        if kind == "o":
            raise_bound(self._progress, self._formula.base + numbers[0])
            return not self._run.stopping
        return self._run.emit(self._formula.solution(numbers))

    def judge(self, chosen: list[int]) -> list[list[int]]:
        return self._formula.judged(chosen)


def _in_child(wanted: Task, teller: _Teller) -> bool:
    """Search in a child process, which is killed to stop it."""
    with ExitStack() as stack:
        verdicts: FileIO | None = None
        if wanted["judged"]:
            child, verdicts = asking_child(stack, child_process, "search")
        else:
            child = stack.enter_context(child_process())
        stack.enter_context(teller.stoppable(child.kill, holding(child)))
        hand_over(child, wanted, teller.check)
        for kind, numbers in lines(child):
            if kind == "s":
                return numbers == [1]
            if kind == "j" and verdicts is not None:
                teller.check()
                tell_verdict(verdicts, teller.judge(numbers))
            elif not teller.emit((kind, numbers)):
                return False
        teller.check()
        raise SolverError(complaint(child))


def _library() -> None:
    try:
        import pysat.solvers  # noqa: F401
    except ImportError as error:
        raise Unavailable(f"solver sat: python-sat cannot be imported ({error})") from error
