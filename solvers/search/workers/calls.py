"""Calls of a function by workers, each by itself and once.

They are no parts of a tree: a run of an experiment, a solver that is asked. A call whose worker
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
from .pool import Lost, Pool
from .work import Load

__all__ = ["call_each"]

STEP = 0.1  # seconds between two looks at the deadline
MOST_LOSSES = 3


@dataclass(frozen=True)
class Returned:
    """What a call returned, or why it did not, in a line."""

    value: Any = None
    failed: str = ""


def call_each(
    pool: Pool,
    function: Callable[[Any, Any], Any],
    shared: Any,
    arguments: Sequence[tuple[Any, float]],
    deadline: Deadline,
    tick: Callable[[], object] | None = None,
) -> Generator[tuple[int, Any], None, None]:
    """Call a function of a module with each argument; yield its place and what it returns, as it
    comes.

    shared     the first argument of all calls; it travels once to each worker
    arguments  the second one, each with the seconds that the call may take
    tick       is called some times a second

    Of a call that three workers died of comes `Lost`. Raises SolverError where the function fails,
    and what `Pool.ended` raises. Closing it forgets what is under way.
    """
    load = Load(secrets.token_hex(8), shared)
    waiting, out, losses = deque(range(len(arguments))), dict[str, int](), dict[int, int]()
    pool.begin(load)
    try:
        while (waiting or out) and not deadline.passed():
            while waiting and len(out) < pool.room:
                place = waiting.popleft()
                argument, seconds = arguments[place]
                name = f"{place}-{losses.get(place, 0)}"
                task = load.task(name, seconds, _called, (function, argument))
                out[task.name] = place
                pool.send(task)
            for task, came in pool.ended(min(STEP, deadline.left())):
                place = out.pop(task.name)
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


def _called(shared: Any, call: tuple[Callable[[Any, Any], Any], Any]) -> Returned:
    """Call a function, on the worker."""
    function, argument = call
    try:
        return Returned(function(shared, argument))
    except Exception as error:
        return Returned(failed=f"{type(error).__name__}: {' '.join(str(error).split())}")


def _value(came: Returned) -> Any:
    if came.failed:
        raise SolverError(f"a worker failed with {came.failed}")
    return came.value
