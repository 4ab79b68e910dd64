"""The proof of an optimum: branch and bound by prices that are made anew where that pays.

The dual of the linear relaxation prices the items (`Prices`). A node is closed where what is
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
from functools import cached_property
from math import gcd

import numpy as np
import numpy.typing as npt

from .....models.errors import WrongAnswer
from .....models.matrix.exact_cover import ExactCover
from ....contract.batch import Options
from ....contract.deadline import Deadline
from ....encoding.selection import SelectedMatrix, without_costs
from ...running import query_of
from ...search import Search
from .states import State, States, bits

__all__ = ["PricedTree", "Prices", "priced_tree"]

# ---- Exact prices for a state, from the dual of its linear relaxation ----------------------------
#
# The duals are floating-point numbers; they are rounded down to whole numbers of units of 1/scale.
# Whatever the prices are, what they promise is worked out exactly, and holds: an item in need of k
# covers pays k times its price, one with a price below 0 as often as it may be covered, and an
# option whose items are worth more than it costs is taken to be chosen. An option whose *reduced
# cost*, its cost less what its items are worth, is above what the prices leave to be spent is in
# no solution that is looked for.
#
# Where the relaxation itself has no solution, other prices say so (Farkas): with all costs 0 they
# promise more than 0, and are added to those at hand as often as it takes.


Int64s = npt.NDArray[np.int64]

FINE = 2520  # a multiple of all numbers up to 10
SHARE = 0.1  # of the costs' common factor, that rounding down may lose
NOISE = 1e-6
MOST = 1 << 62  # what all prices and reduced costs come to, each entry counted


@dataclass(frozen=True, eq=False)
class Prices:
    """What covers are paid, in units of 1/scale.

    paid     int64[items]: of each item the price of a cover; 0 where entries give colors
    reduced  int64[options]: the reduced costs
    """

    paid: Int64s
    reduced: Int64s

    @cached_property
    def losses(self) -> dict[int, int]:
        """The options that are worth more than they cost, and by how much, below 0."""
        options = np.flatnonzero(self.reduced < 0)
        return dict(zip(options.tolist(), self.reduced[options].tolist(), strict=True))

    @cached_property
    def named(self) -> dict[int, int]:
        """The prices that are not 0, by item."""
        items = np.flatnonzero(self.paid)
        return dict(zip(items.tolist(), self.paid[items].tolist(), strict=True))

    def affordable(self, slack: int) -> int:
        """Return the options whose reduced cost is within `slack`."""
        within = np.packbits(self.reduced <= min(slack, 2 * MOST - 1), bitorder="little")
        return int.from_bytes(within.tobytes(), "little")


class PricedStates(States):
    """States, and what the solutions below them cost at least."""

    def __init__(self, matrix: ExactCover, deadline: Deadline) -> None:
        super().__init__(matrix)
        self.unit = gcd(*self.costs) or 1
        fine = FINE * -(-len(matrix.items) // int(FINE * SHARE * self.unit))
        self.scale = max(min(fine, MOST // (1 + sum(map(abs, self.costs)))), 1)
        self._query = query_of(Search(matrix), deadline)
        self._matrix, self._owner = matrix, matrix.owners()
        self._plain = matrix.colors == 0
        amounts = np.abs(matrix.weights.astype(np.float64))
        self._degrees = np.bincount(matrix.members, amounts, minlength=len(matrix.items))

    def prices(self, paid: Int64s, *, free: bool = False) -> Prices:
        """Return prices with the reduced costs that follow; `free`: where all costs are 0."""
        worth = np.where(self._plain, paid[self._matrix.members] * self._matrix.weights, 0)
        reduced = np.zeros(self._matrix.options, np.int64)
        np.subtract.at(reduced, self._owner, worth)
        return Prices(paid, reduced if free else reduced + self.scale * self._matrix.costs)

    def least(self, state: State, prices: Prices) -> tuple[int, int]:
        """Return what solutions below a state cost at least: of prices, and of losses."""
        bounds = {item: (need, room) for item, need, room in state[2]}
        paid = 0
        for item, price in prices.named.items():
            least, most = self.sums(state[0] & self.plain[item], item)
            if item in bounds:
                paid += price * max(bounds[item][price < 0], least)
            elif price > 0:
                paid += price * (least + (state[1] >> item & 1))
            else:
                paid += price * (most if item in self.weights else min(most, self.high[item]))
        lost = sum(loss for option, loss in prices.losses.items() if state[0] >> option & 1)
        return paid, lost

    def afforded(self, state: State, slack: int, prices: Prices) -> State | None:
        """Return a state without the options that cost more than the slack; None: all do."""
        if slack < 0:
            return None
        live, unmet, counts = state
        return self._settled(live & prices.affordable(slack), unmet, counts)

    def matters(self, state: State, item: int) -> bool:
        """Whether the price of an item can matter to a state."""
        return bool(state[1] >> item & 1 or state[0] & self.users[item])

    def rivals(self, state: State, option: int) -> int:
        """Return how many live options cannot stand beside one."""
        return (state[0] & self._clash(option)).bit_count()

    def best(self, state: State, prices: Prices, slack: int) -> Prices:
        """Return prices that are best for a state, or those at hand where none are found.

        slack  what is left to be spent beyond what those at hand promise
        """
        from ....encoding.relaxation import available, relaxation

        rest = self._rest(state)
        if not available() or not len(rest.options):
            return prices
        duals, infeasible = relaxation(rest, self._query, weighted=True)
        if duals is not None:
            return self._rounded(rest, duals) or prices
        if infeasible:
            proof, _ = relaxation(without_costs(rest), self._query, elastic=True, weighted=True)
            if proof is not None:
                return self._raised(state, prices, slack, self._rounded(rest, proof, free=True))
        return prices

    def _raised(self, state: State, prices: Prices, slack: int, proof: Prices | None) -> Prices:
        """Return prices that promise more than the slack, by a proof that nothing is below."""
        gain = sum(self.least(state, proof)) if proof is not None else 0
        if proof is None or gain <= 0:
            return prices
        times = slack // gain + 1
        if times * int(np.abs(proof.paid).max()) > MOST:
            return prices
        paid = prices.paid + times * proof.paid
        return self.prices(paid) if self._fits(paid) else prices

    def _rounded(
        self, rest: SelectedMatrix, duals: npt.NDArray[np.float64], *, free: bool = False
    ) -> Prices | None:
        """Return the prices that duals come to; None: greater ones than may be held."""
        with np.errstate(over="ignore", invalid="ignore"):
            paid = np.floor(duals * self.scale + NOISE)
        paid = np.where((rest.low == 0) & ~rest.weighted, np.minimum(paid, 0), paid)
        if not np.isfinite(paid).all() or np.abs(paid).max(initial=0) > MOST:
            return None
        whole = np.where(rest.uncolored, paid, 0).astype(np.int64)
        return self.prices(whole, free=free) if self._fits(whole) else None

    def _fits(self, paid: Int64s) -> bool:
        bounds = np.maximum(np.abs(self._matrix.low), np.abs(self._matrix.high))
        most = self._degrees + bounds.astype(np.float64)
        return float((np.abs(paid.astype(np.float64)) * most).sum()) < 0.99 * MOST

    def _rest(self, state: State) -> SelectedMatrix:
        """Return what is live in a state as the matrix that is to be relaxed."""
        live, unmet, counts = state
        matrix = self._matrix
        lives = np.zeros(matrix.options, bool)
        lives[list(bits(live))] = True
        kept = lives[self._owner]
        low = np.zeros(len(matrix.items), np.int64)
        low[list(bits(unmet))] = 1
        high = matrix.high.astype(np.int64)
        for item in self.weights:
            low[item], high[item] = self.sums(live, item)
        for item, need, room in counts:
            low[item], high[item] = need if item in self.weights else max(need, 0), room
        return SelectedMatrix(
            np.zeros(0, np.int64),
            0,
            np.flatnonzero(lives),
            matrix.costs[lives],
            (np.cumsum(lives) - 1)[self._owner[kept]],
            matrix.members[kept],
            matrix.colors[kept],
            low,
            high,
            matrix.weights[kept].astype(np.int64) if self.weights else None,
        )


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

    def pieces(self) -> Iterator[str]:
        """Yield the lines of a certificate between its claim and its end, with line feeds."""
        return (f"{line}\n" for line in self._lines())

    def _lines(self) -> Iterator[str]:
        yield f"scale {self.states.scale}"
        yield f"solution {' '.join(map(str, self.solution))}".rstrip()
        last = len(self.done) - 1
        written = np.zeros(len(self.states.low), np.int64)
        for number, line in enumerate(reversed(self.done)):
            # Prices that matter to this node and differ from those that were written.
            others = np.flatnonzero(written != line.paid).tolist()
            changed = [item for item in others if self.states.matters(line.state, item)]
            if changed or number == 0:
                written[changed] = line.paid[changed]
                # The line that changes prices, with what all of them say of the matrix.
                paid, lost = self.states.least(self.states.root, self.states.prices(written))
                yield " ".join(
                    ("prices", str(paid), str(lost), *(f"{i}:{written[i]}" for i in changed))
                )
            words = (word if to is None else f"{word}>{last - to}" for word, to in line.edges)
            yield " ".join((str(number), line.kind, *words))


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
            node = None if state is None else self._searched_node(state, spent)
            if state is None or node is not None:
                top.edges.append((word, node))
            else:
                alone = sum(state is not None for _, state, _ in top.steps) == 1
                stack.append(self._opened(state, spent, top.prices, alone=alone))

    def _searched_node(self, state: State, spent: int) -> int | None:
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
            message = f"{self.cost} is claimed to be the least cost, and {node.spent} is less"
            raise WrongAnswer(message)
        option = max(bits(left[0]), key=lambda choice: self.states.rivals(left, choice))
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
        item = self.states.lacking(left)
        return (word, state, spent) if item is None else (f"{word}!{item}", None, spent)

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
