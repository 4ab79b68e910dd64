"""`low <= sum <= high` as clauses, in an encoding chosen by name or by the size of the group.

"At least one" is a clause; "at least k" is "at most n - k" of the negations. For "at most k" there
are those of at_most_one.py and cardinality.py, and by name two of python-sat (pysat.card).
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

from collections.abc import Callable, Iterable
from functools import partial
from itertools import islice
from typing import Any

import numpy as np

from ...models.errors import Unsupported
from ...models.matrix.exact_cover import ExactCover
from .adder import by_addition
from .at_most_one import by_bits, by_commanders, by_ladder, by_product
from .cardinality import network, sequential_counter, totalizer
from .child.task import Task
from .diagram import diagram

__all__ = ["ENCODINGS", "Sums", "clauses_about", "new_task"]

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
        made = iter(clauses)
        while part := list(islice(made, PART)):
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
