"""The entry point: runs a command and turns what goes wrong into one line and an exit status.

0  answered (that there is no solution is an answer); or nobody reads the answer any more
1  solvers disagree, or a check failed
2  bad input or usage: one line `minuet: where: what is wrong, and what was expected`
3  a limit was reached before an answer
4  the output could not be written, or something unforeseen went wrong; MINUET_TRACEBACK=1 then
   shows where
130  interrupted; what was found by then has been told
"""

from __future__ import annotations

from . import interrupts  # first: from here on Ctrl-C is seen to

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
