"""Random ways down the tree that dancing links search, and the estimates from them.

The native engine goes down (native/links/random_ways.cpp): each way estimates the number of
nodes, leaves and solutions of the tree, if all of it is like what the way met. The seed and its
number alone determine where a way goes, so the same ways come whatever the clock says.

The parts: branching rules, the search tree, the estimated size of a tree, the ways, the speed.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ...models.matrix.conditions import Condition
from ..contract.batch import Options
from ..contract.deadline import Deadline, Stopped
from ..encoding.selection import SelectedMatrix, narrowed, selected
from ..native.engine import Engine
from .running import query_of
from .search import Search
from .selection import Problem

if TYPE_CHECKING:
    from .. import _native

__all__ = [
    "RULES",
    "Branching",
    "Choice",
    "Finished",
    "Node",
    "Pace",
    "SearchTree",
    "Size",
    "Ways",
    "fewest",
    "measure",
    "searching",
    "size_of",
]

# ---- Branching rules, which make trees of different sizes ----------------------------------------
#
# A rule is handed what is left of the matrix, how many options each item has left, and among which
# items it may choose; ties go to the item that comes first.


Counts = npt.NDArray[np.int64]
Branching = Callable[[SelectedMatrix, Counts, npt.NDArray[np.bool_]], int]


def fewest(rest: SelectedMatrix, left: Counts, among: npt.NDArray[np.bool_]) -> int:
    """Return an item with the fewest options left: dancing links, and most who came after."""
    return int(np.argmin(np.where(among, left, len(rest.options) + 1)))


def fewest_busiest(rest: SelectedMatrix, left: Counts, among: npt.NDArray[np.bool_]) -> int:
    """Return, of the items with the fewest options, one whose options meet most others."""
    tied = among & (left == left[among].min())
    met = np.bincount(rest.owner, weights=left[rest.members], minlength=len(rest.options))
    meetings = np.bincount(rest.members, weights=met[rest.owner], minlength=len(rest.low))
    return int(np.argmax(np.where(tied, meetings, -1)))


def in_order(rest: SelectedMatrix, left: Counts, among: npt.NDArray[np.bool_]) -> int:
    """Return the first item: a static order, as plain backtracking goes."""
    return int(np.argmax(among))


def most(rest: SelectedMatrix, left: Counts, among: npt.NDArray[np.bool_]) -> int:
    """Return an item with the most options left: how much a bad choice costs."""
    return int(np.argmax(np.where(among, left, -1)))


RULES: dict[str, Branching] = {
    "fewest": fewest,
    "fewest_busiest": fewest_busiest,
    "in_order": in_order,
    "most": most,
}

# ---- The search tree of a problem ----------------------------------------------------------------
#
# The tree belongs to no solver. What a node leaves of the matrix is what its parent leaves without
# what the one choice between them rules out and forces (unit propagation, selection.py), so a way
# down gets cheaper with each step. A node branches on an item that must be covered exactly once,
# one child an option; where no such item is left, on one option, which is chosen or is not. So the
# children of a node are disjoint and lose nothing. A node is a leaf where no option is left, which
# is a solution if it holds all conditions, or where an item has too few, which is a dead end.


Choice = tuple[int, bool]  # an option, and whether it is chosen


@dataclass(frozen=True, eq=False)
class Node:
    """A node: what was chosen above it, and what that leaves.

    given, forbidden  the options that were chosen above, and those that were not
    rest              None: a dead end
    conditions        what a solution must hold beside its items
    branching         the rule by which the item is chosen
    """

    given: Options
    forbidden: frozenset[int]
    rest: SelectedMatrix | None
    conditions: tuple[Condition, ...] = ()
    branching: Branching = fewest

    @cached_property
    def solution(self) -> Options | None:
        """The solution that this leaf is, ascending; None where it is none."""
        if self.rest is None or len(self.rest.options):
            return None
        options = tuple(sorted(self.rest.given.tolist()))
        holds = all(condition.clause(options) is None for condition in self.conditions)
        return options if holds else None

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """The items or options that distinguish the children; none at a leaf."""
        rest = self.rest
        if rest is None or not len(rest.options):
            return ()
        left = np.bincount(rest.members, minlength=len(rest.low))
        once = (rest.low == 1) & (rest.high == 1) & (left > 1) & ~rest.weighted
        if not once.any():
            option = int(rest.options[0])
            return (option, True), (option, False)
        item = self.branching(rest, left, once)
        options = rest.options[rest.owner[rest.members == item]].tolist()
        return tuple((option, True) for option in options)


@dataclass(frozen=True, eq=False)
class SearchTree:
    """The search tree of a problem; to go down takes time, and raises Stopped at the deadline."""

    root: Node
    deadline: Deadline

    @classmethod
    def of(cls, problem: Problem, deadline: Deadline, branching: Branching = fewest) -> SearchTree:
        """Return the tree of a compiled problem. Raises Stopped."""
        query = query_of(Search(problem), deadline)
        rest = selected(query)
        return cls(Node((), frozenset(), rest, query.matrix.conditions, branching), deadline)

    def within(self, seconds: float) -> SearchTree:
        """Return the same tree, down which is gone for so many seconds."""
        return SearchTree(self.root, self.deadline.within(seconds))

    def child(self, node: Node, choice: Choice) -> Node:
        """Return one child."""
        assert node.rest is not None  # for the type checker
        option, chosen = choice
        if chosen:
            rest = narrowed(node.rest, (option,), (), self.deadline.check)
            return replace(node, given=(*node.given, option), rest=rest)
        rest = narrowed(node.rest, (), (option,), self.deadline.check)
        return replace(node, forbidden=node.forbidden | {option}, rest=rest)

    def path(self, node: Node, solution: Options) -> Iterator[Node]:
        """Yield the nodes below `node` on the way to a solution that lies under it."""
        chosen = set(solution)
        while node.choices:
            taken = (choice for choice in node.choices if choice[1] and choice[0] in chosen)
            node = self.child(node, next(taken, node.choices[-1]))
            yield node

    def descent(self, node: Node, rng: Random) -> Iterator[tuple[Node, int]]:
        """Go down to a leaf at random; yield each node below, and how many its parent has."""
        while node.choices:
            width = len(node.choices)
            node = self.child(node, rng.choice(node.choices))
            yield node, width


# ---- The estimated size of a tree ----------------------------------------------------------------
#
# A random way down, which takes each of the d children of a node with the same probability, comes
# to a leaf with the probability of the product of 1/d over the nodes above. So the product of d,
# over many ways the mean, is an unbiased estimate of the number of leaves (Knuth, "Estimating the
# efficiency of backtrack programs", Mathematics of Computation 29, 1975); and so are the means of
# other sums along the way. They are kept as logarithms, for some are beyond all floats.
#
# Most often such an estimate is too small: few ways hold most of the mean. The reported spread
# is the relative standard error of the mean.


DIGITS = 3  # shown of a number
LONG = 15  # a number of more digits is shown by its power of ten


@dataclass(frozen=True)
class Size:
    """An estimate of a number that is not negative.

    log     its natural logarithm; -inf: it is 0
    spread  its relative standard error; inf: nothing is known of it
    """

    log: float
    spread: float

    def share_of(self, whole: Size) -> tuple[float, float]:
        """Return what part of the whole this is, 0 to 1, and the relative standard error."""
        share = math.exp(min(self.log - whole.log, 0.0))
        return share, math.hypot(self.spread, whole.spread)

    def over(self, rate: float, spread: float) -> Size:
        """Return the number divided by a rate, which has a spread of its own."""
        return Size(self.log - math.log(rate), math.hypot(self.spread, spread))

    @property
    def log10(self) -> float:
        """Its logarithm to the base 10; -inf: it is 0."""
        return self.log / math.log(10)

    def __float__(self) -> float:
        """Return the number; inf where it is beyond all floats."""
        return math.exp(self.log) if self.log < 709 else math.inf

    def __str__(self) -> str:
        if self.log == -math.inf:
            return "0"
        power = math.floor(self.log10)
        places = DIGITS - 1 - power
        if power < LONG:
            return f"{round(float(self), places):,.{max(places, 0)}f}"
        mantissa = f"{10 ** (self.log10 - power):.{DIGITS - 1}f}"
        return f"1.00e+{power + 1}" if mantissa.startswith("10") else f"{mantissa}e+{power}"


def measure(tree: SearchTree, node: Node, ways: int, rng: Random) -> list[float]:
    """Go down so often, less often at the deadline; return the logarithms of the products."""
    logarithms: list[float] = []
    try:
        for _ in range(ways):
            logarithms.append(math.fsum(math.log(width) for _, width in tree.descent(node, rng)))
            if not node.choices:
                break
    except Stopped:
        pass
    return logarithms


def size_of(products: Sequence[float]) -> Size:
    """Return the size that the logarithms of products tell, at least one of them.

    -inf is the logarithm of a product that is 0.
    """
    most = max(products)
    if most == -math.inf:
        return Size(-math.inf, math.inf)
    scaled = [math.exp(product - most) for product in products]
    mean = math.fsum(scaled) / len(scaled)
    if len(scaled) == 1:
        return Size(most, 0.0 if most == 0 else math.inf)
    variance = math.fsum((value - mean) ** 2 for value in scaled) / (len(scaled) - 1)
    return Size(most + math.log(mean), math.sqrt(variance / len(scaled)) / mean)


SLICE = 0.03  # seconds between two looks at the signals and the clock
SCALE, NODES, LEAVES, SOLUTIONS, FORKED, DEPTH = range(6)  # the numbers of a way


@dataclass
class Ways:
    """The ways gone so far: `numbers` is float64[ways, 6], as the native module returns them."""

    wanted: int
    seed: int
    skewed: bool
    numbers: npt.NDArray[np.float64] = field(default_factory=lambda: np.zeros((0, 6)))

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def complete(self) -> bool:
        """Whether all that were wanted have been gone."""
        return len(self) == self.wanted

    def going(self, engine: _native.DancingLinks, deadline: Deadline) -> Iterator[None]:
        """Go down, a slice of time a step, until all are gone or the deadline comes."""
        parts: list[npt.NDArray[np.float64]] = []
        while not self.complete and not deadline.passed():
            first, left = len(self), self.wanted - len(self)
            seconds = min(SLICE, deadline.left())
            gone = engine.random_ways(seconds, left, self.seed, first, self.skewed)
            parts.append(np.asarray(gone).reshape(-1, 6))
            self.numbers = np.concatenate([self.numbers, parts.pop()])
            yield

    @property
    def nodes(self) -> Size:
        """How many nodes the tree has."""
        return self._size(NODES)

    @property
    def leaves(self) -> Size:
        """How many of them have no children: solutions and dead ends."""
        return self._size(LEAVES)

    @property
    def solutions(self) -> Size:
        """How many solutions there are; its spread is infinite where no way met one."""
        return self._size(SOLUTIONS)

    @property
    def met(self) -> int:
        """How many ways met a solution."""
        return int(np.count_nonzero(self.numbers[:, SOLUTIONS]))

    @property
    def depths(self) -> tuple[float, int]:
        """How deep the ways went: in the mean, and at most."""
        depths = self.numbers[:, DEPTH]
        return float(depths.mean()), int(depths.max())

    @property
    def tail(self) -> float:
        """How heavy the heaviest ways are: Hill's estimate of the tail index of numbers of nodes.

        From 1/2 on the spread is too small, for heavier ways were not met yet; from 1 on the mean
        itself is not settled (Hill, "A simple general approach to inference about the tail of a
        distribution", Annals of Statistics 3, 1975).
        """
        logs = np.sort(self._logs(NODES))[::-1]
        most = int(min(len(logs) / 5, 3 * math.sqrt(len(logs))))
        if not most or not np.isfinite(logs[0]):
            return 0.0
        return float((logs[:most] - logs[most]).mean())

    def _size(self, column: int) -> Size:
        size = size_of(self._logs(column).tolist())
        return Size(size.log, 0.0) if self.numbers[0, NODES] == 0 else size

    def _logs(self, column: int) -> npt.NDArray[np.float64]:
        with np.errstate(divide="ignore"):
            logs: npt.NDArray[np.float64] = self.numbers[:, SCALE] + np.log(self.numbers[:, column])
        return logs


# ---- The speed of dancing links on this matrix and machine ---------------------------------------
#
# The engine of `dlx` searches from the root for a moment, in slices. Nodes near the root, or of
# another part of the tree, may be slower or quicker: how much the slices differ is the reported
# spread, which ignores parts that the search did not reach. A search that ends meanwhile needs no
# estimate.


SLICES = 16


@dataclass(frozen=True)
class Finished:
    """A search that came to its end while its pace was measured: nothing of it is an estimate."""

    nodes: int
    solutions: int
    seconds: float


@dataclass(frozen=True)
class Pace:
    """Nodes a second; `spread` is its relative standard error over the slices."""

    rate: float
    spread: float


def searching(
    engine: Engine, seconds: float, deadline: Deadline
) -> Iterator[tuple[Pace | None, Finished | None]]:
    """Search for so long; yield after each slice the pace, if it is known, and how it ended."""
    slices: list[tuple[int, float]] = []
    began, spent, nodes = time.perf_counter(), 0.0, 0
    while spent < seconds and not deadline.passed():
        ended = engine.count(min(seconds / SLICES, deadline.left()))
        before, spent = spent, time.perf_counter() - began
        slices.append((engine.nodes - nodes, spent - before))
        nodes = engine.nodes
        yield (
            _pace(slices),
            Finished(nodes, engine.solutions, spent) if ended else None,
        )
        if ended:
            return


def _pace(slices: Sequence[tuple[int, float]]) -> Pace | None:
    nodes, seconds = sum(n for n, _ in slices), sum(s for _, s in slices)
    if not nodes or seconds <= 0:
        return None
    rate = nodes / seconds
    if len(slices) == 1:
        return Pace(rate, math.inf)
    off = math.fsum((n - rate * s) ** 2 for n, s in slices) / (len(slices) - 1)
    return Pace(rate, math.sqrt(off * len(slices)) / nodes)
