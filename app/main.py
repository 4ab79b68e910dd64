"""The entry point: runs a command and turns what goes wrong into one line and an exit status.

0  answered (that there is no solution is an answer)
1  solvers disagree, or a check failed
2  bad input or usage: one line `minuet: where: what is wrong, and what was expected`
3  a limit was reached before an answer
130  interrupted; what was found by then has been told
"""

from __future__ import annotations

import os
import sys
from typing import NoReturn

from ..models.errors import MinuetError, OutOfTime, WrongAnswer

__all__ = ["main"]


def main() -> NoReturn:
    """Run `minuet` with the arguments of this process, and exit."""
    if sys.stdout is None:
        sys.exit(_complain("standard output is closed", 2))
    status = _run(sys.argv[1:])
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has gone; without this the interpreter complains once more at its end.
        _forget_output()
    except OSError as error:
        _forget_output()
        status = _complain(f"standard output: {error.strerror}", 3)
    if status == 130:
        # A solver's library may still be busy in a thread of its own: do not wait for it.
        sys.stderr.flush()
        os._exit(status)
    sys.exit(status)


def _run(arguments: list[str]) -> int:
    from .cli import app

    try:
        status = app(arguments, prog_name="minuet", standalone_mode=False)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        return 0
    except OSError as error:
        return _complain(str(error), 3)
    except WrongAnswer as error:
        return _complain(str(error), 1)
    except OutOfTime as error:
        return _complain(str(error), 3)
    except MinuetError as error:
        return _complain(str(error), 2)
    except MemoryError:
        return _complain("out of memory", 3)
    except Exception as error:
        # Wrong usage, as typer (which brings its own click) reports it.
        explain = getattr(error, "format_message", None)
        if explain is None:
            raise
        return _complain(f"{explain().rstrip('.')}; see minuet --help", 2)
    return status if isinstance(status, int) else 0


def _forget_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(message: str, status: int) -> int:
    print(f"minuet: {' '.join(message.split())}", file=sys.stderr)
    return status
