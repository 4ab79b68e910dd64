"""What a matrix means, in clauses: the side of a proof that has to be right.

Variable k + 1 is "option k is chosen". Each clause says no more than one item, one given or
forbidden option, or one solution that is to be left out:

- an item whose options, of weight 1 or another, come to a sum between `low` and `high` forbids
  every set of choices that takes the sum too high, and every set of refusals that leaves it too
  low. Of exactly one choice that is "at least one", and "not both" of each two;
- an item with colors forbids every two options that do not give it one color; where these are many,
  a further variable for a color is implied by its options, and no two of these may be true;
- a known solution S is left out by "one of S is not chosen, or another option is". Of the others
  only those are named that could join S: with what S covers none else can.

The selection decides what is already settled: what is given, forbidden, or cannot stand beside a
given option. Clauses that hold anyway are not written, and that is all that the selection is used
for; so each clause follows from one item alone, whatever is written or left out. The further
variables can always be chosen so that a solution keeps their clauses. A proof that these clauses
clash therefore proves that the matrix has no other solution.

Nothing here is shared with what solvers read (encoding/, sat/), on purpose. What conditions (graph
rules, statements) say is not written down: a proof that needs none of it holds all the same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice, pairwise
from math import comb

from ...models.matrix.exact_cover import ExactCover
from ..contract.batch import Options
from ..contract.certificate import Uncertified

__all__ = ["clauses_of", "clauses_of_items"]

# ---- Positive weights up to a bound, in clauses over literals ------------------------------------
#
# Written out, every set that is *overfull*, and holds none that is, gets the clause "not all of
# these": of "at most one" the pairs. Where these would be many there are further variables, "the
# weights of the true ones among the first i come to t at least", with what follows from one to the
# next (as the sequential counter of Sinz, "Towards an optimal CNF encoding of Boolean cardinality
# constraints", CP 2005, and for weights Holldobler, Manthey and Steinke, "A compact encoding of
# pseudo-Boolean constraints into SAT", KI 2012). Whoever keeps the bound can keep these clauses
# too: let each of the variables be true where what it says is so. So they say no more than the
# sets do.


DIRECT = 20_000  # clauses for one sum
Clauses = Iterator[list[int]]


def not_overfull(
    weights: Mapping[int, int],
    bound: int,
    value_of: Callable[[int], bool | None],
    fresh: Callable[[], int],
    direct: int = DIRECT,
) -> Clauses:
    """Yield clauses that say that the weights of the true literals do not pass the bound.

    value_of  the settled value of a literal; None: it is open. False literals are left out, true
              ones stand in each clause that would be too strong without them
    fresh     returns a new variable
    direct    the most clauses that are written out; a larger sum has variables of its own
    """
    if sum(weights.values()) <= bound:
        return
    true = [literal for literal in weights if value_of(literal) is True]
    still = [literal for literal in weights if value_of(literal) is None]
    still.sort(key=lambda literal: -weights[literal])
    held = [-literal for literal in true]
    room = bound - sum(weights[literal] for literal in true)
    heavy = [weights[literal] for literal in still]
    if room < 0:
        yield held
        return
    sets = _least_overfull(heavy, room)
    if heavy and heavy[0] == heavy[-1]:
        size = room // heavy[0] + 1
        few = comb(len(still), size) <= direct
        sets = map(list, combinations(range(len(still)), size))
    else:
        first = list(islice(sets, direct + 1))
        few, sets = len(first) <= direct, iter(first)
    if few:
        for places in sets:
            yield [*held, *(-still[place] for place in places)]
    else:
        yield from _running(still, heavy, room, held, fresh)


def _least_overfull(weights: Sequence[int], room: int) -> Iterator[list[int]]:
    """Yield the sets of places whose weights, descending, pass the room, and no part of them does.

    The last one taken is the lightest, so none can be spared if without that one there is room.
    """
    rest = [0]
    for weight in reversed(weights):
        rest.append(rest[-1] + weight)
    rest.reverse()  # of all from a place on
    chosen: list[int] = []
    place = 0
    while True:
        if place < len(weights) and rest[place] > room:
            chosen.append(place)
            room -= weights[place]
            if room < 0:
                yield list(chosen)
            else:
                place += 1
                continue
        elif not chosen:
            return
        room += weights[chosen[-1]]
        place = chosen.pop() + 1


def _running(
    literals: Sequence[int],
    weights: Sequence[int],
    room: int,
    held: Sequence[int],
    fresh: Callable[[], int],
) -> Clauses:
    """Yield the same by running sums; `held` stands in what says that the room is passed."""
    before: dict[int, int] = {}  # of each sum that the literals so far can come to its variable
    for literal, weight in zip(literals, weights, strict=True):
        sums = {total + weight for total in (0, *before) if total + weight <= room}
        after = {total: fresh() for total in sorted(sums.union(before))}
        for total, variable in before.items():
            yield [-variable, after[total]]
        for total in (0, *before):
            so_far = [-before[total]] if total else []
            if total + weight > room:
                yield [*held, *so_far, -literal]
            else:
                yield [*so_far, -literal, after[total + weight]]
        before = after


MOST = 2_000_000  # clauses, some 500 megabytes
PART = 4096
Entry = tuple[int, int, int]  # option, color, weight


def clauses_of(
    matrix: ExactCover,
    given: Iterable[int],
    forbidden: Iterable[int],
    known: Iterable[Options],
    check: Callable[[], None],
    *,
    direct: int = DIRECT,
    most: int = MOST,
) -> list[list[int]]:
    """Return clauses that clash only if no solution is left but the known ones.

    check   called now and then, it may raise
    direct  clauses that one sum may take before it has variables of its own
    most    clauses in all

    Raises Uncertified if they get too many.
    """
    items = range(len(matrix.items))
    clauses = clauses_of_items(matrix, items, given, forbidden, check, direct=direct, most=most)
    others = _Others(matrix)
    for options in known:
        check()
        clauses.append(others.another(options))
    return clauses


def clauses_of_items(
    matrix: ExactCover,
    items: Iterable[int],
    given: Iterable[int],
    forbidden: Iterable[int],
    check: Callable[[], None],
    *,
    direct: int = DIRECT,
    most: int = MOST,
) -> list[list[int]]:
    """Return what the selection and some of the items say; the other items want nothing."""
    wanted = list(items)
    entries = _entries(matrix, wanted)
    settled = _Settled(forbidden, matrix.options, direct)
    clauses = [[-1 - option] for option in settled.values]
    for option in dict.fromkeys(given):
        clauses.append([option + 1])
        settled.values[option] = True
    weighted = matrix.weighted_items.tolist()
    low, high = matrix.low.tolist(), matrix.high.tolist()
    for item in wanted:
        if high[item] == 1 and not weighted[item]:
            clauses += _beside_given(entries[item], settled.values)
    for item in wanted:
        own = entries[item]
        if any(color for _, color, _ in own):
            further = _in_one_color(own, settled)
        else:
            further = _between(own, low[item], high[item], settled)
        while part := list(islice(further, PART)):
            check()
            clauses += part
            if len(clauses) > most:
                raise Uncertified(f"more than {most} plain clauses")
    return clauses


class _Settled:
    """What the selection settles, and which variables are in use; `direct` as in `clauses_of`."""

    def __init__(self, forbidden: Iterable[int], variables: int, direct: int) -> None:
        self.values = dict.fromkeys(forbidden, False)
        self.direct = direct
        self._variables = variables

    def value_of(self, literal: int) -> bool | None:
        value = self.values.get(abs(literal) - 1)
        return None if value is None else value == (literal > 0)

    def fresh(self) -> int:
        self._variables += 1
        return self._variables


def _entries(matrix: ExactCover, items: Iterable[int]) -> dict[int, list[Entry]]:
    """Return of each of the items the options that hold it."""
    entries: dict[int, list[Entry]] = {item: [] for item in items}
    starts, members = matrix.starts.tolist(), matrix.members.tolist()
    colors, weights = matrix.colors.tolist(), matrix.weights.tolist()
    for option in range(matrix.options):
        for place in range(starts[option], starts[option + 1]):
            if members[place] in entries:
                entries[members[place]].append((option, colors[place], weights[place]))
    return entries


def _beside_given(entries: Sequence[Entry], settled: dict[int, bool]) -> Clauses:
    """Yield for each option that cannot stand beside a given one that it cannot; settle it."""
    for option, color, _ in [entry for entry in entries if settled.get(entry[0])]:
        for other, theirs, _ in entries:
            if other == option or (color and color == theirs):
                continue
            if settled.get(other, True):
                yield [-1 - option, -1 - other]
                settled.setdefault(other, False)


def _in_one_color(entries: Sequence[Entry], settled: _Settled) -> Clauses:
    """Yield that no two options are chosen that do not give an item one color."""
    plain: list[int] = []
    groups: dict[int, list[int]] = defaultdict(list)
    for option, color, _ in entries:
        if option not in settled.values:
            (groups[color] if color else plain).append(option + 1)
    open_ = len(plain) + sum(map(len, groups.values()))
    pairs = comb(open_, 2) - sum(comb(len(group), 2) for group in groups.values())
    if pairs <= settled.direct:
        sides = [*([literal] for literal in plain), *groups.values()]
        for left, right in combinations(sides, 2):
            yield from ([-a, -b] for a in left for b in right)
        return
    for group in groups.values():
        if len(group) == 1:
            plain += group
            continue
        shared = settled.fresh()
        yield from ([-literal, shared] for literal in group)
        plain.append(shared)
    yield from not_overfull(
        dict.fromkeys(plain, 1), 1, settled.value_of, settled.fresh, settled.direct
    )


def _between(entries: Sequence[Entry], low: int, high: int, settled: _Settled) -> Clauses:
    """Yield what `low <= sum of weights <= high` says."""
    weights = {option + 1: weight for option, _, weight in entries if weight}
    least = sum(weight for weight in weights.values() if weight < 0)
    # -w x is w (not x) - w: with the signs of the literals all weights are positive.
    sides = {v if weight > 0 else -v: abs(weight) for v, weight in weights.items()}
    most = least + sum(sides.values())
    yield from not_overfull(sides, high - least, settled.value_of, settled.fresh, settled.direct)
    # Those that are not taken may spare no more of the greatest sum than this.
    others = {-literal: weight for literal, weight in sides.items()}
    yield from not_overfull(others, most - low, settled.value_of, settled.fresh, settled.direct)


class _Others:
    """Says in a clause that a solution is another one than a known one."""

    def __init__(self, matrix: ExactCover) -> None:
        starts = matrix.starts.tolist()
        entries = list(zip(matrix.members.tolist(), matrix.colors.tolist(), strict=True))
        self._entries = [entries[start:end] for start, end in pairwise(starts)]
        self._weighted, self._high = matrix.weighted_items.tolist(), matrix.high.tolist()

    def another(self, options: Options) -> list[int]:
        """Return the clause that every solution but this one keeps."""
        taken = set(options)
        room, tint = dict(enumerate(self._high)), {}
        for option in options:
            for item, color in self._entries[option]:
                room[item] -= 1
                tint[item] = color

        def joins(option: int) -> bool:
            return all(
                (tint[item] == color if tint.get(item) else room[item] > 0) or self._weighted[item]
                for item, color in self._entries[option]
            )

        joining = (k + 1 for k in range(len(self._entries)) if k not in taken and joins(k))
        return [*(-1 - option for option in options), *joining]
