"""Several searches for the best solution of one query, side by side: a thread each.

What improves and what proves help each other most while they run at once: each better solution
limits what a proof has to look at, and each solution that a proof meets is a place to improve from.
So each *lane* takes its turns in a thread of its own, one solver after the other, and the lanes
share an incumbent (contract/claims/incumbent.py): the best solution and the best bound of all. The
search is over as soon as one lane has searched everything, or the best solution of one costs what
another one proves. Native engines and OR-Tools work without Python's lock, so Python threads do.

The one who asks waits in short steps, in its own thread: there Ctrl-C is heard, the deadline is
looked at, and what was found is handed on, the best of what was found since. Lanes do not wait for
that. At the end, whatever it is, the lanes are asked to stop, through the deadline that their
solvers look at, and are joined. An error in a lane ends all of them and is raised where was asked;
a solver that cannot go on (SolverError) ends but its own turn, if the lane says so.
"""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ...models.errors import SolverError
from ..contract.batch import Options
from ..contract.claims.incumbent import Incumbent, Known
from ..contract.deadline import Deadline, WorkBudget
from ..contract.progress import EFFORT, Progress
from ..contract.query import Query
from .interrupt import join

__all__ = ["Lane", "Turn", "side_by_side"]

NOBODY = "", Progress()
STEP = 0.02  # seconds between two looks at signals, the deadline and what was proved


@dataclass(frozen=True)
class Turn:
    """A solver's turn in a lane.

    solver   its name
    search   yields ever cheaper solutions, as `Solver.improving` does
    seconds  of the processor, how long; None: all that is left
    failed   called with the error of a solver that fails; it may raise it
    """

    solver: str
    search: Callable[[Query, Progress], Iterator[Options]]
    seconds: float | None = None
    failed: Callable[[SolverError], None] | None = None


@dataclass(frozen=True)
class Lane:
    """The turns of a thread: made in it, from the query as the lane has it.

    wait     seconds before the first one: what is easy is then proved by another lane, alone
    threads  that its solvers may have
    seed     added to the query's
    """

    turns: Callable[[Query], Iterable[Turn]]
    wait: float = 0.0
    threads: int = 1
    seed: int = 0


def side_by_side(
    query: Query, progress: Progress, lanes: Sequence[Lane], incumbent: Incumbent | None = None
) -> Iterator[Known]:
    """Yield ever cheaper solutions, of all lanes; the hint is the first of them.

    incumbent  of this query, for one who wants to look at it meanwhile

    Raises what a lane raises; WrongAnswer for what is no solution, and if two contradict each
    other.
    """
    if incumbent is None:
        incumbent = Incumbent(query.matrix, query.given, query.forbidden, query.hint)
    whole = _Lanes(query, progress, lanes, incumbent)
    told: int | None = None
    if (begin := incumbent.best) is not None:
        told = begin.cost
        yield begin
    try:
        whole.start()
        while True:
            over = whole.over()
            known = whole.incumbent.cheaper_than(told)
            if known is not None:
                told = known.cost
                yield known
            if over:
                break
            whole.wait(told)
    finally:
        whole.stop()
    whole.judge()
    known = whole.incumbent.cheaper_than(told)
    if known is not None:
        yield known


class _Lanes:
    """The threads of one query, and what they share."""

    def __init__(
        self, query: Query, progress: Progress, lanes: Sequence[Lane], incumbent: Incumbent
    ) -> None:
        self._query, self._progress, self.incumbent = query, progress, incumbent
        self._stopping = threading.Event()
        self._error: BaseException | None = None
        deadline = _LaneDeadline(query.deadline, self._stopping)
        self._lanes = [
            _Running(self, lane, replace(query, deadline=deadline, incumbent=self.incumbent))
            for lane in lanes
        ]
        self._before = progress.copy()
        self._begun: list[threading.Thread] = []

    @property
    def number(self) -> int:
        """How many lanes there are."""
        return len(self._lanes)

    def start(self) -> None:
        """Set the threads to work."""
        _live.add(self)
        for lane in self._lanes:
            self._begun.append(lane.thread)
            lane.thread.start()

    def over(self) -> bool:
        """Note what was proved; say whether that is all, or the time is over, or a lane failed."""
        self._note()
        done = self._error is not None or self.incumbent.settled
        return done or self._query.deadline.passed() or not any(one.working for one in self._lanes)

    def wait(self, told: int | None) -> None:
        """Wait until something better is found, or proved, but not for long."""
        self.incumbent.wait(told, min(STEP, self._query.deadline.left()))

    def stop(self) -> None:
        """Have the lanes stop, and wait for them; note what they did."""
        self.ask_to_stop()
        for thread in self._begun:
            join(thread)
        _live.discard(self)
        self._note()

    def ask_to_stop(self) -> None:
        """Have the lanes stop as soon as they look."""
        self._stopping.set()

    def judge(self) -> None:
        """Say what is proved at the end; raise the error of a lane."""
        if self._error is not None:
            raise self._error
        if self.incumbent.settled:
            best = self.incumbent.best
            self._progress.complete = True
            self._progress.bound = None if best is None else best.cost

    def fail(self, error: BaseException) -> None:
        """Let an error of a lane end all of them."""
        if self._error is None:
            self._error = error
        self.incumbent.wake()

    def pause(self, seconds: float) -> bool:
        """Wait before a lane begins; return whether it is still to begin."""
        return not self._stopping.wait(seconds)

    def _note(self) -> None:
        """Write what is known by now into the progress of the one who asks."""
        try:
            for lane in self._lanes:
                solver, part = lane.at_work
                self.incumbent.note_bound(solver, part.bound)
        except SolverError as error:
            self.fail(error)
        self._progress.bound = self.incumbent.bound
        for name in EFFORT:
            parts = [part for lane in self._lanes for part in (lane.spent, lane.at_work[1])]
            spent = sum(getattr(part, name) for part in parts)
            setattr(self._progress, name, getattr(self._before, name) + spent)


class _Running:
    """A lane at work: whose turn it is, and how far that one is."""

    def __init__(self, whole: _Lanes, lane: Lane, query: Query) -> None:
        self._whole, self._lane = whole, lane
        seed = query.seed if not lane.seed else (query.seed or 0) + lane.seed
        self._query = replace(query, threads=lane.threads, seed=seed)
        self.at_work, self.spent = NOBODY, Progress()
        self.working = True
        self.thread = threading.Thread(target=self._main, daemon=True, name="minuet")

    def _main(self) -> None:
        try:
            if self._whole.pause(self._lane.wait):
                for turn in self._lane.turns(self._query):
                    self._play(turn)
                    if self._query.deadline.passed() or self._whole.incumbent.settled:
                        break
        except BaseException as error:
            self._whole.fail(error)
        finally:
            self.working = False
            self._whole.incumbent.wake()

    def _play(self, turn: Turn) -> None:
        """Let a solver have its turn; what it finds and proves is compared with what is known."""
        incumbent, query = self._whole.incumbent, self._query
        part, best = Progress(), incumbent.best
        self.at_work = turn.solver, part
        budget = WorkBudget(query.deadline, turn.seconds, self._whole.number)
        mine: int | None = None
        try:
            begin = replace(query, deadline=budget, hint=() if best is None else best.options)
            for options in turn.search(begin, part):
                cost = incumbent.offer(turn.solver, options)
                mine = cost if mine is None else min(mine, cost)
            incumbent.note_bound(turn.solver, part.bound)
            if part.complete:
                incumbent.note_complete(turn.solver, mine)
        except SolverError as error:
            part.complete = False
            if turn.failed is None:
                raise
            turn.failed(error)
        finally:
            self.spent.add_effort(part)
            self.at_work = NOBODY


class _LaneDeadline(Deadline):
    """The deadline of the one who asks, which also has passed when the lanes are to stop."""

    def __init__(self, whole: Deadline, stopping: threading.Event) -> None:
        super().__init__()
        self._whole, self._stopping = whole, stopping

    def left(self) -> float:
        """Seconds until the deadline; 0 if the lane is to stop."""
        return 0.0 if self._stopping.is_set() else self._whole.left()

    def longest(self) -> float:
        """Seconds until the latest moment to which the deadline may still be put off."""
        return 0.0 if self._stopping.is_set() else self._whole.longest()

    def passed(self) -> bool:
        """Whether the lane is to stop, or the deadline has come."""
        return self._stopping.is_set() or self._whole.passed()


_live: set[_Lanes] = set()


@atexit.register
def _stop_all() -> None:
    """Stop what still runs: a thread must not come back into a finished Python."""
    for lanes in list(_live):
        lanes.stop()
