"""One cycle: the chosen arcs are exactly one directed simple cycle.

At a vertex no two arcs come in and no two go out, and where one comes in one goes out. Of several
cycles, an arc of one and an arc of another are both chosen only if an arc is that leaves the one
towards the other, and one that enters it from there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, product
from math import comb

from ..conditions import Clause, GraphRule
from .network import MOST, Chosen, Network, edge_parts, network_of, some_element, with_another

__all__ = ["clauses", "implied"]

SHORT = 6  # arcs of a cycle that is forbidden as such, too
Arcs = Sequence[Sequence[int]]  # by vertex


def clauses(rule: GraphRule, options: Collection[int]) -> Iterator[Clause]:
    """Yield clauses for arcs that lead nowhere or meet; if there are none, for several cycles."""
    network = network_of(rule)
    chosen = network.chosen(options)
    if not chosen:
        yield some_element(network)
        return
    wrong = [*_forked(network, chosen), *_broken(network, chosen)]
    yield from wrong
    if not wrong:
        parts = edge_parts(network, chosen)
        for number, another in with_another(parts):
            (vertices, cycle), far = parts[number], parts[another][1][0]
            pair = [chosen[cycle[0]], chosen[far]]
            for side in (0, 1):
                yield network.unless(pair, _crossing(network, vertices, network.ends[far][0], side))
            if len(cycle) <= SHORT:
                yield network.unless(chosen[edge] for edge in (*cycle, far))


def implied(rule: GraphRule) -> Iterator[Clause]:
    """Yield clauses that hold of every solution: one arc comes in and one goes out, or none."""
    network = network_of(rule)
    yield some_element(network)
    coming, going = _by_vertex(network, 1), _by_vertex(network, 0)
    for edge in _alive(network):
        tail, head = network.ends[edge]
        for option in network.choosers[edge]:
            for next_ones in (going[head], coming[tail]):
                if not any(option in network.choosers[arc] for arc in next_ones):
                    yield network.unless([option], next_ones)
    if sum(comb(len(arcs), 2) for arcs in (*coming, *going)) <= MOST:
        for arcs in (*coming, *going):
            for pair in combinations(arcs, 2):
                for options in product(*(network.choosers[edge] for edge in pair)):
                    yield network.unless(options)


def _alive(network: Network) -> Iterator[int]:
    return (edge for edge in range(len(network.ends)) if network.choosers[edge])


def _by_vertex(network: Network, side: int) -> Arcs:
    """Return the arcs that can be chosen by their tail (side 0) or head (1)."""
    arcs: list[list[int]] = [[] for _ in network.edges]
    for edge in _alive(network):
        arcs[network.ends[edge][side]].append(edge)
    return arcs


def _forked(network: Network, chosen: Chosen) -> Iterator[Clause]:
    """Yield a clause for each two arcs that come in, or go out, at one vertex."""
    for side in (0, 1):
        first: dict[int, int] = {}
        for edge in chosen:
            other = first.setdefault(network.ends[edge][side], edge)
            if other != edge:
                yield network.unless([chosen[edge], chosen[other]])


def _broken(network: Network, chosen: Chosen) -> Iterator[Clause]:
    """Yield a clause for each arc that no arc goes on from, or that goes on from none."""
    used = [{network.ends[edge][side] for edge in chosen} for side in (0, 1)]
    for edge in chosen:
        for side in (0, 1):
            vertex = network.ends[edge][side]
            if vertex not in used[1 - side]:
                needed = (
                    arc for arc in network.edges[vertex] if network.ends[arc][1 - side] == vertex
                )
                yield network.unless([chosen[edge]], needed)


def _crossing(network: Network, part: Collection[int], goal: int, side: int) -> list[int]:
    """Return the arcs that leave a part towards the goal (side 0), or enter it from there (1)."""
    beyond, open_ends = {goal}, [goal]
    crossing = set()
    while open_ends:
        vertex = open_ends.pop()
        for edge in network.edges[vertex]:
            other = network.ends[edge][side]
            if network.ends[edge][1 - side] != vertex:
                continue
            if other in part:
                crossing.add(edge)
            elif other not in beyond:
                beyond.add(other)
                open_ends.append(other)
    return sorted(crossing)
