"""A search that proves an optimum, as a folded tree: branch and bound by prices that never change.

The dual of the linear relaxation prices the items once, at the root. Below, a node is closed where
what is spent and what the prices say of the rest is no less than the optimum; where the relaxation
is tight, as it is of most exact covers, few are left open. The item to branch on is that with the
fewest options that the slack can afford, which their reduced costs tell without a look at a state.

A state that is met again shares its node if no less has been spent before it; if less has, it is
searched anew. The way to the solution that is known is never closed: its leaf shows that the
optimum is reached. The search keeps a stack of its own, so that no depth is too much.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import gcd

import numpy as np

from .....models.errors import WrongAnswer
from .....models.matrix.exact_cover import ExactCover
from ....contract.batch import Options
from ....contract.deadline import Deadline
from ..tree import FREE, NO_OPTION, TRUE, FoldedTree
from .certificate import Prices
from .prices import PricedStates
from .states import State, bits
from .tree_lines import CLOSED

__all__ = ["priced_tree"]

Step = tuple[int, State, int]  # an option, the state after it, its cost


def priced_tree(
    matrix: ExactCover, options: Options, deadline: Deadline
) -> tuple[FoldedTree, Prices]:
    """Return the tree that shows that nothing costs less than `options`, and its prices.

    Raises WrongAnswer if something does, and Stopped at the deadline.
    """
    states = PricedStates(matrix, deadline)
    search = _Search(states, frozenset(options), matrix.cost(options), deadline)
    search.run()
    return search.tree(), states.told()


@dataclass
class _Open:
    """A node whose edges are being looked at: `on_way` if the known solution lies below it."""

    state: State
    spent: int
    on_way: bool
    kind: int
    steps: Iterator[Step]
    option: int = NO_OPTION  # of the edge that is being looked at
    edges: list[tuple[int, int]] = field(default_factory=list)


class _Search:
    def __init__(
        self, states: PricedStates, known: frozenset[int], cost: int, deadline: Deadline
    ) -> None:
        self.states, self.known, self.cost, self.deadline = states, known, cost, deadline
        self.enough = (cost - (gcd(*states.costs) or 1)) * states.scale
        self.kinds: list[int] = []
        self.edges: list[list[tuple[int, int]]] = []
        self.leaves: dict[int, int] = {}
        self.seen: dict[State, tuple[int, int]] = {}  # the node, and what was spent before it

    def run(self) -> None:
        """Search from the root; its node is the last."""
        if not self.states.root[0]:
            self._leaf(TRUE)  # nothing can be chosen
            return
        stack = [self._opened(self.states.root, 0, on_way=True)]
        while stack:
            top = stack[-1]
            for option, state, cost in top.steps:
                top.option, way = option, top.on_way and self._leads(top, option)
                node = self._known(state, top.spent + cost, on_way=way)
                if node is None:
                    stack.append(self._opened(state, top.spent + cost, on_way=way))
                    break
                top.edges.append((option, node))
            else:
                stack.pop()
                node = self._made(top.kind, top.edges)
                self.seen[top.state] = node, top.spent
                if stack:
                    stack[-1].edges.append((stack[-1].option, node))

    def tree(self) -> FoldedTree:
        """Return what was found."""
        counts = [len(edges) for edges in self.edges]
        return FoldedTree(
            np.array(self.kinds, np.int32),
            np.cumsum([0, *counts], dtype=np.int64),
            np.array([option for edges in self.edges for option, _ in edges], np.int32),
            np.array([child for edges in self.edges for _, child in edges], np.int32),
            dead_ends=True,
        )

    def _known(self, state: State, spent: int, *, on_way: bool) -> int | None:
        """Return the node of a state that needs no search, or was searched; else None."""
        live, _, counts = state
        if not on_way and self._total(state, spent) > self.enough:
            return self._leaf(CLOSED)
        for item, need in self.states.needs(state):
            if (live & self.states.users[item]).bit_count() < need:
                return self._leaf(item)
        if not live and not counts:
            if spent < self.cost:
                raise WrongAnswer(
                    f"{self.cost} is claimed to be the least cost, and {spent} is less"
                )
            return self._leaf(TRUE)
        node, before = self.seen.get(state, (None, 0))
        return node if not on_way and spent >= before else None

    def _opened(self, state: State, spent: int, *, on_way: bool) -> _Open:
        self.deadline.check()
        slack = self.enough - self._total(state, spent)
        affordable = self.states.affordable(slack)
        best: tuple[int, int] | None = None
        for item, need in self.states.needs(state):
            users = state[0] & self.states.users[item]
            size = (users & affordable).bit_count() - need
            if best is None or (size, item) < best:
                best = size, item
        if best is None:
            option = next(iter(bits(state[0])))
            return _Open(state, spent, on_way, FREE, self._either(state, option))
        return _Open(state, spent, on_way, best[1], self._branches(state, best[1]))

    def _branches(self, state: State, item: int) -> Iterator[Step]:
        users = state[0] & self.states.users[item]
        for option in bits(users):
            passed = users & ((1 << option) - 1)
            yield option, self.states.chosen(state, option, passed), self.states.costs[option]

    def _either(self, state: State, option: int) -> Iterator[Step]:
        yield option, self.states.chosen(state, option), self.states.costs[option]
        yield NO_OPTION, self.states.without(state, option), 0

    def _leads(self, top: _Open, option: int) -> bool:
        """Whether an edge of a node on the way to the known solution leads on to it."""
        earlier = any(one in self.known for one, _ in top.edges)
        return (option in self.known or option == NO_OPTION) and not earlier

    def _total(self, state: State, spent: int) -> int:
        return spent * self.states.scale + self.states.least(state)

    def _leaf(self, kind: int) -> int:
        if kind not in self.leaves:
            self.leaves[kind] = self._made(kind, [])
        return self.leaves[kind]

    def _made(self, kind: int, edges: list[tuple[int, int]]) -> int:
        self.kinds.append(kind)
        self.edges.append(edges)
        return len(self.kinds) - 1
