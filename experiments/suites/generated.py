"""The instances that a suite has generated: one for each combination of the values that are told.

[[generate]]
generator = "random-cover"
items = [30, 40]                        a value, several, or from one to another
density = { from = 0.5, to = 1.5, step = 0.25 }
seeds = 3                               1, 2 and 3; or a list
family = "random covers"                else the generator's name
questions, solvers                      those of the suite that are asked; asked.py
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any

from ...models.errors import ModelError
from ...models.formats.toml.node import Node
from .asked import KEYS as ASKED
from .suite import Collection, Source

if TYPE_CHECKING:
    from ..instances.generator import Generator

__all__ = ["generated"]

OWN = ("generator", "seeds", "family", *ASKED)
MOST = 100_000  # instances of one table
RANGE = ("from", "to", "step")


def generated(node: Node) -> Iterator[Collection]:
    """Yield the instances of a table. Raises InputError for what its generator does not know."""
    node.table()
    told = node.need("generator", "a generator's name")
    maker = _generator(told)
    values = {key: _values(node[key], maker) for key in node.value if key not in OWN}
    if "seeds" in node:
        values["seed"] = _seeds(node, maker)
    size = 1
    for several in values.values():
        size *= len(several)
    if size > MOST:
        raise node.error(f"{size} instances, expected {MOST} at most")
    family = node["family"].string() if "family" in node else maker.family
    for chosen in product(*values.values()):
        parameters = dict(zip(values, chosen, strict=True))
        try:
            full = maker.full(parameters)
        except ModelError as error:
            raise _place(node, parameters, maker).error(str(error)) from None
        name = ",".join([maker.name, *(f"{key}={_spelled(full[key])}" for key in parameters)])
        source = Source(generator=maker.name, parameters=full)
        yield Collection(name, family, float(maker.n(**parameters)), source)


def _generator(node: Node) -> Generator:
    from ..instances import generator

    with node.blamed(value=True):
        return generator(node.string("a generator's name"))


def _values(node: Node, maker: Generator) -> list[Any]:
    """Return the values of a parameter: one, those of a list, or those of a range."""
    with node.blamed():
        maker.parameter(node.name)
    if isinstance(node.value, dict):
        return _ranged(node.table(*RANGE))
    if not isinstance(node.value, list):
        return [node.value]
    if not node.value:
        raise node.error("no values, expected some")
    for place, inner in enumerate(node.array()):
        if inner.value in node.value[:place]:
            raise inner.error(f"{inner.value!r} twice, expected each value once")
    return list(node.value)


def _ranged(node: Node) -> list[Any]:
    """Return from, from + step ... to; worked out in fractions, so that .1 three times is .3."""
    ends = {key: node.need(key, "a number") for key in RANGE[:2]}
    step = node["step"].value if "step" in node else 1
    told = [*(one.value for one in ends.values()), step]
    for value, place in zip(told, [*ends.values(), node], strict=True):
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise place.error("no number, expected { from, to, step } as numbers")
    if not all(abs(value) < 1e15 for value in told):
        raise node.error("a number beyond all bounds, expected { from, to, step }")
    whole = all(isinstance(value, int) for value in told)
    first, last, width = (Fraction(str(value)) for value in told)
    if width <= 0 or last < first:
        raise node.error("an empty range, expected { from, to, step } with to not below from")
    if (last - first) / width >= MOST:
        raise node.error(f"a range of more than {MOST} values, expected fewer")
    places = range(int((last - first) / width) + 1)
    return [(int if whole else float)(first + place * width) for place in places]


def _seeds(node: Node, maker: Generator) -> list[Any]:
    told = node["seeds"]
    if "seed" in node:
        raise told.key_error("seeds beside seed, expected one of both")
    with told.blamed():
        maker.parameter("seed")
    if isinstance(told.value, list):
        return [one.integer("a seed", 0) for one in told.array()]
    number = told.integer("a list of seeds, or how many", 1)
    if number > MOST:
        raise told.error(f"{number} seeds, expected {MOST} at most")
    return list(range(1, number + 1))


def _place(node: Node, parameters: dict[str, Any], maker: Generator) -> Node:
    """Return where the value stands that a generator refuses, or else the table."""
    for key, value in parameters.items():
        try:
            maker.full({key: value})
        except ModelError:
            return node["seeds" if key == "seed" and "seeds" in node else key]
    return node


def _spelled(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else f"{value}"
