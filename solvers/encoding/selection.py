"""A selection applied: what given and forbidden options leave of a matrix, and what that forces.

The given options are taken out with everything that they rule out. Then an item that has only as
many options left as it needs forces them all, which rules out more, and so on (unit propagation);
an item with too few shows that there is no solution, long before a linear program could. What is
left is written down anew, live options alone: of a hard sudoku's 729 some 250. Items whose options
have weights are looked at likewise (sums.py).
(Also removing each option that would leave an item with none took 1 to 3 ms a target sudoku and
spared GLOP a tenth of 2 ms: not worth it.)
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ...models.matrix.arrays import plain_bounds, weighted_items
from ...models.matrix.exact_cover import ExactCover
from ..contract.query import Query
from .sums import Reach, summed

__all__ = [
    "SelectedMatrix",
    "narrowed",
    "places_among",
    "selected",
    "unselected",
    "without_costs",
]

Int64s = npt.NDArray[np.int64]
Int32s = npt.NDArray[np.int32]
Booleans = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class SelectedMatrix:
    """The live options that a selection leaves; entries are numbered anew, items are not.

    given      int64[]; options that every solution holds
    offset     what these cost
    options    int64[options]; the numbers of the live options in the matrix
    costs      int64[options]
    owner      int64[entries]; the place in `options` of each entry
    members    int32[entries]
    colors     int32[entries]
    low, high  int64[items]; how often the items must and may still be covered; of a weighted item,
               between what the weights that are chosen must still come to
    weights    int64[entries]; None: all are 1
    """

    given: Int64s
    offset: int
    options: Int64s
    costs: Int64s
    owner: Int64s
    members: Int32s
    colors: Int32s
    low: Int64s
    high: Int64s
    weights: Int64s | None = None

    def places(self, options: Int64s) -> Int64s:
        """Return the place of each of some options among those that are left; -1: it is not."""
        return places_among(self.options, options)

    @property
    def weighted(self) -> Booleans:
        """Return bool[items]: those with a weight other than 1 that is left."""
        return weighted_items(self.members, self.weights, len(self.low))

    @property
    def starts(self) -> Int64s:
        """Return int64[options + 1]: the first entry of each option."""
        sizes = np.bincount(self.owner, minlength=len(self.options))
        return np.concatenate(([0], np.cumsum(sizes)))

    def without(
        self, items: Booleans, options: Booleans | None = None, free: Booleans | None = None
    ) -> SelectedMatrix:
        """Return it without what some items say.

        options  left out, too
        free     items that need no cover any more
        """
        live = np.ones(len(self.options), bool) if options is None else ~options
        kept = live[self.owner] & ~items[self.members]
        return replace(
            self,
            options=self.options[live],
            costs=self.costs[live],
            owner=(np.cumsum(live) - 1)[self.owner[kept]],
            members=self.members[kept],
            colors=self.colors[kept],
            low=np.where(items if free is None else items | free, 0, self.low),
            high=np.where(items, 0, self.high),
            weights=None if self.weights is None else self.weights[kept],
        )

    @property
    def priceable(self) -> Booleans:
        """Return bool[items]: a price can count the item's covers.

        That is where no entry gives a color, and none has a weight.
        """
        return self.uncolored & ~self.weighted

    @property
    def uncolored(self) -> Booleans:
        """Return bool[items]: no entry gives a color."""
        result = np.ones(len(self.low), bool)
        result[self.members[self.colors != 0]] = False
        return result


def unselected(matrix: ExactCover, *, brief: bool = False) -> SelectedMatrix:
    """Return what is left where nothing is given or forbidden: the whole matrix.

    brief  without the entries that stand in stretches (models/matrix/brief.py)
    """
    entries = matrix.brief if brief and matrix.brief is not None else matrix
    options = np.arange(matrix.options)
    return SelectedMatrix(
        np.zeros(0, np.int64),
        0,
        options,
        matrix.costs,
        np.repeat(options, np.diff(entries.starts)),
        entries.members,
        entries.colors,
        matrix.low.astype(np.int64),
        matrix.high.astype(np.int64),
        entries.weights.astype(np.int64) if matrix.has_weights else None,
    )


def selected(
    query: Query,
    check: Callable[[], None] | None = None,
    whole: SelectedMatrix | None = None,
) -> SelectedMatrix | None:
    """Apply the query's given and forbidden options; None: there is no solution.

    check  called now and then, it may raise; by default Stopped is raised at the deadline
    whole  what they are applied to; None: the whole matrix
    """
    if not query.forbidden.isdisjoint(query.given):
        return None
    whole = unselected(query.matrix) if whole is None else whole
    return narrowed(whole, query.given, query.forbidden, check or query.deadline.check)


def narrowed(
    rest: SelectedMatrix,
    given: Collection[int],
    forbidden: Collection[int],
    check: Callable[[], None],
) -> SelectedMatrix | None:
    """Apply further given and forbidden options, live ones; None: there is no solution then.

    check  called now and then, it may raise
    """
    chosen, gone = _marked(rest, given), _marked(rest, forbidden)
    left: SelectedMatrix | None = rest
    # Where nothing is applied and no item is full, nothing goes.
    same = rest.weights is None and not chosen.any() and not gone.any() and rest.high.all()
    while left is not None:
        check()
        left = left if same else _without(left, chosen, gone)
        same = False
        if left is None or (decided := _decided(left)) is None:
            return None
        chosen, gone = decided
        if not chosen.any() and not gone.any():
            return left
    return None


def places_among(options: Int64s, wanted: Int64s) -> Int64s:
    """Return the place of each wanted option among some, which are ascending; -1: it has none."""
    if not len(options):
        return np.full(len(wanted), -1)
    places = np.minimum(np.searchsorted(options, wanted), len(options) - 1)
    return np.where(options[places] == wanted, places, -1)


def _marked(rest: SelectedMatrix, options: Collection[int]) -> Booleans:
    """Return bool[options]: which of the live options these are."""
    marks = np.zeros(len(rest.options), bool)
    marks[np.searchsorted(rest.options, list(options))] = True
    return marks


def without_costs(rest: SelectedMatrix) -> SelectedMatrix:
    """Return the same with all costs 0: a positive base then proves that there is no solution."""
    return replace(rest, offset=0, costs=np.zeros_like(rest.costs))


def _without(rest: SelectedMatrix, chosen: Booleans, forbidden: Booleans) -> SelectedMatrix | None:
    """Return what is left beside the chosen options; None if they clash."""
    mine, plain = chosen[rest.owner], rest.colors == 0
    covers, weighted = _covers(rest, mine & plain), rest.weighted
    if ((covers > rest.high) & ~weighted).any():
        return None
    tint = np.zeros(len(rest.low), np.int32)
    painted = mine & ~plain
    items, colors = rest.members[painted], rest.colors[painted]
    tint[items] = colors
    if (tint[items] != colors).any() or covers[items].any():
        return None
    high = rest.high - covers
    theirs = tint[rest.members]
    full = (high == 0) & ~weighted
    dead = full[rest.members] | ((theirs != 0) & (theirs != rest.colors))
    live = ~(chosen | forbidden)
    live[rest.owner[dead]] = False
    kept = live[rest.owner]
    members, low = rest.members[kept], rest.low - covers
    if rest.weights is None:
        weights, low = None, np.maximum(low, 0)
    else:
        weights = rest.weights[kept]
        low, high = plain_bounds(low, high, members, weights)
    return SelectedMatrix(
        np.concatenate((rest.given, rest.options[chosen])),
        rest.offset + int(rest.costs[chosen].sum()),
        rest.options[live],
        rest.costs[live],
        (np.cumsum(live) - 1)[rest.owner[kept]],
        members,
        rest.colors[kept],
        low,
        high,
        weights,
    )


def _covers(rest: SelectedMatrix, entries: Booleans) -> Int64s:
    """Return int64[items]: how often the entries cover them, or what their weights come to."""
    if rest.weights is None:
        return np.bincount(rest.members[entries], minlength=len(rest.low))
    return summed(rest.members[entries], rest.weights[entries], len(rest.low))


def _decided(rest: SelectedMatrix) -> tuple[Booleans, Booleans] | None:
    """Return bool[options] twice: what must be chosen, and what cannot be; None: no solution.

    Items with colors need no cover, so every entry of an item that does is a cover.
    """
    forced, gone = (np.zeros(len(rest.options), bool) for _ in range(2))
    if rest.weights is not None:
        weights = rest.weights
        low, high = rest.low, rest.high
        reach = Reach(rest.members, weights, len(low))
        if reach.misses(low, high).any():
            return None
        bounded = rest.colors == 0
        forced[rest.owner[reach.forced(low, high) & bounded]] = True
        gone[rest.owner[reach.ruled_out(low, high) & bounded]] = True
        return None if (forced & gone).any() else (forced, gone)
    left = np.bincount(rest.members, minlength=len(rest.low))
    if (left < rest.low).any():
        return None
    tight = (left == rest.low) & (left > 0)
    if tight.any():
        forced[rest.owner[tight[rest.members]]] = True
    return forced, gone
