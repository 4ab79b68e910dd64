"""The format of puzz.link: how its links are detected, read and written; the kinds are in kinds.py.

    https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou

Behind the kind stand columns and rows, and then the clues. Other addresses of the same page are
read too. Kinds, and all that they draw with, are imported for the first such link.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ....errors import ModelError, did_you_mean, excerpt
from ....matrix.exact_cover import ExactCover
from ....puzzle import Puzzle
from ...format import Confidence, Format, Problem
from ...source import Source

__all__ = ["PUZZ_LINK", "is_bare"]

_PAGE = "https://puzz.link/p?"
_BARE = re.compile(r"[a-z]{3,20}/(?:[a-z]/)?[0-9]{1,3}/[0-9]{1,3}(/|$)")
_BEHIND = re.compile(r"[^?]*\?(?:[a-z]+=[a-z]+&)*(.*)")
_FLAG = re.compile("[a-z]{1,4}")
LARGEST = 60  # rows, or columns


def _sniff(source: Source) -> Confidence:
    line = source.first_line.strip()
    if line.lstrip("<\"'")[:9].lower().startswith(("http://", "https://", "puzz.link")):
        from ..addresses import PUZZ_LINK as NAME
        from ..addresses import site_of

        return Confidence.CERTAIN if site_of(line) == NAME else Confidence.NO
    return Confidence.STRONG if _BARE.match(line) else Confidence.NO


def is_bare(text: str) -> bool:
    """Whether a text is what stands behind `p?` in a link to a kind of puzzle that is read."""
    if not _BARE.match(text):
        return False
    from .kinds import BY_NAME

    return text.partition("/")[0] in BY_NAME


def _read(source: Source) -> Sequence[Puzzle]:
    puzzles = []
    for number, line in source.numbered():
        if line.lstrip().startswith("#"):
            continue
        try:
            puzzles.append(_puzzle_of(line.strip()))
        except ModelError as error:
            raise source.error(str(error), number) from None
    if not puzzles:
        raise source.error("nothing but comments, expected a link", 1)
    return puzzles


def _puzzle_of(line: str) -> Puzzle:
    """Return the puzzle of a link. Raises ModelError for one that cannot be read."""
    from ..addresses import address
    from .kind import Body
    from .kinds import BY_NAME

    if _BARE.match(line):
        behind = line
    else:
        match = _BEHIND.fullmatch(address(line))
        if match is None or not match[1]:
            fault = "a link to puzz.link without a puzzle, and nothing is fetched"
            raise ModelError(f"{fault}: expected one such as {_PAGE}sudoku/9/9/...")
        behind = re.sub("%2f", "/", match[1], flags=re.IGNORECASE)
    name, *parts = behind.split("/")
    name = re.sub("_(edit|play)$", "", name)
    if name.startswith("pzprv"):
        raise ModelError(
            "a whole file in the link, expected a link to play such as p?sudoku/9/9/..."
        )
    if name not in BY_NAME:
        names = ", ".join(sorted(kind.names[0] for kind in set(BY_NAME.values())))
        close = did_you_mean(name, BY_NAME)
        raise ModelError(f"{excerpt(name)}, a kind minuet has not, expected one of {names}{close}")
    flags = parts.pop(0) if parts and _FLAG.fullmatch(parts[0]) else ""
    kind = BY_NAME[name]
    if flags:
        reason = f"{name} with the variation {excerpt(flags)}, which minuet has not"
        raise ModelError(f"{reason}: expected the usual rules")
    columns, rows = (_side(parts, place) for place in (0, 1))
    body = Body("/".join(parts[2:]).removesuffix("/"), rows, columns)
    clues = kind.read(body)
    body.end()
    return clues.puzzle()


def _side(parts: Sequence[str], place: int) -> int:
    text = parts[place] if place < len(parts) else ""
    if not re.fullmatch("[0-9]{1,3}", text) or not 1 <= int(text) <= LARGEST:
        noun = ("columns", "rows")[place]
        raise ModelError(f"{excerpt(text) if text else 'nothing'}, expected 1 to {LARGEST} {noun}")
    return int(text)


def _write(problem: Problem) -> str:
    """Return the puzzle's link. Raises ModelError for one that no kind says."""
    from ....sudokus.sudoku import Sudoku
    from .kind import Clued, Kind
    from .latin_squares import KropkiSquare, Minarism, PlainSudoku, Skyscrapers

    name = PUZZ_LINK.name
    if isinstance(problem, ExactCover) or not isinstance(problem, Clued | Sudoku):
        reason = "expected a Sudoku, or a puzzle that was read from a link"
        raise ModelError(f"{name}: {problem!r}, {reason}")
    if isinstance(problem, Clued):
        kinds: list[Kind] = [problem.clues]
    else:
        each = (PlainSudoku, Skyscrapers, KropkiSquare, Minarism)
        candidates = [kind.of(problem) for kind in each]
        kinds = [clues for clues in candidates if clues is not None]
    for clues in kinds:
        again = clues.puzzle()
        if (
            _is_alike(again, problem)
            and set(again.given_options) == set(problem.given_options)
            and again.forbidden_options == problem.forbidden_options
        ):
            return f"{_PAGE}{clues.link}\n"
    reason = f"{problem!r} has givens, rules or costs"
    raise ModelError(f"{name}: {reason} that no kind of puzz.link says")


def _is_alike(first: Puzzle, second: Puzzle) -> bool:
    """Whether the puzzle of the clues has no other rules or costs than the one they were read off.

    A pair of cells may begin at either end, which makes another matrix.
    """
    from ....sudokus.sudoku import Sudoku
    from ...likeness import same_cover

    names = [[rule.name for rule in puzzle.rules] for puzzle in (first, second)]
    pairs = isinstance(second, Sudoku) and bool(second.constraints) and not second.has_objective
    return same_cover(first.matrix, second.matrix) or (pairs and names[0] == names[1])


PUZZ_LINK = Format(
    "puzz-link",
    "sixteen kinds of puzzles as links to puzz.link, a line each",
    sniff=_sniff,
    read=_read,
    write=_write,
    join="".join,
    example="https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou\n",
    comments=True,
)
