"""Many selections of one matrix on their way to a solver, and its answers on their way back.

They travel by the block, as arrays: a selection is a set of options that are given, and a `Batch`
holds many. Whoever answers takes as many at a time as suits it, so what is read ahead is for it to
decide. Answers are counts and the first solutions, in the order of the selections; a block of
answers need not end where a block of selections does.
"""

from __future__ import annotations

import time
from array import array
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from itertools import islice
from typing import Protocol

import numpy as np
import numpy.typing as npt

from ...models.errors import WrongAnswer
from .batch import Batch, Options, closing_stream

__all__ = [
    "MOST",
    "Answer",
    "Counted",
    "Listed",
    "Selections",
    "Unanswered",
    "apart",
    "gathered",
    "taken",
]

Ints = npt.NDArray[np.int64]
Answer = tuple[int, Options | None]  # solutions found, the first of them
Counted = tuple[Ints, Batch]  # the same of many, the options ascending; empty where there is none

MOST = 128  # answers that are gathered
GATHERING = 0.02  # seconds for which they are


class Selections(Protocol):
    """What a solver takes its selections from."""

    def take(self, most: int) -> Batch:
        """Return the next selections, `most` at most and one at least; none: there are no more."""


class Listed:
    """Selections that come one by one."""

    def __init__(self, selections: Iterable[Options]) -> None:
        self._stream = iter(selections)

    def take(self, most: int) -> Batch:
        """Return the next selections."""
        return Batch.of(list(islice(self._stream, most)))


class Unanswered:
    """The selections that were taken and wait for an answer, in order."""

    def __init__(self) -> None:
        self._parts: deque[Batch] = deque()

    def __len__(self) -> int:
        return sum(map(len, self._parts))

    def add(self, selections: Batch) -> None:
        """Put selections behind the others."""
        if len(selections):
            self._parts.append(selections)

    def first(self, most: int) -> Batch:
        """Return the first ones, `most` at most; they stay."""
        found, missing = [], most
        for part in self._parts:
            if missing <= 0:
                break
            found.append(part.part(0, missing))
            missing -= len(part)
        return Batch.joined(found)

    def answered(self, number: int) -> Batch:
        """Take so many away from the front, or all if there are fewer, and return them."""
        found = []
        while number > 0 and self._parts:
            part = self._parts.popleft()
            found.append(part.part(0, number))
            if len(part) > number:
                self._parts.appendleft(part.part(number, len(part)))
            number -= len(part)
        return Batch.joined(found)


def taken(selections: Selections) -> Iterator[Options]:
    """Yield the selections one by one, each option once; each is taken when its turn comes."""
    while batch := selections.take(1):
        for selection in batch:
            yield tuple(dict.fromkeys(selection))


def apart(blocks: Iterable[Counted]) -> Generator[Answer, None, None]:
    """Yield the answers of the blocks one by one; closing it stops the search."""
    with closing_stream(blocks) as stream:
        for counts, firsts in stream:
            for found, first in zip(counts.tolist(), firsts, strict=True):
                yield found, first if found else None


def gathered(answers: Iterable[Answer], most: int, solver: str) -> Generator[Counted, None, None]:
    """Yield answers by the block: what comes soon after one another, `most` at most.

    The first answer is handed on alone, and then the blocks grow. An error comes after the answers
    before it. Raises WrongAnswer, naming the solver, for what no array holds; closing it stops the
    search.
    """
    size, most = 1, min(most, MOST)
    with closing_stream(answers) as stream:
        while True:
            block: list[Answer] = []
            error: BaseException | None = None
            end = time.monotonic() + GATHERING
            try:
                for answer in islice(stream, size):
                    block.append(answer)
                    if time.monotonic() > end:
                        break
            except (Exception, KeyboardInterrupt) as raised:
                error = raised
            held = _held(block)
            if held is None:
                sound = next(k for k, answer in enumerate(block) if _held([answer]) is None)
                error = WrongAnswer(f"solver {solver}: {_unheld(*block[sound])}")
                held = _held(block[:sound])
            if held is not None and len(held[0]):
                yield held
            if error is not None:
                raise error
            if not block:
                return
            size = min(4 * size, most)


def _held(answers: Sequence[Answer]) -> Counted | None:
    """Return answers as arrays; None if these cannot hold what they say."""
    if any((found > 0) != (first is not None) for found, first in answers):
        return None
    try:
        counts = np.array(array("q", (found for found, _ in answers)), np.int64)
        return counts, Batch.of([sorted(first or ()) for _, first in answers])
    except (TypeError, OverflowError):
        return None


def _unheld(found: object, first: Options | None) -> str:
    """Return what is wrong with an answer that arrays cannot hold."""
    for option in first or ():
        try:
            array("q", (option,))
        except (TypeError, OverflowError):
            return f"{option!r}, expected an option number"
    return f"{found} solutions, and {'none' if first is None else 'one'} is shown"
