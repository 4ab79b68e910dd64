"""What a puzzle is made of, where parts of it are looked for that clash.

A part is an item with the number of choices that it wants (one group of one rule), or with what
their weights must come to, a given, a forbidden option, or a condition. A set of parts is a problem
of its own: the other items want nothing, the other options may be chosen or not. It *clashes* if
that problem has no solution.

`plain_clash` finds the clashes that need no search: a group that no choice can fill, a choice both
given and forbidden, givens that overfill one group. They are what a person slips on most, and
smaller than most sets that a search comes upon.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

import numpy as np

from ...models.matrix.exact_cover import ExactCover
from ..contract.batch import Options

__all__ = [
    "Kind",
    "Part",
    "Parts",
    "entries_by_item",
    "overfull",
    "plain_clash",
    "weights_by_item",
]


class Kind(StrEnum):
    """The kinds of parts."""

    ITEM = "item"
    GIVEN = "given"
    FORBIDDEN = "forbidden"
    CONDITION = "condition"


class Part(NamedTuple):
    """A part: its kind, and the number of its item, option or condition."""

    kind: Kind
    number: int


@dataclass(frozen=True)
class Parts:
    """A matrix and a selection on it, taken apart; and what is supposed besides.

    made   options that are chosen whatever the parts say
    unmade options that are not chosen whatever the parts say
    """

    matrix: ExactCover
    given: Options
    forbidden: Options
    made: Options = ()
    unmade: Options = ()

    @cached_property
    def all(self) -> list[Part]:
        """Every part: givens, then forbidden options, then items, then conditions."""
        return [
            *(Part(Kind.GIVEN, option) for option in self.given),
            *(Part(Kind.FORBIDDEN, option) for option in self.forbidden),
            *(Part(Kind.ITEM, item) for item in range(len(self.matrix.items))),
            *(Part(Kind.CONDITION, number) for number in range(len(self.matrix.conditions))),
        ]


def entries_by_item(matrix: ExactCover) -> Callable[[int], dict[int, int]]:
    """Return a function from an item to its options, ascending, with their colors."""
    starts, owners = matrix.item_lists()
    colors = matrix.colors[np.argsort(matrix.members, kind="stable")]

    def entries(item: int) -> dict[int, int]:
        part = slice(starts[item], starts[item + 1])
        return dict(zip(owners[part].tolist(), colors[part].tolist(), strict=True))

    return entries


def weights_by_item(matrix: ExactCover) -> dict[int, dict[int, int]]:
    """Return of each weighted item its options, ascending, with their weights."""
    found: dict[int, dict[int, int]] = {}
    if matrix.has_weights:
        weighted = np.flatnonzero(matrix.weighted_items[matrix.members])
        owners, members = matrix.owners()[weighted], matrix.members[weighted]
        for option, item, weight in zip(
            owners.tolist(), members.tolist(), matrix.weights[weighted].tolist(), strict=True
        ):
            found.setdefault(item, {})[option] = weight
    return found


def _is_out_of_reach(matrix: ExactCover, item: int, weights: Collection[int]) -> bool:
    """Whether no choice of a weighted item's options comes between its bounds."""
    least, most = (sum(w for w in weights if sign * w > 0) for sign in (-1, 1))
    return least > int(matrix.high[item]) or most < int(matrix.low[item])


def plain_clash(parts: Parts) -> list[Part] | None:
    """Return the smallest irreducible set that clashes at first sight; None if none does."""
    return min(_plain_clashes(parts), key=len, default=None)


def _plain_clashes(parts: Parts) -> Iterator[list[Part]]:
    matrix, entries = parts.matrix, entries_by_item(parts.matrix)
    chosen = dict.fromkeys((*parts.made, *parts.given))
    out = dict.fromkeys((*parts.unmade, *parts.forbidden))
    for option in chosen:
        if option in out:
            yield _parts_of(parts, (), (option,), (option,))
    weights = weights_by_item(matrix)
    for item in range(len(matrix.items)):
        if item in weights:
            if _is_out_of_reach(matrix, item, weights[item].values()):
                yield _parts_of(parts, (item,), (), ())
            continue
        colors = entries(item)
        spare = max(len(colors) - int(matrix.low[item]), -1)
        lost = [option for option in out if option in colors][: spare + 1]
        if len(lost) > spare:
            yield _parts_of(parts, (item,), (), lost)
        made = [option for option in chosen if option in colors]
        if clash := overfull(colors, made, int(matrix.high[item])):
            yield _parts_of(parts, (item,), clash, ())


def overfull(colors: Mapping[int, int], chosen: Sequence[int], high: int) -> list[int]:
    """Return as few of the `chosen` options as are too many for an item; none if they fit.

    colors  of each option of the item its color there
    """
    if not any(colors.values()):
        return list(chosen[: high + 1]) if len(chosen) > high else []
    for place, option in enumerate(chosen):
        for other in chosen[:place]:
            if not colors[option] or colors[option] != colors[other]:
                return [other, option]
    return []


def _parts_of(
    parts: Parts, items: Iterable[int], made: Iterable[int], unmade: Iterable[int]
) -> list[Part]:
    """Return the parts; what is supposed anyway is none."""
    return [
        *(Part(Kind.GIVEN, option) for option in made if option not in parts.made),
        *(Part(Kind.FORBIDDEN, option) for option in unmade if option not in parts.unmade),
        *(Part(Kind.ITEM, item) for item in items),
    ]
