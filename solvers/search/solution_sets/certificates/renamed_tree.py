"""Counting where states share a node that are equal up to a renaming of isomorphic blocks.

Leave the cells of a Latin square out, and what is left falls apart into one block a number, all
alike (solvers/native/levels/blocks.hpp finds them). Whichever number is called 1, the solutions are
as many: a state is looked up by its blocks in order of what each still needs, and where one like it
is found the edge leads there and says which item is called what. n! states become one, as in the
counter's frontier; the count of all Latin squares of order 6 takes some 20,000 nodes.

Nothing rests on the blocks being alike: an edge is shared only if the state by its new names is the
other one, option by option, which is also what a checker looks at. Items are branched on in the
order of the links, smallest first would tear the blocks apart.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

import numpy as np

from .....models.matrix.exact_cover import ExactCover
from ....contract.deadline import Deadline
from ....native.engine import problem_of
from ...running import query_of
from ...search import Search
from ..tree import FREE, NO_OPTION, TRUE
from .states import State, States, bits
from .tree_lines import LinedTree, TreeBuilder

__all__ = ["IsomorphicBlocks", "blocks_of", "renamed_tree"]

Moves = tuple[int, ...]  # block -> the block whose names it takes
Edge = tuple[int, int, Moves | None]  # its option, the node below, how that names the blocks

KEPT = 1 << 12  # renamings whose options are remembered


@dataclass(frozen=True)
class IsomorphicBlocks:
    """Blocks that are alike, group by group, and the items between them in an order that suits.

    groups  of each block the items by slots; -1: the block has none there
    """

    order: list[int]
    groups: list[list[list[int]]]


def blocks_of(matrix: ExactCover, deadline: Deadline) -> IsomorphicBlocks | None:
    """Return the isomorphic blocks of a matrix; None where there are none, or colors in them.

    Raises Stopped at the deadline.
    """
    from .... import _native

    if (matrix.high > 1).any() or matrix.has_weights or matrix.conditions or not matrix.options:
        return None
    problem = problem_of(query_of(Search(matrix), deadline))
    blocks = _native.isomorphic_blocks(problem, check=deadline.check)
    return None if blocks is None else IsomorphicBlocks(*blocks)


def renamed_tree(
    matrix: ExactCover, blocks: IsomorphicBlocks, deadline: Deadline, most: int
) -> LinedTree | None:
    """Count the solutions; return None if it takes more than `most` nodes.

    Raises Stopped at the deadline.
    """
    search = _Search(_Renaming(States(matrix), blocks), deadline)
    return search.lined_tree(matrix) if search.run(most) else None


@dataclass(eq=False)
class _Node:
    """A node: `kind` is the item that it branches on, or FREE; `steps` are still to be taken."""

    state: State
    kind: int
    steps: list[tuple[int, State]] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)


class _Renaming:
    """Blocks as masks of a state, and what everything is called where they change places."""

    def __init__(self, states: States, blocks: IsomorphicBlocks) -> None:
        self.states, self.order = states, blocks.order
        self.slots = [slots for group in blocks.groups for slots in group]
        ends = [0]
        for group in blocks.groups:
            ends.append(ends[-1] + len(group))
        self.groups = [range(*pair) for pair in pairwise(ends)]
        self._items = [sum(1 << item for item in slots if item >= 0) for slots in self.slots]
        self._fields: list[dict[int, int]] = [{} for _ in self.slots]
        self._rest = ~sum(self._items)
        self._named = {frozenset(entries): o for o, entries in enumerate(states.options)}
        self.names = lru_cache(KEPT)(self._names)

    def key(self, state: State) -> tuple[tuple[int, ...], list[int]]:
        """Return what equal states have in common, whatever their blocks are called; and the
        blocks in its order.
        """
        unmet = state[1]
        fields = [self._field(block, unmet & mine) for block, mine in enumerate(self._items)]
        order: list[int] = []
        for group in self.groups:
            order += sorted(group, key=fields.__getitem__)
        return (unmet & self._rest, *(fields[block] for block in order)), order

    def _field(self, block: int, unmet: int) -> int:
        mask = self._fields[block].get(unmet)
        if mask is None:
            slots = enumerate(self.slots[block])
            mask = sum(1 << slot for slot, item in slots if item >= 0 and unmet >> item & 1)
            self._fields[block][unmet] = mask
        return mask

    def renamed(self, state: State, moves: Moves) -> State | None:
        """Return a state by its new names; None if something has none."""
        names, images = self.names(moves)
        live = {images[option] for option in bits(state[0])}
        if None in live or len(live) != state[0].bit_count():
            return None
        unmet = sum(1 << names.get(item, item) for item in bits(state[1]))
        return sum(1 << option for option in live if option is not None), unmet, ()

    def _names(self, moves: Moves) -> tuple[dict[int, int], list[int | None]]:
        """Return what each item that moves is called, and each option; None where there is none.

        An item whose slot the other block lacks takes a name that is left over.
        """
        names: dict[int, int] = {}
        for block, other in enumerate(moves):
            if block != other:
                pairs = zip(self.slots[block], self.slots[other], strict=False)
                names |= {item: name for item, name in pairs if min(item, name) >= 0}
        left = sorted(set(names.values()) - set(names))
        names |= dict(zip(left, sorted(set(names) - set(names.values())), strict=True))
        images = (
            frozenset((names.get(item, item), color) for item, color in entries)
            for entries in self.states.options
        )
        return names, [self._named.get(image) for image in images]


class _Search:
    """The search, on a stack of its own, so that no depth is too much."""

    def __init__(self, renaming: _Renaming, deadline: Deadline) -> None:
        self.renaming, self.states, self.deadline = renaming, renaming.states, deadline
        self.builder = TreeBuilder()
        self.moves: list[Moves | None] = []  # of each edge of the tree
        self.done: dict[int, State] = {}
        self.seen: dict[State, int] = {}
        self.alike: dict[tuple[int, ...], tuple[int, list[int]]] = {}

    def run(self, most: int) -> bool:
        """Search from the root; its node is the last. False: it takes too many."""
        stack = [self._opened(self.states.root)]
        while stack:
            top = stack[-1]
            if top.steps:
                edge = self._known_edge(*top.steps[-1])
                if edge is None:
                    stack.append(self._opened(top.steps[-1][1]))
                    continue
                top.edges.append(edge)
                top.steps.pop()
            else:
                stack.pop()
                number = self.builder.add(top.kind, (edge[:2] for edge in top.edges))
                self.moves += (moves for _, _, moves in top.edges)
                self.seen[top.state], self.done[number] = number, top.state
                key, order = self.renaming.key(top.state)
                self.alike.setdefault(key, (number, order))
                if len(self.done) > most:
                    return False
        return True

    def lined_tree(self, matrix: ExactCover) -> LinedTree:
        """Return the tree of a search that is over, with its renamings."""
        numbers: dict[Moves, int] = {}
        lines = []
        for moves in self.moves:
            if moves is not None and moves not in numbers:
                numbers[moves] = len(numbers)
                names, _ = self.renaming.names(moves)
                words = (f"{item}>{name}" for item, name in names.items() if item != name)
                lines.append(" ".join(["rename", *words]))
        renaming = [-1 if moves is None else numbers[moves] for moves in self.moves]
        tree = self.builder.tree()
        return LinedTree(matrix, tree, tuple(lines), np.array(renaming, np.int32))

    def _opened(self, state: State) -> _Node:
        self.deadline.check()
        live, unmet, _ = state
        item = next((item for item in self.renaming.order if unmet >> item & 1), None)
        if item is None:
            item = next(iter(bits(unmet)), None)
        if item is None:
            option = next(iter(bits(live)))
            steps = [
                (option, self.states.chosen(state, option)),
                (NO_OPTION, self.states.without(state, option)),
            ]
            return _Node(state, FREE, steps[::-1])
        mine = live & self.states.users[item]
        steps = [
            (option, self.states.chosen(state, option, mine & ((1 << option) - 1)))
            for option in bits(mine)
        ]
        return _Node(state, item, steps[::-1])

    def _known_edge(self, option: int, state: State) -> Edge | None:
        """Return the edge to a state that needs no search, or was searched; else None."""
        live, unmet, _ = state
        for item in bits(unmet):
            if not live & self.states.users[item]:
                return option, self.builder.leaf(item), None
        if not live:
            return option, self.builder.leaf(TRUE), None
        node = self.seen.get(state)
        if node is not None:
            return option, node, None
        key, order = self.renaming.key(state)
        if key not in self.alike:
            return None
        node, other = self.alike[key]
        moves = tuple(name for _, name in sorted(zip(order, other, strict=True)))
        same = self.renaming.renamed(state, moves) == self.done[node]
        return (option, node, moves) if same else None
