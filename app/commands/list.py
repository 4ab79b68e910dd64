"""`minuet list`: many solutions of each puzzle of a file, or all."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from ...solvers.contract.goal import Goal
from .. import arguments
from ..command import Command, option_error
from ..inputs import Faults, Source
from ..settings_options import searching
from ..statuses import ANSWERED, UNANSWERED
from ..terminal.interrupts import writing
from ..terminal.reports import (
    answers_in,
    bar,
    disputed_evidence,
    interruptible,
    of_puzzle,
    placed,
    printed_so_far,
    reason_left_open,
)
from ..terminal.streams import print_answer, print_message, print_note, print_text

if TYPE_CHECKING:
    from ...models.answer import Answer
    from ...solvers.contract.batch import Options
    from ...solvers.contract.watching import Receiver
    from ...solvers.search.alike import Known
    from ...solvers.search.selection import Problem
    from ...solvers.search.stream import Batches, Solutions
    from ..documents import SolutionLines

__all__ = ["command"]


@click.command("list", cls=Command)
@arguments.whole("--limit", "Print up to N solutions. [default: all]")
@searching(Goal.ALL)
@click.option(
    "-o",
    "--output",
    type=arguments.NewPath(),
    metavar="FILE",
    help="Where solutions go instead of standard output. FOLDER/: there, as Parquet, one table in "
    "many files; the same command goes on.",
)
@click.option(
    "--checkpoint",
    type=arguments.NewPath(),
    metavar="FILE",
    help="Write down every second how far all solutions of a puzzle are in -o; the same command "
    "goes on there, whatever ended it.",
)
@arguments.reading("primary_only", "keep_going", file=arguments.files)
@arguments.as_json
def command(
    source: Source,
    limit: int | None,
    output: str | None,
    checkpoint: str | None,
    as_json: bool,
    settings: dict[str, Any],
) -> None:
    """Print all solutions of each puzzle, or N with --limit.

    Where there are costs, the best ones come first, in order.
    """
    in_folder = output is not None and (output.endswith("/") or os.path.isdir(output))  # noqa: PTH112
    others = limit is not None or "evidence" in settings or "symmetries" in settings
    if in_folder and others:
        wanted = "expected no --limit, --evidence or --symmetries with it"
        raise option_error("-o", f"a folder keeps all solutions, {wanted}")
    if checkpoint is not None and output == "-":
        raise option_error("--checkpoint", "keeps solutions in a file, expected -o FILE with it")
    faults = Faults(source.keep_going)
    reading, settings = source.read_within(settings, faults)
    if in_folder:
        from ..answers.files import write_sharded

        answered = write_sharded(
            reading.problems, settings, str(output), checkpoint, as_json=as_json
        )
    elif checkpoint is not None:
        from ..answers.files import write_with_checkpoint

        answered = write_with_checkpoint(
            reading.problems, settings, str(output), checkpoint, as_json=as_json
        )
    else:
        # No one counts further, and a greater number does not fit the machine's words.
        listed = _Listed(settings, as_json, min(limit or sys.maxsize, sys.maxsize))
        with answers_in(output, as_found=limit is None):
            answered = _list_each(reading.problems, listed, faults)
    faults.end(ANSWERED if answered else UNANSWERED)


@dataclass(frozen=True)
class _Listed:
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


def _list_each(problems: Sequence[Problem], listed: _Listed, faults: Faults) -> bool:
    """Print up to `limit` solutions of each problem, the best first where there are costs.

    False if the time limit cut them short.
    """
    last = faults.place(len(problems))
    with bar("list", total=len(problems)) as progress:
        answered = faults.each(
            problems,
            lambda problem, place: _Many(problem, (place, last), listed, progress).answer(),
        )
        return all(answered)


class _Many:
    """The solutions of one problem, each printed as it is found."""

    def __init__(
        self, problem: Problem, place: tuple[int, int], listed: _Listed, progress: Receiver | None
    ) -> None:
        self.problem, self.listed = problem, listed
        self.place, self.last = place  # of the puzzle, and of the last one
        self.progress = progress
        self.limit = listed.limit
        self.settings = dict(listed.settings)
        self.classes = self.settings.pop("symmetries", None)
        self.ranked = False
        self.printed = 0
        self.symmetries: Known | None = None
        self.stream: Solutions | Batches | None = None

    def answer(self) -> bool:
        with interruptible(self._on_interrupt):
            problem = self.problem
            from ...models import ExactCover

            self.ranked = (
                problem.has_costs if isinstance(problem, ExactCover) else problem.has_objective
            )
            # Look for symmetries where one of each class is wanted, within the time limit.
            if self.classes is not None:
                from ...models.spelling import numeral
                from ...solvers.contract.deadline import Deadline
                from ...solvers.search.alike import symmetries_in_time
                from ..answers.classes import print_symmetries

                deadline = Deadline(self.settings.get("time_limit"))
                self.symmetries = symmetries_in_time(self.problem, deadline, self.classes)
                if self.symmetries is not None:
                    print_symmetries(self.symmetries, deadline)
                    number = numeral(self.symmetries.order)
                    print_note(
                        f"{number} symmetries: of solutions that are alike the first is printed"
                    )
                if (left := deadline.limit()) is not None:
                    self.settings["time_limit"] = left
            self.stream = self._ask()
            with self.stream:
                for text, several in self._texts(self.stream):
                    with writing():  # what is counted has been printed, and the other way round
                        # Many documents may be one text here, so none is set apart.
                        (print_text if self.listed.as_json else print_answer)(text)
                        self.printed += several
        result = self.stream.result()
        if self.listed.as_json:
            self._sum_up()
        elif not result.count:
            print_text(str(result.status))
        answered = result.complete or (self.printed == self.limit and not self._to_its_end)
        if not answered:
            reason = reason_left_open(result, self.listed.evidence)
            print_message(of_puzzle(reason, self.place, self.last))
        return answered

    @property
    def _to_its_end(self) -> bool:
        """Whether there is something to be said behind the last solution that is wanted."""
        return self.ranked and self.listed.evidence != "claimed"

    def _wanted(self, stream: Solutions) -> Iterator[Answer | Options]:
        compares = self.symmetries is not None and not self._few_are_asked
        solutions = self._first_in_time(stream) if compares else stream
        yield from islice(solutions, self.limit)
        if self._to_its_end:
            for _ in stream:  # those that are alike to what was printed
                pass

    def _first_in_time(self, stream: Iterator[Any]) -> Iterator[Any]:
        """Yield the first of each class, until it is too late to compare."""
        from ...models.symmetry.symmetries import distinct
        from ...solvers.contract.deadline import Stopped

        with suppress(Stopped):
            yield from distinct(stream, self.symmetries)

    def _ask(self) -> Solutions | Batches:
        from ... import solvers
        from ...models.errors import ModelError

        if not self.ranked:
            ask: Any = solvers.solutions
            everything = self.limit == sys.maxsize and self.symmetries is None
            if self.listed.as_json and everything:  # many lines of JSON are made at a time
                ask = partial(ask, arrays=True)
            elif self._few_are_asked:
                ask = partial(ask, symmetries=self.symmetries)
            solutions: Solutions | Batches = ask(
                self.problem, progress=self.progress, **self.settings
            )
            return solutions
        if "threads" in self.settings:
            raise ModelError("threads: solutions in order of cost are found by one thread")
        # So many solutions hold as many classes as are wanted, if there are as many.
        alike = 1 if self.symmetries is None else self.symmetries.order
        count = min((self.limit - 1) * alike + 1, sys.maxsize)
        stream = solvers.best(self.problem, count, progress=self.progress, **self.settings)
        print_note("there are costs: the best solutions come in order")
        return stream

    @property
    def _few_are_asked(self) -> bool:
        """Whether the search itself passes over what is alike."""
        return self.classes == "auto" and self.symmetries is not None and not self.ranked

    def _texts(self, stream: Solutions | Batches) -> Iterator[tuple[str, int]]:
        """Yield what is printed at once, and how many solutions that is."""
        from ...solvers.search.stream import Batches

        if isinstance(stream, Batches):
            for batch in stream:
                yield from self._lines.together(batch)
            return
        for solution in self._wanted(stream):
            yield self._shown(solution), 1

    @cached_property
    def _lines(self) -> SolutionLines:
        from ..documents import SolutionLines

        return SolutionLines(self.problem, self.place)

    def _shown(self, solution: Answer | Options) -> str:
        from ..answers.text import objective_of, solution_as_text

        if not self.listed.as_json:
            return solution_as_text(self.problem, solution, ranked=self.ranked)
        ranked: dict[str, Any] = {}
        if self.ranked:
            ranked["objective"] = objective_of(self.problem, solution)
        if isinstance(solution, tuple):
            return self._lines.line(solution, **ranked)
        broken = solution.broken_fields if self.ranked else {}
        if self.ranked and len(solution.objectives) > 1:
            ranked["objectives"] = solution.objectives
        return self._lines.line(solution.options, **ranked, **broken)

    def _sum_up(self) -> None:
        """Print the document behind the solutions: how many there were, and who says so."""
        from ...models.spelling import number as as_number
        from ...solvers.contract.result import Result, Status
        from ..documents import emit

        nothing = Result(Status.UNKNOWN, self.settings.get("solver", "auto"), "")
        result = nothing if self.stream is None else self.stream.result()
        alike = {} if self.symmetries is None else {"symmetries": as_number(self.symmetries.order)}
        fields = result.to_dict() | {"count": self.printed} | alike
        emit("solutions", puzzle=self.place, **fields)

    def _on_interrupt(self, stopped: KeyboardInterrupt) -> str:
        if self.listed.as_json:
            self._sum_up()
            return placed(self.place, self.last)
        if self.stream is None:
            return placed(self.place, self.last)
        result = self.stream.result()
        message = disputed_evidence(result) or printed_so_far(result, self.printed)
        return placed(self.place, self.last, message)
