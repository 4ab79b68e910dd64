"""The proof of an optimum: branch and bound by prices that are made anew where that pays.

The dual of the linear relaxation prices the items (prices.py). A node is closed where what is
spent, and what the prices say of the rest, comes to the optimum or more; and an option that could
not be paid for is left out. Most exact covers have a tight relaxation: its prices at the root
close most of the tree, or all of it. Where a node stays open and has several ways to go on, its own
relaxation is solved: on loose ones, sudokus with random weights, that leaves hundreds of nodes of
millions. The item to branch on has the fewest options that can be afforded, and of those the
dearest.

A state that is met again shares its node if no less has been spent before it. The search keeps a
stack of its own, so that no depth is too much.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from .....models.errors import WrongAnswer
from .....models.matrix.exact_cover import ExactCover
from ....contract.batch import Options
from ....contract.deadline import Deadline
from .prices import Int64s, PricedStates, Prices
from .states import State, bits

__all__ = ["PricedTree", "priced_tree"]

ANY_ITEM = 0  # all are in need where nothing can be afforded


def priced_tree(matrix: ExactCover, options: Options, deadline: Deadline) -> PricedTree:
    """Return the tree that shows that nothing costs less than `options`.

    Raises WrongAnswer if something does, and Stopped at the deadline.
    """
    states = PricedStates(matrix, deadline)
    search = _Search(states, matrix.cost(options), deadline)
    search.run()
    return PricedTree(states, tuple(sorted(options)), search.done)


Step = tuple[str, State | None, int]  # the word of an edge; what is open there; what is spent


@dataclass(frozen=True, eq=False)
class _Line:
    """A node that is done, and the prices by which its line is to be read.

    state  before anything was left out
    kind   the item that it branches on, or "?"
    edges  words of edges, each with the node below if there is one
    """

    state: State
    paid: Int64s
    kind: str
    edges: list[tuple[str, int | None]]


@dataclass(eq=False)
class _Node:
    """A node that is being looked at; of its steps those are done that are edges."""

    state: State
    spent: int
    prices: Prices
    kind: str = str(ANY_ITEM)
    steps: list[Step] = field(default_factory=list)
    edges: list[tuple[str, int | None]] = field(default_factory=list)

    def line(self) -> _Line:
        """Return what is kept of it."""
        return _Line(self.state, self.prices.paid, self.kind, self.edges)


@dataclass(frozen=True, eq=False)
class PricedTree:
    """What `priced_tree` returns: nodes behind their children, the root last."""

    states: PricedStates
    solution: Options
    done: list[_Line]

    @property
    def nodes(self) -> int:
        """Number of nodes."""
        return len(self.done)

    def lines(self) -> Iterator[str]:
        """Yield the lines of a certificate between its claim and its end."""
        yield f"scale {self.states.scale}"
        yield f"solution {' '.join(map(str, self.solution))}".rstrip()
        last = len(self.done) - 1
        told = np.zeros(len(self.states.low), np.int64)
        for number, line in enumerate(reversed(self.done)):
            changed = self._changed(line, told)
            if changed or number == 0:
                told[changed] = line.paid[changed]
                # The line that changes prices, with what all of them say of the matrix.
                paid, lost = self.states.least(self.states.root, self.states.prices(told))
                yield " ".join(
                    ("prices", str(paid), str(lost), *(f"{i}:{told[i]}" for i in changed))
                )
            words = (word if to is None else f"{word}>{last - to}" for word, to in line.edges)
            yield " ".join((str(number), line.kind, *words))

    def _changed(self, line: _Line, told: Int64s) -> list[int]:
        """Return the items whose prices matter to a node, and are not those that were told."""
        others = np.flatnonzero(told != line.paid).tolist()
        return [item for item in others if self.states.matters(line.state, item)]


class _Search:
    def __init__(self, states: PricedStates, cost: int, deadline: Deadline) -> None:
        self.states, self.cost, self.deadline = states, cost, deadline
        self.most = cost - states.unit  # what a better solution may cost
        self.done: list[_Line] = []
        self.seen: dict[State, tuple[int, int]] = {}  # the node, and what was spent before it

    def run(self) -> None:
        """Search from the root; its node is the last."""
        nothing = self.states.prices(np.zeros(len(self.states.low), np.int64))
        stack = [self._opened(self.states.root, 0, nothing, alone=False)]
        while stack:
            top = stack[-1]
            if len(top.edges) == len(top.steps):
                stack.pop()
                self.seen[top.state] = len(self.done), top.spent
                self.done.append(top.line())
                if stack:
                    parent = stack[-1]
                    parent.edges.append((parent.steps[len(parent.edges)][0], len(self.done) - 1))
                continue
            word, state, spent = top.steps[len(top.edges)]
            known = None if state is None else self._known(state, spent)
            if state is None or known is not None:
                top.edges.append((word, known))
            else:
                alone = sum(state is not None for _, state, _ in top.steps) == 1
                stack.append(self._opened(state, spent, top.prices, alone=alone))

    def _known(self, state: State, spent: int) -> int | None:
        """Return the node of a state that was searched, with no more to be spent; else None."""
        node, before = self.seen.get(state, (None, 0))
        return node if spent >= before else None

    def _opened(self, state: State, spent: int, prices: Prices, *, alone: bool) -> _Node:
        """Return a node with its steps; `alone`: no other is open where it comes from."""
        self.deadline.check()
        slack = self._slack(state, spent, prices)
        left = self.states.afforded(state, slack, prices)
        branch = None if left is None else self._branch(left, prices)
        if not (alone and branch is not None and branch[1] == 0):
            better = self.states.best(state, prices, slack)
            if self._slack(state, spent, better) < slack:
                prices, slack = better, self._slack(state, spent, better)
                left = self.states.afforded(state, slack, prices)
        node = _Node(state, spent, prices)
        if left is not None:
            self._fill(node, left)
        return node

    def _fill(self, node: _Node, left: State) -> None:
        """Give a node its branch, and the steps of that. Raises WrongAnswer."""
        branch = self._branch(left, node.prices)
        if branch is not None:
            item, _ = branch
            node.kind, users = str(item), left[0] & self.states.users[item]
            for option in bits(users):
                below = self.states.chosen(left, option, users & ((1 << option) - 1))
                node.steps.append(self._step(node, option, below))
            return
        if node.spent <= self.most:
            what = f"{self.cost} is claimed to be the least cost, and {node.spent} is less"
            raise WrongAnswer(what)
        option = max(bits(left[0]), key=lambda one: self.states.rivals(left, one))
        node.kind = "?"
        node.steps.append(self._step(node, option, self.states.chosen(left, option)))
        node.steps.append(self._step(node, None, self.states.without(left, option)))

    def _step(self, node: _Node, option: int | None, state: State) -> Step:
        """Return the step to a state: that it is open, or how it ends by the prices at hand."""
        word = "-" if option is None else str(option)
        spent = node.spent + (0 if option is None else self.states.costs[option])
        slack = self._slack(state, spent, node.prices)
        left = self.states.afforded(state, slack, node.prices)
        if left is None:
            return f"{word}!{ANY_ITEM}", None, spent
        for item, need in self.states.needs(left):
            if (left[0] & self.states.users[item]).bit_count() < need:
                return f"{word}!{item}", None, spent
        return word, state, spent

    def _branch(self, left: State, prices: Prices) -> tuple[int, int] | None:
        """Return the item to branch on, and how many options it has beyond its need."""
        best: tuple[int, int, int] | None = None
        for item, need in self.states.needs(left):
            users = left[0] & self.states.users[item]
            size = users.bit_count() - need
            if best is None or size <= best[0]:
                dear = -int(prices.reduced[list(bits(users))].sum())
                best = min(best or (size, dear, item), (size, dear, item))
        return None if best is None else (best[2], best[0])

    def _slack(self, state: State, spent: int, prices: Prices) -> int:
        """Return by how much the prices stay below what a better solution may cost."""
        return (self.most - spent) * self.states.scale - sum(self.states.least(state, prices))
