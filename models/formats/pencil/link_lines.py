"""The puzzles of a text that has a link on each line; lines that begin with `#` are comments."""

from __future__ import annotations

from collections.abc import Callable

from ...errors import InputError, ModelError
from ...puzzle import Puzzle
from ..source import Source

__all__ = ["puzzles_of_lines"]


def puzzles_of_lines(source: Source, puzzle_of: Callable[[int, str], Puzzle]) -> list[Puzzle]:
    """Return the puzzle of each line, by its number and its text.

    Raises InputError, which names the line, where `puzzle_of` raises that or a ModelError, and for
    a text without a link.
    """
    puzzles = []
    for number, line in source.numbered():
        if line.lstrip().startswith("#"):
            continue
        try:
            puzzles.append(puzzle_of(number, line.strip()))
        except InputError as error:
            raise source.error(error.message, number) from None
        except ModelError as error:
            raise source.error(str(error), number) from None
    if not puzzles:
        raise source.error("nothing but comments, expected a link", 1)
    return puzzles
