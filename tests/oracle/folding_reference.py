"""Fold a small matrix in readable Python; the native folding is compared with it.

A state holds sets of numbers; equal states are found by the whole state. Every state that falls
apart becomes a PRODUCT. Items may have any multiplicity; weights and conditions are refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable
from typing import NamedTuple

import numpy as np

from minuet.models import ExactCover
from minuet.solvers.contract.solver import require_covers
from minuet.solvers.search.solution_sets.tree import FREE, NO_OPTION, PRODUCT, TRUE, FoldedTree

__all__ = ["folded_tree"]


class State(NamedTuple):
    """What the completions depend on, and no more, so that equal sets of them share a node."""

    live: frozenset[int]
    needs: frozenset[tuple[int, int]]  # items that need options, and how many
    rooms: frozenset[tuple[int, int]]  # primary items that could become too full, and their room


Folding = Generator[State, int | None, int | None]
Below = list[tuple[int, State]]
Look = Callable[[], object]


def _nothing() -> None:
    return None


def folded_tree(
    matrix: ExactCover,
    given: Iterable[int] = (),
    forbidden: Iterable[int] = (),
    *,
    dead_ends: bool = False,
    look: Look = _nothing,
) -> FoldedTree:
    """Fold the search tree of a small matrix.

    given, forbidden  options that every solution holds, and that none does
    dead_ends         whether to keep edges below which there is no solution
    look              called for every state; what it raises ends the folding

    Raises Unsupported for weights and conditions.
    """
    require_covers(matrix, "a solution set")
    return _Folding(matrix, given, forbidden, dead_ends=dead_ends).tree(look)


class _Folding:
    def __init__(
        self,
        matrix: ExactCover,
        given: Iterable[int],
        forbidden: Iterable[int],
        *,
        dead_ends: bool,
    ) -> None:
        self.primary = matrix.primary
        self.given, self.forbidden = sorted(set(given)), sorted(set(forbidden))
        self.dead_ends = dead_ends
        self.low, self.high = matrix.low.tolist(), matrix.high.tolist()
        self.entries = [dict(matrix.option(o)) for o in range(matrix.options)]
        self.kinds: list[int] = []
        self.edges: list[list[tuple[int, int]]] = []
        self.numbers: dict[State, int | None] = {}
        self.leaves: dict[int, int] = {}

    def tree(self, look: Look = _nothing) -> FoldedTree:
        """Fold from the root down; `look` is called for every state, and may raise."""
        state = self._root()
        if state is not None and self._run(state, look) is None:
            self._leaf(min((item for item, _ in state.needs), default=FREE))
        return self.written()

    def written(self) -> FoldedTree:
        """Return the nodes so far as a tree."""
        counts = [len(edges) for edges in self.edges]
        return FoldedTree(
            np.array(self.kinds, np.int32),
            np.cumsum([0, *counts], dtype=np.int64),
            np.array([option for edges in self.edges for option, _ in edges], np.int32),
            np.array([child for edges in self.edges for _, child in edges], np.int32),
            tuple(self.given),
            tuple(self.forbidden),
            self.dead_ends,
        )

    def _root(self) -> State | None:
        """Return the state with the given options chosen; None: they clash."""
        needs = frozenset((i, low) for i, low in enumerate(self.low[: self.primary]) if low > 0)
        rooms = frozenset(enumerate(self.high[: self.primary]))
        full = {i for i, high in rooms if high == 0}
        live = {
            o
            for o, entries in enumerate(self.entries)
            if o not in self.forbidden and full.isdisjoint(entries)
        }
        state = State(frozenset(live), needs, rooms)
        for option in self.given:
            if option not in state.live:
                return None
            state = self._choose(state, option, ())
        return self._restricted(state)

    def _choose(self, state: State, option: int, passed: Iterable[int]) -> State:
        """Return the state after `option`, where `passed` are passed over."""
        mine = self.entries[option]
        needs = {i: n - (i in mine) for i, n in state.needs}
        rooms = {i: room - (i in mine) for i, room in state.rooms}
        full = {i for i in mine if i < self.primary and rooms.get(i, 1) == 0}
        live = state.live - {option} - set(passed)
        return State(
            frozenset(o for o in live if self._fits(self.entries[o], mine, full)),
            frozenset((i, n) for i, n in needs.items() if n > 0),
            frozenset(rooms.items()),
        )

    def _fits(self, other: dict[int, int], mine: dict[int, int], full: set[int]) -> bool:
        for item in other.keys() & mine.keys():
            if item < self.primary:
                if item in full:
                    return False
            elif other[item] != mine[item] or mine[item] == 0:
                return False
        return True

    def _restricted(self, state: State) -> State:
        """Leave out what no live option can touch: room that suffices for all of them."""
        users = Counter(i for o in state.live for i in self.entries[o] if i < self.primary)
        rooms = {(i, room) for i, room in state.rooms if room < users[i]}
        return state._replace(rooms=frozenset(rooms))

    def _run(self, state: State, look: Look) -> int | None:
        """Return the node of a state. Folding waits for the states below on a stack of its own."""
        stack, node = [self._fold(state)], None
        answered = False  # whether `node` is what the one on top waits for
        while stack:
            try:
                below = stack[-1].send(node if answered else None)
            except StopIteration as done:
                node, answered = done.value, True
                stack.pop()
                continue
            answered = below in self.numbers
            if answered:
                node = self.numbers[below]
            else:
                look()
                stack.append(self._fold(below))
        return node

    def _fold(self, state: State) -> Folding:
        """Find the node of a state; None: it has no solution, and such are left out."""
        users = {item: self._users(state, item) for item, _ in state.needs}
        dead = [item for item, options in users.items() if not options]
        if dead:
            return self._leaf(min(dead)) if self.dead_ends else None
        if not state.live:
            return self._leaf(TRUE)
        kind, below = self._branches(state, users)
        edges = []
        for option, next_state in below:
            node = yield next_state
            if node is not None:
                edges.append((option, node))
            elif kind == PRODUCT:
                edges = []
                break
        if not edges:
            self.numbers[state] = number = None
        else:
            self.kinds.append(kind)
            self.edges.append(edges)
            self.numbers[state] = number = len(self.kinds) - 1
        return number

    def _branches(self, state: State, users: dict[int, list[int]]) -> tuple[int, Below]:
        """Return the kind of a state's node, and each edge's option with the state below it."""
        parts = self._parts(state)
        if len(parts) > 1:
            return PRODUCT, [(NO_OPTION, part) for part in parts]
        if not users:
            option = min(state.live)
            without = state._replace(live=state.live - {option})
            chosen = self._choose(state, option, ())
            return FREE, [
                (option, self._restricted(chosen)),
                (NO_OPTION, self._restricted(without)),
            ]
        item = min(users, key=lambda i: (len(users[i]), i))
        options = users[item]
        return item, [
            (o, self._restricted(self._choose(state, o, options[:place])))
            for place, o in enumerate(options)
        ]

    def _users(self, state: State, item: int) -> list[int]:
        return sorted(o for o in state.live if item in self.entries[o])

    def _leaf(self, kind: int) -> int:
        if kind not in self.leaves:
            self.leaves[kind] = len(self.kinds)
            self.kinds.append(kind)
            self.edges.append([])
        return self.leaves[kind]

    def _parts(self, state: State) -> list[State]:
        """Return the connected components of a state, in the order that tree.py tells."""
        leader = {o: o for o in state.live}

        def find(option: int) -> int:
            while leader[option] != option:
                option = leader[option]
            return option

        rooms, needs = dict(state.rooms), dict(state.needs)
        joined = []
        for item in {i for o in state.live for i in self.entries[o]}:
            users = self._users(state, item)
            colors = {self.entries[o][item] for o in users}
            clash = item >= self.primary and len(users) > 1 and (len(colors) > 1 or 0 in colors)
            if clash or item in needs or item in rooms:
                joined.append(users)
        for options in joined:
            for option in options:
                leader[find(option)] = find(options[0])
        members: dict[int, set[int]] = {}
        for option in sorted(state.live):
            members.setdefault(find(option), set()).add(option)
        parts = [self._part(state, live) for live in members.values()]
        return sorted(parts, key=lambda part: (not part.needs, min(part.needs or part.live)))

    def _part(self, state: State, live: set[int]) -> State:
        touched = {i for o in live for i in self.entries[o]}
        return State(
            frozenset(live),
            frozenset((i, n) for i, n in state.needs if i in touched),
            frozenset((i, room) for i, room in state.rooms if i in touched),
        )
