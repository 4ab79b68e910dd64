"""Sets of solutions as diagrams: `solution_set` beside Graphillion and Knuth's Algorithm Z.

What both can say: the perfect matchings of a grid, which are its domino tilings, and the ways
without a crossing from corner to corner of a grid of points (OEIS A007764). Graphillion (Inoue,
Iwashita, Kawahara and Minato 2016) has an ordered diagram, a variable an edge of the grid, row by
row; counting is in its time. minuet says the ways without a graph rule (grid_ways.py), and the
making of that matrix is not measured, nor is the import of either. Algorithm Z is the idea of
Knuth's program dlx6 (The Art of Computer Programming, 7.2.2.1) in plain Python, for the sizes: its
times say little. A node of minuet has an edge for each option, one of a zero-suppressed diagram
two; so minuet's edges are to be compared with their nodes.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from types import ModuleType

from minuet.models import ExactCover
from minuet.solvers import solution_set

from .grid_ways import ways
from .instances import dominoes, instance
from .measure import Bench, Said, Work
from .report import Section, Table, in_words

__all__ = ["of_knuth", "run"]

Point = tuple[int, int]
TILINGS = {8: 12988816, 12: 53060477521960000, 16: 2444888770250892795802079170816}
WAYS = {6: 1262816, 7: 575780564, 8: 789360053252}
OTHERS = {"queens8": 92, "latin5": 161280}
LARGEST = 12  # board for Algorithm Z, in Python


def run(bench: Bench) -> Section:
    """Measure the making of sets."""
    quick = bench.settings.quick
    lines: list[list[str]] = []
    for side, number in TILINGS.items():
        works = [
            Work("minuet", _set, (dominoes, side, side), number),
            Work("Graphillion", _matchings, (side,), number, "graphillion"),
        ]
        if side <= LARGEST:
            works.append(Work("Algorithm Z", of_knuth, (dominoes, side, side), number, "minuet"))
        lines += _lines(bench, f"dominoes {side}x{side}", works)
        if quick:
            break
    for side, number in {} if quick else WAYS.items():
        works = [
            Work("minuet", _set, (ways, side), number),
            Work("Graphillion", _paths, (side,), number, "graphillion"),
        ]
        lines += _lines(bench, f"ways across {side}x{side} points", works)
    for name, known in {} if quick else OTHERS.items():
        works = [
            Work("minuet", _set, (instance, name), known),
            Work("Algorithm Z", of_knuth, (instance, name), known, "minuet"),
        ]
        lines += _lines(bench, name, works)
    head = ["set of all", "solutions", "by", "nodes", "edges", "time"]
    return Section("Solution sets", __doc__ or "", [Table(head, lines)])


def _lines(bench: Bench, what: str, works: list[Work]) -> list[list[str]]:
    found = bench.measure(what, works, fresh=True)
    told = []
    for name, one in found.items():
        nodes, edges = one.extra or (0, 0)
        size = [f"{number:,}" if number else "" for number in (nodes, edges)]
        told.append([what, f"{one.answer or 0:,}", name, *size, in_words(one)])
    return told


def _set(make: Callable[..., ExactCover], *about: object) -> Callable[[], Said]:
    """Prepare minuet's set."""
    matrix = make(*about)

    def ask() -> Said:
        found = solution_set(matrix)
        return Said(found.count, (found.statistics.nodes, found.statistics.edges))

    return ask


# ---- Graphillion --------------------------------------------------------------------------


def _grid(side: int) -> list[tuple[Point, Point]]:
    """Return the edges between points, row by row: so the diagram is smallest."""
    return [
        ((row, col), (row + 1 - right, col + right))
        for row in range(side)
        for col in range(side)
        for right in (1, 0)
        if row + 1 - right < side and col + right < side
    ]


def _library() -> ModuleType:
    """Return Graphillion with one thread: others would wait busily, and their time be counted."""
    os.environ["OMP_NUM_THREADS"] = "1"
    import graphillion

    return graphillion


def _matchings(side: int) -> Callable[[], Said]:
    graphs, edges = _library().GraphSet, _grid(side)
    once = {(row, col): 1 for row in range(side) for col in range(side)}

    def ask() -> Said:
        graphs.set_universe(edges, traversal="as-is")
        return _said(graphs.graphs(degree_constraints=once))

    return ask


def _paths(side: int) -> Callable[[], Said]:
    graphs, edges = _library().GraphSet, _grid(side)

    def ask() -> Said:
        graphs.set_universe(edges, traversal="as-is")
        return _said(graphs.paths((0, 0), (side - 1, side - 1)))

    return ask


def _said(graphs: object) -> Said:
    """Return the count of a set of graphs and, of its diagram, nodes and edges."""
    nodes = graphs.dumps().count("\n") - 1  # type: ignore[attr-defined]  # the last line is a dot
    return Said(graphs.len(), (nodes, 2 * nodes))  # type: ignore[attr-defined]


# ---- Algorithm Z --------------------------------------------------------------------------


def of_knuth(make: Callable[..., ExactCover], *about: object) -> Callable[[], Said]:
    """Prepare Algorithm Z: the item of fewest options, a memory of what is left to be covered."""
    matrix = make(*about)
    starts, options = matrix.item_lists()
    users = [options[starts[k] : starts[k + 1]].tolist() for k in range(len(matrix.items))]
    bounds = zip(matrix.starts[:-1], matrix.starts[1:], strict=True)
    covers = [sum(1 << int(item) for item in matrix.members[a:b]) for a, b in bounds]
    primary = (1 << matrix.primary) - 1

    def ask() -> Said:
        known: dict[int, tuple[int, int]] = {}  # by open items: the diagram's root, and its count
        nodes = 0

        def below(left: int) -> tuple[int, int]:
            nonlocal nodes
            if not left & primary:
                return 1, 1
            if left in known:
                return known[left]
            branches: list[int] | None = None
            for item in range(matrix.primary):
                if left >> item & 1:
                    live = [one for one in users[item] if covers[one] & left == covers[one]]
                    if branches is None or len(live) < len(branches):
                        branches = live
            root = number = 0
            for one in branches or ():
                child, ways_below = below(left & ~covers[one])
                if child:
                    nodes += 1
                    root, number = nodes + 1, number + ways_below
            known[left] = root, number
            return known[left]

        _, number = below((1 << len(matrix.items)) - 1)
        return Said(number, (nodes, 2 * nodes))

    return ask
