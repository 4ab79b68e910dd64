"""What the commands share about searches: how Ctrl-C ends them, and what is reported of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from . import interrupts
from .streams import print_message, print_note

if TYPE_CHECKING:
    from ...solvers.contract.result import Result
    from ...solvers.explain.explanation import Explanation

__all__ = [
    "PartialReport",
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
    asked = any(claim.why for claim in result.evidence.claims)
    return evidence_line(result) if asked else ""


def count_so_far(result: Result) -> str:
    """Return how many solutions were counted, and in what part of the tree if that is known."""
    found = f"at least {_solutions(result.count)}" if result.count else "no solution counted yet"
    return _of_the_tree(found, result)


def printed_so_far(result: Result, printed: int) -> str:
    """Return how many solutions were printed, and in what part of the tree if that is known."""
    return _of_the_tree(f"{_solutions(printed)} printed", result)


def _solutions(number: int) -> str:
    from ...models.telling.spelling import numeral

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
