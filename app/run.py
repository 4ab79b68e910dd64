"""Runs a command; whatever goes wrong becomes one line and an exit status (statuses.py)."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from .statuses import DISAGREED, FAILED, MISUSED, UNANSWERED
from .terminal import interrupts
from .terminal.streams import display, forget, prepare, print_message

__all__ = ["finished", "run"]

TRACEBACK = "MINUET_TRACEBACK"
COMPLETE = "_MINUET_COMPLETE"  # a shell sets it, by what click calls it


def run(arguments: Sequence[str]) -> int:
    """Run the command and return its exit status."""
    prepare()
    display.reset()
    interrupts.forget()
    if sys.stdout is None:
        return _complain("standard output is closed, expected one that can be written", FAILED)
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
        return _status_of(error)


def finished(status: int) -> int:
    """Flush standard output; return the exit status."""
    if sys.stdout is None:
        return status
    try:
        with interrupts.writing():
            sys.stdout.flush()
    except OSError as error:
        forget(sys.stdout)
        return status if status == FAILED else _status_of(error) or status  # said before
    except KeyboardInterrupt:
        interrupts.tell()
        return interrupts.STATUS
    return status


def _status_of(error: BaseException) -> int:
    from ..models.errors import SolverError

    usage = getattr(error, "format_message", None)
    if isinstance(error, BrokenPipeError):
        return 0  # the reader has what it wanted
    if usage is not None:  # wrong usage, as click reports it
        context = getattr(error, "ctx", None)
        command = "minuet" if context is None else context.command_path
        message = usage().rstrip(".")
        suggests = message.endswith(("?", "?)"))
        return _complain(message if suggests else f"{message}; see {command} --help", MISUSED)
    if isinstance(error, MemoryError):
        return _complain("out of memory", UNANSWERED)
    # The status of an error that the input or a limit causes; None for other errors.
    from ..models import errors

    statuses = {
        errors.WrongAnswer: DISAGREED,
        errors.UnknownSolver: MISUSED,
        errors.Unavailable: MISUSED,
        errors.Unsupported: MISUSED,
        errors.Unreached: UNANSWERED,
        errors.SolverError: None,
        errors.MinuetError: MISUSED,
    }
    foreseen = next((status for kind, status in statuses.items() if isinstance(error, kind)), None)
    if foreseen is not None:
        return _complain(str(error), foreseen)
    if os.environ.get(TRACEBACK):
        import traceback

        traceback.print_exception(error)
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else "standard output: "
        return _complain(f"{where}{error.strerror or error}", FAILED)
    if isinstance(error, SolverError):
        return _complain(str(error), FAILED)
    return _complain(
        f"internal error: {type(error).__name__}: {error}; please report it with the command, its "
        f"input and what it prints with {TRACEBACK}=1",
        FAILED,
    )


def _complain(message: str, status: int) -> int:
    print_message(message)
    return status
