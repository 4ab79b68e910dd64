"""The entry point: runs a command, and exits with one of the statuses of statuses.py."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

__all__ = ["main"]


def main() -> NoReturn:
    """Run `minuet` with the arguments of this process, and exit."""
    _leave_at_ctrl_c()
    from .terminal import interrupts

    interrupts.begin()
    import os
    import sys

    from .run import finished, run

    status = finished(run(sys.argv[1:]))
    if interrupts.pending():
        interrupts.tell()
        status = interrupts.STATUS
    interrupts.end()
    if status == interrupts.STATUS:
        # A solver's library may still be busy in a thread of its own: do not wait for it.
        os._exit(status)
    sys.exit(status)


def _leave_at_ctrl_c() -> None:
    """Let Ctrl-C end the process with its line and status, until interrupts.py is imported.

    What is imported here every Python has at hand; `signal` would cost more than all else before.
    """
    import _signal  # type: ignore[import-not-found]
    import os

    def leave(number: int, frame: object) -> None:
        try:
            os.write(2, b"minuet: interrupted\n")
        finally:
            os._exit(130)

    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, leave)
