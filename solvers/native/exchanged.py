"""List all solutions by some of them: those of one option of each orbit, and their images.

Of an item that must be covered once, symmetries exchange options (models/symmetry/exchanges.py).
The solutions with one option of each orbit are searched, and mapped to those with the others, none
twice.

A small search does without, and so does one in which solutions are frequent, for to map one takes
as long as some nodes. Both are known once a part of the tree is searched; then the search begins
anew. That part is measured in work, so the order of the solutions does not depend on the clock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from ...models.symmetry.exchanges import Exchange, Exchanges
from ...models.symmetry.item_map import Permutation
from ..contract.batch import Batch, Options, closing_stream
from ..contract.progress import Progress
from ..contract.query import Query
from .engine import BATCH, Driver, Engine, SizeEstimate

__all__ = ["Listing", "exchanged_solutions"]

PORTIONS = 2  # of work, each of some tenths of a millisecond, before symmetries are looked for
SOON = (
    0.2  # the share of the tree that is done by then, if the rest takes no longer than symmetries
)
RARE = 12  # nodes for each solution, at least
MANY = 1 << 30  # solutions: as many as there are
AT_ONCE = 1 << 16  # options of images that are yielded together, about

Listing = Callable[[Query, Progress], Iterator[Sequence[Options]]]


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
    exchanges = []
    long = not over and engine.progress < SOON
    if long and engine.nodes >= RARE * len(begun) and not query.deadline.passed():
        exchanges = Exchanges(query.matrix).found()
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
