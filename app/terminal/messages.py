"""What the library logs and warns of, told on standard error."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable
from typing import ClassVar, TextIO

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


def listen(level: int = logging.INFO) -> None:
    """Show what the library logs and warns of, as --quiet and --verbose say, else from a level on.

    Warnings of other packages are shown as Python shows them.
    """
    if warnings.showwarning is not _show_warning:
        _Plain.show, warnings.showwarning = warnings.showwarning, _show_warning
    logger = logging.getLogger("minuet")
    logger.handlers = [_Messages()]
    logger.propagate = False
    if manners.quiet or manners.verbose:
        logger.setLevel(logging.ERROR if manners.quiet else logging.DEBUG)
    else:
        logger.setLevel(level)


class _Plain:
    """How warnings were shown before."""

    show: ClassVar[Callable[..., None]] = warnings.showwarning


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Show a warning about a puzzle in a line, as `warnings.showwarning` does those of others."""
    from ...models.errors import ModelWarning

    if not issubclass(category, ModelWarning):
        _Plain.show(message, category, filename, lineno, file, line)
    elif not manners.quiet:
        say(str(message))
