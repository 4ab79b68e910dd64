"""What the library logs, told on standard error."""

from __future__ import annotations

import logging

from .manners import manners
from .streams import say

__all__ = ["listen"]


class _Messages(logging.Handler):
    """Hands the library's log, which tells what solver it asks and why, to `say`.

    The choice that is made for each of many puzzles is told once, and each time with --verbose.
    """

    def __init__(self) -> None:
        super().__init__()
        self._told: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        message = record.getMessage()
        if record.levelno <= logging.INFO and not manners.verbose:
            if message in self._told:
                return
            self._told.add(message)
        say(message)


def listen(*, hushed: bool = False) -> None:
    """Show what the library logs, as --quiet and --verbose say; hushed: warnings else."""
    logger = logging.getLogger("minuet")
    logger.handlers = [_Messages()]
    logger.propagate = False
    if manners.quiet or manners.verbose:
        logger.setLevel(logging.ERROR if manners.quiet else logging.DEBUG)
    else:
        logger.setLevel(logging.WARNING if hushed else logging.INFO)
