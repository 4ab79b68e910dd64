"""Constraints of CP-SAT for graph rules: circuits, and trees that grow from a root.

CP-SAT's circuit takes arcs with a literal each, of which the chosen ones make one cycle through all
vertices; a vertex that the cycle may pass by has an arc to itself. So a directed cycle is a
circuit. A path between two given ends is one that an arc from the second end to the first closes;
each edge is an arc in either direction. An undirected loop is one in both directions, so that each
solution comes twice. A tour of 14 towns that is unproved after 26 s of clauses is proved in .02 s
so.

What is connected or a tree grows from a root: every other vertex has one parent, and is one step
deeper than it (single-commodity trees of Miller, Tucker and Zemlin, Journal of the ACM 7, 1960).
Which root and which parents is left open, so each solution comes several times.

What comes several times is said so only where not all solutions are wanted. Everything else is left
to clauses (encoding/conditions.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from ...models.matrix.conditions import WITH_ROOTS, Condition, GraphRule
from ..encoding.graph_elements import choosers_of, sure_vertices
from ..encoding.rows import Rows
from .cpsat_integers import IntegerVariables, add_linear

if TYPE_CHECKING:
    from ortools.sat.python.cp_model_helper import CpModelProto

__all__ = ["add_graph_rules", "can_say"]

TREES = frozenset({"tree", "acyclic", "connected", "reachable", "reachable_by_arcs"})
ONE_ROOT = frozenset({"tree", "connected"})
MOST_ARCS = 20_000


def add_graph_rules(
    model: CpModelProto,
    conditions: Iterable[Condition],
    table: Rows,
    integers: IntegerVariables,
    check: Callable[[], None],
    *,
    once: bool,
) -> None:
    """Add those of some conditions that CP-SAT has constraints for, over the variables of the rows.

    check  called often; it may raise
    once   whether each solution must come once
    """
    for condition in conditions:
        if isinstance(condition, GraphRule) and can_say(condition, once=once):
            add = _add_trees if condition.kind in TREES else _add_circuit
            add(model, condition, table, integers, check)


def can_say(rule: Condition, *, once: bool) -> bool:
    """Return whether constraints of CP-SAT say all of a condition.

    once  whether each solution must come once
    """
    if not isinstance(rule, GraphRule) or (rule.tails == rule.heads).any():
        return False
    if rule.kind == "path":
        return len(set(rule.roots.tolist())) == 2
    if rule.kind in TREES:
        return not once and 2 * len(rule.tails) <= MOST_ARCS
    return rule.kind == "one_cycle" or (rule.kind == "one_loop" and not once)


def _add_circuit(
    model: CpModelProto,
    rule: GraphRule,
    table: Rows,
    integers: IntegerVariables,
    check: Callable[[], None],
) -> None:
    choosers = _named(choosers_of(rule, table), integers)
    arcs: list[tuple[int, int, int]] = []  # (tail, head, literal)
    for edge, own in enumerate(choosers):
        check()
        if own == []:
            continue
        tail, head = int(rule.tails[edge]), int(rule.heads[edge])
        literal = _any_of(model, own)
        if rule.directed:
            arcs.append((tail, head, literal))
            continue
        forth, back = _boolean(model), _boolean(model)
        model.constraints.add().exactly_one.literals.extend([forth, back, -1 - literal])
        arcs += [(tail, head, forth), (head, tail, back)]
    ends: list[int] = rule.roots.tolist() if rule.kind == "path" else []
    if ends:
        arcs.append((ends[1], ends[0], _any_of(model, None)))
    there = sorted({vertex for tail, head, _ in arcs for vertex in (tail, head)})
    arcs += [(vertex, vertex, _boolean(model)) for vertex in there if vertex not in ends]
    number = {vertex: place for place, vertex in enumerate(there)}
    circuit = model.constraints.add().circuit
    circuit.tails.extend([number[tail] for tail, _, _ in arcs])
    circuit.heads.extend([number[head] for _, head, _ in arcs])
    circuit.literals.extend([literal for _, _, literal in arcs])


def _add_trees(
    model: CpModelProto,
    rule: GraphRule,
    table: Rows,
    integers: IntegerVariables,
    check: Callable[[], None],
) -> None:
    """Add that the chosen ones grow from their roots: arcs from parents, depths of vertices."""
    booleans = choosers_of(rule, table)
    sure = sure_vertices(rule, booleans, table)
    choosers = _named(booleans, integers)
    arcs = _arcs(model, rule, choosers, check)
    incoming: list[list[int]] = [[] for _ in range(rule.vertices)]
    for _, head, literal in arcs:
        incoming[head].append(literal)
    roots = rule.roots.tolist() if rule.kind in WITH_ROOTS else range(rule.vertices)
    if rule.kind in ONE_ROOT:
        roots = sorted(sure)[:1] or roots
    root = {vertex: _boolean(model) for vertex in roots}
    if rule.kind in ONE_ROOT:
        _add_sum(model, list(root.values()), _any_of(model, None) if sure else _boolean(model))
    used: list[int] = []
    for vertex, literals in enumerate(incoming):
        check()
        reached = [*literals, *([root[vertex]] if vertex in root else [])]
        used.append(_any_of(model, choosers[vertex]) if rule.of_vertices else _boolean(model))
        _add_sum(model, reached, used[vertex])
        if vertex in sure:
            model.constraints.add().bool_or.literals.append(used[vertex])
    first = len(model.variables)
    for _ in range(rule.vertices):
        model.variables.add().domain.extend((0, rule.vertices))
    for tail, head, literal in arcs:
        check()
        parent = model.constraints.add()
        parent.enforcement_literal.append(literal)
        parent.bool_and.literals.append(used[tail])
        deeper = model.constraints.add()
        deeper.enforcement_literal.append(literal)
        deeper.linear.vars.extend([first + head, first + tail])
        deeper.linear.coeffs.extend([1, -1])
        deeper.linear.domain.extend([1, 1])


def _arcs(
    model: CpModelProto,
    rule: GraphRule,
    choosers: list[list[int] | None],
    check: Callable[[], None],
) -> list[tuple[int, int, int]]:
    """Return (tail, head, literal) of each arc: whether the tail is the head's parent."""
    arcs: list[tuple[int, int, int]] = []
    for edge, ends in enumerate(zip(rule.tails.tolist(), rule.heads.tolist(), strict=True)):
        check()
        if any(choosers[place] == [] for place in (ends if rule.of_vertices else [edge])):
            continue
        directions = [ends] if rule.directed else [ends, ends[::-1]]
        literals = [_boolean(model) for _ in directions]
        arcs += [(*arc, literal) for arc, literal in zip(directions, literals, strict=True)]
        if not rule.of_vertices:
            _add_sum(model, literals, _any_of(model, choosers[edge]))
    return arcs


def _add_sum(model: CpModelProto, booleans: list[int], total: int) -> None:
    """Add that the sum of Booleans is another one: linear, so that it is in the relaxation."""
    add_linear(model, [*booleans, total], [1] * len(booleans) + [-1], 0, 0)


def _named(choosers: list[list[int] | None], integers: IntegerVariables) -> list[list[int] | None]:
    """Return the same as variables of the model."""
    return [None if own is None else list(integers.names(own)) for own in choosers]


def _any_of(model: CpModelProto, variables: list[int] | None) -> int:
    """Return a literal that is true if one of the variables is; of None: one that is true."""
    if variables is not None and len(variables) == 1:
        return variables[0]
    literal = _boolean(model)
    if variables is None:
        model.constraints.add().bool_or.literals.append(literal)
        return literal
    model.constraints.add().bool_or.literals.extend([*variables, -1 - literal])
    for variable in variables:
        model.constraints.add().bool_or.literals.extend([-1 - variable, literal])
    return literal


def _boolean(model: CpModelProto) -> int:
    """Add a Boolean variable; return its literal."""
    variables = model.variables
    variables.add().domain.extend((0, 1))
    return len(variables) - 1
