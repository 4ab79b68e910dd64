"""The open parts of a tree, in bundles: what one task takes.

A task hands its parts back as one bundle, and a bundle is only cut where there would else be too
few for the workers. So there are about as many bundles as workers, however many tasks a search
takes and however deep it is, and the parts that are listed are those of so many halted engines. The
bundle that seems largest goes first; it is cut by dealing its parts out in turn, for those that
stand beside each other are alike in size.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import count

from ...native.split import OpenPart

__all__ = ["Bundle", "Bundles"]


@dataclass(frozen=True)
class Bundle:
    """Parts that are searched by one task; `losses`: how many workers died of it."""

    parts: tuple[OpenPart, ...]
    losses: int = 0

    @property
    def share(self) -> float:
        """The part of the whole tree that it is, as far as can be told."""
        return sum(part.share for part in self.parts)


class Bundles:
    """What waits to be searched."""

    def __init__(self, parts: Sequence[OpenPart]) -> None:
        self._heap: list[tuple[float, int, Bundle]] = []  # the largest first, then the eldest
        self._numbers = count()
        self.put(Bundle(tuple(parts)))

    def __len__(self) -> int:
        return len(self._heap)

    def __iter__(self) -> Iterator[Bundle]:
        return (bundle for _, _, bundle in self._heap)

    def put(self, bundle: Bundle) -> None:
        """Take a bundle, if there is something in it."""
        if bundle.parts:
            heappush(self._heap, (-bundle.share, next(self._numbers), bundle))

    def take(self) -> Bundle:
        """Return the largest."""
        return heappop(self._heap)[2]

    def cut(self, wanted: int) -> None:
        """Cut bundles, the largest first, until there are as many as wanted, if they can be cut."""
        whole: list[tuple[float, int, Bundle]] = []
        while self._heap and len(self._heap) + len(whole) < wanted:
            entry = heappop(self._heap)
            parts, losses = entry[2].parts, entry[2].losses
            if len(parts) == 1:
                whole.append(entry)
                continue
            self.put(Bundle(parts[::2], losses))
            self.put(Bundle(parts[1::2], losses))
        if whole:
            self._heap += whole
            heapify(self._heap)
