"""`minuet count`: the number of solutions of each puzzle of a file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from ...solvers.contract.goal import Goal
from .. import arguments
from ..command import Command
from ..inputs import Faults, Source
from ..settings_options import searching
from ..statuses import ANSWERED, UNANSWERED
from ..terminal.reports import (
    bar,
    interrupted_count,
    interruptible,
    of_puzzle,
    placed,
    reason_left_open,
)
from ..terminal.streams import print_message, print_text

if TYPE_CHECKING:
    from ...solvers.contract.result import Result
    from ...solvers.contract.watching import Receiver
    from ...solvers.search.selection import Problem

__all__ = ["command"]


@click.command("count", cls=Command)
@searching(Goal.COUNT)
@arguments.certificate
@arguments.reading("primary_only", "keep_going", file=arguments.files)
@arguments.as_json
def command(
    source: Source, settings: dict[str, Any], certificate: str | None, as_json: bool
) -> None:
    """Print the number of solutions of each puzzle.

    A line for each puzzle of the file; costs play no part.
    """
    faults = Faults(source.keep_going)
    reading, settings = source.read_within(settings, faults)
    problems = reading.problems
    if "symmetries" in settings:
        from ..answers.classes import count_classes

        complete = count_classes(problems, settings, faults, as_json=as_json)
    else:
        last = faults.place(len(problems))
        with bar("count", total=len(problems)) as progress:

            def count_one(problem: Problem, place: int) -> bool:
                ask = _Count(problem, (place, last), settings, certificate, as_json)
                return ask.run(progress)

            complete = all(faults.each(problems, count_one))
    faults.end(ANSWERED if complete else UNANSWERED)


class _Count:
    """How the solutions of one puzzle are counted, and the number printed.

    places       the puzzle's place in the file, and that of the last one
    settings     as `count` of the library takes them
    certificate  the file into which a certificate of the count is written
    """

    def __init__(
        self,
        problem: Problem,
        places: tuple[int, int],
        settings: Mapping[str, Any],
        certificate: str | None,
        as_json: bool,
    ) -> None:
        self.problem, self.places = problem, places
        self.certificate, self.as_json = certificate, as_json
        self.settings = dict(settings)
        if "checkpoint" in settings:  # each puzzle has its own
            self.settings["checkpoint"] = arguments.numbered(settings["checkpoint"], places[0])

    def run(self, progress: Receiver | None) -> bool:
        """Print the number of solutions; return False if anything is left open."""
        from ... import solvers
        from ...solvers.contract.deadline import Deadline

        deadline = Deadline(self.settings.get("time_limit"))  # of the count and its certificate
        with interruptible(self._report_interrupted, saves="checkpoint" in self.settings):
            if self.certificate is not None:
                from ..answers.files import require_certifiable

                require_certifiable(self.problem, self.certificate)
            result = solvers.count(self.problem, progress=progress, **self.settings)
        if not self.as_json and result.complete:
            from ...models.spelling import numeral

            print_text(numeral(result.count or 0))
        complete: bool = result.complete
        if self.certificate is not None and result.complete:
            complete = self._certify(result, deadline.limit())
        elif self.as_json:
            self._emit(result)
        if not result.complete:
            evidence = self.settings.get("evidence", "claimed")
            print_message(of_puzzle(reason_left_open(result, evidence), *self.places))
        return complete

    def _certify(self, result: Result, seconds: float | None) -> bool:
        """Write the certificate; return False if a limit came first."""
        from ..answers.files import write_certificate

        written = None
        with interruptible():
            try:
                path = str(self.certificate)
                written = write_certificate(self.problem, result, path, self.places, seconds)
            finally:  # the count is printed even if writing the certificate fails
                if self.as_json:
                    self._emit(result, written)
        return written is not None

    def _report_interrupted(self, stopped: KeyboardInterrupt) -> str:
        """Return, or print as JSON, what was counted when Ctrl-C came."""
        if not self.as_json:
            return placed(*self.places, interrupted_count(stopped))
        from ...solvers.contract.result import Result, Status

        empty = Result(Status.UNKNOWN, self.settings.get("solver", "auto"), "", count=0)
        self._emit(getattr(stopped, "result", None) or empty)
        return placed(*self.places)

    def _emit(self, result: Result, certificate: dict[str, Any] | None = None) -> None:
        from ..documents import emit

        fields = {} if certificate is None else {"certificate": certificate}
        emit("count", puzzle=self.places[0], **result.to_dict(), **fields)
