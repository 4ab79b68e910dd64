"""A generator: a family of instances, made of a few parameters, each the same on every machine."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from ...models.errors import ModelError, did_you_mean, excerpt

if TYPE_CHECKING:
    from ...models.matrix.exact_cover import ExactCover
    from ...models.puzzle import Puzzle

    Made: TypeAlias = Puzzle | ExactCover
else:
    Made = object

__all__ = ["MOST_ENTRIES", "SEED", "Generator", "Made", "Parameter", "Value"]

Value: TypeAlias = bool | int | float
MOST_ENTRIES = 20_000_000
LONGEST = 40  # characters of a value in a message
MOST_SEED = (1 << 63) - 1
_KINDS = {bool: "true or false", int: "a whole number", float: "a number"}


@dataclass(frozen=True)
class Parameter:
    """One number that distinguishes instances of a family.

    default    what it is unless said otherwise; its type is the parameter's: bool, int or float
    about      what it means, and its unit
    low, high  its least and greatest value, both allowed; of a bool they say nothing
    """

    default: Value
    about: str
    low: float = 0
    high: float = 1

    @property
    def type(self) -> type[bool] | type[int] | type[float]:
        """The type of its values."""
        return type(self.default)

    @property
    def wanted(self) -> str:
        """What is expected of it, in words."""
        kind = _KINDS[self.type]
        if self.type is bool:
            return kind
        ends = (f"{end:,}" if isinstance(end, int) else f"{end:g}" for end in (self.low, self.high))
        return f"{kind} from {' to '.join(ends)}"

    def checked(self, value: Any) -> Value:
        """Return the value in the parameter's type. Raises ValueError for one it may not have."""
        kind = self.type
        if kind is float and type(value) is int and self.low <= value <= self.high:
            value = float(value)
        if not isinstance(value, kind) or isinstance(value, bool) is not (kind is bool):
            raise ValueError
        if kind is not bool and not self.low <= value <= self.high:
            raise ValueError
        result: Value = value
        return result

    def read(self, text: str) -> Value:
        """Return the value that a text says. Raises ValueError for none."""
        if self.type is bool:
            if text not in ("true", "false"):
                raise ValueError
            return text == "true"
        return self.type(text)


SEED = Parameter(1, "what the random draws begin with", 0, MOST_SEED)


@dataclass(frozen=True)
class Generator:
    """A family of instances.

    name        what `generator` and the command line call it, as in `random-cover`
    about       what it makes, in a sentence or two
    source      where the family is from
    parameters  by name, in the order of lists and messages
    size        the parameter by which instances grow: n
    build       makes an instance of all parameters; `make` is what one calls

    >>> from minuet.experiments import instances
    >>> from minuet.solvers import count
    >>> queens = instances.generator("queens")
    >>> count(queens.make(n=6)).count, queens.text(n=6)
    (4, 'queens,n=6')
    """

    name: str
    about: str
    source: str
    parameters: Mapping[str, Parameter]
    size: str
    build: Callable[..., Made]

    @property
    def family(self) -> str:
        """What instances of it have in common in a report: its name."""
        return self.name

    @property
    def seeded(self) -> bool:
        """Whether it draws at random, and so has the parameter `seed`."""
        return "seed" in self.parameters

    def make(self, **parameters: Any) -> Made:
        """Return the instance of these parameters; missing ones have their defaults.

        Raises ModelError for an unknown parameter, a value out of its range, and parameters that
        do not go together; the message names the generator and what was expected.
        """
        return self._built(self.full(parameters))

    def _built(self, full: Mapping[str, Value]) -> Made:
        try:
            return self.build(**full)
        except ModelError as error:
            raise ModelError(f"generator {self.name}: {error}") from error

    def full(self, parameters: Mapping[str, Any]) -> dict[str, Value]:
        """Return the value of every parameter. Raises ModelError as `make` does, but for the last.

        Whether values go together is only known when the instance is made.
        """
        for name in parameters:
            self.parameter(name)
        full: dict[str, Value] = {}
        for name, parameter in self.parameters.items():
            value = parameters.get(name, parameter.default)
            try:
                full[name] = parameter.checked(value)
            except ValueError:
                shown = excerpt(value) if isinstance(value, str) else repr(value)[:LONGEST]
                reason = f"{name} {shown}, expected {parameter.wanted}"
                raise ModelError(f"generator {self.name}: {reason}") from None
        return full

    def parameter(self, name: str) -> Parameter:
        """Return the parameter of that name. Raises ModelError, which says what is close."""
        if name not in self.parameters:
            raise ModelError(
                f"generator {self.name}: no parameter {excerpt(str(name))}, expected "
                f"{', '.join(self.parameters)}{did_you_mean(name, self.parameters)}"
            )
        return self.parameters[name]

    def n(self, **parameters: Any) -> float:
        """Return the size of the instance of these parameters. Raises ModelError as `full` does."""
        return float(self.full(parameters)[self.size])

    def shown(self, name: str) -> str:
        """Return a parameter's default as text."""
        return spelled(self.parameters[name].default)

    def text(self, **parameters: Any) -> str:
        """Return what `instance` reads: the name and every parameter's value, with commas between.

        It names the instance for good, whatever becomes of the defaults.
        """
        full = self.full(parameters)
        return ",".join([self.name, *(f"{name}={spelled(value)}" for name, value in full.items())])


def spelled(value: Value) -> str:
    """Return a parameter's value as text: `true`, `8` or `1.5`."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and math.isfinite(value) and value == int(value):
        return str(int(value))
    return repr(value)
