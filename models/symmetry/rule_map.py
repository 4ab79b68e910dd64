"""Graph rules as a symmetry moves them: whether the rules of a matrix become rules of the matrix.

An element of a rule is known by the options that choose it: a vertex by its own, an edge by its own
and by the ends that it shares with others. Elements that no option may choose play no part. Where
several elements have the same options nobody can tell them apart: they keep their order, so that a
symmetry may be refused but nothing else be taken for one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable

import numpy as np
import numpy.typing as npt

from ..errors import ModelError, Unsupported
from ..matrix.conditions import GraphRule
from ..matrix.exact_cover import ExactCover

__all__ = ["require_no_statements", "require_rules"]

Names = dict[int, Hashable]


def require_no_statements(matrix: ExactCover) -> None:
    """Raise Unsupported where a matrix has statements, of which nobody knows how they move."""
    if matrix.statements:
        name = matrix.statements[0].name
        raise Unsupported(f"symmetries: what maps statement {name!r} to itself cannot be known")


def require_rules(
    matrix: ExactCover,
    permutation: npt.NDArray[np.int32],
    purpose: str,
    forbidden: frozenset[int] = frozenset(),
) -> None:
    """Raise ModelError, beginning with `purpose`, unless the graph rules become graph rules."""
    require_no_statements(matrix)
    if not matrix.graph_rules:
        return
    same = np.arange(matrix.options)
    before = Counter(_form(rule, same, forbidden) for rule in matrix.graph_rules)
    for rule in matrix.graph_rules:
        form = _form(rule, permutation, forbidden)
        if not before[form]:
            raise ModelError(f"{purpose}: maps graph rule {rule.name} to no such rule")
        before[form] -= 1


def _form(
    rule: GraphRule, permutation: npt.NDArray[np.integer], forbidden: frozenset[int]
) -> Hashable:
    """Return what a rule is, its elements named by their options once these are moved."""
    names = _names(rule, permutation, forbidden)
    roots = set(rule.roots.tolist())
    edges = list(zip(rule.tails.tolist(), rule.heads.tolist(), strict=True))
    if rule.of_vertices:
        joined = frozenset(
            (names[a], names[b]) if rule.directed else frozenset((names[a], names[b]))
            for a, b in edges
            if a in names and b in names
        )
        vertices = frozenset((name, vertex in roots) for vertex, name in names.items())
        return rule.kind, vertices, joined
    ends: dict[int, Counter[Hashable]] = defaultdict(Counter)
    for edge, name in names.items():
        tail, head = edges[edge]
        ends[tail][name, "from"] += 1
        ends[head][name, "to" if rule.directed else "from"] += 1
    corners = Counter(
        (frozenset(ends[vertex].items()), vertex in roots) for vertex in {*ends, *roots}
    )
    return rule.kind, frozenset(corners.items())


def _names(
    rule: GraphRule, permutation: npt.NDArray[np.integer], forbidden: frozenset[int]
) -> Names:
    """Return a name for each element that may be chosen."""
    moved: dict[int, list[int]] = defaultdict(list)
    for option, place in zip(rule.options.tolist(), rule.places.tolist(), strict=True):
        if option not in forbidden:
            moved[place].append(int(permutation[option]))
    times: Counter[Hashable] = Counter()
    names: Names = {}
    for place in sorted(moved):
        name = tuple(sorted(set(moved[place])))
        names[place] = (name, times[name])
        times[name] += 1
    return names
