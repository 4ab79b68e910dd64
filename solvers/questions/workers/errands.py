"""Errands: what any worker may do, each by itself and once, and brings the result of.

They are no parts of a tree: a run of an experiment, a solver that is asked. An errand whose worker
dies is done again; the third time that is what came of it. One that was done twice comes once.
"""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any

from ....models.errors import SolverError
from ...contract.deadline import Deadline
from ...contract.solver import version_of
from .pool import Lost, Pool
from .work import Parcel, fetched

__all__ = ["Errand", "brought"]

STEP = 0.1  # seconds between two looks at the deadline
MOST_LOSSES = 3


@dataclass(frozen=True)
class Luggage:
    """What all errands need."""

    key: str
    version: str
    content: Any


@dataclass(frozen=True)
class Brought:
    """What an errand brought back, or why it did not, in a line."""

    value: Any = None
    failed: str = ""


@dataclass(frozen=True)
class Errand:
    """A function of a module, called with the luggage of all errands and an argument of its own.

    seconds  that it may take, and be behind others, before the worker is taken for dead
    """

    name: str
    version: str
    seconds: float
    function: Callable[[Any, Any], Any]
    argument: Any

    def perform(self, source: Luggage | Parcel) -> Brought:
        """Call the function. Raises Missing."""
        luggage = fetched(source, _content)
        try:
            return Brought(self.function(luggage, self.argument))
        except Exception as error:
            return Brought(failed=f"{type(error).__name__}: {' '.join(str(error).split())}")


def _content(luggage: Luggage) -> Any:
    return luggage.content


def brought(
    pool: Pool,
    function: Callable[[Any, Any], Any],
    luggage: Any,
    arguments: Sequence[tuple[Any, float]],
    deadline: Deadline,
    tick: Callable[[], object] | None = None,
) -> Generator[tuple[int, Any], None, None]:
    """Have a function called with each argument; yield its place and what came, as it comes.

    arguments  each with the seconds that it may take
    luggage    what all have in common; it travels once to each worker
    tick       is called some times a second

    Of an errand that three workers died of comes `Lost`. Raises SolverError where the function
    fails, and what `Pool.ended` raises. Closing it forgets what is under way.
    """
    key, version = secrets.token_hex(8), version_of("minuet")
    waiting, out, losses = deque(range(len(arguments))), dict[str, int](), dict[int, int]()
    pool.begin(Luggage(key, version, luggage))
    try:
        while (waiting or out) and not deadline.passed():
            while waiting and len(out) < pool.room:
                place = waiting.popleft()
                argument, seconds = arguments[place]
                name = f"minuet-{key}-{place}-{losses.get(place, 0)}"
                out[name] = place
                pool.send(Errand(name, version, seconds, function, argument))
            for errand, came in pool.ended(min(STEP, deadline.left())):
                place = out.pop(errand.name)
                if not isinstance(came, Lost):
                    yield place, _value(came)
                    continue
                losses[place] = losses.get(place, 0) + came.times
                if losses[place] >= MOST_LOSSES:
                    yield place, Lost(losses[place])
                else:
                    waiting.appendleft(place)
            if tick is not None:
                tick()
    finally:
        pool.finish()


def _value(came: Brought) -> Any:
    if came.failed:
        raise SolverError(f"a worker failed with {came.failed}")
    return came.value
