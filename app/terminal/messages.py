"""What the library logs, told on standard error."""

from __future__ import annotations

import logging

from .manners import manners
from .streams import say

__all__ = ["listen"]


class _Messages(logging.Handler):
    """Hands the library's log, which tells what solver it asks and why, to `say`."""

    def emit(self, record: logging.LogRecord) -> None:
        say(record.getMessage())


def listen(*, hushed: bool = False) -> None:
    """Show what the library logs, as --quiet and --verbose say; hushed: warnings else."""
    logger = logging.getLogger("minuet")
    logger.handlers = [_Messages()]
    logger.propagate = False
    if manners.quiet or manners.verbose:
        logger.setLevel(logging.ERROR if manners.quiet else logging.DEBUG)
    else:
        logger.setLevel(logging.WARNING if hushed else logging.INFO)
