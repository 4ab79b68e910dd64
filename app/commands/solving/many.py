"""Many solutions of each puzzle, printed as they are found: any, the best, or one of each class."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from ...faults import Faults
from ...terminal.bar import bar
from ...terminal.interrupts import writing
from ...terminal.saying import (
    cut_short,
    interruptible,
    left_open,
    of_puzzle,
    placed,
    printed_so_far,
)
from ...terminal.streams import remark, say, show

if TYPE_CHECKING:
    from ....models.answer import Answer
    from ....solvers.contract.batch import Options
    from ....solvers.contract.watching.receiver import Receiver
    from ....solvers.search.selection import Problem
    from ....solvers.search.stream import Batches, Solutions
    from ....solvers.search.symmetries.alike import Known
    from ...documents.solution_lines import SolutionLines

__all__ = ["Listed", "list_each"]


@dataclass(frozen=True)
class Listed:
    """How solutions are listed.

    settings  as `solutions` takes them
    as_json   whether JSON is printed
    limit     so many solutions; sys.maxsize: all
    """

    settings: Mapping[str, Any]
    as_json: bool
    limit: int

    @property
    def evidence(self) -> str:
        """What it is to rest on that these are all."""
        return str(self.settings.get("evidence", "claimed"))


def list_each(problems: Sequence[Problem], listed: Listed, faults: Faults) -> bool:
    """Print up to `limit` solutions of each problem, the best first where there are costs.

    False if the time limit cut them short.
    """
    last = faults.place(len(problems))
    with bar("list", total=len(problems)) as progress:

        def printed(problem: Problem, place: int) -> bool:
            return _Many(problem, (place, last), listed, progress).answer()

        return all(faults.each(problems, printed))


class _Many:
    """The solutions of one problem, each printed as it is found."""

    def __init__(
        self, problem: Problem, place: tuple[int, int], asked: Listed, progress: Receiver | None
    ) -> None:
        self.problem, self.asked = problem, asked
        self.place, self.last = place  # of the puzzle, and of the last one
        self.progress = progress
        self.limit = asked.limit
        self.settings = dict(asked.settings)
        self.classes = self.settings.pop("symmetries", None)
        self.ranked = False
        self.printed = 0
        self.symmetries: Known | None = None
        self.stream: Solutions | Batches | None = None

    def answer(self) -> bool:
        with interruptible(self._told):
            self.ranked = _has_objective(self.problem)
            self._find_symmetries()
            self.stream = self._ask()
            with self.stream:
                for text, several in self._texts(self.stream):
                    with writing():  # what is counted has been printed, and the other way round
                        show(text)
                        self.printed += several
        result = self.stream.result()
        if self.asked.as_json:
            self._sum_up()
        elif not result.count:
            show(str(result.status))
        answered = result.complete or (self.printed == self.limit and not self._to_its_end)
        if not answered:
            say(of_puzzle(cut_short(result, self.asked.evidence), self.place, self.last))
        return answered

    @property
    def _to_its_end(self) -> bool:
        """Whether there is something to be said behind the last solution that is wanted."""
        return self.ranked and self.asked.evidence != "claimed"

    def _find_symmetries(self) -> None:
        """Look for symmetries where one of each class is wanted, within the time limit.

        Raises Unsupported where none are known.
        """
        if self.classes is None:
            return
        from ....models.telling.spelling import numeral
        from ....solvers.contract.deadline import Deadline
        from ....solvers.search.symmetries.alike import symmetries_in_time
        from .classes import say_symmetries

        deadline = Deadline(self.settings.get("time_limit"))
        self.symmetries = symmetries_in_time(self.problem, deadline, self.classes)
        left = deadline.limit()
        if self.symmetries is not None:
            left = say_symmetries(self.symmetries, left)
            number = numeral(self.symmetries.order)
            remark(f"{number} symmetries: of solutions that are alike the first is printed")
        if left is not None:
            self.settings["time_limit"] = left

    def _wanted(self, stream: Solutions) -> Iterator[Answer | Options]:
        yield from islice(self._first_of_each(stream), self.limit)
        if self._to_its_end:
            for _ in stream:  # those that are alike to what was printed
                pass

    def _first_of_each(self, stream: Solutions) -> Iterator[Answer | Options]:
        if self.symmetries is None or self._few_are_asked:
            return stream
        return self._first_in_time(stream)

    def _first_in_time(self, stream: Iterator[Any]) -> Iterator[Any]:
        """Yield the first of each class, until it is too late to compare."""
        from ....models.symmetry.symmetries import distinct
        from ....solvers.contract.deadline import Stopped

        with suppress(Stopped):
            yield from distinct(stream, self.symmetries)

    def _ask(self) -> Solutions | Batches:
        from .... import solvers
        from ....models.errors import ModelError

        if not self.ranked:
            ask: Any = solvers.solutions
            if self._in_lines:
                ask = partial(ask, arrays=True)
            elif self._few_are_asked:
                ask = partial(ask, symmetries=self.symmetries)
            found: Solutions | Batches = ask(self.problem, progress=self.progress, **self.settings)
            return found
        if "threads" in self.settings:
            raise ModelError("threads: solutions in order of cost are found by one thread")
        if self.settings.get("solver", "auto") == "auto":
            self.settings["solver"] = "dlx"
        stream = solvers.best(self.problem, self._enough, progress=self.progress, **self.settings)
        remark("there are costs: the best solutions come in order")
        return stream

    @property
    def _few_are_asked(self) -> bool:
        """Whether the search itself passes over what is alike."""
        return self.classes == "auto" and self.symmetries is not None and not self.ranked

    @property
    def _in_lines(self) -> bool:
        """Whether many lines of JSON are made at a time: all are wanted, and none is looked at."""
        everything = self.limit == sys.maxsize and self.symmetries is None
        return self.asked.as_json and everything

    @property
    def _enough(self) -> int:
        """So many solutions hold as many classes as are wanted, if there are as many."""
        alike = 1 if self.symmetries is None else self.symmetries.order
        return min((self.limit - 1) * alike + 1, sys.maxsize)

    def _texts(self, stream: Solutions | Batches) -> Iterator[tuple[str, int]]:
        """Yield what is printed at once, and how many solutions that is."""
        from ....solvers.search.stream import Batches

        if isinstance(stream, Batches):
            for batch in stream:
                yield from self._lines.together(batch)
            return
        for solution in self._wanted(stream):
            yield self._shown(solution), 1

    @cached_property
    def _lines(self) -> SolutionLines:
        from ...documents.solution_lines import SolutionLines

        return SolutionLines(self.problem, self.place)

    def _shown(self, solution: Answer | Options) -> str:
        from .answers import objective_of, solution_as_text

        if not self.asked.as_json:
            return solution_as_text(self.problem, solution, ranked=self.ranked)
        ranked: dict[str, Any] = {}
        if self.ranked:
            ranked["objective"] = objective_of(self.problem, solution)
        if isinstance(solution, tuple):
            return self._lines.line(solution, **ranked)
        broken = solution.told_broken if self.ranked else {}
        if self.ranked and len(solution.objectives) > 1:
            ranked["objectives"] = solution.objectives
        return self._lines.line(solution.options, **ranked, **broken)

    def _sum_up(self) -> None:
        """Print the document behind the solutions: how many there were, and who says so."""
        from ....models.telling.json_values import number as as_number
        from ....solvers.contract.result import Result, Status
        from ...documents.document import emit

        nothing = Result(Status.UNKNOWN, self.settings.get("solver", "auto"), "")
        known = nothing if self.stream is None else self.stream.result()
        alike = {} if self.symmetries is None else {"symmetries": as_number(self.symmetries.order)}
        told = known.to_dict() | {"count": self.printed} | alike
        emit("solutions", puzzle=self.place, **told)

    def _told(self, stopped: KeyboardInterrupt) -> str:
        if self.asked.as_json:
            self._sum_up()
            return placed(self.place, self.last)
        if self.stream is None:
            return placed(self.place, self.last)
        known = self.stream.result()
        told = left_open(known) or printed_so_far(known, self.printed)
        return placed(self.place, self.last, told)


def _has_objective(problem: Problem) -> bool:
    from ....models import ExactCover

    return problem.has_costs if isinstance(problem, ExactCover) else problem.has_objective
