"""Links to puzz.link: how they are detected, read and written; the kinds are in pencil/kinds.

    https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou

Behind the kind stand columns and rows, and then the clues. Other addresses of the same page are
read too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...errors import ModelError, did_you_mean, excerpt
from ...puzzle import Puzzle
from ..format import Confidence, Format, Problem
from ..source import Source
from .link_lines import puzzles_of_lines
from .written_puzzle import pencil_of

__all__ = ["PUZZ_LINK", "is_bare"]

_PAGE = "https://puzz.link/p?"
_BARE = re.compile(r"[a-z0-9]{2,20}/(?:[a-z]{1,4}/)?[0-9]{1,3}/[0-9]{1,3}(/|$)")
_BEHIND = re.compile(r"[^?]*\?(?:[a-z]+=[a-z]+&)*(.*)")
_FLAG = re.compile("[a-z]{1,4}")
LARGEST = 99  # rows, or columns


def _sniff(source: Source) -> Confidence:
    line = source.first_line.strip()
    if line.lstrip("<\"'")[:9].lower().startswith(("http://", "https://", "puzz.link")):
        from ..links.addresses import PUZZ_LINK as NAME
        from ..links.addresses import site_of

        return Confidence.CERTAIN if site_of(line) == NAME else Confidence.NO
    return Confidence.STRONG if _BARE.match(line) else Confidence.NO


def is_bare(text: str) -> bool:
    """Whether a text is what stands behind `p?` in a link to a kind of puzzle that is read."""
    if not _BARE.match(text):
        return False
    from ...pencil.kind import kind_of_link

    return kind_of_link(text.partition("/")[0]) is not None


def _read(source: Source) -> Sequence[Puzzle]:
    return puzzles_of_lines(source, lambda number, line: _puzzle_of(line, source, number))


def _puzzle_of(line: str, source: Source, number: int) -> Puzzle:
    """Return the puzzle of a link. Raises ModelError for one that cannot be read.

    number  the line of the link
    """
    from ...pencil.grid import Draft
    from ...pencil.kind import kind_of_link, link_names
    from ..links.addresses import address

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
    it = kind_of_link(name)
    if it is None or it.link is None:
        names = link_names()
        close = did_you_mean(name, names) or " (minuet gallery pencil lists them)"
        raise ModelError(f"{excerpt(name)}, a kind minuet has not, expected one of its{close}")
    flags = parts.pop(0) if parts and _FLAG.fullmatch(parts[0]) else ""
    if not set(flags) <= set(it.link.flags):
        reason = f"{name} with the variation {excerpt(flags)}, which minuet has not"
        raise ModelError(f"{reason}: expected the usual rules")
    cols, rows = (_side(parts, place) for place in (0, 1))
    text = "/".join(parts[2:]).removesuffix("/")
    draft = Draft(rows, cols, it.parts)
    draft.head += it.link.heads.get(name, ())
    grid = it.link.read(text, draft)
    for words, count in draft.unread.items():
        source.warn(f"not read: {count} {words}", number)
    return it.puzzle(grid)


def _side(parts: Sequence[str], place: int) -> int:
    text = parts[place] if place < len(parts) else ""
    if not re.fullmatch("[0-9]{1,3}", text) or not 1 <= int(text) <= LARGEST:
        noun = ("columns", "rows")[place]
        raise ModelError(f"{excerpt(text) if text else 'nothing'}, expected 1 to {LARGEST} {noun}")
    return int(text)


def _write(problem: Problem) -> str:
    """Return the puzzle's link. Raises ModelError for one that no kind says."""
    it, grid = pencil_of(problem, PUZZ_LINK.name)
    if it.link is None:
        raise ModelError(f"{PUZZ_LINK.name}: {it.title}, which the page does not have")
    try:
        return f"{_PAGE}{it.link.write(grid)}\n"
    except ModelError as error:
        raise ModelError(f"{PUZZ_LINK.name}: {it.title}: {error}") from None


PUZZ_LINK = Format(
    "puzz-link",
    "pencil puzzles as links to puzz.link, a line each",
    sniff=_sniff,
    read=_read,
    write=_write,
    join="".join,
    example="https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou\n",
    comments=True,
)
