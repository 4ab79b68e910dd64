"""Constraints on the values of lists: tables, automata, orders, different values, channels."""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Sequence
from itertools import combinations, pairwise

from ...errors import ModelError, excerpt
from ...rules.statements.automaton import Automaton
from ..xml_elements import Element
from .counting import (
    Reader,
    child,
    children,
    forms_of,
    list_of,
    places_of_values,
    require_parts,
    variable_of,
)
from .intension import any_of, at_least_one, compare_forms
from .names import require_attributes
from .network import Form

_TUPLE = re.compile(r"\(([^()]*)\)")
_TRANSITION = re.compile(r"\(\s*([^(),]+?)\s*,\s*([^(),]+?)\s*,\s*([^(),]+?)\s*\)")


def read_extension(reader: Reader, element: Element) -> None:
    """Read `<extension>`: the tuples that are allowed, or those that are not."""
    require_parts(element, "list", "supports", "conflicts")
    names = reader.singles(child(element, "list"))
    tables = [*children(element, "supports"), *children(element, "conflicts")]
    if len(tables) != 1:
        raise ModelError("expected <supports> or <conflicts>")
    (table,) = tables
    rows = _tuples(reader, table.text, len(names))
    reader.network.table(names, rows, allowed=table.tag == "supports")


def _tuples(
    reader: Reader, text: str, length: int
) -> Sequence[tuple[Collection[int] | int | None, ...]]:
    known = reader.tables.get(text)
    if known is None:
        words = _TUPLE.findall(text)
        if words or not text.strip():
            rest = _TUPLE.sub("", text)
            if rest.strip():
                raise ModelError(f"{excerpt(rest.strip())}, expected tuples")
            rows = [tuple(map(reader.entry, word.split(","))) for word in words]
        else:
            rows = [(value,) for value in reader.names.integers(text)]
        reader.tables[text] = known = rows
    for row in known:
        if len(row) != length:
            raise ModelError(f"a tuple of {len(row)} values, expected {length}")
    return known


def read_regular(reader: Reader, element: Element) -> None:
    """Read `<regular>`: an automaton."""
    require_parts(element, "list", "transitions", "start", "final")
    steps = _transitions(reader, child(element, "transitions").text)
    start = child(element, "start").text.strip()
    states = {start, *(state for a, _, b in steps for state in (a, b))}
    ends = [state for state in child(element, "final").text.split() if state in states]
    reader.network.word(reader.singles(child(element, "list")), Automaton(steps, start, ends))


def _transitions(reader: Reader, text: str) -> list[tuple[str, int, str]]:
    rest = _TRANSITION.sub("", text).strip()
    if rest:
        raise ModelError(f"{excerpt(rest)}, expected transitions such as (a,0,b)")
    return [
        (origin, value, other)
        for origin, word, other in _TRANSITION.findall(text)
        for value in reader.names.integers(word)
    ]


def read_mdd(reader: Reader, element: Element) -> None:
    """Read `<mdd>`: a decision diagram."""
    require_parts(element, "list", "transitions")
    steps = _transitions(reader, child(element, "transitions").text)
    origins, others = {step[0] for step in steps}, {step[2] for step in steps}
    roots, ends = origins - others, others - origins
    if len(roots) != 1 or len(ends) != 1:
        raise ModelError(f"{len(roots)} roots and {len(ends)} ends, expected one of each")
    reader.network.word(
        reader.singles(child(element, "list")), Automaton(steps, roots.pop(), list(ends))
    )


def read_precedence(reader: Reader, element: Element) -> None:
    """Read `<precedence>`: each value appears first before the next one does."""
    require_parts(element, "list", "values")
    network, names = reader.network, reader.singles(list_of(element))
    listed = children(element, "values")
    domain = sorted({value for name in names for value in network.domains[name]})
    values = reader.integers(listed[0]) if listed else domain
    covered = False
    for part in listed:
        require_attributes(part, "covered")
        covered = part.attributes.get("covered") == "true"
    steps: list[tuple[int, int, int]] = []
    for state in range(len(values) + 1):
        for value in domain:
            place = values.index(value) if value in values else -1
            if place <= state:
                steps.append((state, value, max(state, place + 1)))
    states = {0, *(step[2] for step in steps)}
    ends = [len(values)] if covered else sorted(states)
    if not states.issuperset(ends):
        network.impossible()
        return
    network.word(names, Automaton(steps, 0, ends))


def _lists(reader: Reader, element: Element) -> list[list[list[Form]]]:
    """Return the lists of a constraint; of a matrix, its rows and its columns."""
    if children(element, "matrix"):
        matrix = reader.names.matrix(child(element, "matrix").text)
        rows = [forms_of(reader, row) for row in matrix]
        if len(set(map(len, rows))) != 1:
            raise ModelError("rows of several lengths, expected a matrix")
        return [rows, [list(col) for col in zip(*rows, strict=True)]]
    return [[reader.forms(part) for part in children(element, "list")]]


def read_lex(reader: Reader, element: Element) -> None:
    """Read `<lex>`: lists in lexicographic order."""
    require_parts(element, "list", "matrix", "operator")
    relation = child(element, "operator").text.strip()
    if relation not in ("lt", "le", "ge", "gt"):
        raise ModelError(f"{excerpt(relation)}, expected lt, le, ge or gt")
    for lists in _lists(reader, element):
        if len(set(map(len, lists))) > 1:
            raise ModelError("lists of several lengths, expected one length")
        for pair in pairwise(lists):
            left, right = pair if relation in ("lt", "le") else pair[::-1]
            _in_order(reader, left, right, strict=relation in ("lt", "gt"))


def _in_order(reader: Reader, left: Sequence[Form], right: Sequence[Form], *, strict: bool) -> None:
    names = [variable_of(reader, form) for pair in zip(left, right, strict=True) for form in pair]
    domains = reader.network.domains
    mine = sorted({value for name in names[::2] for value in domains[name]})
    others = sorted({value for name in names[1::2] for value in domains[name]})
    steps: list[tuple[Hashable, int, Hashable]] = []
    for value in mine:
        steps += [("equal", value, value), ("less", value, "less, too")]
        steps += [(value, value, "equal")] * (value in others)
        steps += [(value, other, "less") for other in others if other > value]
    steps += [("less, too", other, "less") for other in others]
    states = {"equal", *(step[2] for step in steps)}
    ends = [state for state in (("less",) if strict else ("less", "equal")) if state in states]
    if ends:
        reader.network.word(names, Automaton(steps, "equal", ends))
    else:
        reader.network.impossible()


def read_ordered(reader: Reader, element: Element) -> None:
    """Read `<ordered>`: a list in order, perhaps with distances."""
    require_parts(element, "list", "lengths", "operator")
    forms = reader.forms(list_of(element))
    default = element.attributes.get("case", "le")
    operators = [part.text.strip() for part in children(element, "operator")]
    relation = operators[0] if operators else default
    if relation not in ("lt", "le", "ge", "gt"):
        raise ModelError(f"{excerpt(relation)}, expected lt, le, ge or gt")
    lengths = [form for part in children(element, "lengths") for form in reader.forms(part)]
    for place, (left, right) in enumerate(pairwise(forms)):
        shifted = left.plus(lengths[place]) if lengths else left
        compare_forms(reader.network, shifted, relation, right)


def read_all_different(reader: Reader, element: Element) -> None:
    """Read `<allDifferent>`: of values, of the rows and columns of a matrix, or of lists."""
    require_parts(element, "list", "matrix", "except")
    besides = [child(element, "except").text] if children(element, "except") else []
    if not element.inside:
        all_different(reader, reader.forms(element))
        return
    groups = _lists(reader, element)
    if len(groups) == 1 and len(groups[0]) > 1:
        excluded = [tuple(map(int, row)) for text in besides for row in _rows(text)]
        for left, right in combinations(groups[0], 2):
            _different_lists(reader, left, right, excluded)
        return
    values = [value for text in besides for value in reader.names.integers(text)]
    for lists in groups:
        for forms in lists:
            all_different(reader, forms, values)


def _rows(text: str) -> list[list[str]]:
    return [row.split(",") for row in _TUPLE.findall(text)]


def _different_lists(
    reader: Reader, left: Sequence[Form], right: Sequence[Form], besides: Sequence[tuple[int, ...]]
) -> None:
    network = reader.network
    if len(left) != len(right):
        raise ModelError("lists of several lengths, expected one length")
    forms = [network.holds(a.plus(b, -1), "ne", 0) for a, b in zip(left, right, strict=True)]
    for values in besides:
        # Both may be this list.
        equal = [network.holds(a, "eq", value) for a, value in zip(left, values, strict=True)]
        opposites = [network.literal(network.holds(form, "eq", 0)) for form in equal]
        forms.append(Form({}, 1).plus(any_of(network, opposites), -1))
    at_least_one(reader.network, forms)


def all_different(reader: Reader, forms: Sequence[Form], besides: Collection[int] = ()) -> None:
    """Demand that forms have different values, but for some values."""
    network = reader.network
    where, fixed = places_of_values(reader, forms)
    values = {*where, *fixed}
    exactly = len(values) == len(forms) and not besides
    for value in values.difference(besides):
        literals = where.get(value, [])
        if len({name for name, _ in literals}) < len(literals):
            raise ModelError("a variable twice, expected different ones")
        if fixed.count(value) > 1:
            network.impossible()
        elif value in fixed:
            for literal in literals:
                network.clause([network.inverse(literal)])
        elif len(literals) > 1 or exactly:
            network.at_most_one(literals, exactly=exactly)


def read_all_equal(reader: Reader, element: Element) -> None:
    """Read `<allEqual>`."""
    require_parts(element, "list")
    for left, right in pairwise(reader.forms(list_of(element))):
        compare_forms(reader.network, left, "eq", right)


def read_channel(reader: Reader, element: Element) -> None:
    """Read `<channel>`: a permutation and its inverse, or the one of some 0 and 1 that is 1."""
    require_parts(element, "list", "value")
    network = reader.network
    parts = [element] if not element.inside else children(element, "list")
    lists: list[tuple[int, list[Form]]] = []  # the first index of each, and its entries
    for part in parts:
        if part is not element:
            require_attributes(part, "startIndex")
        lists.append((int(part.attributes.get("startIndex", "0")), reader.forms(part)))
    if children(element, "value"):
        (value,) = reader.forms(child(element, "value"))
        start, forms = lists[0]
        network.among(value, range(start, start + len(forms)))
        for place, form in enumerate(forms, start):
            network.among(form, (0, 1))
            compare_forms(network, form, "eq", network.holds(value, "eq", place))
        return
    first, second = (lists * 2)[:2]
    if len(lists) > 2 or len(first[1]) > len(second[1]):
        raise ModelError("expected one list, or two of which the second is no shorter")
    _inverse_of(reader, *first, *second)
    if len(lists) == 2 and len(first[1]) == len(second[1]):
        _inverse_of(reader, *second, *first)


def _inverse_of(
    reader: Reader, start: int, forms: Sequence[Form], other_start: int, others: Sequence[Form]
) -> None:
    """Demand that where a form has a value, the other one at that place has the form's place."""
    network = reader.network
    for place, form in enumerate(forms, start):
        network.among(form, range(other_start, other_start + len(others)))
        for number, other in enumerate(others, other_start):
            here = network.holds(form, "ne", number)
            there = network.holds(other, "eq", place)
            at_least_one(network, [here, there])


def read_circuit(reader: Reader, element: Element) -> None:
    """Read `<circuit>`: the next vertex of each; one that is its own next is left out."""
    require_parts(element, "list", "size")
    network, part = reader.network, list_of(element)
    start = 0
    if part is not element:
        require_attributes(part, "startIndex")
        start = int(part.attributes.get("startIndex", "0"))
    names = reader.singles(part)
    if len(set(names)) < len(names):
        raise ModelError("a variable twice, expected different ones")
    places = range(start, start + len(names))
    arcs: dict[str, dict[int, tuple[int, int]]] = {}
    total = Form()
    for place, name in zip(places, names, strict=True):
        network.restrict(name, places.__contains__)
        arcs[name] = {value: (place, value) for value in network.domains[name] if value != place}
        total = total.plus(network.truth((name, frozenset(arcs[name]))))
    all_different(reader, [network.form_of(name) for name in names])
    network.cycle(arcs)
    for size in children(element, "size"):
        (form,) = reader.forms(size)
        compare_forms(network, total, "eq", form)


def read_instantiation(reader: Reader, element: Element) -> None:
    """Read `<instantiation>`: values of variables."""
    require_parts(element, "list", "values")
    forms, words = reader.forms(child(element, "list")), child(element, "values").text.split()
    values: list[int | None] = []
    for word in words:
        values += [None] if word == "*" else reader.names.integers(word)
    if len(values) != len(forms):
        raise ModelError(f"{len(values)} values, expected {len(forms)}")
    for form, value in zip(forms, values, strict=True):
        if value is not None:
            reader.network.among(form, (value,))


def read_clause(reader: Reader, element: Element) -> None:
    """Read `<clause>`: one of some 0 and 1 is 1, or one of those in `not(...)` is 0."""
    require_parts(element, "list")
    at_least_one(reader.network, reader.forms(list_of(element)))
