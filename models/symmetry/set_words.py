"""How a move of values is told that stand in several columns, in whatever order.

A triple of a Steiner system is a set: to swap the points 1 and 2 may take a triple to one in which
its points stand in other columns. So columns with the same values are read as sets.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from ..budget import looking
from .column_words import moved
from .item_map import Permutation

if TYPE_CHECKING:
    from ..puzzle import Puzzle

__all__ = ["set_move"]

FEW = 4  # columns that are named


def set_move(puzzle: Puzzle, permutation: Permutation) -> str:
    """Tell how the values of all columns of a puzzle's one table move; "" where none do so."""
    if len(puzzle.tables) != 1 or not len(puzzle.tables[0].columns) >= 2:
        return ""
    table = puzzle.tables[0]
    sets = [frozenset(row) for row in table.rows]
    images: dict[Hashable, set[Hashable]] = {}
    for place, one in enumerate(looking(sets)):
        there = sets[int(permutation[place])]
        if len(there) != len(one):
            return ""
        for value in one:
            images[value] = images[value] & there if value in images else set(there)
    found = {value: next(iter(image)) for value, image in images.items() if len(image) == 1}
    if len(found) < len(images) or len(set(found.values())) < len(found):
        return ""
    for place, one in enumerate(sets):
        if {found[value] for value in one} != sets[int(permutation[place])]:
            return ""
    names = list(table.columns[:FEW])
    told = moved("values", found, list(found)).removesuffix(" swapped")
    of = (
        f"of {', '.join(names[:-1])} and {names[-1]}"
        if len(table.columns) <= FEW
        else "of all columns"
    )
    return f"{told} {of} may be swapped" if " moved " not in told else f"at once: {told}, {of}"
