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

from ...errors import InputError, ModelError
from ...puzzle import Puzzle
from ..format import Confidence, Format, Problem
from ..source import Source
from .pencil_text import pencil_of

__all__ = ["PENPA"]

_PAGE = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
_PACKED = re.compile(r"(?:.*[#?])?m=(?:edit|solve)&p=([A-Za-z0-9+/=%]+)(?:&.*)?")


def _sniff(source: Source) -> Confidence:
    line = source.first_line.strip().strip("<>\"'")
    return Confidence.CERTAIN if _PACKED.fullmatch(line) else Confidence.NO


def _read(source: Source, kind_name: str = "") -> Sequence[Puzzle]:
    puzzles = []
    for number, line in source.numbered():
        if line.lstrip().startswith("#"):
            continue
        try:
            puzzles.append(_puzzle_of(line.strip().strip("<>\"'"), kind_name, source, number))
        except InputError:
            raise
        except ModelError as error:
            raise source.error(str(error), number) from None
    return puzzles


def _puzzle_of(line: str, kind_name: str, source: Source, number: int) -> Puzzle:
    """Return the puzzle of a link. Raises ModelError for one that cannot be read."""
    from ...pencil import find_kind, kind_names
    from ...pencil.penpa import read_board

    match = _PACKED.fullmatch(line)
    if match is None:
        raise ModelError(f"no board of Penpa+, expected a link such as {_PAGE}...")
    board = read_board(unquote(match[1]))
    name, *head = kind_name.split() or [re.sub("[ -]", "_", board.title.lower())]
    if name not in kind_names():
        title = f"with the title {board.title!r}" if board.title else "without a title"
        raise ModelError(
            f"a board of Penpa+ {title}, expected its kind: name it, as in --from penpa:masyu"
        )
    it = find_kind(name)
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


PENPA = Format(
    "penpa",
    "pencil puzzles as links to Penpa+, a line each",
    sniff=_sniff,
    read=_read,
    write=_write,
    join="".join,
    example="",
    comments=True,
    detail=_of_kind,
)
