"""What the commands share when they ask a question: how they are interrupted, and what they say."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from . import interrupts
from .streams import remark, say

if TYPE_CHECKING:
    from ...solvers.contract.result import Result
    from ...solvers.explain.explanation import Explanation

__all__ = [
    "Told",
    "cut_short",
    "found_so_far",
    "interruptible",
    "left_open",
    "of_puzzle",
    "placed",
    "printed_so_far",
    "rests_on",
    "say_limit",
    "so_far",
    "tell_rate",
]

# Tells what was found when a Ctrl-C came; returns what to say of it behind `interrupted`, or "".
Told = Callable[[KeyboardInterrupt], str]


@contextmanager
def interruptible(told: Told | None = None, *, saves: bool = False) -> Iterator[None]:
    """Turn Ctrl-C into one line and exit status 130, after what had been found is told.

    saves  whether a checkpoint is saved first
    """
    try:
        with interrupts.asking(saves=saves):
            yield
    except KeyboardInterrupt as stopped:
        interrupts.heard()
        more = "" if told is None else told(stopped)
        interrupts.tell(f"interrupted: {more}" if more else "interrupted")
        raise click.exceptions.Exit(interrupts.STATUS) from None


def rests_on(result: Result | Explanation) -> str:
    """Say what the claims of a result, or of an explanation, rest on."""
    return f"evidence: {result.evidence}"


def left_open(result: Result) -> str:
    """Say what the claims rest on, if a second solver was asked and did not agree; else ""."""
    asked = any(claim.why for claim in result.evidence.claims)
    return rests_on(result) if asked else ""


def so_far(result: Result) -> str:
    """Say how many solutions were counted, and of how much of the tree where that is known."""
    found = f"at least {_solutions(result.count)}" if result.count else "no solution counted yet"
    return _of_the_tree(found, result)


def printed_so_far(result: Result, printed: int) -> str:
    """Say how many solutions were printed, and of how much of the tree where that is known."""
    return _of_the_tree(f"{_solutions(printed)} printed", result)


def _solutions(number: int) -> str:
    from ...models.telling.spelling import numeral

    return f"{numeral(number)} solution{'' if number == 1 else 's'}"


def _of_the_tree(counted: str, result: Result) -> str:
    progress = result.statistics.progress
    return counted if progress is None else f"{counted}, in some {progress:.1%} of the search tree"


def cut_short(result: Result, evidence: str) -> str:
    """Say why a question was left open: nobody confirmed what was found, or the time was over."""
    weak = result.evidence < evidence and result.evidence.claims
    return rests_on(result) if weak else f"time limit: {so_far(result)}"


def found_so_far(stopped: KeyboardInterrupt) -> str:
    """Say what was counted when a Ctrl-C came; "" before anything was."""
    result = getattr(stopped, "result", None)
    if result is None:
        return ""
    return left_open(result) or so_far(result)


def placed(place: int, last: int, told: str = "") -> str:
    """Say of which puzzle of how many something is told, where they are several."""
    of_many = [f"puzzle {place} of {last}"] if last > 1 else []
    return ": ".join([*of_many, *[told] * bool(told)])


def of_puzzle(told: str, place: int, last: int) -> str:
    """Say of which puzzle something is told, where the last one is not the first."""
    return f"puzzle {place}: {told}" if last > 1 else told


def say_limit(told: str, place: int, last: int) -> None:
    """Say what the time limit left of a puzzle, the `place`th where the last is the `last`th."""
    say(of_puzzle(f"time limit: {told}", place, last))


def tell_rate(puzzles: int, seconds: float) -> None:
    """Say how quick it went."""
    remark(f"{puzzles} puzzles in {seconds:.2f} s, {puzzles / max(seconds, 1e-9):.0f} a second")
