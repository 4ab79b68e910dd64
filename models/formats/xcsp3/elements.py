"""The constraint `element`: the entry of a list or of a matrix that indices choose."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...errors import ModelError
from ..xml_elements import Element
from .counting import Reader, child, children, condition, equality, forms_of, require_parts
from .intension import at_least_one, form_of, link
from .names import require_attributes
from .network import Form, Literal

__all__ = ["read_element"]


class Entry(NamedTuple):
    """An entry, and the literals that hold where it is chosen."""

    places: list[Literal]
    form: Form


def read_element(reader: Reader, element: Element) -> None:
    """Read `<element>`."""
    require_parts(element, "list", "matrix", "index", "value", "condition")
    indices = [form for part in children(element, "index") for form in reader.forms(part)]
    starts, rows = _listed(reader, element)
    text = "".join(f"(eq,{part.text.strip()})" for part in children(element, "value"))
    text += "".join(part.text.strip() for part in children(element, "condition"))
    if not indices:
        (value,) = reader.forms(child(element, "value"))
        equal = [reader.network.holds(form.plus(value, -1), "eq", 0) for form in rows[0]]
        at_least_one(reader.network, equal)
        return
    if len(indices) != len(starts):
        raise ModelError(f"{len(indices)} indices, expected {len(starts)}")
    entries = _entries(reader, indices, starts, rows)
    if len(entries) == 1:
        condition(reader, entries[0].form, text)
    elif entries and all(not entry.form.terms for entry in entries):
        _choose_integer(reader, entries, text)
    elif entries:
        _choose(reader, entries, text)


def _listed(reader: Reader, element: Element) -> tuple[list[int], list[list[Form]]]:
    """Return the first index of each dimension, and the rows; a list is one row."""
    if children(element, "matrix"):
        part = child(element, "matrix")
        names = ["startRowIndex", "startColIndex"]
        rows = [forms_of(reader, row) for row in reader.names.matrix(part.text)]
    else:
        part, names = child(element, "list"), ["startIndex"]
        rows = [reader.forms(part)]
    require_attributes(part, *names)
    return [int(part.attributes.get(name, "0")) for name in names], rows


def _entries(
    reader: Reader, indices: Sequence[Form], starts: Sequence[int], rows: Sequence[Sequence[Form]]
) -> list[Entry]:
    """Return the entries that can be chosen; the indices are within the list."""
    network = reader.network
    sizes = [len(rows), min(map(len, rows))][-len(starts) :]
    for index, start, size in zip(indices, starts, sizes, strict=True):
        network.among(index, range(start, start + size))
    current = [network.current(index) for index in indices]
    entries: list[Entry] = []
    for row, forms in enumerate(rows):
        for col, form in enumerate(forms):
            numbers = [row, col][-len(starts) :]
            places = [
                network.literal(network.holds(index, "eq", start + number))
                for index, start, number in zip(current, starts, numbers, strict=True)
            ]
            if False not in places:
                entries.append(Entry([k for k in places if not isinstance(k, bool)], form))
    return entries


def _choose(reader: Reader, entries: Sequence[Entry], text: str) -> None:
    """Demand that the entry that is chosen meets a condition."""
    network = reader.network
    operand = equality(text)
    if operand is not None:
        value = network.as_single(form_of(network, reader.names.expression(operand)))
    else:
        values: set[int] = set()
        for single in (network.as_single(entry.form) for entry in entries):
            values.update(single.single()[1].values() if single.terms else [single.constant])
        key = tuple((tuple(entry.places), entry.form.key) for entry in entries)
        value = network.form_of(network.further(("element", key), lambda: values)[0])
        condition(reader, value, text)
    for places, form in entries:
        link(network, value, network.as_single(form), [network.inverse(k) for k in places])


def _choose_integer(reader: Reader, entries: Sequence[Entry], text: str) -> None:
    """Demand that the integer that is chosen meets a condition."""
    network = reader.network
    names = list(dict.fromkeys(name for entry in entries for name, _ in entry.places))
    if len(names) == 1:
        weights = {
            value: entry.form.constant
            for entry in entries
            for value in frozenset.intersection(*(values for _, values in entry.places))
        }
        network.restrict(names[0], weights.__contains__)
        condition(reader, Form({names[0]: weights}), text)
        return
    key = tuple((tuple(entry.places), entry.form.constant) for entry in entries)
    values = {entry.form.constant for entry in entries}
    name, is_new = network.further(("integers", key), lambda: values)
    if is_new:
        rows = [(*map(dict(places).get, names), form.constant) for places, form in entries]
        network.table([*names, name], rows)
    condition(reader, network.form_of(name), text)
