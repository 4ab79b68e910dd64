"""All solutions, lazily: an iterator that can be closed, and that says how far it got."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from ..models.answer import Answer
from ..models.puzzle import Puzzle
from .question import Question, unanswered
from .result import Result
from .solver import Options, Solver

__all__ = ["Solutions"]


class Solutions(Iterator[Answer | Options]):
    """A lazy iterator over solutions: answers of a puzzle, option numbers of a bare matrix.

    `close()` stops the search, as does leaving a `with` block. `result()` tells how far it got, and
    `complete` whether all that was asked for has come: that no more comes says nothing by itself,
    for the time may have run out.
    """

    def __init__(self, question: Question, stream: Iterator[Options]) -> None:
        self._question: Question | None = question
        self._puzzle = question.puzzle if isinstance(question.puzzle, Puzzle) else None
        self._found = 0
        self._open, self._ended = True, False
        self._late: Result | None = None
        question.tell()
        self._stream = question.verified(stream)

    @classmethod
    def left_open(cls, solver: str | Solver, began: float) -> Solutions:
        """Return what there is where the time was over before the puzzle was compiled: nothing."""
        late = cls.__new__(cls)
        late._question, late._puzzle, late._found = None, None, 0
        late._open, late._ended = True, False
        late._late, late._stream = unanswered(solver, began, count=0), _no_solutions()
        return late

    def __next__(self) -> Answer | Options:
        try:
            options = next(self._stream)
        except StopIteration:
            self._ended |= self._open
            self._open = False
            raise
        except BaseException:
            self._open = False
            raise
        self._found += 1
        return options if self._puzzle is None else self._puzzle.read(options)

    @property
    def complete(self) -> bool:
        """Whether the search came to its end; not if it was closed, or cut short, or failed."""
        return self._ended and self._question is not None and self._question.search.complete

    def result(self) -> Result:
        """Return the status and the count so far."""
        if self._late is not None:
            return self._late
        assert self._question is not None  # for the type checker
        self._question.search.found = self._found
        return self._question.counted(complete=self.complete)

    def close(self) -> None:
        """Stop the search; no further solutions come."""
        self._open = False
        self._stream.close()

    def __enter__(self) -> Solutions:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def _no_solutions() -> Generator[Options, None, None]:
    yield from ()
