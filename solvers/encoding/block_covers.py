"""A matrix that falls into blocks, as a matrix of the blocks' covers.

Leave out a family of items that share no option, such as the cells of a grid, and what is left may
fall into blocks that no option joins: of a path through a grid on which some steps are known, the
parts between these. Each block is covered by itself, in every way, as long as these are few; a
solution is a cover of each block, and the covers share no item that was left out. That is an exact
cover again, with a cover of a block as an option, and far fewer choices: a path of 64 steps with
five known ones is counted in .3 s, where a search by steps takes minutes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from ...models.matrix.brief import spread
from ...models.matrix.exact_cover import ExactCover
from ..contract.batch import Batch

__all__ = ["MOST_ENTRIES", "Division", "divided"]

Numbers = npt.NDArray[np.int64]
Booleans = npt.NDArray[np.bool_]
MOST_ENTRIES = 1 << 15  # of a matrix that is looked at
MOST_BLOCKS = 256
FAMILIES = 8  # that are tried


@dataclass(frozen=True)
class Division:
    """A matrix without a family of items.

    matrix  the whole
    links   bool[items]: those that are left out
    blocks  the options of each block
    free    the options that are in no block: all their items are left out
    """

    matrix: ExactCover
    links: Booleans
    blocks: Sequence[Numbers]
    free: Numbers

    def part(self, block: int) -> ExactCover:
        """Return the matrix of a block; the items left out bind its options, and need no cover."""
        matrix, options = self.matrix, self.blocks[block]
        entries = np.isin(matrix.owners(), options)
        members, place = np.unique(matrix.members[entries], return_inverse=True)
        return ExactCover(
            primary=int((members < matrix.primary).sum()),
            items=[matrix.items[item] for item in members.tolist()],
            starts=np.concatenate(([0], np.cumsum(np.diff(matrix.starts)[options]))),
            members=place,
            colors=matrix.colors[entries],
            color_names=matrix.color_names,
            low=np.where(self.links[members], 0, matrix.low[members]),
            high=matrix.high[members],
        )

    def entries_of(self, block: int, covers: Batch) -> Batch:
        """Return the entries of covers of a block in the matrix of covers: the block, and links.

        covers  solutions of the block's part
        """
        starts, links = self._links[block]
        chosen = covers.options
        ends = np.concatenate(([0], np.cumsum(starts[chosen + 1] - starts[chosen])))
        ends = ends[covers.starts] + np.arange(len(covers) + 1)
        members = np.empty(int(ends[-1]), np.int64)
        beside = np.ones(len(members), bool)
        beside[ends[:-1]] = False
        members[ends[:-1]] = block
        members[beside] = links[spread(starts[chosen], starts[chosen + 1])]
        return Batch.trusted(ends, members)

    def of_covers(self, entries: Sequence[Batch]) -> ExactCover:
        """Return a matrix with as many solutions, whose options are covers of blocks.

        entries  of all covers of all blocks
        """
        matrix, number = self.matrix, len(self.blocks)
        batch = Batch.joined([*entries, Batch.trusted(*self._links_of(self.free))])
        once = np.ones(number, np.int64)
        return ExactCover.trusted(
            primary=number + int((self._items < matrix.primary).sum()),
            items=[
                *(("block", k) for k in range(number)),
                *map(matrix.items.__getitem__, self._items.tolist()),
            ],
            starts=batch.starts,
            members=batch.options,
            colors=np.zeros(len(batch.options), np.int32),
            costs=np.zeros(len(batch), np.int64),
            low=np.concatenate((once, matrix.low[self._items])),
            high=np.concatenate((once, matrix.high[self._items])),
            labels=range(len(batch)),
            color_names=(),
        )

    @cached_property
    def _items(self) -> Numbers:
        """The items behind the blocks in the matrix of covers: links, and those of no option."""
        matrix = self.matrix
        uses = np.bincount(matrix.members, minlength=len(matrix.items))
        return np.flatnonzero(self.links | ((uses == 0) & (matrix.low > 0)))

    @cached_property
    def _links(self) -> Sequence[tuple[Numbers, Numbers]]:
        """The links of each block's options, numbered as in the matrix of covers: starts, items."""
        return list(map(self._links_of, self.blocks))

    def _links_of(self, options: Numbers) -> tuple[Numbers, Numbers]:
        """Return the links of the options, numbered as in the matrix of covers: starts, items."""
        matrix, starts = self.matrix, self.matrix.starts.astype(np.int64)
        number = np.full(len(matrix.items), -1)
        number[self._items] = len(self.blocks) + np.arange(len(self._items))
        first, last = starts[options], starts[options + 1]
        members = matrix.members[spread(first, last)]
        kept = self.links[members]
        before = np.concatenate(([0], np.cumsum(kept)))
        ends = before[np.concatenate(([0], np.cumsum(last - first)))]
        return ends, number[members[kept]]


def divided(matrix: ExactCover) -> Division | None:
    """Divide a matrix without weights and conditions; None: it falls into no blocks."""
    if len(matrix.members) > MOST_ENTRIES or not matrix.options:
        return None
    binding = _binding(matrix)
    best: tuple[Booleans, Numbers] | None = None
    most = 1
    for links in _families(matrix, binding):
        block_of = _connected(matrix, binding & ~links)
        sizes = np.bincount(block_of[block_of >= 0])
        wide = int((sizes > 1).sum())
        if wide > most and len(sizes) <= MOST_BLOCKS:
            best, most = (links, block_of), wide
    if best is None:
        return None
    links, block_of = best
    blocks = [np.flatnonzero(block_of == k) for k in range(int(block_of.max()) + 1)]
    return Division(matrix, links, blocks, np.flatnonzero(block_of < 0))


def _binding(matrix: ExactCover) -> Booleans:
    """Return bool[items]: those in which options can clash, or that must be covered."""
    uses = np.bincount(matrix.members, minlength=len(matrix.items))
    color = np.zeros(len(matrix.items), np.int64)
    color[matrix.members] = matrix.colors
    one_color = np.ones(len(matrix.items), bool)
    one_color[matrix.members[matrix.colors != color[matrix.members]]] = False
    binding: Booleans = (matrix.low > 0) | ((uses > matrix.high) & ~(one_color & (color > 0)))
    return binding


def _families(matrix: ExactCover, binding: Booleans) -> Iterator[Booleans]:
    """Yield families of items that share no option, may be covered once and have no colors."""
    once = binding & (matrix.high == 1)
    once[matrix.members[matrix.colors != 0]] = False
    items = np.flatnonzero(once).tolist()
    uses = dict.fromkeys(items, 0)
    for item, owner in zip(matrix.members.tolist(), matrix.owners().tolist(), strict=True):
        if item in uses:
            uses[item] |= 1 << owner
    left = dict.fromkeys(items)
    for _ in range(FAMILIES):
        first = next(iter(left), None)
        if first is None:
            return
        family, covered = np.zeros(len(matrix.items), bool), 0
        begin = items.index(first)
        for item in (*items[begin:], *items[:begin]):
            if not covered & uses[item]:
                covered |= uses[item]
                family[item] = True
                left.pop(item, None)
        yield family


def _connected(matrix: ExactCover, items: Booleans) -> Numbers:
    """Return the number of the block of each option, that items connect; -1: it has none."""
    leader = list(range(len(matrix.items)))

    def find(item: int) -> int:
        while leader[item] != item:
            leader[item] = leader[leader[item]]
            item = leader[item]
        return item

    first: dict[int, int] = {}
    kept = items[matrix.members]
    owners = matrix.owners()[kept].tolist()
    for item, owner in zip(matrix.members[kept].tolist(), owners, strict=True):
        leader[find(item)] = find(first.setdefault(owner, item))
    # Items that no option has, and must be covered, are in the matrix of the covers again.
    numbers: dict[int, int] = {}
    block_of = np.full(matrix.options, -1)
    for owner, item in first.items():
        block_of[owner] = numbers.setdefault(find(item), len(numbers))
    return block_of
