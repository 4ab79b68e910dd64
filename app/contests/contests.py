"""The judges' formats: each contest reads what its judge gives and writes what its judge wants.

The whole input is read before anything is written, so that a mistake in it leaves no half answer;
then answers are written as soon as they are known. Line ends, trailing blanks and a missing last
newline are taken as they come; anything else that the judge would not give is an InputError.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NoReturn

from ...models.errors import InputError, ModelError, did_you_mean, excerpt
from ...models.formats.source import Source
from .covers import COVERS
from .leetcode import LEETCODE
from .sudokus import SUDOKUS
from .task import Contest, Write

__all__ = ["CONTESTS", "Contest", "find_contest", "run_contest"]

_ALL = sorted((*COVERS, *SUDOKUS, *LEETCODE), key=lambda contest: contest.name)
CONTESTS: Mapping[str, Contest] = {contest.name: contest for contest in _ALL}
_BY_ANY_NAME = {name: contest for contest in _ALL for name in (contest.name, *contest.aliases)}


def find_contest(name: str) -> Contest:
    """Return the contest of that name or alias. Raises ModelError, listing the names."""
    return _BY_ANY_NAME.get(name.lower()) or _unknown(name)


def run_contest(
    name: str,
    text: str | bytes,
    write: Write,
    *,
    file: str = "<stdin>",
    solver: str = "auto",
    threads: int = 1,
    complain: Callable[[InputError], object] | None = None,
) -> int:
    """Answer a contest's input; return how many puzzles it held.

    write   takes the output, piece by piece; each piece is of some puzzles, and ends with a newline
    file    what messages call the input
    solver  any solver's name
    threads  how many may work, each at another puzzle where there are many
    complain is called with what is wrong with each puzzle that is passed over; None: the first
             mistake is raised

    Raises ModelError for an unknown contest, InputError for a mistake in the input, Unreached where
    the solver leaves a puzzle open, and what `solve` raises.
    """
    contest = find_contest(name)
    source = Source(text, file)
    while True:
        try:
            return contest.run(source, write, solver, threads)
        except InputError as error:  # nothing is written before all is read
            if complain is None:
                raise
            source = _without(source, error.line, contest.lines)
            complain(error)


def _without(source: Source, number: int, lines: int) -> Source:
    """Return the text without the puzzle that the line `number` is of; raise what is at hand.

    lines  so many lines are a puzzle; 0: there is but one. Of several lines, a puzzle must stand
           between blank lines, or nobody could say where it ends
    """
    left = source.text.split("\n")
    first = last = number - 1
    if lines > 1:
        while first and left[first - 1].strip():
            first -= 1
        while last + 1 < len(left) and left[last + 1].strip():
            last += 1
    others = any(line.strip() for line in (*left[:first], *left[last + 1 :]))
    if not (lines and others and first < len(left)):
        raise
    left[first : last + 1] = [""] * (last + 1 - first)
    return Source("\n".join(left), source.file)


def _unknown(name: str) -> NoReturn:
    known = ", ".join(sorted(_BY_ANY_NAME))
    close = did_you_mean(name, _BY_ANY_NAME)
    raise ModelError(f"unknown contest {excerpt(name)}, expected one of {known}{close}")
