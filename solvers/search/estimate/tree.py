"""The search tree of a problem: each node branches on an item, by default one with fewest options.

The tree belongs to no solver. What a node leaves of the matrix is what its parent leaves without
what the one choice between them rules out and forces (unit propagation, selection.py), so a way
down gets cheaper with each step. A node branches on an item that must be covered exactly once, one
child an option; where no such item is left, on one option, which is chosen or is not. So the
children of a node are disjoint and lose nothing. A node is a leaf where no option is left, which
is a solution if it holds all conditions, or where an item has too few, which is a dead end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

import numpy as np

from ....models.matrix.conditions import Condition
from ...contract.batch import Options
from ...contract.deadline import Deadline
from ...encoding.selection import SelectedMatrix, narrowed, selected
from ..running import query_of
from ..search import Search
from ..selection import Problem
from .branching import Branching, fewest

__all__ = ["Choice", "Node", "SearchTree"]

Choice = tuple[int, bool]  # an option, and whether it is chosen


@dataclass(frozen=True, eq=False)
class Node:
    """A node: what was chosen above it, and what that leaves.

    given, forbidden  the options that were chosen above, and those that were not
    rest              None: a dead end
    conditions        what a solution must hold beside its items
    branching         the rule by which the item is chosen (branching.py)
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
        found = tuple(sorted(self.rest.given.tolist()))
        holds = all(condition.clause(found) is None for condition in self.conditions)
        return found if holds else None

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """What tells the children apart; none at a leaf."""
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
            node = self.child(node, _way(node.choices, chosen))
            yield node

    def descent(self, node: Node, rng: Random) -> Iterator[tuple[Node, int]]:
        """Go down to a leaf at random; yield each node below, and how many its parent has."""
        while node.choices:
            width = len(node.choices)
            node = self.child(node, rng.choice(node.choices))
            yield node, width


def _way(choices: tuple[Choice, ...], chosen: set[int]) -> Choice:
    """Return the choice that a solution makes."""
    taken = (choice for choice in choices if choice[1] and choice[0] in chosen)
    return next(taken, choices[-1])
