"""The cheapest model of a formula.

It is found by RC2, the core-guided MaxSAT algorithm of Ignatiev, Morgado and Marques-Silva (JSAT
2019), stratified by weight: a model at each weight level, and a core at a time a higher bound.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from .formula import chosen_of, configured, effort, load, nothing, solve
from .models import is_cut
from .task import Listener, Task

__all__ = ["improve"]


class Halted(Exception):
    """The solver was stopped before it knew the answer."""


class Proved(Exception):
    """No model is cheaper than the best one that was told."""


class _Heeding:
    """RC2 that tells what it finds and proves, and heeds the best model that it has seen.

    What would cost a better model as much as the best one, and more, is made hard; so the search is
    over once what is proved reaches it. Stands before RC2 among the bases of a class.
    """

    task: Task
    listener: Listener
    interruptible: bool
    taken = True  # whether every model was, by the listener
    best: int | None = None  # what the best model costs
    bound = 0

    def _call_oracle(self: Any, assumptions: Any = (), expect_interrupt: bool = False) -> Any:
        self.listener.check()
        self.settle()
        while True:
            answer = solve(self.oracle, list(assumptions), interruptible=self.interruptible)
            self.listener.emit(("e", effort(self.oracle)))
            if answer is None:  # RC2 would go on as after "no model"
                raise Halted
            if not answer:
                return False
            chosen = chosen_of(self.oracle.get_model(), self.task)
            if not is_cut(self.oracle, self.task, chosen, self.listener):
                return True

    def adapt_am1(self: Any) -> None:
        propagate = self.oracle.propagate

        def checked(**arguments: Any) -> Any:
            self.listener.check()
            return propagate(**arguments)

        self.oracle.propagate = checked
        super().adapt_am1()  # type: ignore[misc]
        self.oracle.propagate = propagate

    def process_am1(self: Any, am1: list[int]) -> None:
        self.listener.check()
        super().process_am1(am1)  # type: ignore[misc]

    def compute_(self: Any) -> bool | None:
        found: bool | None = super().compute_()  # type: ignore[misc]
        if found:
            self.tell()
        return found

    def tell(self: Any) -> None:
        """Tell the oracle's model if it is the best so far."""
        chosen = chosen_of(self.oracle.get_model(), self.task)
        cost = _price(self.task["softs"], set(chosen))
        if self.best is None or cost < self.best:
            self.best = cost
            self.taken = self.listener.emit(("v", chosen)) and self.taken

    def settle(self: Any) -> None:
        """Tell a higher bound; hold on to what no better model gives up."""
        bound = self.cost if self.best is None else min(self.cost, self.best)
        if bound > self.bound:
            self.bound = bound
            self.listener.emit(("o", [bound]))
        if self.best is None:
            return
        if self.cost >= self.best:
            raise Proved
        dear = [v for v in self.sels + self.sums if self.cost + self.wght[v] >= self.best]
        for literal in dear:
            self.oracle.add_clause([literal])
        self.garbage.update(dear)
        self.filter_assumps()


def _price(softs: list[tuple[int, int]], chosen: set[int]) -> int:
    """Return the sum of the prices of the literals that are false."""
    return sum(price for literal, price in softs if (literal > 0) != (abs(literal) in chosen))


def improve(task: Task, listener: Listener, *, interruptible: bool) -> bool:
    """Begin with any model, that there is one at the deadline; the rest is RC2's."""
    from pysat.examples.rc2 import RC2Stratified
    from pysat.formula import WCNFPlus

    class Told(_Heeding, RC2Stratified):  # type: ignore[misc]
        pass

    Told.task, Told.listener, Told.interruptible = task, listener, interruptible
    soft = WCNFPlus()
    for literal, price in task["softs"] or ():
        soft.append([literal], weight=price)
    soft.nv = task["variables"]
    incremental = bool(task["settings"].get("incr"))
    # Exclusive preferred options are one core each (adapt); finding them needs propagation. Levels
    # of weights by diversity alone ("div") left 12 of 24 set partitions with prices of 1 to 9 up to
    # 1 to 2^40 unproved after 2 s; by how near they are to one another too ("full"), 4.
    levels = {"blo": "full", "adapt": interruptible, "incr": incremental}
    with Told(soft, task["solver"], **levels) as search:
        load(configured(search.oracle, task), task, listener.check)
        listener.emit(("l", []))
        stop = search.oracle.interrupt if interruptible else nothing
        with listener.stoppable(stop), suppress(Proved):
            try:
                if search._call_oracle():
                    search.tell()
                    search.compute(expect_interrupt=interruptible)
            except Halted:
                return False
        return bool(search.taken)
