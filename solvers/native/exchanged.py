"""List or count all solutions by some of them: those of one option of each orbit.

Of an item that must be covered once, symmetries exchange options (models/symmetry/exchanges.py).
The solutions with one option of each orbit are searched, and mapped to those with the others, none
twice; or they are counted, as often as the orbit has options.

A small search does without, and so does a list in which solutions are frequent, for to map one
takes as long as some nodes. Both are known once a part of the tree is searched; then the search
begins anew. That part is measured in work, so the order of the solutions does not depend on the
clock. Symmetries are looked for in a part of the work that the tree is estimated to have left; a
count that gave up looks again later, and one that seems to take long looks for the first time then:
counts with memory, by turns, may be done before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

import numpy as np

from ...models.symmetry.exchanges import Exchange, Exchanges
from ..contract.batch import Batch, Options, closing_stream
from ..contract.progress import Progress
from ..contract.query import Query
from .engine import BATCH, Driver, Engine, OpenPart, SizeEstimate

if TYPE_CHECKING:
    from ...models.symmetry.item_map import Permutation

__all__ = ["Counting", "CountingParts", "Listing", "exchanged_count", "exchanged_solutions"]

PORTIONS = 4  # of work, some tenths of a millisecond each, before symmetries are looked for
LATER = (28, 192, 768, 3072)  # further portions of a count, before they are looked for again
SOON = (
    0.2  # the share of the tree that is done by then, if the rest takes no longer than symmetries
)
SLOW = 1000  # portions that are left: of so long a count the first look may wait
EFFORT = 1 << 12  # entries that may be looked at for a portion that is left
RARE = 12  # nodes for each solution, at least
TINY = 1e-9  # of the tree; less is no estimate
MANY = 1 << 30  # solutions: as many as there are
AT_ONCE = 1 << 16  # options of images that are yielded together, about

Listing = Callable[[Query, Progress], Iterator[Sequence[Options]]]
Counting = Callable[[Query, Progress], Iterator[None]]


class CountingParts(Protocol):
    """Counts the solutions of some parts of the tree, each as often as its part says."""

    def __call__(self, *, parts: Sequence[OpenPart]) -> Iterator[None]:
        """Count in steps."""


def exchanged_solutions(
    query: Query,
    progress: Progress,
    engine: Engine,
    listing: Listing,
    size: SizeEstimate | None = None,
) -> Iterator[Sequence[Options]]:
    """Yield every solution.

    engine   the engine of the query, at its beginning
    listing  yields all solutions of a query, in the order of the engine
    size     estimates the tree of the query; None: nobody watches
    """
    found: list[Batch] = []
    over = False
    for _ in range(PORTIONS):
        if not over and not query.deadline.passed():
            over, starts, options = engine.next_batch(0.0, MANY)
            found.append(Batch.trusted(starts, options))
    begun = Batch.joined(found) if found else Batch([0], [])
    exchanges = None
    if not over and engine.nodes >= RARE * len(begun) and not query.deadline.passed():
        exchanges = _found(query, engine, PORTIONS)
    if not exchanges and query.threads > 1:
        yield from listing(query, progress)  # which counts the nodes of the part, too
        return
    progress.nodes += engine.nodes
    progress.updates += engine.updates
    if not exchanges:
        yield from _growing([begun])
        progress.complete, progress.share = over, float(over)
        if not over:
            yield from Driver(engine, query, progress, size=size).solutions()
        return
    yield from _growing(_mapped(query, progress, exchanges, listing))


def exchanged_count(
    query: Query,
    progress: Progress,
    engine: Engine,
    counting: Counting,
    size: SizeEstimate | None = None,
    counting_parts: CountingParts | None = None,
) -> Iterator[None]:
    """Count the solutions, a step at a time; likewise.

    counting        counts all solutions of a query in steps
    counting_parts  does by several threads; None: there is one, or the tree is not split
    """
    before = progress.copy()
    driver = Driver(engine, query, progress, size=size)
    exchanges: list[Exchange] | None = None
    portions = 0
    for further in (PORTIONS, *LATER):
        yield from driver.counting(portions=further)
        portions += further
        if driver.exhausted or query.deadline.passed():
            return
        if portions > PORTIONS or _left(engine, portions) < SLOW:
            exchanges = _found(query, engine, portions)
        if exchanges is not None:
            break
    if exchanges:
        share = 1 / len(exchanges)
        parts = [OpenPart(((each.option,), ()), share, len(each.images)) for each in exchanges]
        progress.repeats = 1 - len(parts) / sum(part.times for part in parts)
        if counting_parts is None:
            yield from _multiplied_count(query, progress, parts, counting)
        else:
            least, progress.found, progress.share = progress.found, 0, 0.0
            try:
                for _ in counting_parts(parts=parts):
                    progress.found = max(progress.found, least)
                    yield
            finally:
                progress.found = max(progress.found, least)
    elif query.threads > 1:
        progress.set_effort([before])  # which counts the nodes of the part, too
        yield from counting(query, progress)
    else:
        yield from driver.counting()


def _found(query: Query, engine: Engine, portions: int) -> list[Exchange] | None:
    """Return the exchanges, if they are found soon enough; none where there are too few.

    portions  the work that was done so far
    """
    if engine.progress >= SOON:
        return []
    return Exchanges(query.matrix).found(EFFORT * _left(engine, portions))


def _left(engine: Engine, portions: int) -> float:
    """Return an estimate of the portions that are left."""
    return portions * (1 / max(engine.progress, TINY) - 1)


def _multiplied_count(
    query: Query, progress: Progress, parts: Sequence[OpenPart], counting: Counting
) -> Iterator[None]:
    """Count the solutions of some parts of the tree, each as often as its part says."""
    least, total = progress.found, 0
    progress.complete = False
    for number, part in enumerate(parts):
        own, before = Progress(), progress.copy()
        beside = replace(query.with_given(part.subtree[0]), watched=False)
        for _ in counting(beside, own):
            progress.set_effort((before, own))
            progress.worked = before.worked + own.worked
            progress.found = max(least, total + own.found * part.times)
            progress.share = (number + own.share) / len(parts)
            progress.complete = own.complete and number + 1 == len(parts)
            yield
        if not own.complete:
            return
        total += own.found * part.times


def _mapped(
    query: Query, progress: Progress, exchanges: Sequence[Exchange], listing: Listing
) -> Iterator[Batch]:
    """Yield the solutions with one option of each orbit, and their images."""
    for number, exchange in enumerate(exchanges):
        part = Progress()
        progress.at_work = part
        beside = replace(query.with_given([exchange.option]), watched=False)
        with closing_stream(listing(beside, part)) as stream:
            for batch in stream:
                yield from _images(batch, exchange.images)
        progress.at_work = None
        progress.add_effort(part)
        progress.worked += part.worked
        progress.share = (number + 1) / len(exchanges)
        if not part.complete:
            return
    progress.complete = True


def _growing(batches: Iterable[Batch]) -> Iterator[Batch]:
    """Yield the solutions in batches of which the first holds one, and none over twice the last."""
    most = 1
    for batch in batches:
        first = 0
        while first < len(batch):
            part = batch.part(first, min(first + most, len(batch)))
            yield part
            first += len(part)
            most = min(2 * len(part), BATCH)


def _images(batch: Sequence[Options], images: Permutation) -> Iterator[Batch]:
    """Yield what symmetries map solutions to, those of a solution together.

    The options of each are in ascending order.
    """
    whole = batch if isinstance(batch, Batch) else Batch.of(batch)
    longest = int(np.diff(whole.starts).max(initial=0))
    at_once = 1 + AT_ONCE // (1 + len(images) * longest)
    for first in range(0, len(whole), at_once):
        own = whole.part(first, min(first + at_once, len(whole)))
        sizes = np.diff(own.starts)
        options = images[:, own.options].astype(np.int64)
        starts = np.concatenate(([0], np.cumsum(np.repeat(sizes, len(images)))))
        if (sizes == longest).all():
            rows = options.reshape(len(images), len(own), longest).transpose(1, 0, 2)
            yield Batch.trusted(starts, np.sort(rows, axis=2).ravel())
            continue
        by_image = np.concatenate(([0], np.cumsum(np.tile(sizes, len(images)))))
        order = np.arange(len(images) * len(own)).reshape(len(images), len(own)).T.ravel()
        yield Batch.trusted(by_image, options.ravel()).some(order).ascending()
