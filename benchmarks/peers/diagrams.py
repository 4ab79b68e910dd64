"""Sets of solutions as diagrams: `python diagrams.py WAY WHAT SIZE` makes one, and times it.

WAY is minuet (`solution_set`), graphillion (Inoue, Iwashita, Kawahara and Minato 2016: an ordered
diagram, a variable an edge of the grid, row by row; counting is in its time), or knuth: Algorithm
Z, the idea of his program dlx6 (The Art of Computer Programming, 7.2.2.1), in plain Python, for the
sizes: its times say little. WHAT is dominoes, the perfect matchings of a grid, which are its domino
tilings; ways, those without a crossing from corner to corner of a grid of points (OEIS A007764); or
an instance of tests/data. `nodes` of the record are those of the diagram: one of minuet's has an
edge for each option, one of a zero-suppressed diagram two.

minuet says the ways without a graph rule, as an exact cover with colors. The points are passed row
by row. Behind each, a color says what the lines look like that go on from the part that was passed:
none, or with what else each hangs together (Knuth's Simpath, 7.1.4). A point is a primary item, an
option is what happens there, and two points in turn agree on the color between them. A line that
closes on itself has no option. So the covers are the ways, one for one; the making of that matrix
is not measured.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

from minuet.experiments import generator, measure
from minuet.models import ExactCover, ExactCoverBuilder
from minuet.models.formats import read
from minuet.solvers import solution_set

INSTANCES = Path(__file__).resolve().parents[2] / "tests" / "data" / "instances"
Point = tuple[int, int]
Told = tuple[int, int]  # the count of a set, and the nodes of its diagram

# By column the end of a line that goes down, and at last of one that goes right; 0: there is none.
# Ends of one line have one number, and the end of the line from the start is START.
State = tuple[int, ...]
START = -1


def ways(side: int) -> ExactCover:
    """Return the ways on a grid of so many points a side."""
    places = [(row, col) for row in range(side) for col in range(side)]
    builder = ExactCoverBuilder()
    for place in places:
        builder.item(place)
    for place in places[:-1]:
        builder.secondary(("behind", *place))
    states = {(0,) * (side + 1)}
    for before, place in pairwise([None, *places]):
        assert place is not None
        reached = set()
        for state in sorted(states):
            for after in _steps(side, *place, state):
                reached.add(after)
                option: dict[object, str | None] = {place: None}
                if before is not None:
                    option["behind", *before] = str(state)
                if place != places[-1]:
                    option["behind", *place] = str(after)
                builder.option(option)
        states = reached
    return builder.build()


def _steps(side: int, row: int, col: int, state: State) -> Iterator[State]:
    """Yield what may be behind a point."""
    above, left = state[col], state[side]
    rest = list(state)
    rest[col] = rest[side] = 0
    if (row, col) == (side - 1, side - 1):
        if {above, left} == {0, START}:
            yield _renamed(rest)
    elif above and left:
        if above != left:  # else the line would close
            kept, gone = sorted((above, left))
            yield _renamed([kept if end == gone else end for end in rest])
    else:
        end, new = START if (row, col) == (0, 0) else above or left, max(state) + 1
        turns = [[(col, end)], [(side, end)]] if end else [[], [(col, new), (side, new)]]
        for turn in turns:
            if all(row < side - 1 if at == col else col < side - 1 for at, _ in turn):
                after = list(rest)
                for at, one in turn:
                    after[at] = one
                yield _renamed(after)


def _renamed(state: list[int]) -> State:
    """Return a state with its lines numbered from the left, so that equal ones look alike."""
    names = {0: 0, START: START}
    return tuple(names.setdefault(end, len(names) - 1) for end in state)


def _grid(side: int) -> list[tuple[Point, Point]]:
    """Return the edges between points, row by row: so the diagram is smallest."""
    return [
        ((row, col), (row + 1 - right, col + right))
        for row in range(side)
        for col in range(side)
        for right in (1, 0)
        if row + 1 - right < side and col + right < side
    ]


def by_graphillion(what: str, side: int) -> Callable[[], Told]:
    """Prepare Graphillion with one thread: others would wait busily, and their time be counted."""
    os.environ["OMP_NUM_THREADS"] = "1"
    from graphillion import GraphSet

    edges = _grid(side)
    once = {(row, col): 1 for row in range(side) for col in range(side)}

    def ask() -> Told:
        GraphSet.set_universe(edges, traversal="as-is")
        if what == "ways":
            graphs = GraphSet.paths((0, 0), (side - 1, side - 1))
        else:
            graphs = GraphSet.graphs(degree_constraints=once)
        return graphs.len(), graphs.dumps().count("\n") - 1  # the last line is a dot

    return ask


def of_knuth(matrix: ExactCover) -> Callable[[], Told]:
    """Prepare Algorithm Z: the item of fewest options, a memory of what is left to be covered."""
    starts, options = matrix.item_lists()
    users = [options[starts[k] : starts[k + 1]].tolist() for k in range(len(matrix.items))]
    bounds = zip(matrix.starts[:-1], matrix.starts[1:], strict=True)
    covers = [sum(1 << int(item) for item in matrix.members[a:b]) for a, b in bounds]
    primary = (1 << matrix.primary) - 1

    def ask() -> Told:
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
        return number, nodes

    return ask


def matrix_of(what: str, size: int) -> ExactCover:
    """Return the matrix of some instance."""
    if what == "ways":
        return ways(size)
    if what == "dominoes":
        made = generator("dominoes").make(rows=size, cols=size)
        return made if isinstance(made, ExactCover) else made.matrix
    (matrix,) = read((INSTANCES / f"{what}.dlx").read_text()).problems
    assert isinstance(matrix, ExactCover)
    return matrix


def by_minuet(what: str, size: int) -> Callable[[], Told]:
    """Prepare minuet's set."""
    matrix = matrix_of(what, size)

    def ask() -> Told:
        found = solution_set(matrix)
        return found.count, found.statistics.nodes

    return ask


def by_knuth(what: str, size: int) -> Callable[[], Told]:
    """Prepare Algorithm Z."""
    return of_knuth(matrix_of(what, size))


WAYS = {"minuet": by_minuet, "graphillion": by_graphillion, "knuth": by_knuth}


def main(way: str, what: str, size: str = "0") -> None:
    """Make the set; what is not installed is told as unsupported."""
    try:
        ask = WAYS[way](what, int(size))
    except ImportError as error:
        print(json.dumps({"outcome": "unsupported", "message": str(error)}))
        return
    _, nodes = ask()
    measure(lambda: ask()[0], nodes=nodes)


if __name__ == "__main__":
    main(*sys.argv[1:])
