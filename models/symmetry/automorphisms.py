"""The symmetries of a puzzle found by themselves: the automorphisms of its matrix.

All permutations of the options that map the matrix to itself form a group, of which BLISS finds
generators on a graph (colored_graph.py): the four turns and mirrors of a board, but also rows,
digits, nurses or hours that may change places. The group may be huge (3,359,232 x 9! for the empty
sudoku), so it is not listed: its generators, its order and its orbits are known, and what of it
leaves a set of options as it is. Choices become choices, for the hidden rows of rules follow from
them. Costs are kept, givens are mapped to givens, and what is forbidden
stays where it is.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ..budget import look
from ..matrix.exact_cover import ExactCover
from ..telling.spelling import numeral
from .bliss import Bliss, MakeBliss
from .colored_graph import ColoredGraph
from .item_map import Permutation, item_map
from .orbits import IsNew
from .symmetries import Symmetries, selection, visible_options

if TYPE_CHECKING:
    from ..puzzle import Puzzle

__all__ = ["LISTED", "Automorphisms", "automorphisms"]

LISTED = 1000  # so many are listed; of more, solutions are told apart by their names

Orbits = npt.NDArray[np.int32]


class Automorphisms:
    """The group of all automorphisms of a matrix, by generators.

    matrix      the puzzle's matrix
    order       how many there are, as permutations of the choices
    generators  int32[options] each; entry k is the option that option k is mapped to
    visible     the options from this number on are hidden rows of rules

    >>> from minuet.models import Puzzle
    >>> latin = Puzzle("latin square")
    >>> digit = latin.choices("digit", row=range(3), col=range(3), value=range(3))
    >>> cells = latin.exactly_one(digit, by=("row", "col"))
    >>> rows = latin.exactly_one(digit, by=("row", "value"))
    >>> cols = latin.exactly_one(digit, by=("col", "value"))
    >>> automorphisms(latin)
    Automorphisms(1296 of 27 options)
    """

    def __init__(
        self, puzzle: Puzzle | ExactCover, given: Iterable[int] = (), *, bliss: MakeBliss = Bliss
    ) -> None:
        self.puzzle = puzzle
        self.matrix, fixed, self.forbidden = selection(puzzle)
        self.given = tuple(dict.fromkeys((*fixed, *given)))
        self.visible = visible_options(puzzle)
        self._graph = ColoredGraph(self.matrix, self.given, self.forbidden, self.visible)
        self._bliss = bliss(len(self._graph.classes), self._graph.edges)
        self.generators = self._generators()
        self._unseen = 1  # so many permutations of the graph leave all choices where they are
        if self.matrix.graph_rules or self.visible < self.matrix.options:
            self._unseen = self._bliss.order(self._graph.told_apart())
        self.order = self._bliss.order(self._graph.classes) // self._unseen

    def __repr__(self) -> str:
        return f"Automorphisms({numeral(self.order)} of {self.matrix.options} options)"

    def __str__(self) -> str:
        """What the symmetries are, in the puzzle's words: how many, and a line a generator."""
        return "\n".join([self.in_short, *(f"  {line}" for line in self.words)])

    def by(self, bliss: MakeBliss) -> Automorphisms:
        """Return the same symmetries, of which that Bliss answers what else is asked."""
        twin = copy(self)
        twin._bliss = bliss(len(self._graph.classes), self._graph.edges)
        return twin

    @property
    def in_short(self) -> str:
        """How many symmetries there are, in words."""
        noun = "symmetry" if self.order == 1 else "symmetries"
        return f"{numeral(self.order, grouped=True)} {noun}"

    @cached_property
    def words(self) -> tuple[str, ...]:
        """What may be exchanged, in the puzzle's words: all symmetries come from these."""
        from .words import words

        return words(self.puzzle, self.generators, self.given, self.forbidden)

    @cached_property
    def orbits(self) -> Orbits:
        """int32[options]: the least of the options that an option is mapped to."""
        return joined(self.matrix.options, self.generators)

    def orbits_beside(self, *sets: Iterable[int]) -> Orbits:
        """Return the orbits under the symmetries that map each of these sets to itself."""
        return joined(self.matrix.options, self._generators(*sets))

    def fixing(self, options: Iterable[int]) -> int:
        """Return how many symmetries map a solution, or a set of choices, to itself."""
        return self._bliss.order(self._graph.marked([options])) // self._unseen

    def permutes_freely(self, orbit: Sequence[int], *sets: Iterable[int]) -> bool:
        """Whether the symmetries that map each of these sets to itself permute an orbit at will.

        orbit  options that these map to one another
        """
        marks = [list(one) for one in sets]
        some = self._bliss.order(self._graph.marked(marks))
        none = self._bliss.order(self._graph.marked([*marks, *([option] for option in orbit)]))
        return some == none * math.factorial(len(orbit))

    def name(self, *sets: Iterable[int]) -> bytes:
        """Return what sets of options share with those that a symmetry maps them to, alone."""
        return self._bliss.name(self._graph.marked(sets))

    def symmetries(self) -> Symmetries:
        """Return all of them, as a list of permutations. Raises ModelError where they are many."""
        if not self.matrix.graph_rules:  # elsewhere elements may be alike that cannot be told apart
            for one in self.generators:
                item_map(self.matrix, one, "automorphism", self.forbidden)
        moves = self.generators
        return Symmetries.generated(self.matrix, moves, self.given, self.forbidden, self.visible)

    def newcomers(self) -> IsNew:
        """Return a function that says of a solution whether none that it was asked of is alike."""
        if self.order <= LISTED:
            return self.symmetries().newcomers()
        names: set[bytes] = set()

        def is_new(options: Collection[int]) -> bool:
            name, before = self.name(options), len(names)
            names.add(name)
            return len(names) > before

        return is_new

    def _generators(self, *sets: Iterable[int]) -> list[Permutation]:
        graph = self._graph
        found = self._bliss.generators(graph.marked([list(one) for one in sets]))
        moves = map(self._on_options, found)
        return [move for move in moves if self._moves_choices(move)]

    def _moves_choices(self, permutation: Permutation) -> bool:
        choices = permutation[: self.visible]
        return not np.array_equal(choices, np.arange(self.visible))

    def _on_options(self, vertices: npt.NDArray[np.int32]) -> Permutation:
        options = self._graph.options
        permutation = np.arange(self.matrix.options, dtype=np.int32)
        permutation[options] = options[vertices[: len(options)]]
        return permutation


def automorphisms(puzzle: Puzzle | ExactCover) -> Automorphisms:
    """Return all symmetries of a puzzle's matrix.

    Raises Unavailable without igraph (`pip install "minuet[symmetries]"`), Unsupported for a puzzle
    with statements, of which nobody knows what maps them to themselves.
    """
    return Automorphisms(puzzle)


def joined(options: int, generators: Sequence[Permutation]) -> Orbits:
    """Return for each option the least one of its orbit."""
    labels = np.arange(options, dtype=np.int32)
    while True:
        before = labels.copy()
        for move in generators:
            look()
            labels = np.minimum(labels, labels[move])
            np.minimum.at(labels, move, labels.copy())
        labels = labels[labels]
        if np.array_equal(labels, before):
            return labels
