"""Batches of solutions, as solvers yield them, and of selections, as solvers take them.

A solution is a tuple of option numbers. A `Batch` holds many in two arrays, and makes tuples only
when they are read. `Selections` holds many selections of one matrix and their answers.
"""

from __future__ import annotations

import time
from array import array
from collections import deque
from collections.abc import Collection, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, islice, pairwise
from typing import Any, Protocol, TypeVar, overload

import numpy as np
import numpy.typing as npt

from ...models.errors import WrongAnswer, excerpt

__all__ = [
    "MOST",
    "Answer",
    "Batch",
    "Counted",
    "Listed",
    "Options",
    "Selections",
    "Unanswered",
    "apart",
    "checked_batch",
    "closing_stream",
    "gathered",
    "one_by_one",
    "singly",
    "taken",
]

Ints = npt.NDArray[np.int64]
Options = tuple[int, ...]
Streamed = TypeVar("Streamed")


class Batch(Sequence[Options]):
    """Solutions in two arrays; as a sequence, tuples of option numbers.

    starts   int64[solutions + 1]; solution k is options[starts[k]:starts[k + 1]]
    options  int64[]; the option numbers of all solutions, one after the other

    Raises ValueError where the starts do not part the options.
    """

    __slots__ = ("options", "starts")

    def __init__(self, starts: npt.ArrayLike, options: npt.ArrayLike) -> None:
        self.starts = _integers(starts)
        self.options = _integers(options)
        ends = self.starts[0], self.starts[-1]
        if ends != (0, len(self.options)) or (np.diff(self.starts) < 0).any():
            raise ValueError("starts that do not ascend from 0 to the number of options")

    @classmethod
    def of(cls, lists: Sequence[Collection[int]]) -> Batch:
        """Return lists of numbers as a batch.

        Raises TypeError for what is no integer, OverflowError for one of more than 64 bits.
        """
        if len(lists) == 1:  # what every single solution is, made in a third of the time
            ends = np.array((0, len(lists[0])), np.int64)
            return cls.trusted(ends, np.array(array("q", lists[0]), np.int64))
        starts = np.zeros(len(lists) + 1, np.int64)
        np.cumsum(np.fromiter(map(len, lists), np.int64, len(lists)), out=starts[1:])
        # An array refuses what is no integer, where numpy would cut it off.
        return cls.trusted(starts, np.array(array("q", chain.from_iterable(lists)), np.int64))

    @classmethod
    def trusted(cls, starts: Ints, options: Ints) -> Batch:
        """Return a batch of what is known to be one: nothing is looked at."""
        batch = cls.__new__(cls)
        batch.starts, batch.options = starts, options
        return batch

    @classmethod
    def joined(cls, batches: Sequence[Batch]) -> Batch:
        """Return the batches as one."""
        if len(batches) == 1:
            return batches[0]
        sizes = [np.diff(batch.starts) for batch in batches]
        starts = np.cumsum(np.concatenate([np.zeros(1, np.int64), *sizes]))
        none = np.zeros(0, np.int64)
        return cls.trusted(starts, np.concatenate([none, *(batch.options for batch in batches)]))

    def __len__(self) -> int:
        return len(self.starts) - 1

    @overload
    def __getitem__(self, place: int) -> Options: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Options]: ...
    def __getitem__(self, place: int | slice) -> Options | Sequence[Options]:
        if not isinstance(place, slice):
            number = range(len(self))[place]
            return tuple(self.options[self.starts[number] : self.starts[number + 1]].tolist())
        first, last, step = place.indices(len(self))
        if step != 1:
            return list(self)[place]
        return self.part(first, last)

    def part(self, first: int, last: int) -> Batch:
        """Return those from `first` to before `last`; the arrays are shared."""
        starts = self.starts[first : max(first, last) + 1]
        return Batch.trusted(starts - starts[0], self.options[starts[0] : starts[-1]])

    def __iter__(self) -> Iterator[Options]:
        if len(self.starts) <= 2:
            return iter([tuple(self.options.tolist())] if len(self.starts) == 2 else [])
        options, sizes = self.options.tolist(), np.diff(self.starts)
        width = int(sizes[0])
        if width and (sizes == width).all():
            # As many numbers in turn as one solution has: twice as fast as to cut them out.
            return zip(*[iter(options)] * width, strict=True)
        return (tuple(options[first:last]) for first, last in pairwise(self.starts.tolist()))

    def some(self, places: npt.NDArray[np.int64]) -> Batch:
        """Return those at the places, in that order."""
        sizes = np.diff(self.starts)[places]
        starts = np.zeros(len(places) + 1, np.int64)
        np.cumsum(sizes, out=starts[1:])
        shift = np.repeat(self.starts[:-1][places] - starts[:-1], sizes)
        return Batch.trusted(starts, self.options[np.arange(starts[-1]) + shift])

    def ascending(self) -> Batch:
        """Return the same solutions, the options of each in ascending order."""
        # Whether numbers fall from one solution to the next alone, which are few.
        falls = np.flatnonzero(self.options[1:] < self.options[:-1]) + 1
        if bool((self.starts[np.searchsorted(self.starts, falls)] == falls).all()):
            return self
        owner = np.repeat(np.arange(len(self)), np.diff(self.starts))
        return Batch(self.starts, self.options[np.lexsort((self.options, owner))])


def _integers(values: npt.ArrayLike) -> Ints:
    """Return a flat array. Raises ValueError for what is no list of integers."""
    array = np.asarray(values)
    if array.ndim != 1 or (array.size and array.dtype.kind not in "iu"):
        raise ValueError("a batch that is not made of two lists of integers")
    return array.astype(np.int64, copy=False)


def checked_batch(batch: object, solver: str) -> Sequence[Options]:
    """Return the batch. Raises WrongAnswer, naming the solver, for a bare solution in its place."""
    if isinstance(batch, Batch) or (
        isinstance(batch, Sequence) and all(hasattr(solution, "__len__") for solution in batch[:1])
    ):
        return batch
    shown = excerpt(repr(batch))[1:-1]
    raise WrongAnswer(f"solver {solver}: {shown}, expected a batch, which is a list of solutions")


@contextmanager
def closing_stream(stream: Iterable[Streamed]) -> Iterator[Iterator[Streamed]]:
    """Iterate over what a search yields; stop it at the end of the block, if it can be stopped."""
    iterator = iter(stream)
    try:
        yield iterator
    finally:
        _close(iterator)


def one_by_one(batches: Iterable[Sequence[Options]]) -> Generator[Options, None, None]:
    """Yield the solutions of the batches; closing it stops the search."""
    stream = iter(batches)
    try:
        for batch in stream:
            yield from batch
    finally:
        _close(stream)


def singly(solutions: Iterable[Options]) -> Generator[list[Options], None, Any]:
    """Yield each solution as a batch of its own; return what a generator of them returns.

    Closing it stops the search.
    """
    stream = iter(solutions)
    try:
        while True:
            yield [next(stream)]
    except StopIteration as end:
        return end.value
    finally:
        _close(stream)


def _close(stream: Iterator[Any]) -> None:
    close = getattr(stream, "close", None)
    if close is not None:
        close()


# ---- Many selections, and the answers to them ----------------------------------------------------
#
# Selections and answers travel in blocks, as arrays: a selection is a set of given options, and a
# `Batch` holds many. A solver takes as many at a time as suits it, so it decides what is read
# ahead. Answers are counts and first solutions, in the order of the selections; a block of answers
# need not end where a block of selections does.


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
        parts, missing = [], most
        for part in self._parts:
            if missing <= 0:
                break
            parts.append(part.part(0, missing))
            missing -= len(part)
        return Batch.joined(parts)

    def answered(self, number: int) -> Batch:
        """Take so many away from the front, or all if there are fewer, and return them."""
        parts = []
        while number > 0 and self._parts:
            part = self._parts.popleft()
            parts.append(part.part(0, number))
            if len(part) > number:
                self._parts.appendleft(part.part(number, len(part)))
            number -= len(part)
        return Batch.joined(parts)


def taken(selections: Selections) -> Iterator[Options]:
    """Yield the selections one by one, each option once; each is taken when its turn comes."""
    while batch := selections.take(1):
        for selection in batch:
            yield tuple(dict.fromkeys(selection))


def apart(blocks: Iterable[Counted]) -> Generator[Answer, None, None]:
    """Yield the answers of the blocks one by one; closing it stops the search."""
    with closing_stream(blocks) as stream:
        for counts, firsts in stream:
            for count, first in zip(counts.tolist(), firsts, strict=True):
                yield count, first if count else None


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
    if any((count > 0) != (first is not None) for count, first in answers):
        return None
    try:
        counts = np.array(array("q", (count for count, _ in answers)), np.int64)
        return counts, Batch.of([sorted(first or ()) for _, first in answers])
    except (TypeError, OverflowError):
        return None


def _unheld(count: object, first: Options | None) -> str:
    """Return what is wrong with an answer that arrays cannot hold."""
    for option in first or ():
        try:
            array("q", (option,))
        except (TypeError, OverflowError):
            return f"{option!r}, expected an option number"
    return f"{count} solutions, and {'none' if first is None else 'one'} is shown"
