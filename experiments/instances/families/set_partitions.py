"""Set partitioning with costs, after the pairings of airline crews.

The items are flights in the order of their departure. An option is a pairing: flights of one crew,
each within a window behind the one before. It costs a fixed amount for the crew, each flight's
length, and what the crew waits between them; so the costs are all positive, and long pairings with
little waiting are the cheap ones, as in the instances of Hoffman and Padberg ("Solving airline crew
scheduling problems by branch-and-cut", Management Science 39, 1993), which are set partitions of
this kind. Each flight is dealt to an open pairing or a new one to plant a solution, without which
few instances have one.
"""

from __future__ import annotations

from ....models.errors import ModelError
from ....models.matrix.builder import ExactCoverBuilder
from ....models.matrix.exact_cover import ExactCover
from ..draws import Draws
from ..generator import SEED, Generator, Parameter

__all__ = ["GENERATORS"]

CREW = 300  # what a pairing costs beside its flights
SHORTEST, LONGEST = 40, 240  # what a flight costs
APART = (0, 30)  # between one departure and the next, at least and at most
PATIENCE = 100  # draws in a row that bring nothing new
Pairing = tuple[int, ...]


def _set_partition(
    rows: int, columns: int, longest: int, window: int, planted: bool, seed: int
) -> ExactCover:
    draws = Draws(seed)
    lengths = [draws.between(SHORTEST, LONGEST) for _ in range(rows)]
    departures = [0]
    for _ in range(rows - 1):
        departures.append(departures[-1] + draws.between(*APART))
    pairings = dict.fromkeys(_planted(rows, longest, window, draws) if planted else [])
    if len(pairings) > columns:
        message = (
            f"{columns} columns, expected at least the {len(pairings)} of the planted solution"
        )
        raise ModelError(message)
    in_vain = 0
    while len(pairings) < columns and in_vain < PATIENCE:
        pairing = _drawn(rows, longest, window, draws)
        in_vain = in_vain + 1 if pairing in pairings else 0
        pairings[pairing] = None
    if len(pairings) < columns:
        message = (
            f"{columns:,} columns, expected fewer: after {len(pairings):,} hardly a new one came"
        )
        raise ModelError(message)
    builder = ExactCoverBuilder()
    for row in range(1, rows + 1):
        builder.item(f"f{row}")
    for pairing in sorted(pairings):
        gone = departures[pairing[-1]] - departures[pairing[0]]
        cost = CREW + sum(lengths[row] for row in pairing) + 2 * gone
        builder.option([f"f{row + 1}" for row in pairing], cost=cost)
    return builder.build()


def _drawn(rows: int, longest: int, window: int, draws: Draws) -> Pairing:
    """Return a pairing: a first flight, and others behind it as long as there are any."""
    pairing = [draws.below(rows)]
    for _ in range(draws.below(longest)):
        first, last = pairing[-1] + 1, min(pairing[-1] + window, rows - 1)
        if first > last:
            break
        pairing.append(draws.between(first, last))
    return tuple(pairing)


def _planted(rows: int, longest: int, window: int, draws: Draws) -> list[Pairing]:
    """Deal the flights to pairings: each to an open one, or to a new one."""
    pairings: list[list[int]] = []
    for row in range(rows):
        open_ones = [
            pairing
            for pairing in pairings
            if len(pairing) < longest and row - pairing[-1] <= window
        ]
        place = draws.below(2 * len(open_ones) + 1)  # a new one half as often as each open one
        if place < 2 * len(open_ones):
            open_ones[place // 2].append(row)
        else:
            pairings.append([row])
    return [tuple(pairing) for pairing in pairings]


GENERATORS = (
    Generator(
        "set-partition",
        "Flights are parted into pairings of crews, drawn at random, at least cost.",
        "after the instances of Hoffman and Padberg 1993",
        {
            "rows": Parameter(40, "flights: the items", 1, 10_000),
            "columns": Parameter(800, "pairings: the options", 1, 1_000_000),
            "longest": Parameter(6, "flights of a pairing, at most", 1, 100),
            "window": Parameter(
                12, "flights that depart between two of a crew, at most", 1, 10_000
            ),
            "planted": Parameter(True, "whether a solution is put in first"),
            "seed": SEED,
        },
        "rows",
        _set_partition,
    ),
)
