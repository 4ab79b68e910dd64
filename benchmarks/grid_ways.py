"""Ways without a crossing from corner to corner of a grid of points, as an exact cover with colors.

The points are passed row by row. Behind each, a color says what the lines look like that go on from
the part that was passed: none, or with what else each hangs together (Knuth's Simpath, The Art of
Computer Programming, 7.1.4). A point is a primary item, an option is what happens there, and two
points in turn agree on the color between them. A line that closes on itself has no option. So the
covers are the ways, one for one, and no rule of the layer says "path".
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from minuet.models import ExactCover, ExactCoverBuilder

__all__ = ["ways"]

# By column the end of a line that goes down, and at last of one that goes right; 0: there is none.
# Ends of one line have one number, and the end of the line from the start is START.
State = tuple[int, ...]
START = -1


def ways(side: int) -> ExactCover:
    """Return the ways on a grid of so many points a side."""
    places = [(row, col) for row in range(side) for col in range(side)]
    builder = ExactCoverBuilder()
    for place in places:
        builder.item(place)
    for place in places[:-1]:
        builder.secondary(("behind", *place))
    states = {(0,) * (side + 1)}
    for before, place in pairwise([None, *places]):
        assert place is not None
        reached = set()
        for state in sorted(states):
            for after in _steps(side, *place, state):
                reached.add(after)
                option: dict[object, str | None] = {place: None}
                if before is not None:
                    option["behind", *before] = str(state)
                if place != places[-1]:
                    option["behind", *place] = str(after)
                builder.option(option)
        states = reached
    return builder.build()


def _steps(side: int, row: int, col: int, state: State) -> Iterator[State]:
    """Yield what may be behind a point."""
    above, left = state[col], state[side]
    rest = list(state)
    rest[col] = rest[side] = 0
    if (row, col) == (side - 1, side - 1):
        if {above, left} == {0, START}:
            yield _renamed(rest)
    elif above and left:
        if above != left:  # else the line would close
            kept, gone = sorted((above, left))
            yield _renamed([kept if end == gone else end for end in rest])
    else:
        end, new = START if (row, col) == (0, 0) else above or left, max(state) + 1
        turns = [[(col, end)], [(side, end)]] if end else [[], [(col, new), (side, new)]]
        for turn in turns:
            if all(row < side - 1 if at == col else col < side - 1 for at, _ in turn):
                after = list(rest)
                for at, one in turn:
                    after[at] = one
                yield _renamed(after)


def _renamed(state: list[int]) -> State:
    """Return a state with its lines numbered from the left, so that equal ones look alike."""
    names = {0: 0, START: START}
    return tuple(names.setdefault(end, len(names) - 1) for end in state)
