"""What commands share about searches: Ctrl-C, lines about results, the progress bar, `-o FILE`."""

from __future__ import annotations

import os
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from typing import TYPE_CHECKING, TextIO

import click

from . import interrupts
from .streams import display, print_message, print_note

if TYPE_CHECKING:
    from ...solvers.contract.progress_bars import TerminalBar
    from ...solvers.contract.result import Result
    from ...solvers.contract.snapshot import Snapshot
    from ...solvers.contract.watching import Receiver
    from ...solvers.explain.explanation import Explanation

__all__ = [
    "answers_in",
    "bar",
    "count_so_far",
    "disputed_evidence",
    "evidence_line",
    "interrupted_count",
    "interruptible",
    "of_puzzle",
    "placed",
    "print_limit",
    "print_rate",
    "printed_so_far",
    "reason_left_open",
]

# Prints what was found when Ctrl-C came; returns what follows `interrupted: ` in the line, or "".
PartialReport = Callable[[KeyboardInterrupt], str]


@contextmanager
def interruptible(report: PartialReport | None = None, *, saves: bool = False) -> Iterator[None]:
    """Turn Ctrl-C in the block into one line and exit status 130, after a report.

    report  prints what was found by then
    saves   whether a checkpoint is saved first
    """
    try:
        with interrupts.asking(saves=saves):
            yield
    except KeyboardInterrupt as stopped:
        interrupts.heard()
        more = "" if report is None else report(stopped)
        interrupts.tell(f"interrupted: {more}" if more else "interrupted")
        raise click.exceptions.Exit(interrupts.STATUS) from None


def evidence_line(result: Result | Explanation) -> str:
    """Return the evidence of a result or an explanation, as a line."""
    return f"evidence: {result.evidence}"


def disputed_evidence(result: Result) -> str:
    """Return the evidence, if a second solver ran and did not agree; else ""."""
    disputed = any(claim.why for claim in result.evidence.claims)
    return evidence_line(result) if disputed else ""


def count_so_far(result: Result) -> str:
    """Return how many solutions were counted, and in what part of the tree if that is known."""
    text = f"at least {_solutions(result.count)}" if result.count else "no solution counted yet"
    return _of_the_tree(text, result)


def printed_so_far(result: Result, printed: int) -> str:
    """Return how many solutions were printed, and in what part of the tree if that is known."""
    return _of_the_tree(f"{_solutions(printed)} printed", result)


def _solutions(number: int) -> str:
    from ...models.spelling import numeral

    return f"{numeral(number)} solution{'' if number == 1 else 's'}"


def _of_the_tree(counted: str, result: Result) -> str:
    progress = result.statistics.progress
    return counted if progress is None else f"{counted}, in some {progress:.1%} of the search tree"


def reason_left_open(result: Result, evidence: str) -> str:
    """Return why a search has no whole answer: weak evidence, or the time limit."""
    weak = result.evidence < evidence and result.evidence.claims
    return evidence_line(result) if weak else f"time limit: {count_so_far(result)}"


def interrupted_count(stopped: KeyboardInterrupt) -> str:
    """Return what was counted when Ctrl-C came; "" before anything was."""
    result = getattr(stopped, "result", None)
    if result is None:
        return ""
    return disputed_evidence(result) or count_so_far(result)


def placed(place: int, last: int, message: str = "") -> str:
    """Return a message behind `puzzle 2 of 5: `, if there are several puzzles."""
    of_many = [f"puzzle {place} of {last}"] if last > 1 else []
    return ": ".join([*of_many, *[message] * bool(message)])


def of_puzzle(message: str, place: int, last: int) -> str:
    """Return a message behind `puzzle 2: `, if there are several puzzles."""
    return f"puzzle {place}: {message}" if last > 1 else message


def print_limit(message: str, place: int, last: int) -> None:
    """Print what the time limit left open of a puzzle, the `place`th of `last`."""
    print_message(of_puzzle(f"time limit: {message}", place, last))


def print_rate(puzzles: int, seconds: float) -> None:
    """Print how many puzzles were answered in a second."""
    print_note(f"{puzzles} puzzles in {seconds:.2f} s, {puzzles / max(seconds, 1e-9):.0f} a second")


# ---- The progress bar, on standard error ---------------------------------------------------------
#
#     with interruptible(report), bar("count", total=len(problems)) as progress:
#         for problem in problems:
#             result = solvers.count(problem, progress=progress)
#
# It appears after a second, and disappears before anything is printed (streams.py), at the end of
# the block and at Ctrl-C. There is none in a pipe, with --quiet, or on a terminal that cannot move
# the cursor.


UNIT = "puzzles"
OFTEN = 0.1  # seconds between two drawings that the ends of quick questions bring about


@contextmanager
def bar(
    label: str, *, total: int | None = None, at_once: bool = False
) -> Iterator[Receiver | None]:
    """Show a bar during the block; it yields what `progress=` takes, None where no bar is shown.

    label    the label of the bar
    total    puzzles, each of which is a question of its own, or all of which are one: the bar
             counts those that ended
    at_once  whether it appears before a second is over, and names the running solvers
    """
    if display.quiet or not _is_terminal():
        yield None
        return
    before = display.wipe
    mine = _CommandBar(label, total if total != 1 else None, at_once=at_once)
    display.wipe = mine.close
    try:
        yield mine
    finally:
        mine.close()
        display.wipe = before


def _is_terminal() -> bool:
    try:
        terminal = sys.stderr is not None and sys.stderr.isatty()
    except ValueError:  # closed
        return False
    return terminal and os.environ.get("TERM", "") not in ("dumb", "unknown")


class _CommandBar:
    """Shows the snapshots of the questions of a command, one after the other."""

    def __init__(self, label: str, total: int | None, *, at_once: bool = False) -> None:
        self._label, self._total, self._done = label, total, 0
        self._at_once = at_once
        self._began = time.monotonic()
        self._next = 0.0
        self._drawing: TerminalBar | None = None

    def hear(self, snapshot: Snapshot) -> None:
        """Draw a snapshot, as one of the whole command."""
        from dataclasses import replace

        if snapshot.ended:
            self._done += 1
        now = time.monotonic()
        if snapshot.ended and (self._total is None or now < self._next):
            return
        self._next = now + OFTEN
        shown = replace(snapshot, seconds=now - self._began, ended=False)
        if self._total is not None:
            done = snapshot.done if snapshot.unit == UNIT else self._done  # of a batch, or here
            shown = replace(shown, done=done, total=self._total, unit=UNIT, found=None)
        if self._drawing is None:
            from ...solvers.contract.progress_bars import TerminalBar

            plain, at_once = display.plain, self._at_once
            self._drawing = TerminalBar(sys.stderr, self._label, colors=not plain, at_once=at_once)
        interrupts.drawn(True)
        with suppress(OSError):  # the terminal is gone
            self._drawing.hear(shown)
        interrupts.drawn(self._drawing.shown)

    def close(self) -> None:
        """Remove it from the terminal, if it is drawn; it may be drawn again."""
        if self._drawing is not None and self._drawing.shown:
            with suppress(OSError):
                self._drawing.wipe()
            interrupts.drawn(False)


# ---- -o FILE: answers into a file ----------------------------------------------------------------
#
# A file that is written whole has a temporary name until the last answer is in it, so that FILE is
# never partial: it holds what it held before, or all answers that were found. Ctrl-C and a limit
# end the search, and what was found is kept. Endless answers, and those into a pipe or a device,
# are written as they are found. A file written whole whose name ends in `.gz` is compressed.


@contextmanager
def answers_in(path: str | None, *, as_found: bool = False) -> Iterator[None]:
    """A block in which what is shown goes into a file.

    path      None or "-": standard output, as ever
    as_found  whether each answer stands in the file as soon as it is found; else all of them do at
              the end of the block, or none if it fails

    Raises OSError, naming the file, where it cannot be written: at once, and not after the search.
    """
    if path is None or path == "-":
        yield
        return
    target = os.path.realpath(path)
    plain = not os.path.exists(target) or stat.S_ISREG(os.stat(target).st_mode)  # noqa: PTH110, PTH116
    try:
        if as_found or not plain:
            with _opened(target) as file, interruptible(), redirect_stdout(file):
                yield
        else:
            yield from _written_whole(target)
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        error.filename = path
        error.filename2 = None
        raise


def _written_whole(target: str) -> Iterator[None]:
    folder, name = os.path.split(target)
    beside = os.path.join(folder, f".{name}.{os.urandom(4).hex()}.part")  # noqa: PTH118
    try:
        with _opened(beside, fresh=True) as file:
            try:
                with interruptible(), redirect_stdout(file):
                    yield
            except click.exceptions.Exit:
                _keep(file, beside, target, empty=False)
                raise
            _keep(file, beside, target, empty=True)
    finally:
        with suppress(FileNotFoundError):
            os.unlink(beside)  # noqa: PTH108


def _keep(file: TextIO, beside: str, target: str, *, empty: bool) -> None:
    """Let the file be what was written beside it; empty: even if that is nothing."""
    file.flush()
    if not (empty or file.tell()):
        return
    if target.endswith(".gz"):
        # Let a file be what it holds, compressed with gzip; no time stands in it.
        import gzip

        with open(beside, "rb+") as document:  # noqa: PTH123
            packed = gzip.compress(document.read(), mtime=0)
            document.seek(0)
            document.write(packed)
            document.truncate()
    os.fsync(file.fileno())
    with suppress(FileNotFoundError):
        os.chmod(beside, stat.S_IMODE(os.stat(target).st_mode))  # noqa: PTH101, PTH116
    os.replace(beside, target)  # noqa: PTH105


def _opened(path: str, *, fresh: bool = False) -> TextIO:
    """Open a file for answers, in the encoding that minuet reads."""
    file: TextIO = open(  # noqa: SIM115, PTH123  the caller closes it
        path,
        "x" if fresh else "w",
        encoding="utf-8",
        errors="backslashreplace",
        newline="\n",
    )
    return file
