"""What a matrix means, in clauses: the side of a proof that has to be right.

Variable k + 1 is "option k is chosen", and there are no others. Each clause says no more than one
item, one given or forbidden option, or one solution that is to be left out:

- an item whose options, of weight 1 or another, come to a sum between `low` and `high` forbids
  every set of choices that takes the sum too high, and every set of refusals that leaves it too
  low. Such a set is *overfull*; the clause is "not all of these". Of exactly one choice that is
  "at least one", and "not both" of each two;
- an item with colors forbids every two options that do not give it one color;
- a known solution S is left out by "one of S is not chosen, or another option is". Of the others
  only those are named that could join S: with what S covers none else can.

The selection decides what is already settled: what is given, forbidden, or cannot stand beside a
given option. Clauses that hold anyway are not written, and that is all that the selection is used
for; so each clause follows from one item alone, whatever is written or left out. A proof that these
clauses clash therefore proves that the matrix has no other solution.

Nothing here is shared with what solvers read (encoding/, sat/), on purpose. What conditions (graph
rules, statements) say is not written down: a proof that needs none of it holds all the same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, islice, pairwise
from math import comb

from ....models.matrix.exact_cover import ExactCover
from ...contract.batch import Options
from ...contract.certificate import Uncertified

__all__ = ["MOST", "clauses_of", "clauses_of_items", "is_kept"]

MOST = 2_000_000  # clauses, some 500 megabytes
PART = 4096
Clauses = Iterator[list[int]]
Entry = tuple[int, int, int]  # option, color, weight


def clauses_of(
    matrix: ExactCover,
    given: Iterable[int],
    forbidden: Iterable[int],
    known: Iterable[Options],
    check: Callable[[], None],
) -> list[list[int]]:
    """Return clauses that clash only if no solution is left but the known ones.

    check  called now and then, it may raise

    Raises Uncertified if they get too many.
    """
    found = clauses_of_items(matrix, range(len(matrix.items)), given, forbidden, check)
    others = _Others(matrix)
    for options in known:
        check()
        found.append(others.another(options))
    return found


def clauses_of_items(
    matrix: ExactCover,
    items: Iterable[int],
    given: Iterable[int],
    forbidden: Iterable[int],
    check: Callable[[], None],
) -> list[list[int]]:
    """Return what the selection and some of the items say; the other items want nothing."""
    wanted = list(items)
    entries = _entries(matrix, wanted)
    settled = dict.fromkeys(forbidden, False)
    found = [[-1 - option] for option in settled]
    for option in dict.fromkeys(given):
        found.append([option + 1])
        settled[option] = True
    weighted = matrix.weighted_items.tolist()
    low, high = matrix.low.tolist(), matrix.high.tolist()
    for item in wanted:
        if high[item] == 1 and not weighted[item]:
            found += _beside_given(entries[item], settled)
    for item in wanted:
        check()
        own = entries[item]
        if any(color for _, color, _ in own):
            made = _in_one_color(own, settled)
        else:
            made = _between(own, low[item], high[item], settled, MOST - len(found))
        while part := list(islice(made, PART)):
            check()
            found += part
            if len(found) > MOST:
                raise _too_many()
    return found


def is_kept(clauses: Iterable[Sequence[int]], chosen: Iterable[int]) -> bool:
    """Whether just these options, chosen, keep every clause."""
    true = {option + 1 for option in chosen}
    return all(any((v in true) if v > 0 else (-v not in true) for v in one) for one in clauses)


def _entries(matrix: ExactCover, items: Iterable[int]) -> dict[int, list[Entry]]:
    """Return of each of the items the options that hold it."""
    found: dict[int, list[Entry]] = {item: [] for item in items}
    starts, members = matrix.starts.tolist(), matrix.members.tolist()
    colors, weights = matrix.colors.tolist(), matrix.weights.tolist()
    for option in range(matrix.options):
        for place in range(starts[option], starts[option + 1]):
            if members[place] in found:
                found[members[place]].append((option, colors[place], weights[place]))
    return found


def _beside_given(entries: Sequence[Entry], settled: dict[int, bool]) -> Clauses:
    """Yield for each option that cannot stand beside a given one that it cannot; settle it."""
    for option, color, _ in [one for one in entries if settled.get(one[0])]:
        for other, theirs, _ in entries:
            if other == option or (color and color == theirs):
                continue
            if settled.get(other, True):
                yield [-1 - option, -1 - other]
                settled.setdefault(other, False)


def _in_one_color(entries: Sequence[Entry], settled: dict[int, bool]) -> Clauses:
    """Yield "not both" of each two options that do not give an item one color."""
    groups: dict[int, list[int]] = defaultdict(list)
    for option, color, _ in entries:
        if option not in settled:
            groups[color].append(-1 - option)
    yield from map(list, combinations(groups.pop(0, ()), 2))
    plain = [-1 - option for option, color, _ in entries if not color and option not in settled]
    rest = list(groups.values())
    for place, group in enumerate(rest):
        for others in (plain, *rest[place + 1 :]):
            yield from ([one, other] for one in group for other in others)


def _between(
    entries: Sequence[Entry], low: int, high: int, settled: dict[int, bool], most: int
) -> Clauses:
    """Yield what `low <= sum of weights <= high` says."""
    weights = {option + 1: weight for option, _, weight in entries if weight}
    least = sum(weight for weight in weights.values() if weight < 0)
    # -w x is w (not x) - w: with the signs of the literals all weights are positive.
    sides = {v if weight > 0 else -v: abs(weight) for v, weight in weights.items()}
    yield from _not_overfull(sides, high - least, settled, most)
    others = {-literal: weight for literal, weight in sides.items()}
    # What is left of the greatest sum, least + sum of all |w|, by those that are not taken.
    yield from _not_overfull(others, least + sum(sides.values()) - low, settled, most)


def _not_overfull(
    weights: dict[int, int], bound: int, settled: dict[int, bool], most: int
) -> Clauses:
    """Yield "not all of these" for sets of literals whose weights, all positive, pass the bound.

    Each set holds the literals that are true already, and as few of those that are open as do.
    """
    if sum(weights.values()) <= bound:
        return
    true: list[int] = []
    still: list[int] = []
    for literal in weights:
        if abs(literal) - 1 not in settled:
            still.append(literal)
        elif settled[abs(literal) - 1] == (literal > 0):
            true.append(literal)
    room = bound - sum(weights[literal] for literal in true)
    held = [-literal for literal in true]
    if room < 0:
        yield held
        return
    if all(weights[literal] == 1 for literal in still):
        if comb(len(still), room + 1) > most:
            raise _too_many()
        for chosen in combinations(still, room + 1):
            yield [*held, *(-literal for literal in chosen)]
        return
    still.sort(key=lambda literal: -weights[literal])
    for places in _least_overfull([weights[literal] for literal in still], room):
        yield [*held, *(-still[place] for place in places)]


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
                yield chosen
            else:
                place += 1
                continue
        elif not chosen:
            return
        room += weights[chosen[-1]]
        place = chosen.pop() + 1


class _Others:
    """Says in a clause that a solution is another one than a known one."""

    def __init__(self, matrix: ExactCover) -> None:
        starts = matrix.starts.tolist()
        entries = list(zip(matrix.members.tolist(), matrix.colors.tolist(), strict=True))
        self._entries = [entries[one:end] for one, end in pairwise(starts)]
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


def _too_many() -> Uncertified:
    return Uncertified(f"more than {MOST} plain clauses")
