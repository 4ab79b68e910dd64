"""Pencil puzzles as texts: the name of the kind, then the lines of its grid.

    norinori
    5 5
    - - - - -
    ...

What follows the size, each kind says (pencil/kind.py); `--from pencil:norinori` reads a text
without its first line. In place of the grid may stand a link to Penpa+, which does not say its kind
itself; then what follows the size in a text follows the kind, as in `starbattle 2`. A solution
stands below an empty line, as the collection of puzzlekit writes it, and is not read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from ...answer import Answer
from ...errors import ModelError
from ...puzzle import Puzzle
from ..format import Confidence, Format, Problem
from ..source import Source
from .penpa_link import is_board, puzzle_of_board
from .written_puzzle import pencil_of

__all__ = ["PENCIL"]

_SIZE = re.compile(r"[0-9]+ +[0-9]+( |$)")


def _sniff(source: Source) -> Confidence:
    head = source.head()
    name, *_words = head[0].split()
    if not re.fullmatch("[a-z][a-z0-9_]*", name):
        return Confidence.NO
    from ...pencil import kind_names

    if len(head) < 2:
        return Confidence.CERTAIN if name in kind_names() else Confidence.NO
    if not _SIZE.match(head[1]) and not is_board(head[1]):
        return Confidence.NO
    return Confidence.CERTAIN if name in kind_names() else Confidence.SIMILAR


def _read(source: Source, kind_name: str = "") -> Sequence[Puzzle]:
    from ...pencil import find_kind

    text, first = source.text, 1
    while not text.partition("\n")[0].strip():
        text, first = text.partition("\n")[2], first + 1
    if not kind_name:
        head, _, text = text.partition("\n")
        kind_name, first = head.strip(), first + 1
    try:
        if is_board(text):
            return [puzzle_of_board(text, kind_name, source, first)]
        it = find_kind(kind_name)
    except ModelError as error:
        raise source.error(str(error), 1) from None
    grid, _, solution = text.strip("\n").partition("\n\n")
    if solution.strip():
        source.warn("the solution below the grid is not read")
    return [it.read(grid, source.file, first)]


def _write(problem: Problem) -> str:
    it, grid = pencil_of(problem, "pencil")
    return f"{it.name}\n{grid.text}"


def _solved(problem: Problem, options: Sequence[int]) -> str:
    it, grid = pencil_of(problem, "pencil")
    assert isinstance(problem, Puzzle)
    return f"{it.name}\n{grid.text}\n{it.solution_text(grid, Answer(problem, options))}"


def _of_kind(name: str) -> Format:
    from ...pencil import find_kind

    return replace(PENCIL, read=partial(_read, kind_name=find_kind(name).name))


PENCIL = Format(
    "pencil",
    "a pencil puzzle: its kind, its size, and a line of marks for each row",
    sniff=_sniff,
    read=_read,
    write=_write,
    solved=_solved,
    example="masyu\n2 2\n- w\nb -\n",
    detail=_of_kind,
)
