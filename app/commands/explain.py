"""`minuet explain`: an explanation of each puzzle, and what is said of its givens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import click

from .. import arguments
from ..command import Command
from ..inputs import Source
from ..settings_options import searching
from ..statuses import UNANSWERED
from ..terminal.reports import bar, evidence_line, interruptible, print_limit
from ..terminal.streams import print_text

if TYPE_CHECKING:
    from ...solvers.contract import Deadline
    from ...solvers.contract.watching import Receiver
    from ...solvers.explain.explanation import Explanation
    from ...solvers.search.selection import Problem

__all__ = ["command"]


@click.command("explain", cls=Command)
@click.option(
    "--choice", metavar="CHOICE", help="Explain a choice, as in 'digit row=0 col=0 value=5'."
)
@click.option("--smallest", is_flag=True, help="Look for the smallest set; may take long.")
@click.option(
    "--relax",
    is_flag=True,
    help="Look also for the fewest statements to take away so that there is a solution.",
)
@click.option(
    "--keep",
    metavar="A,B",
    shell_complete=arguments.completing("kept"),
    help="What --relax may not take away: given, forbid, rule; of a matrix item.",
)
@searching(None, ("evidence", "time_limit"))
@arguments.reading("primary_only", file=arguments.files)
@arguments.as_json
def command(
    source: Source,
    choice: str | None,
    smallest: bool,
    relax: bool,
    keep: str | None,
    as_json: bool,
    settings: dict[str, Any],
) -> None:
    """Say what clashes, or why a choice is forced.

    Told are the givens and groups that clash; or why a choice is forced, or impossible.
    """
    reading, settings = source.read_within(settings)
    last = len(reading.problems)
    settings |= {"smallest": smallest, "relax": relax, "keep": arguments.names_of(keep) or ()}
    answered = [
        _explain(problem, (place, last), choice, settings, as_json=as_json)
        for place, problem in enumerate(reading.problems, 1)
    ]
    if not all(answered):
        raise click.exceptions.Exit(UNANSWERED)


def _explain(
    problem: Problem,
    places: tuple[int, int],
    choice: str | None,
    settings: Mapping[str, Any],
    *,
    as_json: bool,
) -> bool:
    """Print the explanation of one puzzle; return False if it was left open.

    places    the puzzle's place in the file, and that of the last one
    settings  as `explain` of the library takes them
    """
    from ... import solvers
    from ...models.errors import Unreached
    from ...solvers.contract import Deadline
    from ...solvers.explain.explanation import Verdict
    from ..answers.hints import choice_of

    place, last = places
    if last > 1 and not as_json:
        print_text(f"puzzle {place}")
    deadline = Deadline(settings.get("time_limit"))
    option = None if choice is None else choice_of(problem, choice)
    printer = _Printer(problem, place, as_json)
    evidence = str(settings.get("evidence", "claimed"))
    late = []
    label = "explain" if last == 1 else f"explain {place}/{last}"
    with interruptible(printer.interrupted), bar(label) as progress:
        explanation = solvers.explain(problem, option, progress=progress, **settings)
        printer.print(explanation)
        if evidence != "claimed" and explanation.evidence.claims and not as_json:
            print_text(evidence_line(explanation))
        try:
            if explanation.verdict is Verdict.FEASIBLE:
                for fact in _about_givens(problem, deadline, progress):
                    printer.add(*fact)
        except Unreached:
            late.append("not known whether the solution is unique, and which givens it needs")
    printer.end()
    if explanation.verdict is Verdict.UNKNOWN:
        late.append("not known whether there is a solution")
    whole = explanation.obstacle or (
        explanation.smallest if settings["smallest"] else explanation.irreducible
    )
    if len(explanation) and not whole:
        late.append("perhaps fewer parts would do")
    for note in late:
        print_limit(note, place, last)
    return explanation.verdict is not Verdict.UNKNOWN and not explanation.evidence < evidence


class _Printer:
    """One explanation on its way out: text as it becomes known, or a document at the end."""

    def __init__(self, problem: Problem, place: int, as_json: bool) -> None:
        self.problem, self.place, self.as_json = problem, place, as_json
        self.explanation: Explanation | None = None
        self.facts: dict[str, Any] = {"unique": None, "redundant_givens": None}

    def print(self, explanation: Explanation) -> None:
        """Take what was explained."""
        self.explanation = explanation
        if not self.as_json:
            print_text(str(explanation))

    def add(self, name: str, fact: Any) -> None:
        """Take what `_about_givens` yields."""
        self.facts[name] = fact
        if self.as_json or self.explanation is None:
            return
        if name == "unique":
            is_so = "there is no other: the solution is unique"
            print_text(is_so if fact else "there are others: the solution is not unique")
            return
        given = len(getattr(self.explanation.problem, "givens", ()))
        if not fact:
            print_text(f"none of its {given} givens could be spared")
            return
        print_text(f"of its {given} givens each of these, alone, could be spared:")
        for spare_given in fact:
            print_text(f"  {spare_given}")

    def end(self) -> None:
        """Print the document, where one is wanted."""
        if self.as_json and self.explanation is not None:
            from ..documents import emit

            emit("explanation", puzzle=self.place, **self.explanation.to_dict(), **self.facts)

    def interrupted(self, stopped: KeyboardInterrupt) -> str:
        """Print what was explained when a Ctrl-C came."""
        from ...solvers import Interrupted
        from ...solvers.explain.explanation import Explanation, Verdict

        if self.explanation is None:
            explanation = Explanation(self.problem, Verdict.UNKNOWN)
            if isinstance(stopped, Interrupted):
                explanation = stopped.result
            if explanation.verdict is Verdict.UNKNOWN and not self.as_json:
                return ""
            self.print(explanation)
        self.end()
        return ""


def _about_givens(
    problem: Problem, deadline: Deadline, progress: Receiver | None
) -> Iterator[tuple[str, Any]]:
    """Yield whether the solution is the only one (`unique`), and its `redundant_givens`.

    Raises Unreached at the deadline.
    """
    from ...models import ExactCover
    from ...setting import is_unique, redundant_givens

    unique = is_unique(problem, time_limit=deadline.left(), progress=progress)
    yield "unique", unique
    if not unique or isinstance(problem, ExactCover) or not problem.givens:
        return
    spare = redundant_givens(problem, time_limit=deadline.left(), progress=progress)
    yield "redundant_givens", [str(given) for given in spare]
