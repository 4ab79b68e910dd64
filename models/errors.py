"""The errors that minuet raises, in one tree.

    MinuetError
    ├── InputError          a text that cannot be read: file, line, column, message
    ├── ModelError          a matrix or a puzzle that is not well formed
    ├── CheckpointError     a checkpoint that cannot be gone on with
    └── SolverError         an answer that cannot be had
        ├── UnknownSolver   no solver of that name
        ├── Unavailable     the solver's library cannot be imported
        ├── Unreached       a limit came before what was wanted
        ├── Unsupported     the solver cannot honour a feature of the matrix or the query
        └── WrongAnswer     the solver handed on something that is not a solution, or two solvers
                            contradict each other

`ModelWarning` is no error: a puzzle that is well formed, and probably not what is meant.
`Interrupted` (minuet.solvers) stands beside them: a `KeyboardInterrupt` that keeps what was found.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

__all__ = [
    "CheckpointError",
    "InputError",
    "MinuetError",
    "ModelError",
    "ModelWarning",
    "SolverError",
    "Unavailable",
    "UnknownSolver",
    "Unreached",
    "Unsupported",
    "WrongAnswer",
    "did_you_mean",
    "excerpt",
    "system_words",
]

LONGEST_NAME = 80  # of a name that is compared: the time grows with its square


class MinuetError(Exception):
    """Anything that minuet itself raises."""


class InputError(MinuetError):
    """A text that cannot be read, with the place where reading stopped.

    Lines and columns count from 1. `str(error)` is the one line that the command line prints
    after `minuet: `.

    line  None: the error is about the file as a whole: `placed` is false, `line` is 1, and the
          message names the file alone
    """

    def __init__(
        self, message: str, *, file: str = "<text>", line: int | None = None, column: int = 1
    ) -> None:
        self.placed = line is not None
        self.message, self.file, self.line, self.column = message, file, line or 1, column
        place = f"{file}:{self.line}:{column}" if self.placed else file
        super().__init__(f"{place}: {message}")

    def __reduce__(self) -> tuple[Any, ...]:
        line = self.line if self.placed else None
        places: dict[str, Any] = {"file": self.file, "line": line, "column": self.column}
        return partial(type(self), **places), (self.message,)


class ModelError(MinuetError):
    """A matrix or a puzzle that is not well formed; the message names the option or the choice."""


class ModelWarning(UserWarning):
    """A puzzle that is well formed and probably not what is meant; the message names the table."""


class CheckpointError(MinuetError):
    """A checkpoint that cannot be gone on with: of something else, damaged, or in use.

    The message begins with the file.
    """


class SolverError(MinuetError):
    """An answer that cannot be had.

    The message is one line, and never ends where a reason should follow.
    """

    def __init__(self, message: object = "") -> None:
        line = " ".join(filter(None, map(str.strip, str(message).splitlines())))
        if not line or line.endswith(":"):
            line = f"{line} no reason given".strip()
        super().__init__(line)


class UnknownSolver(SolverError):
    """No solver of that name is installed."""


class Unavailable(SolverError):
    """The solver is known, but its library cannot be imported."""


class Unreached(SolverError):
    """A limit came before what was wanted, be it a puzzle that takes long to be built.

    best   the smallest enough set by then, if any
    found  of a solution set: how many solutions there are at least
    late   whether the limit was that of the time
    """

    def __init__(
        self,
        message: str,
        best: tuple[int, ...] | None = None,
        *,
        found: int = 0,
        late: bool = False,
    ) -> None:
        super().__init__(message)
        self.best, self.found, self.late = best, found, late


class Unsupported(SolverError):
    """The solver cannot honour a feature of the matrix or of the query; the message names it."""


class WrongAnswer(SolverError):
    """A solver handed on what is no solution of the matrix, or two contradict each other."""


def excerpt(text: str, length: int = 40) -> str:
    """Return `text` quoted, on one line and at most `length` characters long, for a message."""
    return repr(text if len(text) <= length else text[: length - 3] + "...")


def system_words(error: OSError) -> str:
    """Return what the system says of a file, as it stands within a message: `no such file ...`."""
    return (error.strerror or str(error)).lower()


def did_you_mean(name: object, names: Iterable[str], *, before: str = "") -> str:
    """Return the end of a message about a name that is unknown: which known ones it is like.

    As in `no solver 'dxl', expected dlx, sat; did you mean dlx?`, and "" where it is like none.

    before  what stands before each name where it is shown
    """
    from difflib import get_close_matches

    if not isinstance(name, str) or not name:
        return ""
    wanted = name.casefold()[:LONGEST_NAME]
    spelled = {word.casefold(): word for word in names}
    close = get_close_matches(wanted, spelled, 3)
    if close and wanted in (close[0], close[0].partition(":")[0]):
        close = close[:1]  # no more than its case, or a variant, is amiss
    close = close or sorted(key for key in spelled if key.startswith(wanted))[:3]
    return f"; did you mean {' or '.join(before + spelled[key] for key in close)}?" if close else ""
