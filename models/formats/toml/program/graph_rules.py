"""Rules along a graph: its edges, the labels of rows, roots and ends as Python has them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ....rules.graph_rules.kinds import KINDS
from .expressions import key, python, span
from .layout import bracketed, literal

__all__ = ["graph_arguments", "graph_kind"]


def graph_kind(told: Mapping[str, Any]) -> str | None:
    """Return the kind of a rule along a graph; None for another rule."""
    return next((kind for kind in KINDS if kind in told), None)


def graph_arguments(
    told: Mapping[str, Any], label: Callable[[Any], str], over: Callable[[Any], str]
) -> Iterator[str]:
    """Yield the arguments that only such rules have.

    label  writes the label of a row
    over   writes keys
    """
    if "roots" in told:
        yield f"roots={over(told['roots'])}"
    if "roots_of" in told:
        yield f"roots={_by_label(told['roots_of'])}"
    if "along" in told:
        yield f"along={_graph(told['along'])}"
    if "regions" in told:
        yield f"regions={label(told['regions'])}"
    if told.get("directed"):
        yield "directed=True"
    if "ends" in told:
        yield f"ends={_ends(told['ends'], labelled='regions' in told)}"


def _graph(told: Any) -> str:
    """Return the graph: its edges, or of each cell its neighbours."""
    if not isinstance(told, dict):
        if any(len(one) != 2 for one in told):
            beside: dict[str, list[str]] = {_tuple(end): [] for edge in told for end in edge}
            for edge in told:
                beside[_tuple(edge[0])] += map(_tuple, edge[1:])
            return bracketed("{", [f"{v}: [{', '.join(b)}]" for v, b in beside.items()], "}")
        return bracketed("[", [_tuple(one) for one in told], "]")
    names = [name for name in told if name not in ("to", "where")]
    vertex = f"({', '.join(names)})" if len(names) > 1 else names[0]
    if "to" in told:
        steps = [key(one) for one in ([told["to"]] if isinstance(told["to"], str) else told["to"])]
    else:
        steps = [
            f"({', '.join(f'{name} + 1' if name == moved else name for name in names)})"
            for moved in names
        ]
    parts = [f"{vertex}: [{', '.join(steps)}]"]
    parts += [f"for {name} in {span(told[name])}" for name in names]
    if "where" in told:
        parts.append(f"if {python(told['where'])}")
    return bracketed("{", parts, "}", end="")


def _ends(told: Sequence[Any], *, labelled: bool) -> str:
    if not labelled:
        return _tuple(told)
    return _by_label(told)


def _by_label(told: Sequence[Any]) -> str:
    pairs = [f"{_tuple(label)}: {_tuple(vertices)}" for label, *vertices in told]
    return bracketed("{", pairs, "}")


def _tuple(value: Any) -> str:
    """Return a value; arrays are tuples."""
    return literal(tuple(map(_as_tuple, value)) if isinstance(value, list) else value)


def _as_tuple(value: Any) -> Any:
    return tuple(map(_as_tuple, value)) if isinstance(value, list) else value
