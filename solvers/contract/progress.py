"""What a search finds out as it runs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from operator import attrgetter

__all__ = ["EFFORT", "Progress", "furthest"]

EFFORT = (
    "nodes",
    "updates",
    "conflicts",
    "decisions",
    "propagations",
    "encode_seconds",
    "load_seconds",
)


@dataclass(slots=True)
class Progress:
    """What is known of one search so far.

    The solver writes it; it is read at a limit or on Ctrl-C.

    found           solutions counted so far; what `count` returns counts
    complete        everything was searched: no further (or better) solution exists
    bound           no solution costs less than this
    share           the part of the search tree that is done, 0 to 1, as a solver estimates it
    likely          the same, as random ways through what is left estimate it; None: they do not. It
                    is there only where somebody watches, and no search depends on it
    worked          seconds that the share took
    before          the share that an earlier run had done
    repeats         the part of the states that were met before, 0 to 1, where a solver remembers;
                    or of the options that symmetries map to others, where it counts by these
    nodes           branch points begun, where the solver counts them
    updates         links taken out, where the solver counts them
    conflicts       of clause learning, and so are decisions and propagations
    encode_seconds  for turning the matrix into the solver's own language
    load_seconds    for handing that to the solver
    promises        whether the share predicts when the search ends, for solvers that take turns
    at_work         the progress of the solver that searches now, if a solver lets others search;
                    its results are written here when its turn has ended
    """

    found: int = 0
    complete: bool = False
    bound: int | None = None
    share: float = 0.0
    likely: float | None = None
    worked: float = 0.0
    before: float = 0.0
    repeats: float = 0.0
    nodes: int = 0
    updates: int = 0
    conflicts: int = 0
    decisions: int = 0
    propagations: int = 0
    encode_seconds: float = 0.0
    load_seconds: float = 0.0
    promises: bool = True
    at_work: Progress | None = field(default=None, repr=False, compare=False)

    def now(self) -> Progress:
        """Return what is known with what the one at work has found by now, but for the effort."""
        parts = [self]
        while (part := parts[-1].at_work) is not None:
            parts.append(part)
        bounds = [part.bound for part in parts if part.bound is not None]
        most = furthest(parts)
        return Progress(
            max(part.found for part in parts),
            self.complete,
            max(bounds, default=None),
            most.share if most.likely is None else most.likely,
            worked=most.worked,
            before=self.before,
        )

    def take_share(self, part: Progress) -> None:
        """Write the share of a part as that of the whole."""
        self.share, self.likely, self.worked = part.share, part.likely, part.worked

    def with_work(self) -> Progress:
        """Return what is known, and what was spent by now, on the part at work too."""
        if self.at_work is None:
            return self
        whole = self.copy()
        whole.add_effort(self.at_work.with_work())
        return whole

    def copy(self) -> Progress:
        """Return what is known now."""
        share = self.share, self.likely, self.worked, self.before
        values = self.found, self.complete, self.bound, *share, self.repeats
        return Progress(*values, *_effort(self))

    def add_effort(self, *parts: Progress) -> None:
        """Count in what was spent on parts of the search."""
        self.set_effort((self, *parts))

    def set_effort(self, parts: Iterable[Progress]) -> None:
        """Say that what was spent on these parts is all that was spent."""
        spent = map(sum, zip(*map(_effort, parts), strict=True))
        for name, total in zip(EFFORT, spent, strict=True):
            setattr(self, name, total)


def furthest(parts: Iterable[Progress]) -> Progress:
    """Return the part whose share predicts best when the whole ends: that which worked longest.

    Others may be ahead by the share that they estimate; but who has had most of the time leads.
    """
    return max(parts, key=attrgetter("worked", "share"))


_effort = attrgetter(*EFFORT)
