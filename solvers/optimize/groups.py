"""Families of groups, from the names of the items: the rows of a grid, its columns, its digits.

Where every option has one item of a rule, each part of that item's key parts the options: the cells
of a sudoku, (row, col), tell the row and the column of each choice. To free what a few groups of
one family cover is the neighborhood in which grids are improved furthest. A matrix whose items have
other names has no such families.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ...models.matrix.exact_cover import ExactCover

__all__ = ["families"]

Int32s = npt.NDArray[np.int32]
MOST = 12  # families


def families(matrix: ExactCover, options: npt.NDArray[np.int64]) -> list[Int32s]:
    """Return int32[options] for each family: the group of each of these options."""
    found: dict[bytes, Int32s] = {}
    owners, chosen = matrix.owners(), np.zeros(matrix.options, bool)
    chosen[options] = True
    for items, values in _parts(matrix.items):
        if len(set(values)) < 2:
            continue
        codes = np.full(len(matrix.items), -1, np.int32)
        numbers = {value: number for number, value in enumerate(dict.fromkeys(values))}
        codes[items] = [numbers[value] for value in values]
        entries = np.flatnonzero((codes[matrix.members] >= 0) & chosen[owners])
        mine = owners[entries]
        if len(mine) != len(options) or (np.diff(mine) == 0).any():
            continue
        known, groups = np.unique(codes[matrix.members[entries]], return_inverse=True)
        if len(known) < 2:
            continue
        # The same groups, numbered as they come.
        _, first, inverse = np.unique(groups, return_index=True, return_inverse=True)
        shape = np.argsort(np.argsort(first))[inverse].astype(np.int32)
        found.setdefault(shape.tobytes(), groups.astype(np.int32))
        if len(found) == MOST:
            break
    return list(found.values())


def _parts(items: Sequence[Any]) -> Iterator[tuple[list[int], list[Hashable]]]:
    """Yield, for each rule and each part of its keys, its items and what that part is for each."""
    rules: dict[tuple[str, int], list[int]] = {}
    for number, item in enumerate(items):
        key = getattr(item, "key", None)
        if isinstance(key, tuple):
            rules.setdefault((item.rule, len(key)), []).append(number)
    for (_, length), mine in rules.items():
        for place in range(length):
            yield mine, [items[number].key[place] for number in mine]
