"""Puzzles with a mistake among many: `--keep-going` passes over them.

Without it the first mistake ends the command. With it each one is named in a line, the other
puzzles are answered, and the exit status at the end is that of bad input.
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
        """The function that takes each mistake of a text; None: the first one is raised."""
        return self._report if self.keep_going else None

    def place(self, number: int) -> int:
        """Return the place in the file, from 1, of the `number`th puzzle that could be read."""
        return number if self.places is None else self.places[number - 1]

    def _report(self, error: Exception) -> None:
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

        naming  whether an error that ends the command names its puzzle, if there are several
        """
        answered = []
        for number, place in enumerate(map(self.place, range(1, len(problems) + 1))):
            with self._passed_over(place, of=len(problems) if naming else 1):
                answered.append(answer(problems[number], place))
        return answered

    @contextmanager
    def _passed_over(self, place: int, *, of: int) -> Iterator[None]:
        """Pass over the puzzle at a place in the file if the block finds a mistake in it.

        of  the number of puzzles, if an error that ends the command names its puzzle; else 1
        """
        from ..models.errors import ModelError, Unsupported

        try:
            yield
        except (ModelError, Unsupported) as error:
            if not self.keep_going and of == 1:
                raise
            named = type(error)(f"puzzle {place}: {error}")
            if not self.keep_going:
                raise named from error
            self._report(named)

    def end(self, status: int) -> NoReturn:
        """Exit with the status; with that of bad input if there was any and no disagreement."""
        if self.number:
            puzzles = "1 puzzle was" if self.number == 1 else f"{self.number} puzzles were"
            print_message(f"{puzzles} passed over")
        raise click.exceptions.Exit(MISUSED if self.number and status != DISAGREED else status)
