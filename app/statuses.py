"""The exit statuses of the command line.

0  answered (that there is no solution is an answer); or the reader of the output is gone
1  solvers disagree, or a check failed
2  bad input or usage: one line `minuet: where: what is wrong, and what was expected`
3  a limit was reached before an answer
4  the output could not be written, or something unforeseen went wrong; MINUET_TRACEBACK=1 then
   shows where
130  interrupted; the results so far were printed (terminal/interrupts.py)
"""

from __future__ import annotations

import os

from .terminal.streams import print_message

__all__ = [
    "ANSWERED",
    "DISAGREED",
    "FAILED",
    "MISUSED",
    "UNANSWERED",
    "complain",
    "status_of",
    "worst",
]

ANSWERED, DISAGREED, MISUSED, UNANSWERED, FAILED = range(5)
_WORSE = (ANSWERED, UNANSWERED, MISUSED, DISAGREED, FAILED)  # each is worse than those before it
TRACEBACK = "MINUET_TRACEBACK"


def worst(*statuses: int) -> int:
    """Return the worst of some exit statuses."""
    return max(statuses, key=_WORSE.index)


def status_of(error: BaseException) -> int:
    """Print the line of an error, and return its exit status."""
    from ..models.errors import SolverError

    usage = getattr(error, "format_message", None)
    if isinstance(error, BrokenPipeError):
        return 0  # the reader has what it wanted
    if usage is not None:  # wrong usage, as click reports it
        context = getattr(error, "ctx", None)
        command = "minuet" if context is None else context.command_path
        message = usage().rstrip(".")
        suggests = message.endswith(("?", "?)"))
        return complain(message if suggests else f"{message}; see {command} --help", MISUSED)
    if isinstance(error, MemoryError):
        return complain("out of memory", UNANSWERED)
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
        return complain(str(error), foreseen)
    if os.environ.get(TRACEBACK):
        import traceback

        traceback.print_exception(error)
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else "standard output: "
        return complain(f"{where}{error.strerror or error}", FAILED)
    if isinstance(error, SolverError):
        return complain(str(error), FAILED)
    return complain(
        f"internal error: {type(error).__name__}: {error}; please report it with the command, its "
        f"input and what it prints with {TRACEBACK}=1",
        FAILED,
    )


def complain(message: str, status: int) -> int:
    """Print a line, and return the status."""
    print_message(message)
    return status
