"""Small problems that several tests ask about."""

from __future__ import annotations

from minuet.models import ExactCover, ExactCoverBuilder
from minuet.solvers.conformance.requirement import queens

__all__ = ["GRID", "HARD", "NEGATIVE", "PRICED", "pigeons", "priced", "queens"]


# Four by four, as people write it.
GRID = "1 0 0 0\n0 0 3 0\n0 4 0 0\n0 0 0 2\n"


HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def pigeons(holes: int) -> ExactCover:
    """One pigeon more than there are holes: no solution, and unit propagation does not see it."""
    builder = ExactCoverBuilder()
    for pigeon in range(holes + 1):
        builder.item(f"p{pigeon}")
    for hole in range(holes):
        builder.secondary(f"h{hole}")
    for pigeon in range(holes + 1):
        for hole in range(holes):
            builder.option([f"p{pigeon}", f"h{hole}"])
    return builder.build()


def priced(*costs: int) -> ExactCover:
    """One item, and an option for each cost."""
    builder = ExactCoverBuilder()
    builder.item("a")
    for cost in costs:
        builder.option(["a"], cost=cost)
    return builder.build()


PRICED = "a b c | x\na x:red |3\nb c x:red |1\na b c |9\na c |2\nb |1\n"  # 4, 9 and 3


NEGATIVE = "a\na |-5\na |7\na |-2\n"
