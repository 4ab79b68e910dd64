"""`minuet estimate`: how large the search is, and how long it takes, before one starts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from .. import arguments
from ..command import Command
from ..inputs import Source
from ..settings_options import searching
from ..statuses import UNANSWERED
from ..terminal.reports import bar, interruptible, print_limit
from ..terminal.streams import print_text, print_wrapped

if TYPE_CHECKING:
    from ...solvers.search.estimate import Estimate

__all__ = ["command"]

COLUMN = 11  # in which the figures begin


@click.command("estimate", cls=Command)
@arguments.whole("--ways", "Random ways down the search tree.", default=10_000, show_default=True)
@arguments.whole(
    "--seed", "Of the random ways, to repeat them.", low=0, default=0, show_default=True
)
@click.option(
    "--skewed/--plain",
    default=None,
    help="Look ahead on the ways, or do not. [default: where it seems to pay]",
)
@searching(None, ("time_limit",), time_limit=10.0)
@arguments.reading("primary_only", file=arguments.files)
@arguments.as_json
def command(
    source: Source,
    ways: int,
    seed: int,
    skewed: bool | None,
    settings: dict[str, Any],
    as_json: bool,
) -> None:
    """Estimate the nodes, solutions and time of a search.

    It is the whole search of dlx, before one starts it.
    """
    from ... import solvers
    from ...models.errors import Unreached

    answered = True
    reading, settings = source.read_within(settings)
    last = len(reading.problems)
    with bar("estimate", total=last) as progress:
        for place, problem in enumerate(reading.problems, 1):
            printer = _Printer(place, last > 1, as_json)
            try:
                with interruptible(printer.interrupted):
                    estimate = solvers.estimate(
                        problem,
                        ways=ways,
                        seed=seed,
                        skewed=skewed,
                        progress=progress,
                        **settings,
                    )
            except Unreached:
                print_limit("over before the first random way was gone", place, last)
                answered = False
                continue
            printer.print(estimate)
            if estimate.ways < estimate.wanted and estimate.finished is None:
                print_limit(f"{estimate.ways:,} of {estimate.wanted:,} ways", place, last)
    if not answered:
        raise click.exceptions.Exit(UNANSWERED)


class _Printer:
    """How the estimates of a puzzle's place are printed."""

    def __init__(self, place: int, several: bool, as_json: bool) -> None:
        self.place, self.several, self.as_json = place, several, as_json

    def print(self, estimate: Estimate) -> None:
        """Print an estimate."""
        if self.as_json:
            from ..documents import emit

            emit("estimate", puzzle=self.place, **estimate.to_dict())
            return
        if self.several:
            print_text(f"puzzle {self.place}")
        print_wrapped(str(estimate), COLUMN)

    def interrupted(self, stopped: KeyboardInterrupt) -> str:
        """Print what was known when a Ctrl-C came."""
        from ...solvers import Interrupted

        if not isinstance(stopped, Interrupted):
            return ""
        self.print(stopped.result)
        return f"{stopped.result.ways:,} of {stopped.result.wanted:,} ways"
