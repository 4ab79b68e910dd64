"""`low <= sum <= high` as clauses, in an encoding chosen by name or by the size of the group.

"At least one" is a clause; "at least k" is "at most n - k" of the negations. For "at most k" there
are those of cardinality.py, and by name two of python-sat (pysat.card).
Those are written in one call that lets no other thread run, so groups of more than WHOLE literals
are refused them. A formula may have MOST clauses, about a gigabyte.

By default "at most one" is pairwise for up to FEW literals, as long as that makes fewer than PAIRS
clauses in all, and by product for more. In 5 s of glucose4 (seeds 1 to 3) it found 14, 21 and 18
of the 6x10 pentominoes (items of some 170 options) pairwise, 15, 9 and 7 by product, 8 by
commanders and 6 by bits; that Langford 10 has none took it 1.7 s pairwise, 2 to 2.6 s otherwise. A
first solution of a set partition of 60 items by 10,000 options, with the encoding, took .2 s by
product and .7 s by bits, and pairwise has too many pairs; quasigroups (items of 5 to 15 options)
take as long either way.
"At most k" is the totalizer, which propagates well, until n k gets large, and then the network. A
weighted sum is a decision diagram of up to STATES states, and else added up in binary.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import accumulate, islice
from typing import Any, NamedTuple

import numpy as np

from ...models.errors import Unsupported
from ...models.matrix.exact_cover import ExactCover
from .cardinality import (
    by_bits,
    by_commanders,
    by_ladder,
    by_product,
    network,
    sequential_counter,
    totalizer,
)
from .child import Task

__all__ = ["ENCODINGS", "Sums", "by_addition", "clauses_about", "diagram", "new_task"]

# ---- Weighted sums by binary addition: few clauses for large weights -----------------------------
#
# Bits of equal value are added three at a time, by full adders, until one of each value is left;
# the sum in binary is then compared with each bound (Warners, "A linear-time transformation of
# linear inequalities into conjunctive normal form", Information Processing Letters 68, 1998). It
# propagates less than a decision diagram.


Clauses = Iterator[list[int]]
Fresh = Callable[[], int]
Check = Callable[[], None]


def by_addition(
    literals: Sequence[int], weights: Sequence[int], low: int, high: int, fresh: Fresh, check: Check
) -> Clauses:
    """Yield clauses; `fresh` makes a new variable, `check` is called in between and may raise."""
    # -w x is -w and w (not x).
    offset = sum(w for w in weights if w < 0)
    low, high = low - offset, high - offset
    total = sum(map(abs, weights))
    buckets: list[deque[int]] = [deque() for _ in range(total.bit_length())]
    for literal, weight in zip(literals, weights, strict=True):
        for place in range(abs(weight).bit_length()):
            if abs(weight) >> place & 1:
                buckets[place].append(literal if weight > 0 else -literal)
    bits: list[int] = []  # 0: a bit that is never set
    for place, bucket in enumerate(buckets):
        while len(bucket) > 1:
            check()
            added = [bucket.popleft() for _ in range(min(3, len(bucket)))]
            bit, carry = fresh(), fresh()
            yield from _added(added, bit, carry)
            bucket.append(bit)
            if place + 1 < len(buckets):
                buckets[place + 1].append(carry)
            else:
                yield [-carry]
        bits.append(bucket[0] if bucket else 0)
    if high < 0:
        yield []
    elif high < total:
        yield from _no_more(bits, high)
    if low > 0:
        yield from _no_less(bits, low)


def _added(bits: list[int], total: int, carry: int) -> Clauses:
    if len(bits) == 2:
        return _half(bits[0], bits[1], total, carry)
    return _full(bits[0], bits[1], bits[2], total, carry)


def _full(a: int, b: int, c: int, total: int, carry: int) -> Clauses:
    for x, y, z in ((a, b, c), (a, -b, -c), (-a, b, -c), (-a, -b, c)):
        yield [x, y, z, -total]
        yield [-x, -y, -z, total]
    for x, y in ((a, b), (a, c), (b, c)):
        yield [-x, -y, carry]
        yield [x, y, -carry]
    # What follows from these, and unit propagation does not see.
    for x in (a, b, c):
        yield [-carry, -total, x]
        yield [carry, total, -x]


def _half(a: int, b: int, total: int, carry: int) -> Clauses:
    yield from ([-a, -b, -total], [a, b, -total], [a, -b, total], [-a, b, total])
    yield from ([-a, -b, carry], [a, -carry], [b, -carry])


def _no_more(bits: list[int], bound: int) -> Clauses:
    """Yield clauses for "the number in binary, the lowest bit first, is at most the bound"."""
    for place, bit in enumerate(bits):
        if bit and not bound >> place & 1:
            above = range(place + 1, len(bits))
            held = [k for k in above if bound >> k & 1]
            if all(bits[k] for k in held):
                yield [-bit, *(-bits[k] for k in held)]


def _no_less(bits: list[int], bound: int) -> Clauses:
    """Yield clauses for "the number in binary, the lowest bit first, is at least the bound"."""
    if bound >> len(bits):
        yield []
    for place in range(len(bits)):
        if bound >> place & 1:
            above = [k for k in range(place + 1, len(bits)) if not bound >> k & 1]
            yield [bits[k] for k in (place, *above) if bits[k]]


# ---- Weighted sums by a decision diagram, or None where that gets large --------------------------
#
# The literals are decided in order, the heaviest first. A state is what the sum has come to;
# states of one level with the same future are one (Een and Soerensson, "Translating pseudo-Boolean
# constraints into SAT", JSAT 2006; Abio et al., "A new look at BDDs for pseudo-Boolean
# constraints", JAIR 2012). A variable a state says that the sum passes it. Clauses lead from each
# state to the next one, and back: a state is passed only if one before it is. So what is
# impossible at one end of the diagram is known at the other, as the states of an automaton know it
# (Quimper and Walsh, "Decompositions of grammar constraints", AAAI 2008).


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
    for node, step in zip(state, steps, strict=True):
        for way, to in enumerate(step):
            if to >= 0:
                before[way][to].append(node)
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
        numbers: dict[_Step, int] = {}
        for total in totals[level]:
            step = _Step(
                *(
                    below[t] if (verdict := settled(level + 1, t)) is None else verdict
                    for t in (total + weights[level], total)
                )
            )
            if step.true == step.false == NEVER:
                here[total] = NEVER
            elif step.true == step.false == ALWAYS:
                here[total] = ALWAYS
            else:
                here[total] = numbers.setdefault(step, len(numbers))
        levels.append(list(numbers))
        below = here
    verdict = settled(0, 0)
    root = below[0] if verdict is None else verdict
    return Diagram([literals[k] for k in order], levels[::-1], root)


ONE = {
    "bitwise": by_bits,
    "ladder": by_ladder,
    "product": by_product,
    "commander": by_commanders,
}
COUNTING: dict[str, Callable[..., Iterable[list[int]]]] = {
    "totalizer": totalizer,
    "seqcounter": sequential_counter,
    "cardnetwrk": network,
    "sortnetwrk": partial(network, whole=True),
}
PYSAT = ("mtotalizer", "kmtotalizer")
ENCODINGS = ("pairwise", *ONE, *COUNTING, *PYSAT, "native")

FEW, FEWEST = 400, 30
PAIRS = 3_000_000
COMPACT = "product"
COUNTED, LARGE = "totalizer", "cardnetwrk"
SMALL = 20_000
STATES = 10_000
PER_WEIGHT = 20  # clauses for an option of a weighted sum, or so
MOST = 10_000_000
WHOLE = 1000
PART = 4096


def new_task(solver: str, variables: int, options: int, loose: list[int]) -> Task:
    """Return a task without clauses; literal k + 1 is variable k of the rows."""
    return {
        "solver": solver,
        "variables": variables,
        "options": options,
        "settings": {},
        "clauses": [],
        "apart": [],
        "atmosts": [],
        "phases": [],
        "loose": [k + 1 for k in loose],
        "most": None,
        "judged": False,
        "softs": None,
    }


def clauses_about(matrix: ExactCover) -> int:
    """Return about how many clauses a matrix takes, its selection apart, at one look."""
    plain = matrix.members[matrix.colors == 0] if matrix.has_colors else matrix.members
    weighted = 0
    if matrix.has_weights:
        on_weighted = matrix.weighted_items[plain]
        plain, weighted = plain[~on_weighted], PER_WEIGHT * int(on_weighted.sum())
    sizes = np.bincount(plain, minlength=1)
    pairs = sizes * (sizes - 1) // 2
    pairwise = int(pairs[sizes <= FEW].sum())
    few = sizes <= (FEW if pairwise <= PAIRS else FEWEST)
    compact = int(sizes[~few].sum()) * 6
    rest = len(matrix.members) - len(plain) + len(sizes)
    return int(pairs[few].sum()) + compact + rest + weighted


class Sums:
    """Writes clauses into a task; calls `check` often, which may raise.

    sizes     how many literals the sums have that will be written
    encoding  the name of one; by default chosen for each sum

    Raises Unsupported if the clauses get too many.
    """

    def __init__(
        self, task: Task, check: Callable[[], None], sizes: list[int], encoding: str = ""
    ) -> None:
        self._task, self._check, self._encoding = task, check, encoding
        # Up to how many literals "at most one" is written pairwise, for sums of these sizes.
        pairs = sum(size * (size - 1) // 2 for size in sizes if size <= FEW)
        self._few = FEW if pairs <= PAIRS else FEWEST
        self._pairs = 0

    def write(self, clauses: Iterable[list[int]]) -> None:
        """Write clauses, a few at a time."""
        rest = iter(clauses)
        while part := list(islice(rest, PART)):
            self._task["clauses"] += part
            self._look()

    def between(self, literals: list[int], low: int, high: int) -> None:
        """Write `low <= sum of literals <= high`."""
        if low == 1:
            self.write([literals])
        elif low >= len(literals):
            self.write([[v] for v in literals] if low == len(literals) else [[]])
        elif low > 1:
            self._at_most([-v for v in literals], len(literals) - low)
        if high < len(literals):
            self._at_most(literals, high)

    def weighted(self, literals: list[int], weights: list[int], low: int, high: int) -> None:
        """Write `low <= sum of the weights of true literals <= high`."""
        states = diagram(literals, weights, low, high, STATES, self._check)
        if states is not None:
            self.write(states.clauses(self._fresh, self._check))
        else:
            self.write(by_addition(literals, weights, low, high, self._fresh, self._check))

    def _at_most(self, literals: list[int], bound: int) -> None:
        size = len(literals)
        named = self._encoding
        if bound > 1 and named in ("", "pairwise", *ONE):
            encoding = COUNTED if size * bound <= SMALL else LARGE
        else:
            encoding = named or ("pairwise" if size <= self._few else COMPACT)
        if bound == len(literals) - 1:
            self.write([[-v for v in literals]])
        elif bound == 0:
            self.write([-v] for v in literals)
        elif encoding == "native":
            self._task["atmosts"].append((literals, bound))
        elif encoding == "pairwise":
            self._pairs += len(literals) * (len(literals) - 1) // 2
            self._task["apart"].append(literals)
            self._look()
        elif encoding in ONE:
            self.write(ONE[encoding](literals, self._fresh, self._check))
        elif encoding in COUNTING:
            self.write(COUNTING[encoding](literals, bound, self._fresh, self._check))
        else:
            from pysat.card import CardEnc, EncType

            if len(literals) > WHOLE:
                raise Unsupported(
                    f"solver sat: encoding {encoding} of {len(literals)} options, "
                    f"expected at most {WHOLE}"
                )
            kind: Any = getattr(EncType, encoding)
            encoded = CardEnc.atmost(literals, bound, top_id=self._task["variables"], encoding=kind)
            self.write(encoded.clauses)
            self._task["variables"] = max(self._task["variables"], encoded.nv)

    def _fresh(self) -> int:
        self._task["variables"] += 1
        return self._task["variables"]

    def _look(self) -> None:
        self._check()
        if len(self._task["clauses"]) + self._pairs > MOST:
            raise Unsupported(
                f"solver sat: more than {MOST} clauses, expected an encoding that takes fewer"
            )
