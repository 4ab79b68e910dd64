"""The smallest matrix on which a finding still shows.

The asks of the finding are put again on each smaller matrix, in a child process: brute force is the
other side as soon as it can be, before that the solution that was planted, or another solver.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import count

from ...models.formats import read
from ...models.formats.matrix.dlx_text import write_dlx
from ...models.matrix.exact_cover import ExactCover
from ..contract.batch import Options
from ..contract.deadline import Deadline
from ..contract.solver import Solver
from ..crosscheck.smallest import smallest
from ..process.isolation import End, Isolated, Tell
from .cases.cases import SHAPES, Case
from .examine import Finding, answer, examine, prepare
from .oracles import is_solution
from .task import Ask, Task, ask_of, read_task, write_task

__all__ = ["ended_badly", "redrawn", "shows", "shrunk"]

PATIENCE = 1.0
GRACE = 2.0
IDLE = 200  # cases that are drawn anew for a smaller one, and none is
TRIES = 8  # where threads take part, whose timing differs


def ended_badly(how: End) -> bool:
    """Whether that is how a process ends that a solver took down."""
    return how in (End.CRASHED, End.HUNG, End.VANISHED, End.OUT_OF_MEMORY, End.GARBLED)


def shows(
    matrix: ExactCover,
    asks: list[Ask],
    solvers: Mapping[str, Solver],
    planted: frozenset[int] = frozenset(),
) -> Finding | None:
    """Return what is wrong if the asks are put on a matrix; None if nothing is.

    planted  labels of the options that are a solution, if they still are
    """
    task = read_task(matrix)
    kept = tuple(k for k, label in enumerate(matrix.labels) if label in planted)
    valid = is_solution(task.matrix, kept, task.given, task.forbidden)
    task = replace(task, planted=(kept,) if kept and valid else ())
    tries = TRIES if any(ask.settings.threads > 1 for ask in asks) else 1
    findings = (answer(prepare(task, PATIENCE), asks, solvers) for _ in range(tries))
    return next((finding for finding in findings if finding is not None), None)


def shrunk(
    task: Task, texts: tuple[str, ...], solvers: Mapping[str, Solver], seconds: float, *, dies: bool
) -> ExactCover | None:
    """Return a matrix, as small as was found in time; None if it does not show what is wrong.

    dies  whether the asks take the process down
    """
    asks = [ask for text in texts if (ask := ask_of(text)) is not None]
    asks = [*_partners(asks, solvers), *reversed(asks)]
    written = write_task(task)
    matrix = written.replaced(labels=None)
    keep: Options = task.planted[0] if task.planted else ()
    deadline, text = Deadline(seconds), ""

    def dead(candidate: ExactCover) -> bool:
        def work(tell: Tell) -> None:
            shows(candidate, asks, solvers)

        with Isolated(work, Deadline(PATIENCE * len(asks) + 1), grace=GRACE) as child:
            for _ in child:
                pass
        return ended_badly(child.ending.how)

    def wrong(candidate: ExactCover) -> bool:
        return shows(candidate, asks, solvers, frozenset(keep)) is not None

    def work(tell: Tell) -> None:
        holds = dead if dies else wrong
        if not holds(matrix):
            return
        tell(write_dlx(matrix))
        result = smallest(
            matrix, holds, deadline, keep=keep, report=lambda smaller: tell(write_dlx(smaller))
        )
        tell(write_dlx(result))

    with Isolated(work, deadline, grace=GRACE + PATIENCE * len(asks)) as child:
        for text in child:  # noqa: B007  the last one is the smallest
            pass
    return read(text, file="<shrunk>", form="dlx").problems[0] if text else None  # type: ignore[return-value]


def redrawn(
    case: Case,
    texts: tuple[str, ...],
    solvers: Mapping[str, Solver],
    source: Callable[[int], Case],
    seconds: float,
) -> tuple[int, Finding] | None:
    """Return the case with the fewest options, of those like it, that shows it, and what it shows.

    For what no matrix shows: a puzzle that is built wrongly, or answered wrongly in its own words;
    any puzzle is like it.
    """
    asks = [ask for text in reversed(texts) if (ask := ask_of(text)) is not None]
    deadline = Deadline(seconds)

    def work(tell: Tell) -> None:
        options, idle = _options(case), 0
        for number in count():
            other = source(number)
            deadline.check()
            if other.shape != case.shape and not (_is_puzzle(other) and _is_puzzle(case)):
                continue
            idle += 1
            if idle > IDLE:
                return
            if not 0 < _options(other) < options:
                continue
            finding, _ = examine(other, lambda: asks, solvers, PATIENCE)
            if finding is not None and {*finding.asks} <= {*texts}:
                options, idle = _options(other), 0
                tell((number, finding.message, finding.asks))

    best: tuple[int, Finding] | None = None
    with Isolated(work, deadline, grace=GRACE + PATIENCE * len(asks)) as child:
        for number, message, shown in child:  # the last one has the fewest options
            best = number, Finding(message, tuple(shown))
    return best


def _is_puzzle(case: Case) -> bool:
    return case.shape in SHAPES and SHAPES[case.shape].puzzle


def _options(case: Case) -> int:
    """Return how many options a case has; 0 if it cannot be drawn."""
    try:
        return case.task.matrix.options
    except Exception:  # that is what is wrong with it
        return 0


def _partners(asks: list[Ask], solvers: Mapping[str, Solver]) -> list[Ask]:
    """Return who else may be asked where one solver was contradicted by what was known."""
    if len(asks) != 1 or asks[0].question in ("explain", "symmetry", "unique", "solve"):
        return []
    suspect = solvers[asks[0].solver]
    others = [solver for name, solver in solvers.items() if solver.name != suspect.name]
    return [replace(asks[0], solver=other.full_name) for other in others[:1]]
