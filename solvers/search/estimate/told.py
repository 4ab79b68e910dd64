"""What `estimate` hands back, and how it is said."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from ....models.telling.spelling import numeral
from .pace import Finished, Pace
from .size import Size

__all__ = ["Confidence", "Estimate", "spell_seconds"]

GOOD, ROUGH = (0.1, 0.5), (0.5, 1.0)  # the spread of the nodes, and the tail, at most
FEW = 100  # ways that tell nothing of a tail
_UNITS = ((60.0, "s"), (60.0, "minutes"), (24.0, "hours"), (365.25, "days"), (math.inf, "years"))


class Confidence(StrEnum):
    """How far the number of nodes can be relied on.

    EXACT  the search came to its end while its pace was measured
    GOOD   a spread of a tenth at most, of which no few ways decide
    ROUGH  a spread of a half at most: expect the order of magnitude
    POOR   few ways hold most of the mean: most probably there are more nodes than told
    """

    EXACT = "exact"
    GOOD = "good"
    ROUGH = "rough"
    POOR = "poor"


@dataclass(frozen=True)
class Estimate:
    """How large the whole search of `dlx` is, in one thread, for all solutions.

    nodes      of its tree, as dlx2 counts them: branch points, dead ends and solutions
    leaves     those without children: dead ends and solutions
    solutions  how many there are; `met` 0: no way came to one, and nothing is known of it
    time       seconds of the search; None: its pace could not be measured in time
    pace       nodes a second, measured; None likewise
    ways       random ways gone, of the `wanted`
    met        how many of them came to a solution, or saw one beside them
    tail       how heavy the heaviest ways are: from 1/2 on the spread is too small, from 1 on the
               mean is not settled
    depth      how deep the ways went in the mean, and `deepest` at most
    finished   the whole search, if it came to its end while its pace was measured
    skewed     whether the ways looked ahead
    """

    nodes: Size
    leaves: Size
    solutions: Size
    time: Size | None
    pace: Pace | None
    ways: int
    wanted: int
    met: int
    tail: float
    depth: float
    deepest: int
    finished: Finished | None
    skewed: bool
    seed: int

    @property
    def confidence(self) -> Confidence:
        """How far the number of nodes can be relied on."""
        if self.finished is not None:
            return Confidence.EXACT
        enough = self.ways >= FEW
        for (spread, tail), known in ((GOOD, Confidence.GOOD), (ROUGH, Confidence.ROUGH)):
            if enough and self.nodes.spread <= spread and self.tail <= tail:
                return known
        return Confidence.POOR

    def __str__(self) -> str:
        return "\n".join(_lines(self))

    def to_dict(self) -> dict[str, Any]:
        """Return the estimate as JSON can hold it.

        An estimated number has its logarithm to the base 10 (None: it is 0), its value (None where
        that is beyond all floats) and its spread (None: nothing is known of it).
        """
        ended = self.finished
        return {
            "nodes": _as_dict(self.nodes),
            "leaves": _as_dict(self.leaves),
            "solutions": _as_dict(self.solutions) if self.met else None,
            "seconds": None if self.time is None else _as_dict(self.time),
            "nodes_per_second": None if self.pace is None else self.pace.rate,
            "confidence": str(self.confidence),
            "ways": self.ways,
            "wanted_ways": self.wanted,
            "ways_with_solutions": self.met,
            "tail": self.tail,
            "mean_depth": self.depth,
            "deepest": self.deepest,
            "skewed": self.skewed,
            "seed": self.seed,
            "solver": "dlx",
            "exact": None if ended is None else asdict(ended),
            "text": str(self),
        }


def _as_dict(size: Size) -> dict[str, float | None]:
    value = float(size)
    return {
        "log10": size.log10 if math.isfinite(size.log) else None,
        "value": value if math.isfinite(value) else None,
        "spread": size.spread if math.isfinite(size.spread) else None,
    }


def _lines(found: Estimate) -> Iterator[str]:
    ended = found.finished
    if ended is not None:
        yield f"nodes      {numeral(ended.nodes, grouped=True)}"
        yield f"solutions  {numeral(ended.solutions, grouped=True)}"
        yield f"time       {spell_seconds(math.log(max(ended.seconds, 1e-9)))}"
        yield "This is exact: the whole search took no longer than to measure its pace."
        return
    yield f"nodes      {_about(found.nodes)}"
    if found.met:
        yield f"solutions  {_about(found.solutions)}"
    else:
        yield f"solutions  unknown: none of {found.ways:,} random ways came to one"
    if found.time is None or found.pace is None:
        yield "time       unknown: no time was left to measure the pace"
    else:
        rate = Size(math.log(found.pace.rate), 0.0)
        yield f"time       {_lasting(found.time)}, at {rate} nodes a second (dlx, one thread)"
    yield f"confidence {found.confidence}: {_why(found)}"


def _why(found: Estimate) -> str:
    looking = " that look ahead" if found.skewed else ""
    told = f"{found.ways:,} random ways{looking}, {found.depth:.1f} deep in the mean"
    if found.confidence is Confidence.POOR:
        few = "they are few" if found.ways < FEW else "a few of them hold most of it"
        return f"{told}; {few}, so it is rather more"
    return told


def _about(size: Size) -> str:
    return f"some {size} {_margin(size.spread)}"


def _lasting(size: Size) -> str:
    return f"some {spell_seconds(size.log)} {_margin(size.spread)}"


def _margin(spread: float) -> str:
    """Say a relative standard error."""
    if spread >= 1:
        return "(no more than a guess)"
    return f"± {100 * spread:.{1 if spread < 0.1 else 0}f} %"


def spell_seconds(log: float) -> str:
    """Return a duration, told by the natural logarithm of its seconds, in a unit that fits it."""
    for size, unit in _UNITS:
        if log < math.log(1e-3) and unit == "s":
            return "less than 1 ms"
        if size == math.inf or log < math.log(2 * size):
            break
        log -= math.log(size)
    return f"{Size(log, 0.0)} {unit}"
