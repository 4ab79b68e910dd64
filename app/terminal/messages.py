"""The library's log and warnings on standard error, and the options that say how much is printed.

--quiet, --verbose and --no-color are options of every command, and of `minuet` before the command.
"""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable
from typing import ClassVar, TextIO

import click

from .streams import display, print_message

__all__ = ["add_display_options", "listen"]

DISPLAY_OPTIONS = {
    "quiet": (("-q", "--quiet"), "No messages but errors, and no progress bar."),
    "verbose": (("-v", "--verbose"), "Tell on standard error what is done."),
    "plain": (("--no-color",), "No colors; the variable NO_COLOR asks for that too."),
}


def add_display_options(command: click.Command) -> click.Command:
    """Add the options to a command and to its own commands, once; return the command."""
    for subcommand in getattr(command, "commands", {}).values():
        add_display_options(subcommand)
    if not any(option.name in DISPLAY_OPTIONS for option in command.params):
        for name, (flags, text) in DISPLAY_OPTIONS.items():
            command.params.append(
                click.Option(
                    (*flags, name), is_flag=True, expose_value=False, callback=_set, help=text
                )
            )
    return command


def _set(context: click.Context, option: click.Parameter, given: bool) -> None:
    """Set a display option. Raises BadParameter for --quiet with --verbose."""
    if not given:
        return
    setattr(display, str(option.name), True)
    if display.quiet and display.verbose:
        what = "given together with --quiet, expected one"
        raise click.BadParameter(what, param_hint="'--verbose'")
    listen()


class _Messages(logging.Handler):
    """Print the records of the library's log, such as which solver it chooses and why.

    A repeated message, as for each of many puzzles, is printed once; with --verbose, each time.
    """

    def __init__(self) -> None:
        super().__init__()
        self._printed: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        message = record.getMessage()
        if record.levelno <= logging.INFO and not display.verbose:
            if message in self._printed:
                return
            self._printed.add(message)
        print_message(message)


def listen(level: int = logging.INFO) -> None:
    """Show what the library logs and warns of, as --quiet and --verbose say, else from a level on.

    Warnings of other packages are shown as Python shows them.
    """
    if warnings.showwarning is not _show_warning:
        _Plain.show, warnings.showwarning = warnings.showwarning, _show_warning
    logger = logging.getLogger("minuet")
    logger.handlers = [_Messages()]
    logger.propagate = False
    if display.quiet or display.verbose:
        logger.setLevel(logging.ERROR if display.quiet else logging.DEBUG)
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
    elif not display.quiet:
        print_message(str(message))
