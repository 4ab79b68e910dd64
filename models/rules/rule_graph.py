"""The base of all rules along a graph, and the graphs that they take.

A row is at a vertex, or is an edge (`by`), or at several (`covering`); None is not counted. With
`regions` rows have labels, and the rule holds for the rows of each label apart. To the matrix such
a rule adds no item but conditions, a `GraphRule` for each label.

A rule travels: pickled it keeps what its functions said of the rows, and its graph.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from operator import eq
from typing import Any, ClassVar, NoReturn, Self

import numpy as np

from ..budget import looking
from ..errors import ModelError, excerpt
from ..matrix.conditions import GraphRule
from ..spelling import counted, spell
from ..tables.table import Choices
from .keys import Key, Part, require_key
from .rule import INSTEAD, Chosen, Group, Items, Rule

__all__ = ["EVERY", "Along", "Graph", "OnGraph", "ends_of", "graph_of", "lattice", "places_listed"]

# ---- Graphs --------------------------------------------------------------------------------------
# It is given as a graph of networkx, as edges (pairs of vertices), or as a mapping from vertex to
# its neighbours, of which those that are no vertices are left out; or it is the lattice of cells,
# in which those are neighbours that lie side by side. Vertices that can be sorted are, so that the
# same graph is the same however it is given.


Along = Any  # a graph of networkx, edges, a mapping from vertex to neighbours; None: the lattice
EVERY = None  # the key of roots that are those of every label: no label is None
_PAIR = "a pair of vertices"
_INTEGER, _TUPLE, _TWO = frozenset((int,)), frozenset((tuple,)), frozenset((2,))


@dataclass(frozen=True)
class Graph:
    """A graph; make it by `Graph.of`.

    vertices  its vertices, each once, in order
    edges     (tail, head) by number of the vertices, each once, ascending; of a graph that is not
              directed the tail is the smaller one
    """

    vertices: tuple[Key, ...]
    edges: tuple[tuple[int, int], ...]
    directed: bool = False

    @classmethod
    def of(
        cls, vertices: Iterable[Key], edges: Iterable[tuple[Key, Key]], *, directed: bool = False
    ) -> Graph:
        """Return the graph; the ends of edges are vertices, too."""
        edges = list(edges)
        distinct = dict.fromkeys(vertices)
        distinct.update(dict.fromkeys(end for edge in edges for end in edge))
        try:
            ordered: list[Key] = sorted(distinct)  # type: ignore[type-var]
        except TypeError:
            ordered = list(distinct)
        number = {vertex: place for place, vertex in enumerate(ordered)}
        pairs = {(number[tail], number[head]) for tail, head in edges}
        if not directed:
            pairs = {(tail, head) if tail < head else (head, tail) for tail, head in pairs}
        return cls(tuple(ordered), tuple(sorted(pairs)), directed)

    @cached_property
    def number(self) -> Mapping[Key, int]:
        """The number of each vertex."""
        return {vertex: place for place, vertex in enumerate(self.vertices)}

    @cached_property
    def edge_number(self) -> Mapping[tuple[int, int], int]:
        """The number of each edge, by the numbers of its ends, in both orders if undirected."""
        by_pair = {pair: place for place, pair in enumerate(self.edges)}
        if not self.directed:
            by_pair |= {(head, tail): place for (tail, head), place in by_pair.items()}
        return by_pair

    def __getstate__(self) -> tuple[Any, ...]:
        return self.vertices, self.edges, self.directed

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        for name, value in zip(("vertices", "edges", "directed"), state, strict=True):
            object.__setattr__(self, name, value)


def graph_of(along: Along, purpose: str, *, directed: bool = False) -> Graph:
    """Return the given graph. Raises ModelError, beginning with `purpose`, for anything else.

    directed  whether edges have a direction; those of a graph that has none go both ways then
    """
    if isinstance(along, Graph):
        return along
    if all(hasattr(along, name) for name in ("nodes", "edges", "adj", "is_directed")):
        if along.is_directed() and not directed:
            text = "a directed graph, expected one without directions, as to_undirected() gives it"
            raise ModelError(f"{purpose}: along {text}")
        vertices, edges = list(along.nodes), [edge[:2] for edge in along.edges]
        if directed and not along.is_directed():
            edges += [edge[::-1] for edge in edges]
        return Graph.of(vertices, edges, directed=directed)
    if isinstance(along, Mapping):
        try:
            pairs = [
                (vertex, other)
                for vertex, others in along.items()
                for other in others
                if other in along and other != vertex
            ]
            return Graph.of(along, pairs, directed=directed)
        except TypeError as error:
            raise ModelError(f"{purpose}: along, a mapping: {error}") from None
    if isinstance(along, str) or not isinstance(along, Iterable):
        wanted = "a graph of networkx, or edges as pairs of vertices"
        raise ModelError(f"{purpose}: along {along!r}, expected {wanted}")
    return Graph.of((), [_read_edge(edge, purpose) for edge in along], directed=directed)


def _read_edge(edge: Any, purpose: str) -> tuple[Key, Key]:
    try:
        return ends_of(edge)
    except (TypeError, ValueError) as error:
        raise ModelError(f"{purpose}: along holds {error}") from None


def ends_of(edge: Any) -> tuple[Key, Key]:
    """Return the two vertices of an edge: a pair, or both vertices' numbers one after the other.

    (0, 0, 0, 1) is the edge from (0, 0) to (0, 1). Raises ValueError for what is no edge or no
    vertex, and TypeError for a vertex that cannot be hashed.
    """
    ends: Sequence[Any] = edge if isinstance(edge, tuple | list) else ()
    if isinstance(edge, frozenset | set) and len(edge) == 2:
        ends = sorted(edge, key=repr)
    if len(ends) > 2 and len(ends) % 2 == 0:
        half = len(ends) // 2
        ends = tuple(ends[:half]), tuple(ends[half:])
    if len(ends) != 2:
        raise ValueError(f"{edge!r}, expected {_PAIR}")
    first, second = (tuple(end) if isinstance(end, list) else end for end in ends)
    for end in (first, second):
        if end is None:
            raise ValueError(f"{edge!r}, expected {_PAIR}; None is no vertex")
        require_key(end)
    if first == second:
        raise ValueError(f"an edge from {spell(first)} to itself, expected {_PAIR}")
    return first, second


def lattice(vertices: Iterable[Key], purpose: str) -> Graph:
    """Return the lattice of cells: tuples of as many integers, neighbours if they differ by a step.

    Raises ModelError, beginning with `purpose`, for a vertex that is no such tuple.
    """
    cells: dict[Any, None] = dict.fromkeys(vertices)
    size = 0
    for vertex in cells:
        cell = isinstance(vertex, tuple) and _INTEGER.issuperset(map(type, vertex))
        if not cell or not vertex or (size and len(vertex) != size):
            fault = f"{spell(vertex)} is no cell, a tuple of {size or 'two or three'} integers"
            raise ModelError(f"{purpose}: no graph, and {fault}: expected `along`, the graph")
        size = len(vertex)
    if size == 2:
        pairs = [(cell, (cell[0] + 1, cell[1])) for cell in cells]
        pairs += [(cell, (cell[0], cell[1] + 1)) for cell in cells]
    else:
        pairs = [
            (cell, (*cell[:axis], cell[axis] + 1, *cell[axis + 1 :]))
            for cell in cells
            for axis in range(size)
        ]
    edges = [(cell, beside) for cell, beside in pairs if beside in cells]
    return Graph.of(cells, edges)


WHOLE = ()  # the one key of a rule without regions
Element = Any  # a vertex, or an edge as a pair of vertices


@dataclass(frozen=True, eq=False)
class OnGraph(Rule):
    """A rule on what is chosen of a graph: a base of one class for each kind.

    parts    the tables, and how to read the vertices or edges of their rows
    regions  how to read their labels; None: the rule is one for all rows
    given_graph  the graph that was stated; None: the lattice of cells, or the rows' own edges
    roots    by label, vertices that matter to the kind: roots, or ends; under EVERY those of all
             labels that are not named
    """

    counts: ClassVar[bool] = True  # for it has no items
    kind: ClassVar[str]
    of_edges: ClassVar[bool] = True

    parts: tuple[Part, ...] = field(repr=False)
    regions: tuple[Part, ...] | None = field(repr=False)
    given_graph: Graph | None = field(repr=False)
    roots: Mapping[Key, tuple[Key, ...]] = field(repr=False, default_factory=dict)

    def twin(self, tables: Mapping[Choices, Choices]) -> Self:
        """Return a rule like this one on tables like its own."""
        parts = tuple([part.on(tables[part.table]) for part in self.parts])
        regions = self.regions
        if regions is not None:
            regions = tuple([part.on(tables[part.table]) for part in regions])
        cached = ("groups", "graph", "_read")
        return self._copy(parts=parts, regions=regions, without=cached)

    @property
    def directed(self) -> bool:
        """Whether edges are arcs, from the first vertex to the second."""
        return False

    @property
    def method(self) -> str:
        """The puzzle's method that states it."""
        return self.kind

    # ---- What it is about -----------------------------------------------------------------

    @property
    def tables(self) -> tuple[Choices, ...]:
        """The tables that the rule looks at."""
        return tuple(part.table for part in self.parts)

    @cached_property
    def groups(self) -> list[Key]:
        """The labels of the regions, in the order of the rows; of a rule without them WHOLE.

        A label is that of a row that chooses some vertex or edge, or one that roots name.
        """
        if self.regions is None:
            return [WHOLE]
        labels = [*(label for label, *_ in self._read), *self.roots]
        return [label for label in dict.fromkeys(labels) if label is not EVERY]

    @cached_property
    def _read(self) -> list[tuple[Key, int, Element]]:
        """The label, the option and the element of everything that a row may choose."""
        entries: list[tuple[Key, int, Element]] = []
        known_labels: set[Key] = set()
        for place, part in enumerate(self.parts):
            column = list(looking(part.column))
            numbers: Sequence[int] = range(len(column))
            labels: Sequence[Key] = [WHOLE] * len(column)
            if self.regions is not None:
                labels = list(self.regions[place].column)
                for number, label in enumerate(labels):
                    self._require_label(part.table, number, label, known_labels)
                numbers = [number for number in numbers if labels[number] is not None]
            for number, element in self._elements_of(part, numbers, column):
                entries.append((labels[number], part.table.offset + number, element))
        if not entries:
            where = "is an edge" if self.of_edges else "is at a vertex"
            rows = counted(sum(len(part.table) for part in self.parts), "row")
            names = ", ".join(table.name for table in self.tables)
            raise ModelError(f"{self.purpose}: none of {rows} of {names} {where}, expected some")
        return entries

    def _elements_of(
        self, part: Part, numbers: Sequence[int], column: Sequence[Any]
    ) -> list[tuple[int, Element]]:
        """Return (row, vertex or edge) of all that these rows may choose.

        Where all are as they should be at first sight, no row is read by itself.
        """
        pairs = []
        try:
            if part.several:
                pairs = [(number, element) for number in numbers for element in column[number]]
            else:
                pairs = [(number, column[number]) for number in numbers]
            pairs = [pair for pair in pairs if pair[1] is not None]
            if self._are_proper([element for _, element in pairs]):
                return pairs
        except (TypeError, ValueError):
            pass
        return [
            (number, element)
            for number in looking(numbers)
            for element in self._elements(
                part.table, number, column[number] if part.several else (column[number],)
            )
        ]

    def _are_proper(self, elements: Sequence[Element]) -> bool:
        """Whether all are vertices, or pairs of two, and those of the given graph.

        Raises TypeError or ValueError for what is no proper key.
        """
        vertices = elements
        if self.of_edges:
            if not (_TUPLE.issuperset(map(type, elements)) and _TWO.issuperset(map(len, elements))):
                return False
            vertices = list(chain.from_iterable(elements))
            if None in vertices or any(map(eq, vertices[::2], vertices[1::2])):
                return False
        for vertex in set(vertices) - self._vertices:
            require_key(vertex)
            self._vertices.add(vertex)
        for element in () if self.given_graph is None else elements:
            self._require_known(element)
        return True

    def _require_label(
        self, table: Choices, number: int, label: Key | None, labels: set[Key]
    ) -> None:
        """Raise ModelError for the label of a row that is no key; `labels` are the checked ones."""
        try:
            if label is not None and label not in labels:
                require_key(label)
                labels.add(label)
        except TypeError as error:
            self._refuse(table, number, f"the label {excerpt(repr(label))[1:-1]}: {error}")
        except ValueError as error:
            self._refuse(table, number, f"the label {error}")

    def _refuse(self, table: Choices, number: int, message: str) -> NoReturn:
        raise ModelError(f"{self.purpose}: {table.describe(number)} has {message}") from None

    def _elements(self, table: Choices, number: int, values: Any) -> list[Element]:
        """Return the vertices or edges of a row."""
        try:
            elements = [element for element in values if element is not None]
            if self.of_edges:
                elements = [self._edge(edge) for edge in elements]
            if self.given_graph is not None:
                for element in elements:
                    self._require_known(element)
            elif not self.of_edges:
                for vertex in elements:
                    hash(vertex)
                    if vertex not in self._vertices:
                        require_key(vertex)
                        self._vertices.add(vertex)
        except (TypeError, ValueError) as error:
            self._refuse(table, number, str(error))
        return elements

    @cached_property
    def _vertices(self) -> set[Key]:
        """The vertices that rows have and that are proper keys: most come again and again."""
        return set()

    def _edge(self, edge: Any) -> tuple[Key, Key]:
        """Return the ends of an edge as `ends_of` does."""
        try:
            proper = type(edge) is tuple and len(edge) == 2 and self._vertices.issuperset(edge)
        except TypeError:  # a vertex that is a list
            proper = False
        if proper and edge[0] != edge[1]:
            pair: tuple[Key, Key] = edge
            return pair
        ends = ends_of(edge)
        self._vertices.update(ends)
        return ends

    def _require_known(self, element: Element) -> None:
        """Raise ValueError for an element that the graph has not."""
        assert self.given_graph is not None
        numbers = self.given_graph.number
        if not self.of_edges:
            if element not in numbers:
                raise ValueError(f"the vertex {spell(element)}, expected one of the graph")
            return
        tail, head = element
        if (numbers.get(tail), numbers.get(head)) not in self.given_graph.edge_number:
            named = " to ".join(map(spell, element))
            raise ValueError(f"the edge {named}, expected one of the graph")

    @cached_property
    def graph(self) -> Graph:
        """The graph. Raises ModelError for rows that it cannot read, and for unknown vertices."""
        elements = [element for _, _, element in self._read]
        if self.of_edges:
            graph = Graph.of((), elements, directed=self.directed)
            vertices = graph.number if self.given_graph is None else self.given_graph.number
        else:
            graph = (
                lattice(elements, self.purpose) if self.given_graph is None else self.given_graph
            )
            vertices = graph.number
        for root in (root for roots in self.roots.values() for root in roots):
            if root not in vertices:
                message = f"{self.root_word} {spell(root)}, expected a vertex of the graph"
                raise ModelError(f"{self.purpose}: {message}")
        if any(root not in graph.number for roots in self.roots.values() for root in roots):
            graph = Graph.of(vertices, elements, directed=self.directed)
        return graph

    root_word: ClassVar[str] = "root"

    def require_rows(self) -> None:
        """Raise ModelError for what is no vertex or edge of the graph."""
        self.graph  # noqa: B018  which reads them

    @property
    def purpose(self) -> str:
        """What a message about it begins with."""
        return f"rule {self.name} ({self.source})"

    # ---- What it adds to the matrix -------------------------------------------------------

    @property
    def primary(self) -> bool:
        """It has no items of either sort."""
        return True

    @property
    def items(self) -> Items:
        """None. Raises ModelError for rows that it cannot read, and for unknown vertices."""
        self.graph  # noqa: B018
        return Items([], [], [], [])

    def conditions(self) -> Sequence[GraphRule]:
        """Return the rule as solvers know it, once for each label."""
        graph = self.graph
        ends = np.array(graph.edges, np.int32).reshape(-1, 2)
        by_label: dict[Key, list[tuple[int, int]]] = {label: [] for label in self.groups}
        number, edge_number = graph.number, graph.edge_number if self.of_edges else {}
        for label, option, element in self._read:
            if self.of_edges:
                tail, head = element
                place = edge_number[number[tail], number[head]]
            else:
                place = number[element]
            by_label[label].append((option, place))
        return [
            GraphRule(
                name=self.title(label),
                kind=self.condition_kind,
                vertices=len(graph.vertices),
                tails=ends[:, 0],
                heads=ends[:, 1],
                options=np.array([option for option, _ in pairs], np.int32),
                places=np.array([place for _, place in pairs], np.int32),
                roots=np.array([graph.number[root] for root in self.roots_of(label)], np.int32),
            )
            for label, pairs in by_label.items()
        ]

    @property
    def condition_kind(self) -> str:
        """The kind as solvers know it."""
        return self.kind

    def roots_of(self, label: Key) -> tuple[Key, ...]:
        """Return the roots or ends of a label."""
        return self.roots.get(label, self.roots.get(EVERY, ()))

    def counted_rows(self) -> dict[Choices, list[Counter[Key]]]:
        """Return the vertices or edges of each row of each table, once each."""
        return {
            part.table: [
                Counter(map(self._plain, dict.fromkeys(self.elements(part, number))))
                for number in range(len(part.table))
            ]
            for part in self.parts
        }

    def _plain(self, element: Element) -> Key:
        """Return an edge between cells as the numbers of both, one after the other."""
        if not self.of_edges:
            vertex: Key = element
            return vertex
        first, second = element
        cells = all(isinstance(end, tuple) and len(end) > 1 for end in element)
        return (*first, *second) if cells and len(first) == len(second) else element

    def elements(self, part: Part, number: int) -> list[Element]:
        """Return the vertices or edges of a row of one of its parts."""
        return self._elements(part.table, number, part.keys(number))

    def instead(self, then: str) -> str:
        """Return what to state in place of it."""
        return INSTEAD + then

    # ---- How an answer is checked ---------------------------------------------------------

    def chosen_elements(self, chosen: Chosen) -> dict[Key, list[Element]]:
        """Return the vertices or edges of the chosen rows, each once, by label."""
        by_label: dict[Key, dict[Element, None]] = {label: {} for label in self.groups}
        for place, part in enumerate(self.parts):
            for number in chosen(part.table):
                label = WHOLE if self.regions is None else self.regions[place].column[number]
                if label is None:
                    continue
                elements = self.elements(part, number)
                if not elements:
                    continue  # a row that chooses nothing is of no label
                if self.of_edges and not self.directed:
                    own = self.graph
                    elements = [
                        tuple(sorted(edge, key=own.number.__getitem__)) for edge in elements
                    ]
                by_label[label].update(dict.fromkeys(elements))
        return {label: list(elements) for label, elements in by_label.items()}

    @abstractmethod
    def wrong(self, elements: Sequence[Element], label: Key) -> str | None:
        """Say what is wrong with the chosen vertices or edges of a label; None: they hold."""

    def holds(self, answer: Any) -> bool:
        """Whether an answer keeps the rule, as networkx sees it."""
        return not any(self.violations(answer.numbers))

    def overfilled(self, chosen: Chosen) -> Iterator[Group]:
        """Yield the labels whose chosen rows break the rule whatever else is chosen."""
        options = frozenset(
            table.offset + number for table in self.tables for number in chosen(table)
        )
        for label, condition in zip(self.groups, self.conditions(), strict=True):
            if any(not clause.needed for clause in condition.clauses(options)):
                yield Group(self.name, label)

    def violations(self, chosen: Chosen) -> Iterator[str]:
        """Say, for each label whose chosen rows break the rule, what is wrong."""
        for label, elements in self.chosen_elements(chosen).items():
            fault = self.wrong(elements, label)
            if fault is not None:
                yield self.broken(label, fault)

    # ---- Its words ------------------------------------------------------------------------

    def title(self, label: Key) -> str:
        """Return the rule's name, with the label if it has one."""
        return self.name if self.regions is None else str(Group(self.name, label))

    def demand(self, key: Key) -> str:
        """Say what the rule demands of a label, as in `loop needs exactly one loop`."""
        if self.words is not None:
            return self.words(key)
        return f"{self.title(key)} {self.verb} {self.wanted_of(key)}"

    def broken(self, key: Key, actual: str) -> str:
        """Say that a label does not get what it needs, but `actual`."""
        if self.words is not None:
            return f"{self.words(key)}: {actual}"
        return f"{self.title(key)}: {actual}, expected {self.wanted_of(key)}"

    def wanted_of(self, key: Key) -> str:
        """Say what the rule wants of a label."""
        return self.wanted

    @property
    def verb(self) -> str:
        """What a rule does with what is wanted."""
        return "needs"

    @property
    def summary(self) -> str:
        """What is wanted, of how many choices along how large a graph."""
        graph, choices = self.graph, len({option for _, option, _ in self._read})
        names = ", ".join(table.name for table in self.tables)
        size = f"{len(graph.vertices)} vertices and {counted(len(graph.edges), 'edge')}"
        each = "" if self.regions is None else f" in each of {counted(len(self.groups), 'region')}"
        return (
            f"{self.name}: {self.wanted}{each}, of {counted(choices, 'choice')} of {names} "
            f"along {size} ({self.source})"
        )


def places_listed(vertices: Iterable[Key], most: int = 3) -> str:
    """Return some vertices in words."""
    places = list(vertices)
    named = [spell(vertex) for vertex in places[:most]]
    return ", ".join(named) + (" ..." if len(places) > most else "")
