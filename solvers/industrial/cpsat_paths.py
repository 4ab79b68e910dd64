"""Paths that share no vertex (encoding/disjoint_paths.py) as one circuit of CP-SAT.

The circuit runs along each path, and over a fixed arc from its end to the beginning of the next
one. So every edge has two arcs, whatever path it may be of, and every vertex a number: its path.
Arcs join vertices of one number. The directions are those from a path's first end to its second, so
each solution comes once.

Where nothing but rows of whole edges names the Booleans of (edge, path), they are derived: a
numberlink of 10x10 cells is solved in a fiftieth of the time that a circuit for each number takes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ..encoding.disjoint_paths import DisjointPaths
from ..encoding.rows import Rows
from .cpsat_integers import IntegerVariables, add_linear, add_variable, intervals

if TYPE_CHECKING:
    from ortools.sat.python.cp_model_helper import CpModelProto

__all__ = ["PathCircuit"]

NO_PATH = -1  # the number of a vertex that is on no path
Row = tuple[list[int], int, int]
Int64s = npt.NDArray[np.int64]


class PathCircuit:
    """The circuit of paths, for the rows of what is left of a matrix.

    sums  those of the rows that the model is to have, if the circuit does not say them

    `derive` comes first; once the variables of the rows are in the model, `write` adds the circuit.
    """

    def __init__(
        self,
        paths: DisjointPaths,
        table: Rows,
        sums: Sequence[Row],
        integers: IntegerVariables,
        check: Callable[[], None],
    ) -> None:
        self._integers, self._check, self._sums = integers, check, sums
        self._ends = paths.ends
        graph = paths.graph
        self._edges = list(zip(graph.tails.tolist(), graph.heads.tolist(), strict=True))
        self._of: list[dict[int, int]] = [{} for _ in self._edges]  # by path: the Boolean
        self._given: dict[int, int] = {}  # by edge: the path that it is of
        self._edge_of: dict[int, int] = {}  # by Boolean
        self._numbers: dict[int, int] = {}  # by vertex: the variable of its path's number
        self._said: dict[int, tuple[set[int], int, int]] = {}  # by sum: edges, and how many
        self._derives = False
        self._read: list[tuple[int, int, int, dict[int, int]]] = []
        given = set(table.given)
        booleans = table.places(paths.options.astype(np.int64))
        columns = (paths.options, booleans, paths.edges, paths.paths)
        for option, boolean, edge, path in zip(*(c.tolist() for c in columns), strict=True):
            if boolean >= 0:
                self._of[edge][path] = boolean
                self._edge_of[boolean] = edge
            elif option in given:
                self._given[edge] = path

    def derive(self, *, replace: bool) -> list[int]:
        """Leave out the Booleans of (edge, path) if nothing but sums of whole edges names them.

        Return the numbers of the sums that the circuit says then.

        replace  whether Booleans may be left out at all
        """
        booleans = np.array(list(self._edge_of), np.int64)
        replace = replace and self._integers.are_free(booleans)
        for place, (members, low, high) in enumerate(self._sums) if replace else ():
            self._check()
            edges = {edge for each in members if (edge := self._edge_of.get(each)) is not None}
            if edges:
                replace &= sum(len(self._of[edge]) for edge in edges) == len(members)
                replace &= self._edge_of.keys() >= set(members)
                self._said[place] = edges, low, high
        self._derives = replace
        if replace:
            self._integers.derive(booleans, self._chosen)
            return sorted(self._said)
        self._integers.keep(booleans)
        return []

    def write(self, model: CpModelProto) -> None:
        """Add the circuit."""
        self._model = model
        passed = self._passed(self._said.values() if self._derives else ())
        arcs = self._arcs(passed)
        if not self._derives:
            self._tie(arcs)
            return
        for edges, low, high in self._said.values():
            literals = [literal for edge in sorted(edges) for literal in arcs.get(edge, ())]
            if not self._follows(edges, low, high, passed):
                add_linear(model, literals, [1] * len(literals), low, high)
        self._read = [
            (*arcs[edge], self._numbers[tail], self._of[edge])
            for edge, (tail, _) in enumerate(self._edges)
            if edge in arcs and edge not in self._given
        ]

    def _chosen(self, values: Int64s) -> list[int]:
        """Return the Booleans that follow from the arcs and the numbers of vertices."""
        return [
            own[int(values[number])]
            for forth, back, number, own in self._read
            if values[forth] or values[back]
        ]

    # ---- The parts of the circuit ---------------------------------------------------------------

    def _passed(self, said: Iterable[tuple[set[int], int, int]]) -> set[int]:
        """Return vertices that a path must pass: ends, and those at which a sum demands an edge."""
        passed = {end for ends in self._ends for end in ends}
        for edges, low, _ in said:
            if low > 0:
                passed |= set.intersection(*(set(self._edges[edge]) for edge in edges))
        return passed.union(*(self._edges[edge] for edge in self._given))

    def _arcs(self, passed: set[int]) -> dict[int, tuple[int, int]]:
        """Add the circuit; return the literals of each edge's two arcs."""
        numbers = self._add_numbers(passed)
        place = {vertex: k for k, vertex in enumerate(numbers)}
        circuit: list[tuple[int, int, int]] = []  # (tail, head, literal)
        arcs: dict[int, tuple[int, int]] = {}
        for edge, (tail, head) in enumerate(self._edges):
            self._check()
            shared = numbers.get(tail, set()) & numbers.get(head, set())
            fits = shared & self._paths_of(edge)
            if not fits:
                continue
            arcs[edge] = self._boolean(), self._boolean()
            if edge in self._given:
                self._model.constraints.add().exactly_one.literals.extend(arcs[edge])
            for literal, (a, b) in zip(arcs[edge], ((tail, head), (head, tail)), strict=True):
                circuit.append((place[a], place[b], literal))
                self._imply(literal, (self._numbers[a], self._numbers[b]), (1, -1), (0, 0))
                if fits < shared:
                    self._imply(
                        literal, (self._numbers[a],), (1,), intervals(np.array(sorted(fits)))
                    )
        always = self._boolean()
        self._model.constraints.add().bool_or.literals.append(always)
        for path, (_, end) in enumerate(self._ends):
            following = self._ends[(path + 1) % len(self._ends)][0]
            circuit.append((place[end], place[following], always))
        for vertex in numbers.keys() - passed:
            literal, number = self._boolean(), self._numbers[vertex]
            circuit.append((place[vertex], place[vertex], literal))
            self._imply(literal, (number,), (1,), (NO_PATH, NO_PATH))
            self._imply(-1 - literal, (number,), (1,), (0, len(self._ends) - 1))
        constraint = self._model.constraints.add().circuit
        constraint.tails.extend([tail for tail, _, _ in circuit])
        constraint.heads.extend([head for _, head, _ in circuit])
        constraint.literals.extend([literal for _, _, literal in circuit])
        return arcs

    def _add_numbers(self, passed: set[int]) -> dict[int, set[int]]:
        """Add the number of each vertex; return the paths that it may be of."""
        numbers: dict[int, set[int]] = {}
        for edge, ends in enumerate(self._edges):
            own = self._paths_of(edge)
            for vertex in ends if own else ():
                numbers.setdefault(vertex, set()).update(own)
        for path, ends in enumerate(self._ends):
            for end in ends:
                numbers[end] = {path}
        for edge, path in self._given.items():
            for vertex in self._edges[edge]:
                numbers[vertex] &= {path}
        for vertex, paths in numbers.items():
            values = paths if vertex in passed else paths | {NO_PATH}
            self._numbers[vertex] = add_variable(self._model, values or {0})
            if not values:  # there is no solution
                literal = self._boolean()
                for each in (literal, -1 - literal):
                    self._model.constraints.add().bool_or.literals.append(each)
        return numbers

    def _paths_of(self, edge: int) -> Set[int]:
        """Return the paths that an edge may be of."""
        return {self._given[edge]} if edge in self._given else self._of[edge].keys()

    def _follows(self, edges: set[int], low: int, high: int, passed: set[int]) -> bool:
        """Whether the circuit says how many of some edges are chosen: one at most, or a vertex."""
        if len(edges) == 1:
            return low <= 0 and high >= 1
        for vertex in set.intersection(*(set(self._edges[edge]) for edge in edges)):
            at = {edge for edge, ends in enumerate(self._edges) if vertex in ends}
            given = len(at & self._given.keys())
            if {edge for edge in at if self._of[edge]} - self._given.keys() <= edges:
                most = 2 - any(vertex in ends for ends in self._ends) - given
                return high >= most and low <= (most if vertex in passed else 0)
        return False

    # ---- The Booleans of (edge, path) -----------------------------------------------------------

    def _tie(self, arcs: dict[int, tuple[int, int]]) -> None:
        """Add that a Boolean is chosen if its edge is, and its vertices are of its path."""
        for edge, own in enumerate(self._of):
            self._check()
            if edge in self._given or edge not in arcs:
                for boolean in self._integers.names(list(own.values())):
                    self._model.constraints.add().bool_or.literals.append(-1 - boolean)
                continue
            unused, booleans = self._boolean(), self._integers.names(list(own.values()))
            for literals in (arcs[edge], booleans):
                self._model.constraints.add().exactly_one.literals.extend([*literals, unused])
            for path, boolean in zip(own, booleans, strict=True):
                for vertex in self._edges[edge]:
                    self._imply(boolean, (self._numbers[vertex],), (1,), (path, path))

    def _boolean(self) -> int:
        self._model.variables.add().domain.extend((0, 1))
        return len(self._model.variables) - 1

    def _imply(
        self, literal: int, variables: Sequence[int], weights: Sequence[int], domain: Sequence[int]
    ) -> None:
        """Add that a weighted sum lies in a domain if a literal holds."""
        constraint = self._model.constraints.add()
        constraint.enforcement_literal.append(literal)
        constraint.linear.vars.extend(variables)
        constraint.linear.coeffs.extend(weights)
        constraint.linear.domain.extend(domain)
