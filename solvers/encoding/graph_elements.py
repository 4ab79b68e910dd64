"""The elements of graph rules over the rows of a matrix: what chooses them, and which are sure.

An element is a vertex or an edge (models/matrix/conditions.py). CP-SAT's trees and circuits, and
the flows of integer programs, are written over these.
"""

from __future__ import annotations

import numpy as np

from ...models.matrix.conditions import GraphRule
from .rows import Rows

__all__ = ["Choosers", "choosers_of", "sure_vertices"]

Choosers = list[list[int] | None]


def choosers_of(rule: GraphRule, table: Rows) -> Choosers:
    """Return the variables of the rows that choose each element; None: it is always chosen."""
    choosers: Choosers = [[] for _ in range(rule.elements)]
    given = set(table.given)
    variables = table.places(rule.options.astype(np.int64))
    columns = rule.options.tolist(), variables.tolist(), rule.places.tolist()
    for option, variable, element in zip(*columns, strict=True):
        own = choosers[element]
        if own is not None and option in given:
            choosers[element] = None
        elif own is not None and variable >= 0:
            choosers[element] = sorted({*own, variable})
    return choosers


def sure_vertices(rule: GraphRule, choosers: Choosers, table: Rows) -> set[int]:
    """Return the vertices of which a row of the matrix says that every solution holds them."""
    at: list[list[int]] = [[] for _ in range(rule.vertices)]  # the elements of each vertex
    for edge, ends in enumerate(zip(rule.tails.tolist(), rule.heads.tolist(), strict=True)):
        for vertex in ends:
            at[vertex].append(vertex if rule.of_vertices else edge)
    vertices_of: dict[int, set[int]] = {}
    sure: set[int] = set()
    for vertex, elements in enumerate(at):
        for element in elements:
            own = choosers[element]
            if own is None:
                sure.add(vertex)
            for variable in own or ():
                vertices_of.setdefault(variable, set()).add(vertex)
    for variables, low, _ in table.sums:
        if low > 0:
            sure |= set.intersection(*(vertices_of.get(each, set()) for each in variables or [-1]))
    return sure
