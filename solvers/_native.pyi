"""The native engines (solvers/native/).

All have one shape: an engine is made from a Problem, and `next_batch` or `count` searches on for
about so many seconds, without the GIL: a batch is whether that was all, and the arrays of a
`contract.batch.Batch`, the options of each solution ascending. What is built calls `check` now and
then, and passes on what that raises. Constructors raise OverflowError where the numbers of an
engine cannot hold the matrix.
"""

import enum
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Options = tuple[int, ...]
Int64Array = npt.NDArray[np.int64]
Check = Callable[[], Any]
Bytes = bytes  # where a class has a property of that name
Subtrees = list[tuple[list[int], list[int]]]  # the options above each, and those left out

class Problem:
    """A matrix and a selection on it; validated when the first engine is built from it.

    That raises ValueError for arrays that are no matrix and for options that do not exist.
    """

    def __init__(
        self,
        primary: int,
        starts: npt.NDArray[np.int32],
        members: npt.NDArray[np.int32],
        colors: npt.NDArray[np.int32],
        low: npt.NDArray[np.int64],
        high: npt.NDArray[np.int64],
        given: Sequence[int] = (),
        forbidden: Sequence[int] = (),
        weights: npt.NDArray[np.int32] | None = None,
    ) -> None:
        """Take the arrays of an `ExactCover`; without weights all are 1.

        Engines that only count covers raise OverflowError where weights are given.
        """

    def below(self, prefix: Sequence[int]) -> Problem:
        """Return the problem of a subtree: with the options above it given too."""

    @property
    def exactly_once(self) -> bool:
        """Whether all primary items must be covered exactly once, and nothing has a weight."""

    def undecided_options(self, check: Check | None = None) -> int:
        """How many options may be chosen on which no item decides."""

# The shape of the engines; these three are no classes at run time.

class _Working:
    def stop(self) -> None: ...
    @property
    def nodes(self) -> int: ...
    @property
    def updates(self) -> int: ...
    @property
    def progress(self) -> float: ...

class _Counting(_Working):
    def count(self, seconds: float) -> bool: ...
    @property
    def solutions(self) -> int: ...

class _Searching(_Counting):
    def next_batch(self, seconds: float, most: int) -> tuple[bool, Int64Array, Int64Array]: ...

class DancingLinks(_Searching):
    def __init__(self, problem: Problem, check: Check | None = None) -> None: ...
    @staticmethod
    def priced(
        problem: Problem,
        choose: npt.NDArray[np.int64],
        leave: npt.NDArray[np.int64],
        charge: npt.NDArray[np.int64],
        least: bool,
        budget: int,
        check: Check | None = None,
    ) -> DancingLinks: ...
    def set_budget(self, budget: int) -> None: ...
    def random_ways(
        self,
        seconds: float,
        most: int,
        seed: int,
        first: int,
        ahead: bool,
        above: Sequence[int] = (),
    ) -> npt.NDArray[np.float64]:
        """Go down at random up to `most` times, for about so many seconds, before any search.

        Return six numbers a way: scale, nodes, leaves, solutions, children of nodes that have
        several, and depth. The middle ones count exp(scale) times as much. The seed and its number,
        `first` and on, tell a way. It begins below the options `above`, each of an item that is
        covered once; there are no ways below options that exclude each other.
        """
    @property
    def cut(self) -> int | None: ...
    def open(self) -> Subtrees: ...

class DancingCells(_Searching):
    def __init__(self, problem: Problem, check: Check | None = None) -> None: ...
    def give(self, least: int) -> list[list[int]]: ...
    def open(self) -> Subtrees: ...

class WeightedCells(_Searching):
    def __init__(self, problem: Problem, seed: int = 0, check: Check | None = None) -> None: ...
    @property
    def failures(self) -> int: ...
    @property
    def restarts(self) -> int: ...

class Neighborhoods(_Searching):
    @staticmethod
    def made(
        problem: Problem,
        choose: npt.NDArray[np.int64],
        leave: npt.NDArray[np.int64],
        charge: npt.NDArray[np.int64],
        step: int,
        families: Sequence[npt.NDArray[np.int32]],
        kinds: int,
        seed: int,
        check: Check | None = None,
    ) -> Neighborhoods: ...
    def start(self, options: Sequence[int]) -> None: ...
    @property
    def missing(self) -> int: ...
    @property
    def tries(self) -> int: ...

# kind, vertices, tails, heads, options, places, roots: those of a GraphRule
_Rule = tuple[
    str,
    int,
    npt.NDArray[np.int32],
    npt.NDArray[np.int32],
    npt.NDArray[np.int32],
    npt.NDArray[np.int32],
    npt.NDArray[np.int32],
]

class _Propagating(_Searching):
    def add_clause(self, chosen: Sequence[int], needed: Sequence[int]) -> None:
        """Let not all of `chosen` be chosen unless one of `needed` is, from the next step on."""

class Propagation(_Propagating):
    @staticmethod
    def made(
        problem: Problem,
        rules: Sequence[_Rule] = (),
        costs: npt.NDArray[np.int64] | None = None,
        check: Check | None = None,
    ) -> Propagation: ...
    def open(self) -> Subtrees: ...
    def set_budget(self, budget: int) -> None: ...
    @property
    def least_cost(self) -> int | None: ...

class LearningPropagation(_Propagating):
    @staticmethod
    def made(
        problem: Problem,
        rules: Sequence[_Rule] = (),
        seed: int = 0,
        check: Check | None = None,
    ) -> LearningPropagation: ...

class _SearchingWithin(_Searching):
    def set_budget(self, budget: int) -> None:
        """Look only within this budget from now on, if it is less."""
    @property
    def cut(self) -> int | None:
        """The least total that was left out; None: there are no more solutions."""

class AscentSearch(_SearchingWithin):
    @staticmethod
    def made(
        problem: Problem,
        choose: npt.NDArray[np.int64],
        leave: npt.NDArray[np.int64],
        charge: npt.NDArray[np.int64],
        budget: int,
        memory: int,
        check: Check | None = None,
    ) -> AscentSearch:
        """Return the search for covers whose reduced costs sum to at most `budget`.

        Raises OverflowError for items that may be covered more than once, and where the nodes of a
        path could take more than `memory` bytes.
        """
    def expect(self, each: int, least: int) -> None:
        """Let every open item beyond `least` leave `each` of the budget unspent.

        Nodes that do not are closed: what is found is right, but that there is no more is not.
        """
    def next_within(self, work: int) -> tuple[bool, bool, list[int]]:
        """Search on for so much work: whether that was all, and whether a solution, and which.

        The outcome is the same each time.
        """

class PairSearch(_SearchingWithin):
    @staticmethod
    def made(
        problem: Problem,
        choose: npt.NDArray[np.int64],
        leave: npt.NDArray[np.int64],
        charge: npt.NDArray[np.int64],
        budget: int,
        memory: int,
        check: Check | None = None,
    ) -> PairSearch:
        """Return the search for covers whose reduced costs sum to at most `budget`.

        Each of them sums to less than the one before. Raises OverflowError for items that may be
        covered more than once, and where the nodes of a path could take more than `memory` bytes.
        """
    @property
    def open_bound(self) -> int:
        """The least total that a solution could have which was not told yet, or was left out."""

class BlockSearch(_Searching):
    def next_within(self, work: int) -> tuple[bool, bool, list[int]]:
        """Search on for so much work: whether that was all, and whether a solution, and which.

        Work is counted in edges and covers looked at, so that the outcome is the same each time.
        """
    def only_within(self, cost: int) -> None:
        """Look only for solutions that cost so much at most from now on."""
    @property
    def cut(self) -> int | None:
        """The least cost that was left out; None: there are no more solutions."""

class BlockPrices:
    """Prices on the items that link independent blocks, and what they prove."""

    def __init__(
        self,
        problem: Problem,
        costs: npt.NDArray[np.int64],
        most_edges: int,
        check: Check | None = None,
    ) -> None:
        """Find links that leave blocks; their diagrams have no more edges in all.

        Raises OverflowError where there are none, and for costs that sums cannot hold.
        """
    def climb(self, seconds: float) -> bool:
        """Raise the prices for about so long; return whether they may climb further."""
    def climb_steps(self, steps: int) -> bool:
        """Raise them by so many steps, likewise."""
    def first_limit(self, covers: int) -> int:
        """Return a cost within which the blocks have about so many covers in all."""
    def search(self, most: int | None = None, few: float = 20_000) -> BlockSearch:
        """Return the search for solutions that cost so much at most, from the best prices on.

        Covers are listed where there are fewer than `few`; elsewhere it branches on options.
        """
    @property
    def least(self) -> int:
        """No solution costs less."""
    @property
    def impossible(self) -> bool:
        """Whether some block, or some item, cannot be covered."""
    @property
    def edges(self) -> int:
        """Of all diagrams; not to be asked where it is impossible."""
    @property
    def blocks(self) -> int: ...
    @property
    def links(self) -> int: ...

def count_loops(
    problem: Problem, rule: _Rule, most_states: int, check: Check | None = None
) -> tuple[int, int] | None:
    """Count by the frontier method, for one_loop and path, as upper and lower 64 bits.

    None: it cannot count this matrix, or met more states.
    """

def count_sums(problem: Problem, most_bytes: int, check: Check | None = None) -> list[int] | None:
    """Count with a memo of what weighted items leave open, as 64 bits each, the lowest first.

    None: its states would take more bytes.
    """

class OptionMasks(_Searching):
    def __init__(
        self, problem: Problem, path: str = "auto", words: int = 1, check: Check | None = None
    ) -> None: ...
    def give(self, least: int) -> list[list[int]]: ...
    def open(self) -> Subtrees: ...
    @property
    def words(self) -> int: ...
    @property
    def in_sets(self) -> bool: ...
    @property
    def path(self) -> str: ...

def mask_shape(problem: Problem, check: Check | None = None) -> tuple[int, int, int]: ...
def simd_paths() -> list[str]: ...
def excluded_options(problem: Problem, check: Check | None = None) -> npt.NDArray[np.int32]:
    """Return the options that may be chosen but are in no solution, as far as one choice shows."""

def isomorphic_blocks(
    problem: Problem, check: Check | None = None
) -> tuple[list[int], list[list[list[int]]]] | None:
    """Return isomorphic blocks: the items between them in an order that suits, and for each group
    of blocks the items of each, slot by slot (-1: none). None: there are no blocks.
    """

class Orders(enum.Enum):
    RACE = 0
    SMALLEST = 1
    GIVEN = 2
    BREADTH = 3
    LEVELS = 4

class MemoCounter(_Counting):
    def __init__(
        self,
        problem: Problem,
        memory: int,
        orders: Orders = ...,
        warm_up: int = ...,
        least_hits: float = ...,
        hash_mask: int = ...,
        widest: float = ...,
        check: Check | None = None,
    ) -> None: ...
    def save(
        self, level: int, memo: int, fresh: int
    ) -> tuple[npt.NDArray[np.uint64], list[tuple[int, bool, npt.NDArray[np.uint64]]]]: ...
    def restore(
        self,
        head: npt.NDArray[np.uint64],
        logs: list[tuple[int, npt.NDArray[np.uint64]]],
    ) -> bool: ...
    @property
    def intact(self) -> bool: ...
    @property
    def frontier_progress(self) -> float | None: ...
    @property
    def lookups(self) -> int: ...
    @property
    def hits(self) -> int: ...
    @property
    def bytes(self) -> int: ...

class FoldingOrders(enum.Enum):
    """Which item orders fold: all by turns, or one."""

    RACE = 0
    SMALLEST = 1
    GIVEN = 2
    BREADTH = 3

# The arrays of a folded tree (search/solution_sets/tree.py).
Tree = tuple[
    npt.NDArray[np.int32], npt.NDArray[np.int64], npt.NDArray[np.int32], npt.NDArray[np.int32]
]

class _Folding(_Working):
    """A tree while it is built; `memory` bounds its tables and itself."""

    def fold(self, seconds: float) -> bool:
        """Search on for about that long; return whether that was all, or the memory is full."""

    def take(self) -> Tree:
        """Return the tree, once; of a search that is not over the solutions found so far."""

    @property
    def full(self) -> bool: ...
    @property
    def bytes(self) -> int: ...

class Folding(_Folding):
    """A folded tree."""

    def __init__(
        self,
        problem: Problem,
        memory: int,
        dead_ends: bool = False,
        orders: FoldingOrders = ...,
        hash_mask: int = ...,
        check: Check | None = None,
    ) -> None: ...

class PropagatedFolding(_Folding):
    """The tree of a search with propagation, its dead ends included."""

    def __init__(
        self, problem: Problem, rules: Sequence[_Rule], memory: int, check: Check | None = None
    ) -> None: ...

class TreeLines:
    """A folded tree as the lines of a certificate.

    Raises ValueError for arrays that are no tree of so many items and options.
    """

    def __init__(
        self,
        kind_or_item: npt.NDArray[np.int32],
        first: npt.NDArray[np.int64],
        option: npt.NDArray[np.int32],
        child: npt.NDArray[np.int32],
        renaming: npt.NDArray[np.int32],
        items: int,
        options: int,
        check: Check | None = None,
    ) -> None: ...
    @property
    def count(self) -> int: ...
    @property
    def nodes(self) -> int:
        """Number of nodes that have a line."""

    def rewind(self) -> None: ...
    def next(self, bytes: int) -> bytes:
        """Return the next lines, about so many bytes; nothing behind the last."""

class CountedTree:
    """A folded tree and how many solutions are below each node.

    Raises ValueError for arrays that are no tree of so many items and options.
    """

    def __init__(
        self,
        kind_or_item: npt.NDArray[np.int32],
        first: npt.NDArray[np.int64],
        option: npt.NDArray[np.int32],
        child: npt.NDArray[np.int32],
        given: Sequence[int],
        items: int,
        options: int,
        check: Check | None = None,
    ) -> None: ...
    @property
    def count(self) -> int: ...
    @property
    def limbs(self) -> int:
        """The width of a count, in numbers of 64 bits."""

    @property
    def bytes(self) -> int: ...
    def unrank(self, ranks: Bytes, check: Check | None = None) -> tuple[Int64Array, Int64Array]:
        """Return the arrays of a batch: the solutions of ranks of `limbs` numbers each."""

    def rank(self, options: Sequence[int]) -> int | None: ...
    def marginals(self, check: Check | None = None) -> list[int]: ...
    def without(self, options: Sequence[int], check: Check | None = None) -> Tree: ...
    def with_option(self, option: int, check: Check | None = None) -> Tree: ...
    def least(self, costs: Int64Array, check: Check | None = None) -> Int64Array: ...
    def histogram(
        self, costs: Int64Array, memory: int, check: Check | None = None
    ) -> tuple[Int64Array, list[int]]:
        """Return the costs, ascending, and their counts. Raises OverflowError past the memory."""

class Batch(_Working):
    @staticmethod
    def prepare(
        problem: Problem,
        path: str = "auto",
        slots: bool = True,
        threads: int = 1,
        check: Check | None = None,
    ) -> Batch | None: ...
    def load(
        self, starts: npt.NDArray[np.int64], given: npt.NDArray[np.int64], limit: int
    ) -> None: ...
    def clear(self) -> None: ...
    def next_batch(
        self, seconds: float, least: int = 1
    ) -> tuple[bool, npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int64]]: ...

class Verifier:
    """Looks at many solutions; shares nothing with an engine.

    Raises ValueError for arrays that are no matrix and for options that do not exist.
    """

    def __init__(
        self,
        starts: npt.NDArray[np.int32],
        members: npt.NDArray[np.int32],
        colors: npt.NDArray[np.int32],
        low: npt.NDArray[np.int64],
        high: npt.NDArray[np.int64],
        given: npt.NDArray[np.int64],
        forbidden: npt.NDArray[np.int64],
        weights: npt.NDArray[np.int32] | None = None,
    ) -> None: ...
    def first_wrong(
        self,
        starts: npt.NDArray[np.int64],
        options: npt.NDArray[np.int64],
        given_starts: npt.NDArray[np.int64],
        given_options: npt.NDArray[np.int64],
    ) -> int:
        """Return the place of the first list that is no solution; -1: all are.

        List k is options[starts[k]:starts[k + 1]]. The givens are lists too, of the options that
        each solution must hold besides, or nothing at all. Raises ValueError for starts that do
        not part the options.
        """

class RupChecker:
    """Goes through the steps of a proof that clauses clash; shares nothing with an engine.

    lrat  whether to write the proof in LRAT, which the method `lrat` returns once it is complete

    Raises ValueError for starts that do not part the literals, and for a literal 0.
    """

    def __init__(
        self, starts: npt.NDArray[np.int64], literals: npt.NDArray[np.int32], lrat: bool = False
    ) -> None: ...
    def read(self, steps: bytes) -> bool: ...
    def lrat(self) -> bytes: ...
    @property
    def proved(self) -> bool: ...
    @property
    def clashes(self) -> bool: ...
    @property
    def steps(self) -> int: ...
    @property
    def refusal(self) -> str: ...
