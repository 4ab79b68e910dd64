"""How `minuet count` counts the solutions of each puzzle, and certifies them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ... import arguments
from ...faults import Faults
from ...terminal.bar import bar
from ...terminal.saying import Told, cut_short, found_so_far, interruptible, of_puzzle, placed
from ...terminal.streams import say, show

if TYPE_CHECKING:
    from ....solvers.contract.deadline import Deadline
    from ....solvers.contract.result import Result
    from ....solvers.contract.watching.receiver import Receiver
    from ....solvers.search.selection import Problem

__all__ = ["Counting", "count_each"]


@dataclass(frozen=True)
class Counting:
    """How `minuet count` counts.

    settings     as `count` takes them
    certificate  the file into which a certificate of the count goes
    as_json      whether JSON is printed
    """

    settings: Mapping[str, Any]
    certificate: str | None
    as_json: bool

    @property
    def evidence(self) -> str:
        """What the count is to rest on."""
        return str(self.settings.get("evidence", "claimed"))

    def of(self, place: int) -> dict[str, Any]:
        """Return the settings for a puzzle, which has a checkpoint of its own."""
        path = arguments.numbered(self.settings.get("checkpoint"), place)
        return dict(self.settings) if path is None else {**self.settings, "checkpoint": path}


def count_each(problems: Sequence[Problem], asked: Counting, faults: Faults) -> bool:
    """Print the number of solutions of each puzzle; False if any is left open."""
    last = faults.place(len(problems))
    with bar("count", total=len(problems)) as progress:

        def counted(problem: Problem, place: int) -> bool:
            return _count(problem, (place, last), asked, progress)

        return all(faults.each(problems, counted))


def _count(
    problem: Problem, places: tuple[int, int], asked: Counting, progress: Receiver | None
) -> bool:
    """Print the number of solutions of a puzzle; False if it is left open.

    places  which of the puzzles it is, and how many there are
    """
    from .... import solvers
    from ....solvers.contract.deadline import Deadline
    from ..solving.certified import require_certifiable

    settings = asked.of(places[0])
    deadline = Deadline(settings.get("time_limit"))
    with interruptible(_told(places, asked), saves="checkpoint" in settings):
        require_certifiable(problem, asked.certificate)
        result = solvers.count(problem, progress=progress, **settings)
    written = _shown(problem, result, places, asked, deadline)
    if not result.complete:
        say(of_puzzle(cut_short(result, asked.evidence), *places))
    return result.complete and (asked.certificate is None or written is not None)


def _shown(
    problem: Problem,
    result: Result,
    places: tuple[int, int],
    asked: Counting,
    deadline: Deadline,
) -> dict[str, Any] | None:
    """Print a count and write its certificate; return what JSON tells of that, None without one.

    deadline  of the count and its certificate together
    """
    from ....models.telling.spelling import numeral
    from ..solving.certified import write_certificate

    written: dict[str, Any] | None = None
    if not asked.as_json and result.complete:
        show(numeral(result.count or 0))
    with interruptible():
        try:
            if asked.certificate is not None and result.complete:
                written = write_certificate(
                    problem, result, asked.certificate, places, deadline.limit()
                )
        finally:  # what was counted is told, whatever becomes of the certificate
            if asked.as_json:
                _emit(places[0], result, certificate=written)
    return written


def _told(places: tuple[int, int], asked: Counting) -> Told:
    """Return what tells the count so far when a Ctrl-C came."""

    def told(stopped: KeyboardInterrupt) -> str:
        if not asked.as_json:
            return placed(*places, found_so_far(stopped))
        from ....solvers.contract.result import Result, Status

        empty = Result(Status.UNKNOWN, asked.settings.get("solver", "auto"), "", count=0)
        _emit(places[0], getattr(stopped, "result", None) or empty)
        return placed(*places)

    return told


def _emit(place: int, result: Result, certificate: dict[str, Any] | None = None) -> None:
    from ...documents.document import emit

    told = {} if certificate is None else {"certificate": certificate}
    emit("count", puzzle=place, **result.to_dict(), **told)
