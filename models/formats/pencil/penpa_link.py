"""Links to Penpa+: a board that shows clues of a pencil puzzle, whose kind the reader names.

    minuet solve --from penpa:masyu "https://swaroopg92.github.io/penpa-edit/#m=edit&p=..."

A board says no kind; where its title is the name of one, none need be named. What stands behind the
size in a text follows the name: `--from "penpa:starbattle 2"`. What the kind does not read is named
in a warning.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from urllib.parse import unquote

from ...errors import ModelError
from ...puzzle import Puzzle
from ..format import Confidence, Format, Problem
from ..source import Source
from .link_lines import puzzles_of_lines
from .written_puzzle import pencil_of

__all__ = ["PENPA", "is_board", "puzzle_of_board"]

_PAGE = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
_PACKED = re.compile(r"(?:.*[#?])?m=(?:edit|solve)&p=([A-Za-z0-9+/=%]+)(?:&.*)?")


def is_board(text: str) -> bool:
    """Whether a text is a link to a board of Penpa+, or what stands behind its `#`."""
    return _PACKED.fullmatch(text.strip().strip("<>\"'")) is not None


def _sniff(source: Source) -> Confidence:
    return Confidence.CERTAIN if is_board(source.first_line) else Confidence.NO


def _read(source: Source, kind_name: str = "") -> Sequence[Puzzle]:
    return puzzles_of_lines(
        source, lambda number, line: puzzle_of_board(line, kind_name, source, number)
    )


def puzzle_of_board(line: str, kind_name: str, source: Source, number: int) -> Puzzle:
    """Return the puzzle of a link. Raises ModelError for one that cannot be read.

    kind_name  with what stands behind the size in a text; "": the title of the board says it
    number     the line of the link
    """
    from ...pencil import find_kind, kind_names
    from ...pencil.penpa import read_board

    match = _PACKED.fullmatch(line.strip().strip("<>\"'"))
    if match is None:
        raise ModelError(f"no board of Penpa+, expected a link such as {_PAGE}...")
    board = read_board(unquote(match[1]))
    name, *head = kind_name.split() or [""]
    if not name:
        words = re.split("[ -]", board.title.lower())
        starts = ("_".join(words[:k]) for k in range(len(words), 0, -1))
        name = next((start for start in starts if start in kind_names()), "")
    if name not in kind_names():
        title = f"with the title {board.title!r}" if board.title else "without a title"
        raise ModelError(
            f"a board of Penpa+ {title}, expected its kind: name it, as in --from penpa:masyu"
        )
    it = find_kind(name)
    behind = board.title.removeprefix(it.title).split() if board.title.startswith(it.title) else []
    if not head and all(it.head or word in it.variants for word in behind):
        head = behind
    grid = it.grid_of_board(board, head)
    for unread in board.unread:
        source.warn(f"not read: {unread}", number)
    return it.puzzle(grid)


def _write(problem: Problem) -> str:
    """Return the puzzle's link. Raises ModelError for one that no kind says."""
    it, grid = pencil_of(problem, PENPA.name)
    return f"{_PAGE}{it.board_of_grid(grid).text}\n"


def _of_kind(name: str) -> Format:
    from ...pencil import find_kind

    find_kind(name.partition(" ")[0])
    return replace(PENPA, read=partial(_read, kind_name=name))


# The example of masyu (pencil/kinds).
_EXAMPLE = (
    _PAGE + "xZNdT8IwFIbv+RWk1+dibZnM3iGCN4DiZghZFjJwhsWR6T5M7MJ/9/RsuBhmohfGnPXNs7dfb5s0fy3DLAIbSz"
    "pgAccSwqmbZb5TeXGRRKo/D/P3EkZlsU8z1QeA2+kUnsIkj3p+MzToVfpS6SXoG+UzzoAJbJwFoJeq0nOlXdAu"
    "djHg6M3qQQJx0uKK+g2Na5NbyIuGEdeIuzjbJdFmVjt3ytceMLPPFc02yA7pW8SaHOZ/lx62sTG2YYEnyvfxS9"
    "OTl4/pc8lOWxxBj76PK9u48jOu/M+4R7x2V1VHE9HohHRFOiZdkHLStaqYGOBsAV9zMWmhy89c2ek6Xe6Ad61r"
    "d65rD89djHePN79RvsGHFp0Wp3QKQeqhBVqSXpNapDbpgMZcEA/N5N/e01/H8UX97kzZP6PgAw==\n"
)
PENPA = Format(
    "penpa",
    "pencil puzzles as links to Penpa+, a line each",
    sniff=_sniff,
    read=_read,
    write=_write,
    join="".join,
    example=_EXAMPLE,
    comments=True,
    detail=_of_kind,
)
