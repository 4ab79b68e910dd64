"""What a theme hands back: tables, targets and points of the plot.

A target is a number to be reached, or not to be passed; it is reported met or not, and never hidden
where it is not. A ratio is how many times as fast minuet is as the peer: the peer's time by
minuet's. Where the peer was stopped at its cap, the cap counts, so the true ratio is higher.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from .measure import Measurement, geometric_mean

__all__ = [
    "Point",
    "Section",
    "Table",
    "Target",
    "engine_table",
    "in_words",
    "peer_points",
    "ratio",
    "seconds_in_words",
]


@dataclass(frozen=True)
class Target:
    """A number that is wanted: at least, or (`below`) less than; `reached` None: not measured."""

    text: str
    wanted: float
    reached: float | None
    unit: str = "x"
    below: bool = False

    @property
    def met(self) -> bool | None:
        """Whether it was reached; None if it was not measured."""
        if self.reached is None:
            return None
        return self.reached < self.wanted if self.below else self.reached >= self.wanted

    def cells(self) -> list[str]:
        """Return what a table says of it."""
        sign = "<" if self.below else "≥"
        met = {True: "met", False: "**not met**", None: "not measured"}[self.met]
        reached = "" if self.reached is None else self._shown(self.reached)
        return [self.text, f"{sign} {self.wanted:g}{self._unit}", reached, met]

    def _shown(self, number: float) -> str:
        return f"{number:.3g}{self._unit}" if abs(number) < 1000 else f"{number:.0f}{self._unit}"

    @property
    def _unit(self) -> str:
        return self.unit if self.unit in ("x", "") else f" {self.unit}"


@dataclass(frozen=True)
class Table:
    """A table: its header and its lines."""

    header: list[str]
    lines: list[list[str]]

    def markdown(self) -> str:
        """Return it as Markdown."""
        rule = ["---", *["---:"] * (len(self.header) - 1)]
        return "\n".join(
            "| " + " | ".join(line) + " |" for line in [self.header, rule, *self.lines]
        )


@dataclass(frozen=True)
class Point:
    """A point of the plot: an engine on some work, as a ratio to the best peer there."""

    work: str
    engine: str
    ratio: float
    peer: bool


@dataclass
class Section:
    """A theme's results."""

    title: str
    text: str
    tables: list[Table] = field(default_factory=list)
    targets: list[Target] = field(default_factory=list)
    points: list[Point] = field(default_factory=list)


def in_words(one: Measurement | None) -> str:
    """Return a measurement as a cell of a table: seconds, or why there are none."""
    if one is None:
        return ""
    if one.problem:
        return one.problem.split(":")[0]
    return ("> " if one.capped else "") + seconds_in_words(one.seconds or 0.0)


def seconds_in_words(seconds: float) -> str:
    """Return seconds as a cell of a table."""
    for size, unit in ((1.0, "s"), (1e-3, "ms")):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.3g} µs"


def engine_table(measured: Mapping[str, Mapping[str, Measurement]], first: str) -> Table:
    """Return a table of works by engines."""
    engines = list(dict.fromkeys(name for found in measured.values() for name in found))
    lines = [
        [work, *(in_words(found.get(name)) for name in engines)] for work, found in measured.items()
    ]
    return Table([first, *engines], lines)


def best(found: Iterable[Measurement]) -> float | None:
    """Return the least time."""
    return min((one.seconds for one in found if one.seconds is not None), default=None)


def ratio(
    measured: Mapping[str, Measurement], engine: str, peers: Sequence[str] | None = None
) -> float | None:
    """Return the best peer's time (of those named, or of all) by the engine's.

    None if no peer was measured; 0 if a peer was and the engine failed or came to its cap.
    """
    names = [n for n, one in measured.items() if one.peer] if peers is None else peers
    other = best(measured[name] for name in names if name in measured)
    mine = measured.get(engine)
    if other is None or mine is None:
        return None
    failed = not mine.seconds or (mine.capped and not mine.peer)
    return 0.0 if failed else other / (mine.seconds or other)


def _all_ratios(
    measured: Mapping[str, Mapping[str, Measurement]],
    engine: str,
    peers: Sequence[str] | None,
) -> list[float] | None:
    """Return the ratio of each work; None if one of them is missing."""
    ratios = [ratio(found, engine, peers) for found in measured.values()]
    known = [one for one in ratios if one is not None]
    return known if len(known) == len(ratios) else None


def mean_ratio(
    measured: Mapping[str, Mapping[str, Measurement]],
    engine: str,
    peers: Sequence[str] | None = None,
) -> float | None:
    """Return the geometric mean of the ratios; None if one of them is missing."""
    known = _all_ratios(measured, engine, peers)
    return None if known is None else geometric_mean(known)


def least_ratio(
    measured: Mapping[str, Mapping[str, Measurement]],
    engine: str,
    peers: Sequence[str] | None = None,
) -> float | None:
    """Return the least of the ratios; None if one of them is missing."""
    known = _all_ratios(measured, engine, peers)
    return None if known is None else min(known, default=None)


def peer_points(work: str, measured: Mapping[str, Measurement]) -> list[Point]:
    """Return every engine's point, if there is a peer to compare with.

    A peer that came to its cap has no place but as the fastest, where that is a bound.
    """
    fastest = best(one for one in measured.values() if one.peer)
    points = []
    for name, one in measured.items():
        speed = ratio(measured, name)
        if speed and not (one.capped and one.seconds != fastest):
            points.append(Point(work, name, speed, one.peer))
    return points
