"""The best answer as time goes by: what each engine has after 5, 25 and 60 seconds, and its bound.

    python -m benchmarks.anytime --seconds 60 --solvers auto,cpsat,mip,mip:highs grid-16

Instances are drawn by seed: blank grids with random weights of 0 to 99, and set partitions of as
many rows as the name says, with costs that are nearly proportional to size. Seconds are the
clock's since the question was put, so that nothing else should run. The primal integral is the
area of the primal gap, |objective - best of all| / max of the two, over the time, in seconds
(Berthold, "Measuring the impact of primal heuristics", 2013): 0 is the best at once.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

from minuet.models import Puzzle
from minuet.models.matrix.builder import ExactCoverBuilder
from minuet.models.matrix.exact_cover import ExactCover
from minuet.solvers import improving

from .best import weighted_grid

__all__ = ["INSTANCES", "Moment", "at", "followed", "primal_integral"]

LOOKS = (5.0, 25.0, 60.0)


class Moment(NamedTuple):
    """What was known from a moment on: the objective, None before there is one, and the bound."""

    seconds: float
    objective: int | None
    bound: int | None


def partition(rows: int, options: int, seed: int) -> ExactCover:
    """Return a set partition: options of 3 to 8 rows, which cost some 100 a row; one is planted."""
    draw = random.Random(seed)
    builder = ExactCoverBuilder()
    for row in range(rows):
        builder.item(row)
    order = list(range(rows))
    draw.shuffle(order)
    sets = [order[first : first + 5] for first in range(0, rows, 5)]
    sets += [draw.sample(range(rows), draw.randint(3, 8)) for _ in range(options - len(sets))]
    for one in sets:
        builder.option(one, cost=100 * len(one) + draw.randint(0, 99))
    return builder.build()


INSTANCES: dict[str, Callable[[], Puzzle | ExactCover]] = {
    "grid-9": lambda: weighted_grid(9, 3, 3, 101),
    "grid-12": lambda: weighted_grid(12, 3, 4, 101),
    "grid-16": lambda: weighted_grid(16, 4, 4, 101),
    "partition-50": lambda: partition(50, 3000, 1),
    "partition-80": lambda: partition(80, 5000, 1),
    "partition-150": lambda: partition(150, 20000, 1),
}


def followed(problem: Puzzle | ExactCover, solver: str, seconds: float) -> list[Moment]:
    """Return what the solver knew, from each moment on at which that got better."""
    with improving(problem, solver, time_limit=seconds, seed=1) as stream:
        return [Moment(one.seconds, one.objective, one.bound) for one in stream]  # type: ignore[arg-type]


def at(moments: Sequence[Moment], seconds: float) -> Moment:
    """Return what was known at a moment."""
    known = [one for one in moments if one.seconds <= seconds]
    return known[-1] if known else Moment(seconds, None, None)


def primal_integral(moments: Sequence[Moment], best: int, seconds: float) -> float:
    """Return the area of the primal gap up to so many seconds; 1 before there is an answer."""
    total, last, gap = 0.0, 0.0, 1.0
    for one in [*moments, Moment(seconds, None, None)]:
        now = min(one.seconds, seconds)
        total += gap * (now - last)
        last = now
        if one.objective is not None:
            apart = abs(one.objective - best)
            gap = apart / max(abs(one.objective), abs(best)) if apart else 0.0
    return total


def _shown(name: str, found: dict[str, list[Moment]], seconds: float) -> list[str]:
    ends = {solver: at(moments, seconds) for solver, moments in found.items()}
    known = [one.objective for one in ends.values() if one.objective is not None]
    upwards = not name.startswith("partition")
    best = (max if upwards else min)(known, default=0)
    lines = []
    for solver, moments in found.items():
        looks = [at(moments, look).objective for look in LOOKS if look <= seconds]
        cells = ["" if look is None else str(look) for look in looks]
        area = primal_integral(moments, best, seconds)
        lines.append(
            " | ".join(["", name, solver, *cells, f"{ends[solver].bound}", f"{area:.2f}", ""])
        )
    return [line.strip() for line in lines]


def main() -> None:
    """Measure what is named, or all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(INSTANCES))
    parser.add_argument("--seconds", type=float, default=60.0, metavar="S")
    parser.add_argument("--solvers", default="auto,cpsat,mip,mip:highs", metavar="A,B")
    asked = parser.parse_args()
    wrong = set(asked.names).difference(INSTANCES)
    if wrong:
        parser.error(f"{', '.join(sorted(wrong))}, expected some of {', '.join(INSTANCES)}")
    looks = [f"at {look:g} s" for look in LOOKS if look <= asked.seconds]
    print(" | ".join(["", "instance", "engine", *looks, "bound", "primal integral", ""]).strip())
    print("|".join(["", *["---"] * (len(looks) + 4), ""]))
    for name in asked.names or INSTANCES:
        problem = INSTANCES[name]()
        found = {
            solver: followed(problem, solver, asked.seconds) for solver in asked.solvers.split(",")
        }
        print("\n".join(_shown(name, found, asked.seconds)), flush=True)


if __name__ == "__main__":
    main()
