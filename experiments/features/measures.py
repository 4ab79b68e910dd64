"""Features of a matrix as it is, of its symmetries, of the items' graph, and of its relaxation.

`sizes` reads sizes, densities, degrees, and kinds of rules off the matrix.

`root` counts what unit propagation forces at the root, and `components` into what parts the rest
falls.

`symmetry` counts all its automorphisms, found by igraph's BLISS.

`width` bounds the treewidth of the graph of items, which joins two items that share an option. A
small width means that a count, or a proof, may go through the matrix item by item and remember
little. networkx takes the vertices away by least degree or least fill, and the largest neighborhood
on the way is a bound (Bodlaender and Koster, "Treewidth computations I: upper bounds", Information
and Computation 208, 2010). It takes no limit, so it works in a child process.

`relaxation` and `gap` describe the linear relaxation: whether it has a solution, its bound, how
whole it is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from itertools import combinations

import networkx as nx
import numpy as np
import numpy.typing as npt
from networkx.algorithms.approximation import treewidth_min_degree, treewidth_min_fill_in

from ...models.matrix.exact_cover import ExactCover
from ...models.symmetry.automorphisms import Automorphisms
from ...solvers.contract.deadline import Deadline, Stopped
from ...solvers.contract.query import Query
from ...solvers.encoding.selection import SelectedMatrix
from ...solvers.industrial.highs import relaxed
from ...solvers.process.isolation import End, Isolated
from ...solvers.search.alike import symmetries_in_time
from ...solvers.search.selection import Problem
from ...solvers.search.verbs import solve

__all__ = [
    "HEURISTICS",
    "components",
    "four",
    "gap",
    "relaxation",
    "root",
    "sizes",
    "symmetry",
    "width",
]

Numbers = dict[str, float | None]


def sizes(matrix: ExactCover, given: Collection[int], forbidden: Collection[int]) -> Numbers:
    """Return the features of the matrix as it is, before anything is propagated."""
    primary, items, entries = matrix.primary, len(matrix.items), len(matrix.members)
    degrees = np.bincount(matrix.members, minlength=items)
    ranges = (matrix.low[:primary] != 1) | (matrix.high[:primary] != 1)
    return {
        "primary_items": float(primary),
        "secondary_items": float(items - primary),
        "options": float(matrix.options),
        "entries": float(entries),
        "density": entries / (matrix.options * items) if matrix.options and items else None,
        **four("option_size", np.diff(matrix.starts)),
        **four("item_degree", degrees[:primary]),
        **four("secondary_degree", degrees[primary:]),
        "given_options": float(len(given)),
        "forbidden_options": float(len(forbidden)),
        "colors": float(len(np.unique(matrix.colors[matrix.colors > 0]))),
        "colored_entries": _part(matrix.colors != 0),
        "multiplicities": _part(ranges),
        "weighted_entries": _part(matrix.weights != 1),
        "graph_rules": float(len(matrix.graph_rules)),
        "statements": float(len(matrix.statements)),
        "costly_options": _part(matrix.costs != 0),
        **four("cost", matrix.costs),
    }


def four(name: str, numbers: npt.NDArray[np.integer]) -> Numbers:
    """Return the least, mean and greatest number and their deviation; None where there is none."""
    if not len(numbers):
        return {f"{name}_{end}": None for end in ("least", "mean", "greatest", "deviation")}
    return {
        f"{name}_least": float(numbers.min()),
        f"{name}_mean": float(numbers.mean()),
        f"{name}_greatest": float(numbers.max()),
        f"{name}_deviation": float(numbers.std()),
    }


def _part(marks: npt.NDArray[np.bool_]) -> float:
    """Return which part of them is marked; of nothing, nothing."""
    return float(marks.mean()) if len(marks) else 0.0


def symmetry(problem: Problem, deadline: Deadline) -> Numbers:
    """Return the features. Raises Stopped at the limit, Unavailable without igraph."""
    symmetries = symmetries_in_time(problem, deadline, "auto")
    if symmetries is None:
        raise Stopped
    assert isinstance(symmetries, Automorphisms)  # what "auto" finds
    options = symmetries.matrix.options
    return {
        "symmetries": math.log10(symmetries.order),
        "symmetry_generators": float(len(symmetries.generators)),
        "symmetry_orbits": len(np.unique(symmetries.orbits)) / options if options else None,
    }


MOST_ITEMS = 2000
MOST_EDGES = 200_000
GRACE = 0.05  # seconds behind the deadline before the child is killed
HEURISTICS = {"min_degree": treewidth_min_degree, "min_fill": treewidth_min_fill_in}


def width(heuristic: str, rest: SelectedMatrix, deadline: Deadline) -> float:
    """Return the bound of one of the heuristics.

    Raises Stopped at the deadline, ValueError for a graph that is large.
    """
    graph = _graph_of_items(rest, deadline.check)

    def work(tell: object) -> int:
        bound: int = HEURISTICS[heuristic](graph)[0] if len(graph) else 0
        return bound

    with Isolated(work, deadline, grace=GRACE) as child:
        for _ in child:
            pass
    if child.ending:
        return float(child.ending.value)
    if child.ending.how in (End.HUNG, End.STOPPED):
        raise Stopped
    raise ValueError(f"networkx {child.ending.words}")


def _graph_of_items(rest: SelectedMatrix, check: Callable[[], None]) -> nx.Graph:
    graph = nx.Graph()
    graph.add_nodes_from(sorted(set(rest.members.tolist())))
    if len(graph) > MOST_ITEMS:
        raise ValueError(f"{len(graph):,} items are left, of {MOST_ITEMS:,} at most")
    starts, members = rest.starts.tolist(), rest.members.tolist()
    for option in range(len(rest.options)):
        check()
        graph.add_edges_from(combinations(members[starts[option] : starts[option + 1]], 2))
        if graph.number_of_edges() > MOST_EDGES:
            raise ValueError(f"more than {MOST_EDGES:,} pairs of items share an option")
    return graph


def relaxation(query: Query) -> Numbers:
    """Return the features of the relaxation. Raises what `relaxed` does."""
    result = relaxed(query)
    if not result.feasible:
        return {"lp_feasible": 0.0}
    bound = result.bound if query.matrix.has_costs else None
    return {"lp_feasible": 1.0, "lp_bound": bound, "lp_whole": result.whole}


def gap(problem: Problem, bound: float, seconds: float) -> float:
    """Return how far the best solution that is found in time lies above the bound.

    Raises ValueError where none is found.
    """
    result = solve(problem, time_limit=seconds)
    if result.options is None:
        raise ValueError("no solution was found in time")
    matrix = problem if isinstance(problem, ExactCover) else problem.matrix
    best = matrix.cost(result.options)
    return max(best - bound, 0.0) / max(abs(best), 1)


MOST_ENTRIES = 2_000_000  # of a graph that networkx is handed: some seconds
SOME = 4096  # entries between two looks at the clock


def root(rest: SelectedMatrix | None) -> Numbers:
    """Return the features of what propagation leaves; None: it shows that there is no solution."""
    if rest is None:
        return {"root_infeasible": 1.0}
    degrees = np.bincount(rest.members, minlength=len(rest.low))
    met = degrees[degrees > 0]
    return {
        "root_infeasible": 0.0,
        "root_forced_options": float(len(rest.given)),
        "root_options": float(len(rest.options)),
        "root_items": float(len(met)),
        **four("root_degree", met),
    }


def components(rest: SelectedMatrix, check: Callable[[], None]) -> Numbers:
    """Return how many parts there are that share no item. Raises ValueError for a large matrix."""
    if len(rest.members) > MOST_ENTRIES:
        raise ValueError(f"{len(rest.members):,} entries, of {MOST_ENTRIES:,} at most")
    options = len(rest.options)
    graph = nx.Graph()
    graph.add_nodes_from(range(options))
    items = rest.members + options
    for start in range(0, len(items), SOME):
        check()
        part = slice(start, start + SOME)
        graph.add_edges_from(zip(rest.owner[part].tolist(), items[part].tolist(), strict=True))
    sizes = []
    for component in nx.connected_components(graph):
        check()
        sizes.append(sum(node < options for node in component))
    largest = max(sizes) / options if options else None
    return {"components": float(len(sizes)), "largest_component": largest}
