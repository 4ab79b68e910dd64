"""`minuet status`: how far a search with a checkpoint is, be it at work, killed or done."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from .. import arguments
from ..command import Command
from ..terminal.streams import one_line, print_wrapped

if TYPE_CHECKING:
    from ...solvers.search.checkpoint.status import CheckpointStatus

__all__ = ["command"]

FOUND = {"count": "counted", "solutions": "written", "check": "answered"}
WIDTH = 9  # of the names in front


@click.command("status", cls=Command)
@click.argument("file", metavar="FILE", help="What --checkpoint named.")
@arguments.as_json
def command(file: str, as_json: bool) -> None:
    """Tell how far a search with a checkpoint is.

    It may be at work, killed or done.
    """
    from ...solvers.search.checkpoint.status import checkpoint_status

    status = checkpoint_status(file)
    if as_json:
        from ..documents import emit

        emit("status", **status.to_dict())
        return
    for name, words in _lines(status):
        print_wrapped(f"{name:{WIDTH}}{one_line(words)}", WIDTH)


def _lines(status: CheckpointStatus) -> Iterator[tuple[str, str]]:
    from ...models.spelling import numeral

    key, state = status.key, status.state
    selected = f", {len(key.given)} options given" if key.given else ""
    yield "search", f"{key.question} of {state.puzzle} (matrix {key.digest[:12]}{selected})"
    yield "solver", f"{status.solver}, minuet {key.version}"
    words = "complete"
    if not status.complete:
        words = "at work" if status.running else "not at work: the same command with it goes on"
        if state.saved:
            words += f"; saved {_span(max(time.time() - state.saved, 0.0))} ago"
    yield "state", words
    yield FOUND[key.question], numeral(status.found)
    yield "share", "all" if status.complete else f"some {status.share:.1%} of the search tree"
    yield "parts", f"{status.parts_done} done, {status.parts_open} open"
    left = status.seconds_left
    more = (
        "" if not left or (status.parts_done < 1 and left > 1e7) else f", some {_span(left)} left"
    )
    yield "time", f"{_span(status.seconds)}{more}"
    for name in ("output",):
        if name in state.more:
            yield name, str(state.more[name])


def _span(seconds: float) -> str:
    """Return a span of time in one unit or two."""
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {rest} s"
    hours, minutes = divmod(minutes, 60)
    if hours < 48:
        return f"{hours} h {minutes} min"
    return f"{hours // 24} days {hours % 24} h"
