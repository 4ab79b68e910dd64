"""What a question takes beside the puzzle: numbers, a seed, parameters; checked in one place.

They come from whoever asks, and mean the same for every solver. So they are looked at before any
solver sees them: a number out of its range is an error, and never one that is taken for another.
Who draws nothing at random passes over the seed. Parameters are for the solver that is named: those
that take none, and `auto`, which asks several, refuse them.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from math import isfinite
from numbers import Rational, Real
from operator import index
from typing import Any

from ...models.errors import ModelError, excerpt
from .solver import Solver

__all__ = [
    "MOST_MEMORY",
    "MOST_SEED",
    "MOST_THREADS",
    "ExactNumber",
    "checked_ahead",
    "checked_memory",
    "checked_parameters",
    "checked_seed",
    "checked_threads",
    "exact_number",
    "whole_number",
]

ExactNumber = float | Fraction | Decimal
MOST_DIGITS = 400  # of a decimal, before or behind the point: a float has no more
MOST_THREADS = 256  # each has an engine of its own, and some machines allow no more
MOST_MEMORY = (1 << 63) - 1  # bytes
MOST_SEED = 2**31 - 1  # what the libraries hold


def checked_threads(threads: object) -> int:
    """Return how many threads may work. Raises ModelError unless it is 1 to MOST_THREADS."""
    return whole_number("{} threads", threads, 1, MOST_THREADS)


def checked_memory(memory: object) -> int:
    """Return how many bytes may be used. Raises ModelError unless it is 1 to MOST_MEMORY."""
    return whole_number("memory of {} bytes", memory, 1, MOST_MEMORY)


def checked_ahead(ahead: object) -> int:
    """Return how many selections may be read ahead. Raises ModelError unless it is 0 or more."""
    return whole_number("ahead: {} sets of givens", ahead, 0)


def checked_seed(seed: object) -> int | None:
    """Return the seed. Raises ModelError unless it is None or 0 to MOST_SEED."""
    return None if seed is None else whole_number("seed {}", seed, 0, MOST_SEED)


def whole_number(what: str, value: object, low: int, high: int | None = None) -> int:
    """Return `value` as an integer from `low` to `high`; None: without an end.

    Raises ModelError for anything else, a float or a bool too; `what` says it, with a place for it.
    """
    number = None
    if hasattr(value, "__index__") and not isinstance(value, bool):
        number = index(value)
        if number >= low and (high is None or number <= high):
            return number
    shown = (
        "a number beyond all bounds of" if _is_endless(number or 0) else excerpt(repr(value))[1:-1]
    )
    wanted = f"{low} or more" if high is None else f"{low} to {high}"
    raise ModelError(f"{what.format(shown)}, expected a whole number, {wanted}")


def exact_number(name: str, value: object) -> Fraction:
    """Return a number of 0 or more, exactly; a float as the decimal that it is written as.

    Raises ModelError, which begins with `name`, for anything else.
    """
    number = None
    if isinstance(value, Rational) and not isinstance(value, bool):
        number = Fraction(index(value.numerator), index(value.denominator))
    elif isinstance(value, Decimal):
        if value.is_finite() and abs(value.adjusted()) < MOST_DIGITS:
            number = Fraction(value)
    elif isinstance(value, Real) and not isinstance(value, bool) and isfinite(value):
        number = Fraction(str(value))
    if number is None or number < 0:
        endless = number is not None and _is_endless(number.numerator, number.denominator)
        shown = "a number beyond all bounds" if endless else excerpt(repr(value))[1:-1]
        raise ModelError(f"{name}: {shown}, expected a number of 0 or more")
    return number


def _is_endless(*numbers: int) -> bool:
    """Whether a message cannot hold the numbers: Python writes no integer of any length."""
    return any(number.bit_length() >= 200 for number in numbers)


def checked_parameters(solver: Solver, parameters: object) -> dict[str, Any]:
    """Return the parameters by name; the solver itself sees whether it knows them.

    Raises ModelError where it takes none, and for what is no mapping of names.
    """
    if parameters is None:
        return {}
    if not isinstance(parameters, Mapping) or not all(isinstance(name, str) for name in parameters):
        raise ModelError(f"parameters: {parameters!r}, expected a mapping of names to values")
    if parameters and not solver.takes_parameters:
        why = "; name the solver that they are for" if solver.name == "auto" else ""
        raise ModelError(f"solver {solver.name} takes no parameters{why}")
    return dict(parameters)
