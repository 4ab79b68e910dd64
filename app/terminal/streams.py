"""Standard output and standard error: printable text, tables, the log, in the stream's encoding.

Names come from files and may hold anything: characters that are not printable are escaped, so that
no name can move the cursor or hide a line. Characters that the stream's encoding lacks are escaped
too, except that tables, pictures and signs are drawn in ASCII there. Messages go to standard error;
if that is closed they are lost, and the answer is not.
"""

from __future__ import annotations

import logging
import os
import sys
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, TextIO

import click

from .interrupts import writing

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

__all__ = [
    "add_display_options",
    "cell",
    "display",
    "forget",
    "listen",
    "one_line",
    "prepare",
    "print_answer",
    "print_message",
    "print_note",
    "print_table",
    "print_text",
    "print_wrapped",
    "printable",
    "write",
]

# What minuet itself draws and writes beyond ASCII, and what it is on a terminal that lacks it.
DRAWN = {
    **dict.fromkeys("─━╴╶–−", "-"),
    "═": "=",
    **dict.fromkeys("│┃╵╷║", "|"),
    **dict.fromkeys("┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬", "+"),
    **dict(zip("░▒▓█", ":+%#", strict=True)),
    "·": ".",
    "…": "...",
    "±": "+-",
    "×": "x",
    "≠": "!=",
    "∧": "^",
    "∨": "v",
}


class Display:
    """How much a command prints, and in which colors: what --quiet, --verbose and --no-color set.

    quiet    no messages but errors, and no progress bar
    verbose  everything that the library logs
    plain    no colors; NO_COLOR in the environment has the same effect
    wipe     removes the progress bar from the terminal; None: there is none
    last     the number of lines of the last answer on standard output; 0: there was none
    """

    quiet = verbose = plain = False
    last = 0
    wipe: Callable[[], None] | None = None

    def reset(self) -> None:
        """Restore the defaults, before a command reads its options."""
        self.quiet = self.verbose = self.plain = False
        self.last = 0


display = Display()


def prepare() -> None:
    """Make the streams fit to print on."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115, PTH123  as long as the process
    # A stream with a buffer: without (`python -u`) what a signal cuts short is lost.
    stream = sys.stdout
    from io import BufferedWriter, RawIOBase, TextIOWrapper

    raw = getattr(stream, "buffer", None)
    if not isinstance(raw, RawIOBase):
        sys.stdout = stream
    else:
        sys.stdout = TextIOWrapper(BufferedWriter(raw), stream.encoding)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def printable(text: str) -> str:
    """Return the text with everything that is not printable escaped, but for its line ends.

    Where the encoding of standard output lacks a character, lines, shades and signs become ASCII.
    """
    if text.isascii() and text.replace("\n", "").isprintable():
        return text
    shown = "".join(c if c.isprintable() or c == "\n" else ascii(c)[1:-1] for c in text)
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    try:
        shown.encode(encoding)
    except UnicodeEncodeError:
        lacking = {c for c in set(shown) if not c.encode(encoding, "ignore")}
        shown = "".join(DRAWN.get(c, c) if c in lacking else c for c in shown)
    return shown.encode(encoding, "backslashreplace").decode(encoding)


def one_line(text: str, most: int = 1000) -> str:
    """Return a message on one line, printable, and shortened where it is very long."""
    line = printable(" ".join(text.split()))
    return line if len(line) <= most else f"{line[: most - 3]}..."


def print_text(text: str, *, flush: bool = True) -> None:
    """Print an answer on standard output; Ctrl-C does not cut it short."""
    with writing():
        _wipe(sys.stdout)
        print(printable(text), flush=flush)


def print_answer(text: str, *, flush: bool = True) -> None:
    """Print an answer; a blank line separates answers of more than one line.

    A JSON document is one line, so none separates those.
    """
    lines = text.count("\n") + 1
    if display.last and max(lines, display.last) > 1:
        text = f"\n{text}"
    print_text(text, flush=flush)
    display.last = lines


def print_wrapped(text: str, column: int = 0) -> None:
    """Print an answer in words, as wide as the terminal; where the width is not known, as it is.

    No word is broken. What goes on in a further line stands below where its line began, or below
    the column that words begin in behind a name.
    """
    from shutil import get_terminal_size
    from textwrap import TextWrapper

    width = get_terminal_size((0, 0)).columns or len(text)
    wrapper = TextWrapper(width, break_long_words=False, break_on_hyphens=False)
    lines = []
    for line in text.split("\n"):
        named = line[:column].endswith(" ")
        wrapper.subsequent_indent = " " * (column if named else len(line) - len(line.lstrip()))
        lines += wrapper.wrap(line) or [""]
    print_text("\n".join(lines))


def write(text: str) -> None:
    """Write text that is printable already on standard output."""
    with writing():
        _wipe(sys.stdout)
        sys.stdout.write(text)


def _wipe(stream: TextIO) -> None:
    """Remove the progress bar before something is printed on a terminal; it will be drawn again."""
    if display.wipe is not None and stream.isatty():
        display.wipe()


def print_message(message: str) -> None:
    """Print a message on standard error, as one line, also with --quiet."""
    with writing():
        _wipe(sys.stderr)
        try:
            print(f"minuet: {one_line(message)}", file=sys.stderr, flush=True)
        except OSError:
            forget(sys.stderr)


def print_note(message: str) -> None:
    """Print a message on standard error, but not with --quiet."""
    if not display.quiet:
        print_message(message)


def forget(stream: object) -> None:
    """Discard what is still to be written to a stream: its reader has gone, or the disk is full."""
    fileno = getattr(stream, "fileno", None)
    if fileno is not None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, fileno())
        os.close(nowhere)


def print_table(table: Table) -> None:
    """Print a table, as wide as the terminal; a narrow one breaks lines, and no word."""
    from io import BytesIO, TextIOWrapper

    from rich.console import Console

    from .tables import fitted

    encoding = sys.stdout.encoding or "utf-8"
    drawn = TextIOWrapper(BytesIO(), encoding=encoding, errors="backslashreplace", newline="\n")
    terminal = sys.stdout.isatty()
    plain = True if display.plain else None  # None: as NO_COLOR says
    console = Console(
        file=drawn, force_terminal=terminal, soft_wrap=True, highlight=False, no_color=plain
    )
    console.print(fitted(table, console))
    drawn.seek(0)
    write(drawn.read())
    with writing():
        sys.stdout.flush()


def cell(text: str) -> Text:
    """Return the content of a table's cell, in which nothing is markup."""
    from rich.text import Text

    return Text(one_line(text))


# ---- The library's log and warnings; how much is printed -----------------------------------------
#
# --quiet, --verbose and --no-color are options of every command, and of `minuet` before the
# command.


DISPLAY_OPTIONS = {
    "quiet": (("-q", "--quiet"), "No messages but errors, and no progress bar."),
    "verbose": (("-v", "--verbose"), "Log what is done on standard error."),
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
        message = "given together with --quiet, expected one"
        raise click.BadParameter(message, param_hint="'--verbose'")
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
