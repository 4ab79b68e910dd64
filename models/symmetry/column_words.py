"""How a move of a column's values is told: "rows 1 and 2 may be swapped"."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from ..telling.spelling import spell

__all__ = ["moved", "named", "plural"]

MOST = 12  # values that are named
CYCLES = 4  # that are told one by one


def plural(column: str) -> str:
    """Return what several values of a column are called."""
    if column.endswith("y") and column[-2:-1] not in "aeiou":
        return column[:-1] + "ies"
    return column if len(column) < 3 or column.endswith("s") else column + "s"


def named(column: str, values: Sequence[Hashable]) -> str:
    """Return some values of a column, as in "rows 1, 2 and 3"."""
    shown = [spell(value) for value in values[:MOST]]
    if len(values) > MOST:
        return f"{plural(column)} {', '.join(shown)} ... ({len(values)})"
    return f"{plural(column)} {', '.join(shown[:-1])} and {shown[-1]}"


def moved(column: str, image: Mapping[Hashable, Hashable], order: Sequence[Hashable]) -> str:
    """Return what a map of a column's values does, as in "rows 1 and 2 swapped".

    order  all values that the column has, in their order
    """
    if [image.get(value, value) for value in order] == list(reversed(order)) and len(order) > 2:
        return f"{plural(column)} reversed"
    # The values that are moved, each with those that it comes to; open chains, too.
    left = {value: there for value, there in image.items() if value != there}
    cycles = []
    while left:
        value = next(iter(left))
        cycle = []
        while value in left:
            cycle.append(value)
            value = left.pop(value)
        if value != cycle[0]:
            cycle.append(value)
        cycles.append(cycle)
    told = []
    for cycle in cycles[:CYCLES]:
        if len(cycle) == 2:
            told.append(f"{named(column, cycle)} swapped")
        else:
            shown = [spell(value) for value in cycle[:MOST]]
            shown.append(spell(cycle[0]) if len(cycle) <= MOST else "...")
            told.append(f"{plural(column)} moved {' -> '.join(shown)}")
    if len(cycles) > CYCLES:
        told.append(f"{len(cycles) - CYCLES} more such")
    return ", ".join(told)
