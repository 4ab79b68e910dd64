"""Find all symmetries of a puzzle: the automorphisms of its matrix.

All permutations of the options that map the matrix to itself form a group, of which BLISS finds
generators on a graph: the four turns and mirrors of a board, but also rows,
digits, nurses or hours that may change places. The group may be huge (3,359,232 x 9! for the empty
sudoku), so it is not listed: its generators, its order and its orbits are known, and what of it
leaves a set of options as it is. Choices become choices, for the hidden rows of rules follow from
them. Costs are kept, givens are mapped to givens, and what is forbidden
stays where it is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from functools import cache, cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ..budget import look
from ..errors import ModelError, Unavailable
from ..matrix.conditions import GraphRule
from ..matrix.exact_cover import ExactCover
from ..spelling import numeral
from .item_map import ItemMaps, Permutation, Uses, require_no_statements, shared_colors
from .orbits import IsNew
from .symmetries import Symmetries, selection, visible_options

if TYPE_CHECKING:
    from ..puzzle import Puzzle

__all__ = ["LISTED", "Automorphisms", "Bliss", "MakeBliss", "Vertices", "automorphisms"]

# ---- Graphs with colored vertices ----------------------------------------------------------------
# T. Junttila and P. Kaski, Engineering an efficient canonical labeling tool for large and sparse
# graphs, 2007.
#
# igraph is an extra: it is imported on first use.


Vertices = npt.NDArray[np.int32]

# Which cell is split: the first of the largest, which is quick where there is much symmetry.
HEURISTIC = "fl"


class Bliss:
    """One graph, of which much is asked, with this and that class of vertices.

    edges  int32[edges, 2]

    Raises Unavailable where igraph is not installed.
    """

    def __init__(self, vertices: int, edges: npt.NDArray[np.int32]) -> None:
        self._vertices, self._edges = vertices, edges

    @cached_property
    def _graph(self) -> Any:
        self.require_library()
        from igraph import Graph

        return Graph(n=self._vertices, edges=self._edges)

    @staticmethod
    def require_library() -> None:
        """Import igraph. Raises Unavailable without it."""
        try:
            import igraph  # noqa: F401  it is there
        except ImportError as error:
            message = 'symmetries="auto" needs igraph: pip install "minuet[symmetries]"'
            raise Unavailable(message) from error

    def generators(self, classes: Sequence[int]) -> list[Vertices]:
        """Return permutations of the vertices that generate all that keep edges and classes."""
        look()
        with _interruptible():
            generators = self._graph.automorphism_group(sh=HEURISTIC, color=classes)
        return [np.array(generator, np.int32) for generator in generators]

    def order(self, classes: Sequence[int]) -> int:
        """Return how many permutations keep edges and classes, exactly."""
        look()
        with _interruptible():
            return int(self._graph.count_automorphisms(sh=HEURISTIC, color=classes))

    def name(self, classes: Sequence[int]) -> bytes:
        """Return 32 bytes that two choices of classes share if a permutation makes them alike.

        They are a digest of the graph in its canonical form: none is known that two graphs share.
        """
        look()
        with _interruptible():
            # Where in the canonical form each vertex stands.
            labeling = np.array(
                self._graph.canonical_permutation(sh=HEURISTIC, color=classes), np.int64
            )
            place = np.argsort(labeling) if _tells_vertices() else labeling
        ends = np.sort(place[self._edges], axis=1)
        numbers = np.sort(ends[:, 0] * len(place) + ends[:, 1])
        at = np.empty(len(place), np.int64)
        at[place] = classes
        return blake2b(numbers.tobytes() + at.tobytes(), digest_size=32).digest()


MakeBliss = Callable[[int, Vertices], Bliss]  # of the number of vertices, and the edges


@contextmanager
def _interruptible() -> Iterator[None]:
    """Let Ctrl-C through, which igraph hides in an error of its own."""
    try:
        yield
    except SystemError as error:
        if isinstance(error.__cause__, KeyboardInterrupt):
            raise error.__cause__ from None
        raise


@cache
def _tells_vertices() -> bool:
    """Whether igraph reports which vertex stands at a place, as from 1.0 on, and not the reverse.

    The places of three lone vertices of different classes are those of their classes, in order.
    """
    from igraph import Graph

    labeling: list[int] = Graph(n=3).canonical_permutation(color=[2, 0, 1])
    return labeling == [1, 2, 0]


# ---- The matrix as a graph -----------------------------------------------------------------------
# A vertex stands for each option that may be chosen, one for each item that can bind, and one for
# each color of an item that several options have. An option is joined to its items, by way of the
# color where it has one. Vertices have a class, and a symmetry maps each class to itself: options
# of one cost, given or not, choices or hidden rows of rules; primary items that are covered as
# often; secondary items; colors. So items may change places, and the colors of an item, whatever
# they are called. Items with the same uses are one vertex, so that of a plain matrix no symmetry
# leaves all options where they are (P. T. Darga, K. A. Sakallah and I. L. Markov, Faster symmetry
# discovery using sparsity of symmetries, 2008, do so for clauses).


MOST_EDGES = 20_000_000  # of a graph; its search for symmetries takes some 5 gigabytes then


class ColoredGraph:
    """The graph of a matrix, of given and of forbidden options.

    Hidden rows follow from the choices, so a symmetry maps choices to choices: an exchange with a
    hidden row would map an answer to what is none, or to one with more or fewer choices.

    visible  the options from this number on are hidden rows; None: there are none
    options  int32[live options]: the options that may be chosen; vertex k stands for options[k]
    edges    int32[edges, 2]
    classes  the class of each vertex, 0 or more
    """

    def __init__(
        self,
        matrix: ExactCover,
        given: Iterable[int] = (),
        forbidden: frozenset[int] = frozenset(),
        visible: int | None = None,
    ) -> None:
        live = np.ones(matrix.options, bool)
        live[list(forbidden)] = False
        self.matrix = matrix
        self.visible = matrix.options if visible is None else visible
        self.options = np.flatnonzero(live).astype(np.int32)
        self.vertex = np.full(matrix.options, -1, np.int32)
        self.vertex[self.options] = np.arange(len(self.options))
        self._classes: list[Hashable] = self._of_options(set(given))
        self._edges: list[npt.NDArray[np.int32]] = []
        require_no_statements(matrix)
        self._add_items(Uses(matrix, forbidden))
        for rule in matrix.graph_rules:
            self._add_rule(rule)
        self.edges = np.concatenate([np.empty((0, 2), np.int32), *self._edges])
        if len(self.edges) > MOST_EDGES:
            problem = f"a graph of {len(self.edges)} edges"
            raise ModelError(f"symmetries: {problem}, expected {MOST_EDGES} at most")
        numbers = {label: place for place, label in enumerate(sorted(set(self._classes), key=repr))}
        self.classes = [numbers[label] for label in self._classes]
        self.fresh = len(numbers)  # a class that no vertex has

    def marked(self, sets: Sequence[Iterable[int]]) -> list[int]:
        """Return the classes of the vertices, where the options of each set are a class apart.

        A symmetry that keeps these maps each set to itself. Options of a set that differed before
        still do.
        """
        classes = self.classes.copy()
        for place, options in enumerate(sets, 1):
            for vertex in self.vertex[list(options)].tolist():
                classes[vertex] += place * self.fresh
        return classes

    def option_colors(self) -> list[int]:
        """Return classes of which each choice, an option that is not hidden, has one of its own."""
        options = int(np.searchsorted(self.options, self.visible))
        return [self.fresh + k if k < options else number for k, number in enumerate(self.classes)]

    def _of_options(self, given: set[int]) -> list[Hashable]:
        costs = self.matrix.costs[self.options].tolist()
        return [
            ("option", cost, option in given, option < self.visible)
            for option, cost in zip(self.options.tolist(), costs, strict=True)
        ]

    def _add_items(self, uses: Uses) -> None:
        alike: dict[tuple[Any, ...], int] = {}
        for item, key in uses.signatures():
            alike.setdefault(key, item)
        for (primary, range_, *_), item in alike.items():
            part = uses.part(item)
            owners, colors = self.vertex[uses.owners[part]], uses.colors[part]
            here = self._new("primary" if primary else "secondary", range_)
            weights = uses.weights[part]
            for weight in np.unique(weights[weights != 1]).tolist():
                heavy = self._new("weight", weight)
                self._join(np.array([heavy], np.int32), here)
                self._join(owners[weights == weight], heavy)
            colors = shared_colors(colors)
            self._join(owners[(colors == 0) & (weights == 1)], here)
            for color in np.unique(colors[colors > 0]).tolist():
                tint = self._new("color")
                self._join(np.array([tint], np.int32), here)
                self._join(owners[colors == color], tint)

    def _add_rule(self, rule: GraphRule) -> None:
        """Add the graph of a rule: its vertices and, where these are chosen, its edges."""
        live = self.vertex[rule.options] >= 0
        elements = set(rule.places[live].tolist())
        roots, here = set(rule.roots.tolist()), self._new("rule", rule.kind)
        edges = list(zip(rule.tails.tolist(), rule.heads.tolist(), strict=True))
        ends = (edges[edge] for edge in elements)
        corners = elements if rule.of_vertices else roots.union(*ends)
        places = {corner: self._new("vertex", corner in roots) for corner in sorted(corners)}
        self._join(np.array(list(places.values()), np.int32), here)
        if rule.of_vertices:
            joined = {(a, b) for a, b in edges if a != b and a in places and b in places}
            for tail, head in sorted(joined):
                if rule.directed:
                    self._edge(rule, places, tail, head)
                elif tail < head or (head, tail) not in joined:
                    self._join(np.array([places[tail]], np.int32), places[head])
            chosen = places
        else:
            chosen = {edge: self._edge(rule, places, *edges[edge]) for edge in sorted(elements)}
        pairs = zip(rule.options[live].tolist(), rule.places[live].tolist(), strict=True)
        for option, place in sorted(set(pairs)):
            self._join(self.vertex[[option]], chosen[place])

    def _edge(self, rule: GraphRule, places: dict[int, int], tail: int, head: int) -> int:
        """Add an edge, which has two sides where it has a direction; return its vertex."""
        directed = rule.directed
        side = self._new("edge", tail == head)
        other = self._new("head") if directed else side
        if directed:
            self._join(np.array([other], np.int32), side)
        self._join(np.array([places[tail]], np.int32), side)
        if directed or tail != head:
            self._join(np.array([places[head]], np.int32), other)
        return side

    def _new(self, *kind: Hashable) -> int:
        self._classes.append(kind)
        return len(self._classes) - 1

    def _join(self, ones: npt.NDArray[np.int32], other: int) -> None:
        self._edges.append(np.stack([ones, np.full(len(ones), other, np.int32)], axis=1))


# ---- The symmetries of a puzzle ------------------------------------------------------------------

LISTED = 1000  # so many are listed; with more, the names of solutions distinguish them

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
            self._unseen = self._bliss.order(self._graph.option_colors())
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
        marks = [list(options) for options in sets]
        some = self._bliss.order(self._graph.marked(marks))
        none = self._bliss.order(self._graph.marked([*marks, *([option] for option in orbit)]))
        return some == none * math.factorial(len(orbit))

    def name(self, *sets: Iterable[int]) -> bytes:
        """Return what sets of options share with those that a symmetry maps them to, alone."""
        return self._bliss.name(self._graph.marked(sets))

    def symmetries(self) -> Symmetries:
        """Return all of them, as a list of permutations. Raises ModelError where they are many."""
        # With graph rules, equal elements may exist that no signature distinguishes.
        if not self.matrix.graph_rules:
            maps = ItemMaps(self.matrix, self.forbidden)
            for generator in self.generators:
                maps.of(generator, "automorphism")
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
        generators = self._bliss.generators(graph.marked([list(options) for options in sets]))
        moves = map(self._on_options, generators)
        choices = np.arange(self.visible)
        return [move for move in moves if not np.array_equal(move[: self.visible], choices)]

    def _on_options(self, vertices: npt.NDArray[np.int32]) -> Permutation:
        options = self._graph.options
        permutation = np.arange(self.matrix.options, dtype=np.int32)
        permutation[options] = options[vertices[: len(options)]]
        return permutation


def automorphisms(puzzle: Puzzle | ExactCover) -> Automorphisms:
    """Return all symmetries of a puzzle's matrix.

    Raises Unavailable without igraph (`pip install "minuet[symmetries]"`), Unsupported for a puzzle
    with statements, whose symmetries are unknown.
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
