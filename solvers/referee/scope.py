"""What a cross-check compares: all solutions, or branches of the search tree with a known share.

Whether there are few enough solutions to compare them all, several engines are asked in turn, with
budgets that grow (probe.py): none of them is trusted with the end of the check. Where there are too
many, branches are drawn at random. A random descent, which drops what the chosen options rule out
(residual.py), ends at or near a solution; on the way from the root to that solution, branching each
time on the item with the fewest options left, the first node below which there are few enough
solutions, and not too much to search for slower solvers, is the branch. Its share of the tree is
the product of 1/d over the nodes above, d being the number of their children: the weights of
Knuth's "Estimating the efficiency of backtrack programs" (Mathematics of Computation 29, 1975). Its
share of the solutions is told where they can be counted soon.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from random import Random

import numpy as np

from ..queries import Problem, selection_of
from ..residual import Residual, residual
from ..solver import Deadline, Options, Search
from .probe import Probe, Prober

__all__ = ["Branch", "Scope", "scope_of"]

SECONDS = 10.0  # for finding out what to compare
COUNTING = 2.0  # of these for the count of all solutions
BRANCHES = 8
FEWER = 3  # branches of a large matrix, which solvers that encode it take seconds to begin with
LARGE = 5000  # entries
NODES = 5000  # of dancing links in a branch: other solvers take a hundred times as long for each
TRIES = 3  # descents for each branch that is wanted


@dataclass(frozen=True)
class Branch:
    """A part of the search tree: the solutions that hold `given` and nothing of `barred`.

    solutions  how many there are, as the engine says that probed it; None: not known
    share      the part of the search tree, 0 to 1; None: not known
    """

    given: Options = ()
    barred: frozenset[int] = frozenset()
    solutions: int | None = None
    share: float | None = 1.0

    def holds(self, options: Options) -> bool:
        """Whether a solution lies in the branch."""
        chosen = set(options)
        return chosen.issuperset(self.given) and self.barred.isdisjoint(chosen)


@dataclass(frozen=True)
class Scope:
    """What is compared.

    branches  disjoint; one without given and barred options is all there is
    share     the part that they are, 0 to 1: of all solutions where `total` is known, else of the
              search tree; None: not known
    total     how many solutions there are in all, as far as that is known
    counted   who counted them
    text      the same in words
    """

    branches: tuple[Branch, ...] = (Branch(),)
    share: float | None = 1.0
    total: int | None = None
    counted: str = ""
    text: str = "all solutions"
    by_digest: bool = False

    def compared(self, places: Iterable[int]) -> Scope:
        """Return the scope of those branches alone, by their places."""
        kept = sorted(set(places))
        if len(kept) == len(self.branches):
            return self
        return replace(self, branches=tuple(self.branches[place] for place in kept))

    @property
    def whole(self) -> bool:
        """Whether everything is compared."""
        return not any(branch.given or branch.barred for branch in self.branches)

    @property
    def solutions(self) -> int | None:
        """How many solutions are to be compared; None: not known."""
        numbers = [branch.solutions for branch in self.branches]
        return None if None in numbers else sum(number or 0 for number in numbers)


def scope_of(problem: Problem, limit: int, time_limit: float | None, seed: int) -> Scope:
    """Return what can be compared with up to `limit` solutions.

    time_limit  seconds, if less than SECONDS; where they do not do to find more than `limit`
                solutions, nor to find that there are no more, all are the scope
    """
    deadline = Deadline(time_limit).within(SECONDS)
    prober = Prober(problem, deadline)
    root = prober.probe((), frozenset(), limit + 1)
    if root.found <= limit:
        return Scope((Branch(solutions=root.found if root.exact else None),))
    total, counted = prober.count(COUNTING)
    return _scope(_draw(problem, prober, root, limit, seed), limit, total, counted)


def _scope(branches: list[Branch], limit: int, total: int | None, counted: str) -> Scope:
    """Say in words which branches are compared, and what part of the whole they are."""
    known = [branch.share for branch in branches if branch.share is not None]
    share = min(math.fsum(known), 1.0) if len(known) == len(branches) else None
    held = sum(branch.solutions or 0 for branch in branches)
    name = "1 branch" if len(branches) == 1 else f"{len(branches)} branches"
    if total is not None and total > limit:
        share = held / total
        part = f"{held} of the {total} solutions that {counted} counts ({_percent(share)})"
    elif share is not None:
        part = f"{_percent(share)} of the search tree"
    else:
        part = "a part of the search tree too small to be told"
    text = f"more than {limit} solutions: {name}, {part}"
    return Scope(tuple(branches), share, total, counted, text)


def _percent(share: float) -> str:
    return f"{share:.1%}" if share >= 0.001 else f"some {share:.0e}"


def _draw(problem: Problem, prober: Prober, root: Probe, limit: int, seed: int) -> list[Branch]:
    """Return some disjoint branches that hold up to `limit` solutions together."""
    tree, rng = _Tree(problem), Random(seed)
    wanted = min(FEWER if len(tree.matrix.members) > LARGE else BRANCHES, limit)
    branches: list[Branch] = []
    for _ in range(TRIES * wanted):
        if len(branches) == wanted or prober.deadline.passed():
            break
        guide = _random_solution(tree, prober, rng) or rng.choice(root.samples)
        found = _branch(tree, prober, guide, limit // wanted)
        # Where a budget ran out, a deeper node may have been taken for one branch than another.
        if found is not None and not any(_overlap(found, other) for other in branches):
            branches.append(found)
    if not branches:  # no time: what holds one solution that is known
        branches.append(Branch(root.samples[0], share=None))
    return branches


def _overlap(one: Branch, other: Branch) -> bool:
    """Whether one of two branches of one tree lies in the other."""
    mine, theirs = set(one.given), set(other.given)
    return (mine >= theirs and one.barred >= other.barred) or (
        mine <= theirs and one.barred <= other.barred
    )


def _random_solution(tree: _Tree, prober: Prober, rng: Random) -> Options | None:
    """Descend at random as far as it goes, then go back up until there is a solution."""
    given = tree.descent(rng, prober.deadline)
    while given:
        found = prober.probe(given, frozenset(), 1)
        if found.samples:
            return found.samples[0]
        given = given[: len(given) // 2]
    return None


def _branch(tree: _Tree, prober: Prober, guide: Options, most: int) -> Branch | None:
    """Return the first node on the way to a solution that holds up to `most`; None: not in time."""
    path = list(tree.path(guide, prober.deadline))
    low, high, found = 0, len(path) - 1, None
    while low <= high:
        middle = (low + high) // 2
        node = path[middle]
        probed = prober.probe(node.given, node.barred, most + 1)
        if probed.exact and probed.found <= most and probed.nodes <= NODES:
            found, high = replace(node, solutions=probed.found), middle - 1
        elif prober.deadline.passed():
            return found
        else:
            low = middle + 1
    return found


class _Tree:
    """The search tree of a problem: each node branches on an item with the fewest options left."""

    def __init__(self, problem: Problem) -> None:
        self.matrix, self._given, self._forbidden = selection_of(problem)

    def path(self, guide: Options, deadline: Deadline) -> Iterator[Branch]:
        """Yield the nodes from the root's child to the leaf that holds the solution."""
        node, share, chosen = Branch(), 1.0, set(guide)
        while (
            not deadline.passed() and (rest := self._rest(node)) is not None and len(rest.options)
        ):
            children = _children(rest)
            taken = [option for option in children if option in chosen]
            share /= len(children) or 2
            if taken:
                node = replace(node, given=(*node.given, taken[0]), share=share)
            else:  # no item decides: an option is chosen or it is not
                option = int(rest.options[0])
                if option in chosen:
                    node = replace(node, given=(*node.given, option), share=share)
                else:
                    node = replace(node, barred=node.barred | {option}, share=share)
            yield node

    def descent(self, rng: Random, deadline: Deadline) -> Options:
        """Choose options at random, branching as `path` does, until nothing or no way is left."""
        node = Branch()
        while not deadline.passed():
            rest = self._rest(node)
            if rest is None:
                return node.given[:-1]
            children = _children(rest)
            if not children:
                return node.given
            node = replace(node, given=(*node.given, rng.choice(children)))
        return node.given

    def _rest(self, node: Branch) -> Residual | None:
        """Return what the node leaves of the matrix."""
        given = tuple(dict.fromkeys((*self._given, *node.given)))
        return residual(Search(self.matrix, given, self._forbidden | node.barred))


def _children(rest: Residual) -> list[int]:
    """Return the options of an item that needs one more and has the fewest; [] without such."""
    left = np.bincount(rest.members, minlength=len(rest.low))
    once = (rest.low == 1) & (rest.high == 1) & (left > 1)
    if not once.any():
        return []
    item = int(np.argmin(np.where(once, left, len(rest.options) + 1)))
    return rest.options[rest.owner[rest.members == item]].tolist()  # type: ignore[no-any-return]
