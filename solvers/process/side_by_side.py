"""Several searches for the best solution of one query, side by side: a thread each.

What improves and what proves help each other most while they run at once: each better solution
limits what a proof has to look at, and each solution that a proof meets is a place to improve from.
So each *lane* searches in a thread of its own, by turns of several solvers or with one, and the
lanes share an incumbent (contract/claims.py): the best solution and the best bound of
all. The search is over as soon as one lane has searched everything, or the best solution of one
costs what another one proves. Native engines and OR-Tools work without Python's lock, so Python
threads do.

The caller waits in short steps, in its own thread: there Ctrl-C is heard, the deadline is looked
at, and the best solution of those found since is handed on. Lanes do not wait for that. At the end,
whatever it is, the lanes are asked to stop, through the deadline that their solvers look at, and
are joined. An error in a lane ends all of them and is raised in the caller's thread.
"""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ...models.errors import SolverError
from ..contract.claims import Incumbent, Known
from ..contract.deadline import Deadline
from ..contract.progress import EFFORT, Progress
from ..contract.query import Query
from .interrupt import join

__all__ = ["Lane", "side_by_side"]

STEP = 0.02  # seconds between two looks at signals, the deadline and what was proved


@dataclass(frozen=True)
class Lane:
    """A search in a thread of its own.

    search   called there with the lane's query and progress; its iterator works while it is
             advanced, and offers its solutions to `query.incumbent` (`Incumbent.offered`)
    wait     seconds before it begins: what is easy is then proved by another lane, alone
    threads  that its solvers may have
    seed     added to the query's
    """

    search: Callable[[Query, Progress], Iterable[object]]
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
    told_cost: int | None = None
    if (begin := incumbent.best) is not None:
        told_cost = begin.cost
        yield begin
    try:
        whole.start()
        while True:
            over = whole.over()
            better = whole.incumbent.cheaper_than(told_cost)
            if better is not None:
                told_cost = better.cost
                yield better
            if over:
                break
            whole.wait(told_cost)
    finally:
        whole.stop()
    whole.judge()
    better = whole.incumbent.cheaper_than(told_cost)
    if better is not None:
        yield better


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
        return (
            done or self._query.deadline.passed() or not any(lane.working for lane in self._lanes)
        )

    def wait(self, cost: int | None) -> None:
        """Wait until something better is found, or proved, but not for long."""
        self.incumbent.wait(cost, min(STEP, self._query.deadline.left()))

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
            self.incumbent.look()
        except SolverError as error:
            self.fail(error)
        self._progress.bound = self.incumbent.bound
        for name in EFFORT:
            spent = sum(getattr(part, name) for lane in self._lanes for part in lane.parts)
            setattr(self._progress, name, getattr(self._before, name) + spent)


class _Running:
    """A lane at work."""

    def __init__(self, whole: _Lanes, lane: Lane, query: Query) -> None:
        self._whole, self._lane, self._progress = whole, lane, Progress()
        seed = query.seed if not lane.seed else (query.seed or 0) + lane.seed
        self._query = replace(query, threads=lane.threads, seed=seed)
        self.working = True
        self.thread = threading.Thread(target=self._main, daemon=True, name="minuet")

    @property
    def parts(self) -> tuple[Progress, ...]:
        """What it has spent: in the turns that are over, and in the one under way."""
        part = self._progress.at_work
        return (self._progress,) if part is None else (self._progress, part)

    def _main(self) -> None:
        try:
            if self._whole.pause(self._lane.wait):
                for _ in self._lane.search(self._query, self._progress):
                    pass
        except BaseException as error:
            self._whole.fail(error)
        finally:
            self.working = False
            self._whole.incumbent.wake()


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
