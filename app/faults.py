"""What is wrong with single puzzles of many: without `--keep-going` it ends the command.

With it each is named in a line as it is come upon, the others are answered, and the exit status is
in the end that of bad input.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn, TypeVar

import click

from .statuses import DISAGREED, MISUSED
from .terminal.streams import print_message

if TYPE_CHECKING:
    from ..solvers.search.selection import Problem

__all__ = ["Faults"]

Answered = TypeVar("Answered")


class Faults:
    """The puzzles that were passed over."""

    def __init__(self, keep_going: bool) -> None:
        self.keep_going, self.number = keep_going, 0
        self.places: Sequence[int] | None = None  # in the file, of those that can be read

    @property
    def complain(self) -> Callable[[Exception], None] | None:
        """What is called with each mistake of a text; None: the first one ends the command."""
        return self._tell if self.keep_going else None

    def place(self, number: int) -> int:
        """Return the place in the file, from 1, of the `number`th puzzle that could be read."""
        return number if self.places is None else self.places[number - 1]

    def _tell(self, error: Exception) -> None:
        self.number += 1
        print_message(str(error))

    def each(
        self,
        problems: Sequence[Problem],
        answer: Callable[[Problem, int], Answered],
        *,
        naming: bool = False,
    ) -> list[Answered]:
        """Answer each puzzle, given its place in the file; return the answers of the good ones.

        naming  whether an error that ends the command is to say which of several it is about
        """
        answered = []
        for number, place in enumerate(map(self.place, range(1, len(problems) + 1))):
            with self._passed_over(place, of=len(problems) if naming else 1):
                answered.append(answer(problems[number], place))
        return answered

    @contextmanager
    def _passed_over(self, place: int, *, of: int) -> Iterator[None]:
        """A block about one puzzle, the `place`th, whose mistakes are its own.

        of  how many there are, where an error that ends the command is to say which it is about
        """
        from ..models.errors import ModelError, Unsupported

        try:
            yield
        except (ModelError, Unsupported) as error:
            if not self.keep_going and of == 1:
                raise
            told = type(error)(f"puzzle {place}: {error}")
            if not self.keep_going:
                raise told from error
            self._tell(told)

    def end(self, status: int) -> NoReturn:
        """Exit: with that status, or that of bad input if there was any and no solver disagreed."""
        if self.number:
            puzzles = "1 puzzle was" if self.number == 1 else f"{self.number} puzzles were"
            print_message(f"{puzzles} passed over")
        raise click.exceptions.Exit(MISUSED if self.number and status != DISAGREED else status)
