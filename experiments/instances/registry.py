"""The generators by name, and the texts that name an instance: `queens,n=8`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType

from ...models.errors import ModelError, did_you_mean, excerpt
from .generator import Generator, Value

__all__ = ["NAMES", "generator", "generators", "instance"]

# What each is called, and the file of families/ in which it stands.
NAMES = {
    "all-subsets": "designs",
    "dominoes": "packings",
    "langford": "placements",
    "latin-squares": "latin_squares",
    "pentominoes": "packings",
    "perfect-matchings": "matchings",
    "quasigroup-completion": "latin_squares",
    "quasigroup-with-holes": "latin_squares",
    "queens": "placements",
    "random-colored-cover": "random_covers",
    "random-cover": "random_covers",
    "random-multicover": "random_covers",
    "random-one-in-k": "one_in_k",
    "random-regular-cover": "random_covers",
    "random-sudoku": "sudokus",
    "set-partition": "set_partitions",
    "steiner-triples": "designs",
    "three-dimensional-matching": "matchings",
}


def generators() -> Mapping[str, Generator]:
    """Return all generators by name, in the order of their names."""
    return MappingProxyType({name: _loaded(name) for name in sorted(NAMES)})


def generator(name: str) -> Generator:
    """Return the generator of that name. Raises ModelError, which says what is close, if none is.

    >>> from minuet.experiments.instances import generator
    >>> generator("queens").parameters["n"].default
    8
    """
    if not isinstance(name, str) or name not in NAMES:
        close = did_you_mean(name, NAMES)
        wanted = "expected a name that `minuet generators` lists"
        raise ModelError(f"no generator {excerpt(str(name))}, {wanted}{close}")
    return _loaded(name)


@cache
def _loaded(name: str) -> Generator:
    by_name: Mapping[str, Generator] = {
        maker.name: maker
        for maker in import_module(f".families.{NAMES[name]}", __package__).GENERATORS
    }
    return by_name[name]


def instance(text: str) -> tuple[Generator, dict[str, Value]]:
    """Return the generator that a text names, and the values of all its parameters.

    The text is a generator's name, and behind it `,parameter=value` any number of times.

    Raises ModelError for an unknown generator or parameter, a value that is none, and one twice.

    >>> from minuet.experiments.instances import instance
    >>> queens, parameters = instance("queens,n=6")
    >>> queens.name, parameters
    ('queens', {'n': 6})
    """
    name, *pairs = text.split(",")
    maker = generator(name.strip())
    values: dict[str, Value] = {}
    for pair in pairs:
        key, equals, value = (part.strip() for part in pair.partition("="))
        if not equals or key in values:
            why = "comes twice" if key in values else "is not parameter=value"
            raise ModelError(f"generator {maker.name}: {excerpt(pair)} {why}")
        parameter = maker.parameter(key)
        try:
            values[key] = parameter.read(value)
        except ValueError:
            message = f"generator {maker.name}: {key} {excerpt(value)}, expected {parameter.wanted}"
            raise ModelError(message) from None
    return maker, maker.full(values)
