"""Constraints on tasks: no overlap, and a limit on what runs at a time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations

from ...errors import ModelError
from ..xml_elements import Element
from .counting import Reader, child, children, condition, forms_of, require_parts
from .intension import at_least_one, compare_forms, product_form
from .network import MOST_TUPLES, Form

__all__ = ["read_cumulative", "read_no_overlap"]


def read_no_overlap(reader: Reader, element: Element) -> None:
    """Read `<noOverlap>`: of tasks, or of boxes."""
    require_parts(element, "origins", "lengths")
    origins = _boxes(reader, child(element, "origins"))
    lengths = _boxes(reader, child(element, "lengths"))
    if list(map(len, origins)) != list(map(len, lengths)):
        raise ModelError("origins and lengths differ in number, expected as many")
    ignores_zero = element.attributes.get("zeroIgnored", "true") != "false"
    if not _by_time(reader, origins, lengths, ignores_zero=ignores_zero):
        tasks = zip(origins, lengths, strict=True)
        for task, other in combinations(tasks, 2):
            _apart(reader, task, other, ignores_zero=ignores_zero)


def _boxes(reader: Reader, element: Element) -> list[list[Form]]:
    """Return the numbers of each task, one for each dimension."""
    text = element.text.strip()
    if not text.startswith("("):
        return [[form] for form in reader.forms(element)]
    rows = re.split(r"\)\s*\(", text[1:].rstrip(")"))
    return [forms_of(reader, reader.names.expressions(row.replace(",", " "))) for row in rows]


def _by_time(
    reader: Reader,
    origins: Sequence[Sequence[Form]],
    lengths: Sequence[Sequence[Form]],
    *,
    ignores_zero: bool,
) -> bool:
    """Demand that at most one task runs at a time, if they have one dimension and fixed lengths."""
    network = reader.network
    if any(len(box) > 1 or box[0].terms for box in lengths):
        return False
    least = min((box[0].constant for box in lengths), default=0)
    boxes = [
        (network.as_single(origin), length.constant)
        for (origin,), (length,) in zip(origins, lengths, strict=True)
        if length.constant > 0
    ]
    names = [name for origin, _ in boxes for name in origin.terms]
    size = sum(
        len(network.domains[name]) * length for name, (_, length) in zip(names, boxes, strict=False)
    )
    if len(set(names)) < len(boxes) or size > MOST_TUPLES or (least <= 0 and not ignores_zero):
        return False
    network.no_overlap([(*origin.single(), length) for origin, length in boxes])
    return True


def _apart(
    reader: Reader,
    task: tuple[Sequence[Form], Sequence[Form]],
    other: tuple[Sequence[Form], Sequence[Form]],
    *,
    ignores_zero: bool,
) -> None:
    """Demand that two boxes do not overlap."""
    network = reader.network
    forms = []
    for before, behind in ((task, other), (other, task)):
        for origin, length, next_origin in zip(*before, behind[0], strict=True):
            ahead = origin.plus(length).plus(next_origin, -1)
            forms.append(network.holds(ahead, "le", 0))
        if ignores_zero:
            forms += [network.holds(length, "eq", 0) for length in before[1]]
    at_least_one(network, forms)


def read_cumulative(reader: Reader, element: Element) -> None:
    """Read `<cumulative>`: the heights of the tasks that run at a time."""
    require_parts(element, "origins", "lengths", "ends", "heights", "condition")
    network = reader.network
    origins = [network.as_single(form) for form in reader.forms(child(element, "origins"))]
    lengths = reader.forms(child(element, "lengths"))
    heights = reader.forms(child(element, "heights"))
    text = child(element, "condition").text
    if not re.match(r"\s*\(\s*l[et]\s*,", text):
        raise ModelError(f"condition {text.strip()}, expected (le,...) or (lt,...)")
    if not len(origins) == len(lengths) == len(heights):
        raise ModelError("origins, lengths and heights differ in number, expected as many")
    for part in children(element, "ends"):
        for origin, length, end in zip(origins, lengths, reader.forms(part), strict=True):
            compare_forms(network, origin.plus(length), "eq", end)
    times: set[int] = set()
    for origin in origins:
        times.update(origin.single()[1].values() if origin.terms else [origin.constant])
    if len(times) * len(origins) > MOST_TUPLES:
        fault = f"{len(origins)} tasks at {len(times)} times"
        raise ModelError(f"{fault}, expected a product of {MOST_TUPLES} at most")
    for time in sorted(times):
        total = Form()
        for origin, length, height in zip(origins, lengths, heights, strict=True):
            low, high = origin.bounds
            if low > time or high + length.bounds[1] <= time:
                continue
            # Those that have begun, without those that have ended.
            running = network.holds(origin, "le", time).plus(
                network.holds(origin.plus(length), "le", time), -1
            )
            total = total.plus(
                running.times(height.constant)
                if not height.terms
                else product_form(network, [running, height])
            )
        condition(reader, total, text)
