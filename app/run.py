"""Runs a command; whatever goes wrong becomes one line and an exit status (statuses.py)."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from .statuses import FAILED, complain, status_of
from .terminal import interrupts
from .terminal.streams import display, forget, prepare

__all__ = ["finished", "run"]

COMPLETE = "_MINUET_COMPLETE"  # a shell sets it, by what click calls it


def run(arguments: Sequence[str]) -> int:
    """Run the command and return its exit status."""
    prepare()
    display.reset()
    interrupts.forget()
    if sys.stdout is None:
        return complain("standard output is closed, expected one that can be written", FAILED)
    try:
        from click.exceptions import Exit

        from .cli import app

        shell = os.environ.get(COMPLETE)
        if shell:
            from .completion import complete

            return complete(app, shell)
        try:
            # As click's own `main` does, but for what that makes of errors and of Ctrl-C.
            with app.make_context("minuet", list(arguments)) as context:
                app.invoke(context)
        except Exit as end:
            return end.exit_code
        else:
            return 0
    except (Exception, KeyboardInterrupt, SystemExit) as error:
        if interrupts.pending() or isinstance(error, KeyboardInterrupt):
            # Where it struck inside an import, it may come out as another error.
            interrupts.tell()
            return interrupts.STATUS
        return status_of(error)


def finished(status: int) -> int:
    """Flush standard output; return the exit status."""
    if sys.stdout is None:
        return status
    try:
        with interrupts.writing():
            sys.stdout.flush()
    except OSError as error:
        forget(sys.stdout)
        return status if status == FAILED else status_of(error) or status  # said before
    except KeyboardInterrupt:
        interrupts.tell()
        return interrupts.STATUS
    return status
