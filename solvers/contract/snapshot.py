"""The state of a search at one moment: a `Snapshot`, and its description in a few words."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ...models.spelling import numeral
from .numbers import Exact, gap_of

__all__ = ["Snapshot", "clock", "phrases_of"]

EARLY = 0.5  # seconds, and
LITTLE = 1e-3  # of the work: before both are over a guess of the time left would be wild


@dataclass(frozen=True, slots=True)
class Snapshot:
    """How far a question is; None of a figure that is not known.

    question    the question, as "solve", "count" or "check"
    seconds     since it was put
    solver      who searches now; "" before anyone does
    share       the part of the search tree that is done, 0 to 1; an estimate, which never falls.
                None where there is none, and where its predictions contradict each other
    done        parts that are done, where the question is of several: puzzles of a batch, solvers
                of a cross-check, cases of the fuzzer
    total       how many parts there are
    unit        what the parts are, as "puzzles"
    found       solutions so far
    best        the objective of the best one so far, as `Result.objective`
    bound       no solution is better than this, as `Result.bound`
    limit_left  seconds until the time limit
    even        whether the parts take about as long each, so that the time left can be estimated
    worked      seconds that the share took, without those for compiling or of other solvers; 0: all
    before      the share that an earlier run had done, which a checkpoint kept
    ended       whether this is the last one
    """

    question: str
    seconds: float = 0.0
    solver: str = ""
    share: float | None = None
    done: int | None = None
    total: int | None = None
    unit: str = ""
    found: int | None = None
    best: Exact | None = None
    bound: Exact | None = None
    limit_left: float | None = None
    even: bool = True
    worked: float = 0.0
    before: float = 0.0
    ended: bool = False

    @property
    def gap(self) -> float | None:
        """How far the best one may be from the bound, relative to it."""
        return gap_of(self.best, self.bound)

    @property
    def part(self) -> float | None:
        """The part of the whole question that is done, 0 to 1: of the parts, or of the tree."""
        if self.total:
            return min((self.done or 0) / self.total, 1.0)
        return self.share

    @property
    def seconds_left(self) -> float | None:
        """Seconds that it will still take, if it goes on as it did; at most until the limit."""
        part, before = self.part, 0.0 if self.total else self.before
        seconds = self.seconds if self.total else self.worked or self.seconds
        if part is None or part < max(LITTLE, before) or seconds < EARLY or not self.even:
            return None
        left = seconds * (1.0 - part) / max(part - before, LITTLE)
        return left if self.limit_left is None else min(left, self.limit_left)


# ---- A snapshot in a few words, the most telling first -------------------------------------------


def phrases_of(snapshot: Snapshot) -> list[str]:
    """Return what is known, as "92 found", "best 17", "bound 20", the time; a phrase each."""
    phrases = []
    if snapshot.done is not None:
        total = "" if snapshot.total is None else f"/{snapshot.total}"
        phrases.append(f"{snapshot.done}{total} {snapshot.unit}".rstrip())
    if snapshot.best is not None:
        phrases.append(f"best {snapshot.best}")
    if snapshot.bound is not None:
        phrases.append(f"bound {snapshot.bound}")
    if snapshot.gap is not None:
        phrases.append(f"gap {snapshot.gap:.1%}")
    if snapshot.found:
        digits = numeral(snapshot.found)
        shortened = f"{digits[0]}.{digits[1:4]}e{len(digits) - 1}"
        phrases.append(f"{snapshot.found:,} found" if len(digits) <= 18 else f"{shortened} found")
    time = clock(snapshot.seconds)
    if snapshot.seconds_left is not None:
        time += f", some {clock(math.ceil(snapshot.seconds_left))} left"
    elif snapshot.limit_left is not None:
        time += f", at most {clock(snapshot.limit_left)} left"
    return [*phrases, time]


def clock(seconds: float) -> str:
    """Return seconds as "0:07", "1:02:03", or days."""
    if seconds >= 100 * 86400:
        return f"{seconds / 86400:.0f} days" if seconds < 1e9 else "years"
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
