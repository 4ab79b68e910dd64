"""How runs are done: how many at once, by whom, and who enforces their limits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...models.errors import ModelError
from ...solvers.search.place import Place, checked_place
from .limits.ended import Enforcer

__all__ = ["Doing"]


@dataclass(frozen=True, kw_only=True)
class Doing:
    """How runs are done.

    jobs  so many at once, on this machine
    by    who enforces the limits; None: the best that can be had
    tick  is called some times a second
    on    workers that do them instead, on their machines; None: this process begins them

    Raises ModelError for several jobs beside workers, and for a place that names none.
    """

    jobs: int = 1
    by: Enforcer | None = None
    tick: Callable[[], object] | None = None
    on: Place = None

    def __post_init__(self) -> None:
        checked_place(self.on)
        if self.on is not None and self.jobs != 1:
            raise ModelError(f"jobs {self.jobs} beside on=, expected one of them")
