"""The entry point: runs a command, and exits with one of the statuses of statuses.py."""

from __future__ import annotations

from .terminal import interrupts  # first: from here on Ctrl-C is seen to

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

__all__ = ["main"]


def main() -> NoReturn:
    """Run `minuet` with the arguments of this process, and exit."""
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
