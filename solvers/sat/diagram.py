"""`low <= weighted sum <= high` as clauses by a decision diagram, or None where that gets large.

The literals are decided in order, the heaviest first. A state is what the sum has come to; states
of one level with the same future are one (Een and Soerensson, "Translating pseudo-Boolean
constraints into SAT", JSAT 2006; Abio et al., "A new look at BDDs for pseudo-Boolean constraints",
JAIR 2012). A variable a state says that the sum passes it. Clauses lead from each state to the next
one, and back: a state is passed only if one before it is. So what is impossible at one end of the
diagram is known at the other, as the states of an automaton know it (Quimper and Walsh,
"Decompositions of grammar constraints", AAAI 2008).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

__all__ = ["Diagram", "diagram"]

Clauses = Iterator[list[int]]
Check = Callable[[], None]

NEVER, ALWAYS = -1, -2  # states: nothing holds from here on, anything does


class _Step(NamedTuple):
    """Where a state leads if its literal is true, and if it is false."""

    true: int
    false: int


class Diagram(NamedTuple):
    """The states by level: those of level k decide on literal k, and lead to those of level k + 1.

    The first level has one state, or is empty if all or nothing holds (`root`).
    """

    literals: list[int]
    levels: list[list[_Step]]
    root: int

    def clauses(self, fresh: Callable[[], int], check: Check) -> Clauses:
        """Yield the clauses; `fresh` makes a new variable."""
        if self.root == NEVER:
            yield []
        if self.root < 0:
            return
        state = [0]  # literals of this level's states; 0: the root, which is always passed
        for literal, steps in zip(self.literals, self.levels, strict=True):
            check()
            size = 1 + max((max(step) for step in steps), default=-1)
            after = [fresh() for _ in range(size)]
            for here, step in zip(state, steps, strict=True):
                for sign, to in ((-literal, step.true), (literal, step.false)):
                    if to != ALWAYS:
                        yield [*([-here] if here else []), sign, *([after[to]] if to >= 0 else [])]
            yield from _back(literal, steps, state, after)
            state = after


def _back(literal: int, steps: list[_Step], state: list[int], after: list[int]) -> Clauses:
    """Yield clauses for "a state is passed only if one before it is, by its literal"."""
    before: list[list[list[int]]] = [[[] for _ in after] for _ in range(2)]
    for one, step in zip(state, steps, strict=True):
        for way, to in enumerate(step):
            if to >= 0:
                before[way][to].append(one)
    for to, here in enumerate(after):
        for sign, ones in ((-literal, before[0][to]), (literal, before[1][to])):
            if 0 not in ones:  # the root
                yield [-here, sign, *ones]


def diagram(
    literals: Sequence[int],
    weights: Sequence[int],
    low: int,
    high: int,
    most: int,
    check: Check,
) -> Diagram | None:
    """Return the diagram of the sum of the weights of true literals; None for more states.

    most  so many states are made at most
    """
    order = sorted(range(len(literals)), key=lambda k: -abs(weights[k]))
    weights = [weights[k] for k in order]
    least = [*accumulate((min(w, 0) for w in reversed(weights)), initial=0)][::-1]
    greatest = [*accumulate((max(w, 0) for w in reversed(weights)), initial=0)][::-1]

    def settled(level: int, total: int) -> int | None:
        if total + least[level] > high or total + greatest[level] < low:
            return NEVER
        if total + least[level] >= low and total + greatest[level] <= high:
            return ALWAYS
        return None

    totals: list[list[int]] = [[0] if settled(0, 0) is None else []]
    states = 0
    for level, weight in enumerate(weights):
        check()
        after = {t for total in totals[-1] for t in (total + weight, total)}
        totals.append([t for t in after if settled(level + 1, t) is None])
        states += len(totals[-1])
        if states > most:
            return None
    levels: list[list[_Step]] = []
    below: dict[int, int] = {}
    for level in reversed(range(len(weights))):
        check()
        here: dict[int, int] = {}
        known: dict[_Step, int] = {}
        for total in totals[level]:
            step = _Step(
                *(
                    below[t] if (said := settled(level + 1, t)) is None else said
                    for t in (total + weights[level], total)
                )
            )
            if step.true == step.false == NEVER:
                here[total] = NEVER
            elif step.true == step.false == ALWAYS:
                here[total] = ALWAYS
            else:
                here[total] = known.setdefault(step, len(known))
        levels.append(list(known))
        below = here
    said = settled(0, 0)
    root = below[0] if said is None else said
    return Diagram([literals[k] for k in order], levels[::-1], root)
