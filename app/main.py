"""The entry point: runs a command, and exits with one of the statuses of statuses.py.

It starts and ends lightly, for most answers are found sooner than Python starts. Of `minuet solve`
on one sudoku the collector took a tenth in imports that leave no garbage, the threads of numpy's
linear algebra a tenth though nothing here has any, and taking the interpreter down a sixth.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

__all__ = ["main"]

GARBAGE = 100_000  # objects that may come to be before the collector looks for garbage


def main() -> NoReturn:
    """Run `minuet` with the arguments of this process, and exit."""
    _leave_at_ctrl_c()
    _start_lightly()
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
    if status != interrupts.STATUS:  # else a library may still be busy in a thread: do not wait
        # Do what was registered for the exit, before the process ends without a taking-down.
        import atexit
        import sys

        atexit._run_exitfuncs()
        for stream in (sys.stdout, sys.stderr):
            try:  # noqa: SIM105  contextlib costs an import
                stream.flush()
            except (AttributeError, OSError, ValueError):
                pass  # closed, or without a reader
    os._exit(status)


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


def _start_lightly() -> None:
    import gc
    import os

    gc.set_threshold(GARBAGE, *gc.get_threshold()[1:])
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # a value that was set stays
