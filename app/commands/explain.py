"""`minuet explain`: an explanation of each puzzle, and what is said of its givens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from .. import arguments
from ..inputs import Source
from ..settings_options import searching
from ..statuses import UNANSWERED
from ..terminal.bar import bar
from ..terminal.saying import interruptible, rests_on, say_limit
from ..terminal.streams import show
from ..usage import Command

if TYPE_CHECKING:
    from ...solvers.contract import Deadline
    from ...solvers.contract.watching.receiver import Receiver
    from ...solvers.explain.explanation import Explanation
    from ...solvers.search.selection import Problem

__all__ = ["explain"]


@click.command(cls=Command)
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
@arguments.reading("primary_only")
@arguments.as_json
def explain(
    source: Source,
    choice: str | None,
    smallest: bool,
    relax: bool,
    keep: str | None,
    as_json: bool,
    **settings: Any,
) -> None:
    """Say what clashes, or why a choice is forced.

    Told are the givens and groups that clash; or why a choice is forced, or impossible.
    """
    reading, settings = source.searched(settings)
    last = len(reading.problems)
    wanted = {"smallest": smallest, "relax": relax, "keep": arguments.names_of(keep) or ()}
    asked = _Asked(choice, smallest, {**wanted, **settings}, as_json)
    answered = [
        _explain(problem, (place, last), asked) for place, problem in enumerate(reading.problems, 1)
    ]
    if not all(answered):
        raise click.exceptions.Exit(UNANSWERED)


@dataclass(frozen=True)
class _Asked:
    """What is asked of each puzzle; settings: as `explain` of the library takes them."""

    choice: str | None
    smallest: bool
    settings: Mapping[str, Any]
    as_json: bool

    @property
    def evidence(self) -> str:
        """What the explanation is to rest on."""
        return str(self.settings.get("evidence", "claimed"))


def _explain(problem: Problem, places: tuple[int, int], asked: _Asked) -> bool:
    """Print the explanation of a puzzle, the `place`th of so many; False if it was left open."""
    from ... import solvers
    from ...models.errors import Unreached
    from ...solvers.contract import Deadline
    from ...solvers.explain.explanation import Verdict
    from .named_choice import choice_of

    place, last = places
    if last > 1 and not asked.as_json:
        show(f"puzzle {place}")
    deadline = Deadline(asked.settings.get("time_limit"))
    option = None if asked.choice is None else choice_of(problem, asked.choice)
    told = _Told(problem, place, asked.as_json)
    late = []
    label = "explain" if last == 1 else f"explain {place}/{last}"
    with interruptible(told.interrupted), bar(label) as progress:
        found = solvers.explain(problem, option, progress=progress, **asked.settings)
        told.tell(found)
        if asked.evidence != "claimed" and found.evidence.claims and not asked.as_json:
            show(rests_on(found))
        try:
            if found.verdict is Verdict.FEASIBLE:
                for fact in _about_givens(problem, deadline, progress):
                    told.add(*fact)
        except Unreached:
            late.append("not known whether the solution is unique, and which givens it needs")
    told.end()
    if found.verdict is Verdict.UNKNOWN:
        late.append("not known whether there is a solution")
    whole = found.obstacle or (found.smallest if asked.smallest else found.irreducible)
    if len(found) and not whole:
        late.append("perhaps fewer parts would do")
    for one in late:
        say_limit(one, place, last)
    return found.verdict is not Verdict.UNKNOWN and not found.evidence < asked.evidence


class _Told:
    """One explanation on its way out: text as it becomes known, or a document at the end."""

    def __init__(self, problem: Problem, place: int, as_json: bool) -> None:
        self.problem, self.place, self.as_json = problem, place, as_json
        self.found: Explanation | None = None
        self.facts: dict[str, Any] = {"unique": None, "redundant_givens": None}

    def tell(self, found: Explanation) -> None:
        """Take what was explained."""
        self.found = found
        if not self.as_json:
            show(str(found))

    def add(self, name: str, fact: Any) -> None:
        """Take what `_about_givens` yields."""
        self.facts[name] = fact
        if self.as_json or self.found is None:
            return
        if name == "unique":
            is_so = "there is no other: the solution is unique"
            show(is_so if fact else "there are others: the solution is not unique")
            return
        given = len(getattr(self.found.problem, "givens", ()))
        if not fact:
            show(f"none of its {given} givens could be spared")
            return
        show(f"of its {given} givens each of these, alone, could be spared:")
        for one in fact:
            show(f"  {one}")

    def end(self) -> None:
        """Print the document, where one is wanted."""
        if self.as_json and self.found is not None:
            from ..documents.document import emit

            emit("explanation", puzzle=self.place, **self.found.to_dict(), **self.facts)

    def interrupted(self, stopped: KeyboardInterrupt) -> str:
        """Print what was explained when a Ctrl-C came."""
        from ...solvers import Interrupted
        from ...solvers.explain.explanation import Explanation, Verdict

        if self.found is None:
            found = Explanation(self.problem, Verdict.UNKNOWN)
            if isinstance(stopped, Interrupted):
                found = stopped.result
            if found.verdict is Verdict.UNKNOWN and not self.as_json:
                return ""
            self.tell(found)
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
