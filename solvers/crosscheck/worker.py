"""Tasks of a solver in a child process, and their answers as plain values.

A task is a search of one branch: for all its solutions, or how many there are, or whether there is
one, or one besides those that are known, or the best. The child passes on what the solver says,
whatever that is, and verifies nothing: listener.py does.

    version TEXT          of what answers
    begin                 the next task begins
    found OPTIONS         a solution, or a text that shows what stood in its place
    bound COST            no solution costs less
    counted N COMPLETE    so many solutions
    end COMPLETE OVER     the task's end; whether everything was searched, and whether that was
                          said before the last solution
    by NAME KIND          who answered
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from operator import index
from typing import Any

from ...models.errors import Unavailable, Unsupported, WrongAnswer, excerpt
from ...models.matrix.exact_cover import ExactCover
from ..contract.batch import Options, closing_stream, one_by_one
from ..contract.deadline import Deadline
from ..contract.goal import Goal
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.solver import Solver
from ..process.isolation import Tell, Work
from ..registry import get_solver
from ..search.running import query_of
from ..search.search import Search
from ..search.selection import Problem, selection_of
from ..search.settings import Settings
from .scope import Branch

__all__ = ["Task", "compiled", "counts_itself", "work_of"]

LONG = 200  # characters of a name
WHOLE = Branch()
HUGE = 4096  # bits: Python refuses to write longer numbers down
WORDS = {
    Goal.ALL: "all solutions",
    Goal.COUNT: "the count",
    Goal.FIRST: "a solution",
    Goal.BEST: "the best",
}


@dataclass(frozen=True)
class Task:
    """One search of a branch, as it is derived from that of the whole matrix.

    goal      ALL, COUNT, BEST, or FIRST: whether there is a solution
    place     of the branch in the scope
    most      so many solutions are listed at most; None: all
    excluded  solutions that are known, where another one is looked for; None: none is
    """

    goal: Goal
    place: int = 0
    branch: Branch = WHOLE
    most: int | None = None
    excluded: tuple[Options, ...] | None = None

    @property
    def words(self) -> str:
        """What is asked, in words."""
        return WORDS[self.goal] if self.excluded is None else "another solution"

    def query(self, whole: Search, deadline: Deadline) -> Query:
        """Return what a solver gets.

        whole  the search of the matrix, which a worker has once, however many tasks there are
        """
        forbidden = (*whole.settings.forbidden, *self.branch.forbidden)
        search = whole.with_goal(self.goal).with_given(self.branch.given).but(forbidden=forbidden)
        return replace(query_of(search, deadline), excluded=self.excluded or ())


def compiled(problem: Problem, deadline: Deadline) -> Search:
    """Return the search of a problem's matrix, whose selection is in its settings.

    Raises Stopped if the deadline comes before the problem is compiled.
    """
    matrix, given, forbidden = selection_of(problem, (), deadline)
    return Search(matrix, Goal.ALL, Settings(given=given, forbidden=sorted(forbidden)))


def work_of(search: Search, tasks: Sequence[Task], deadline: Deadline) -> Work:
    """Return the work of asking the solver of a search these tasks, one after the other.

    It returns "answered", "unable" (with the reason) or "wrong" (with what the solver itself says
    is wrong); any other exception passes through.
    """

    def work(tell: Tell) -> tuple[str, str]:
        try:
            solver = get_solver(search.settings.solver)
            solver.require(query_of(search, deadline).matrix)
            tell(("version", _name(solver.version())))
            for number, task in enumerate(tasks):
                if number and deadline.passed():
                    break
                tell(("begin",))
                query, progress = task.query(search, deadline), Progress()
                costs = task.goal is Goal.BEST and query.matrix.has_costs
                try:
                    _ASKED[task.goal](solver, query, progress, task.most, tell)
                finally:
                    kind = solver.kind_in(query, costs=costs)
                    tell(("by", _name(solver.full_name), _name(kind)))
                    tell(("version", _name(solver.version())))  # of the one that `auto` chose
        except (Unsupported, Unavailable) as error:
            return "unable", str(error)
        except WrongAnswer as error:
            return "wrong", str(error)
        return "answered", ""

    return work


def counts_itself(solver: Solver) -> bool:
    """Whether a solver counts in another way than by listing the solutions."""
    return type(solver).count is not Solver.count


def _list_all(
    solver: Solver, query: Query, progress: Progress, most: int | None, tell: Tell
) -> None:
    with closing_stream(one_by_one(solver.solutions(query, progress))) as stream:
        for options in islice(stream, most):
            tell(("found", _plain(options, query.matrix)))
    tell(("end", bool(progress.complete), False))
    if progress.complete and counts_itself(solver):
        _count(solver, query, Progress(), most, tell)


def _count(solver: Solver, query: Query, progress: Progress, most: int | None, tell: Tell) -> None:
    number = solver.count(query, progress)
    tell(("counted", _number(number), bool(progress.complete)))


def _find_one(
    solver: Solver, query: Query, progress: Progress, most: int | None, tell: Tell
) -> None:
    options = solver.first(query, progress)
    if options is not None:
        tell(("found", _plain(options, query.matrix)))
    tell(("end", options is None and bool(progress.complete), False))


def _best(solver: Solver, query: Query, progress: Progress, most: int | None, tell: Tell) -> None:
    if not query.matrix.has_costs:  # any solution is the best
        options = solver.first(query, progress)
        if options is not None:
            tell(("found", _plain(options, query.matrix)))
        tell(("end", bool(progress.complete) or options is not None, False))
        return
    over = False
    with closing_stream(solver.improving(query, progress)) as stream:
        for options in stream:
            over |= bool(progress.complete)
            tell(("found", _plain(options, query.matrix)))
            _tell_bound(progress, tell)
    _tell_bound(progress, tell)
    tell(("end", bool(progress.complete), over))


def _tell_bound(progress: Progress, tell: Tell) -> None:
    if progress.bound is not None:
        tell(("bound", _number(progress.bound)))


_ASKED: dict[Goal, Callable[[Solver, Query, Progress, int | None, Tell], None]] = {
    Goal.ALL: _list_all,
    Goal.COUNT: _count,
    Goal.FIRST: _find_one,
    Goal.BEST: _best,
}


def _plain(options: Iterable[Any], matrix: ExactCover) -> Options | str:
    """Return a solution as plain numbers, or a text that shows what cannot be one."""
    try:
        numbers = tuple(int(index(option)) for option in islice(options, matrix.options + 1))
    except TypeError:
        return _shown(options)
    if len(numbers) > matrix.options:
        return f"more than {matrix.options} option numbers"
    huge = next((number for number in numbers if number.bit_length() > HUGE), None)
    return numbers if huge is None else f"a number of {huge.bit_length()} bits"


def _number(value: Any) -> int | str:
    try:
        return int(index(value))
    except TypeError:
        return _shown(value)


def _name(value: object) -> str:
    """Return a name or a version, which is a word or two."""
    text = str(value)
    return text if len(text) <= LONG else f"{text[: LONG - 3]}..."


def _shown(value: object) -> str:
    return excerpt(repr(value))[1:-1]
