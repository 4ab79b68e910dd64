"""Completions of a selection, one by one, in plain Python: an oracle for matrices of any size.

What the given options leave is listed option by option, straight from the definition of a solution;
then the item that has least to spare is branched on. It knows colors and multiplicities, counts in
Python's integers and has no widths, so it is right or slow. Small matrices check it against brute
force (tests/solvers/fuzz/test_fuzz.py).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from ....models.matrix.exact_cover import ExactCover
from .meaning import holds

__all__ = ["TooMany", "completions"]

Options = tuple[int, ...]
Entries = list[tuple[int, int]]


class TooMany(Exception):
    """The tree is larger than is allowed."""


@dataclass
class _Budget:
    """What a tree may cost: nodes (the walk is recursive), and options looked at in them."""

    nodes: int = 600
    options: int = 150_000

    def spend(self, options: int) -> None:
        self.nodes -= 1
        self.options -= options
        if self.nodes < 0 or self.options < 0:
            raise TooMany


@dataclass
class _State:
    """What was chosen so far: how often each item is covered, in which color."""

    matrix: ExactCover
    covers: Counter[int] = field(default_factory=Counter)
    color: dict[int, int] = field(default_factory=dict)  # of the secondary items in use

    def fits(self, entries: Entries) -> bool:
        return all(
            self.covers[item] < self.matrix.high[item]
            if item < self.matrix.primary
            else item not in self.color or 0 != self.color[item] == color
            for item, color in entries
        )

    def take(self, entries: Entries) -> _State:
        after = _State(self.matrix, self.covers.copy(), dict(self.color))
        for item, color in entries:
            if item < self.matrix.primary:
                after.covers[item] += 1
            else:
                after.color[item] = color
        return after


def completions(
    matrix: ExactCover, given: Collection[int], forbidden: Collection[int] = ()
) -> Iterator[Options]:
    """Yield each solution that holds all of `given`, ascending. Raises TooMany for a large tree.

    So is any where options have weights.
    """
    if matrix.has_weights:
        raise TooMany
    state = _State(matrix)
    for option in given:
        if option in forbidden or not state.fits(matrix.option(option)):
            return
        state = state.take(matrix.option(option))
    without = {*given, *forbidden}
    live = {
        option: entries
        for option, entries in _entries(matrix)
        if option not in without and state.fits(entries)
    }
    needs = {
        item: int(low) - state.covers[item]
        for item, low in enumerate(matrix.low)
        if low > state.covers[item]
    }
    for chosen in _walk(state, live, needs, _Budget()):
        found = tuple(sorted((*given, *chosen)))
        if all(holds(one, found) for one in matrix.conditions):
            yield found


def _entries(matrix: ExactCover) -> Iterator[tuple[int, Entries]]:
    starts = matrix.starts.tolist()
    pairs = list(zip(matrix.members.tolist(), matrix.colors.tolist(), strict=True))
    for option in range(matrix.options):
        yield option, pairs[starts[option] : starts[option + 1]]


def _walk(
    state: _State, live: dict[int, Entries], needs: dict[int, int], budget: _Budget
) -> Iterator[Options]:
    users: dict[int, list[int]] = defaultdict(list)
    for option, entries in live.items():
        for item, _ in entries:
            users[item].append(option)
    if needs:
        item = min(needs, key=lambda item: len(users[item]) - needs[item])
        if len(users[item]) < needs[item]:
            return
        tried = users[item]
    elif live:
        tried = [next(iter(live))]
        budget.spend(len(live))
        rest = {option: entries for option, entries in live.items() if option != tried[0]}
        yield from _walk(state, rest, needs, budget)
    else:
        yield ()
        return
    rest = dict(live)
    for option in tried:
        after = state.take(rest.pop(option))
        budget.spend(len(rest))
        fitting = {other: entries for other, entries in rest.items() if after.fits(entries)}
        fewer = {
            item: more
            for item, need in needs.items()
            if (more := need + state.covers[item] - after.covers[item]) > 0
        }
        for chosen in _walk(after, fitting, fewer, budget):
            yield (option, *chosen)
