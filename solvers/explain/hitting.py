"""The cheapest set that hits every set it was told of (by RC2).

RC2 is the MaxSAT solver of Ignatiev, Morgado and Marques-Silva ("RC2: an efficient MaxSAT solver",
JSAT 11, 2019), in python-sat: a hitting set is an assignment that keeps as much weight false as the
sets allow. `hits_within` asks the same of plain Python, which shares nothing with it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from types import TracebackType
from typing import Any

from ..process.interrupt import Run, Stopped

__all__ = ["HittingSet", "hits_within"]


class HittingSet:
    """A cheapest set of numbers 1..n; a context manager.

    weights  what each number costs, at least 1; None: 1
    """

    def __init__(self, n: int, run: Run[Any], weights: Sequence[int] | None = None) -> None:
        from pysat.examples.rc2 import RC2
        from pysat.formula import WCNF

        class Interruptible(RC2):  # type: ignore[misc]
            def _call_oracle(self, assumptions: Any = (), expect_interrupt: bool = False) -> Any:
                run.check()
                with run.stoppable(self.oracle.interrupt):
                    answer = self.oracle.solve_limited(list(assumptions), expect_interrupt=True)
                if answer is None:
                    raise Stopped
                return answer

        formula = WCNF()
        for k in range(1, n + 1):
            formula.append([-k], weight=1 if weights is None else weights[k - 1])
        self._n = n
        self._rc2: Any = Interruptible(formula, solver="glucose3")

    def __enter__(self) -> HittingSet:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._rc2.delete()

    def hit(self, numbers: Sequence[int]) -> None:
        """Add a set to be hit."""
        self._rc2.add_clause(list(numbers))

    def least(self) -> list[int]:
        """Return the numbers of a cheapest set."""
        model = self._rc2.compute(expect_interrupt=True)
        return [k for k in model or () if 0 < k <= self._n]


def hits_within(
    sets: Sequence[Collection[int]], size: int, check: Callable[[], None]
) -> set[int] | None:
    """Return at most `size` numbers that hit every set; None if there are none.

    check  called now and then, it may raise
    """
    check()
    if not sets:
        return set()
    if not size:
        return None
    for number in min(sets, key=len):
        rest = [one for one in sets if number not in one]
        found = hits_within(rest, size - 1, check)
        if found is not None:
            return found | {number}
    return None
