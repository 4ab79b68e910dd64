"""Detect links to f-puzzles and SudokuPad, unpack them and read their puzzles, one a line.

Nothing is ever fetched: a link that holds a name in place of a puzzle is an error that says so. A
packed puzzle may stand without its link, and with the letters that say its format before it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from math import isqrt
from typing import NamedTuple
from urllib.parse import unquote

from ...errors import InputError, ModelError, excerpt
from ...sudokus.sudoku import Sudoku
from ..source import Source
from .f_puzzles_reading import sudoku_of
from .json_values import Value, parsed, parsed_loosely
from .lz_string import decompressed
from .scl import sudoku_of_scl

__all__ = ["PUZZ_LINK", "address", "read_f_puzzles_json", "read_links", "read_scl", "site_of"]

F_PUZZLES = "f-puzzles"
SUDOKUPAD = "sudokupad"
PUZZ_LINK = "puzz-link"

_LINK = re.compile(r"https?://([^/?#\s]*)([^\s]*)", re.IGNORECASE)
_SITES = {
    "f-puzzles.com": F_PUZZLES,
    "sudokupad.app": SUDOKUPAD,
    "sudokupad.com": SUDOKUPAD,
    "beta.sudokupad.app": SUDOKUPAD,
    "alpha.sudokupad.app": SUDOKUPAD,
    "app.crackingthecryptic.com": SUDOKUPAD,
    "crackingthecryptic.com": SUDOKUPAD,
    "puzz.link": PUZZ_LINK,
    "pzplus.tck.mn": PUZZ_LINK,
    "pzv.jp": PUZZ_LINK,
    "pzprxs.vercel.app": PUZZ_LINK,
    "pzpr-puzzles.herokuapp.com": PUZZ_LINK,
}
_NO_SCHEME = re.compile(rf"(?:www\.)?(?:{'|'.join(map(re.escape, _SITES))})/", re.IGNORECASE)
_AROUND = ("<>", '""', "''")
_BEHIND = ",;.)"  # a sentence that goes on, or ends, behind a link
_BARE = re.compile(r"(?:(fpuz(?:zles)?|scl|ctc)|(?=N4I))([A-Za-z0-9+/=%-]{16,})")
_SCF = re.compile(r"(scf)([0-9A-Za-x]{9,})")
_PREFIX = re.compile(r"(fpuz(?:zles)?|scl|ctc|scf)(.*)", re.DOTALL)
_KNOWN = "f-puzzles.com, sudokupad.app or puzz.link"


class Packed(NamedTuple):
    """A packed puzzle: its form (fpuz, scl or scf), and its characters."""

    form: str
    text: str


def unwrapped(line: str) -> str:
    """Return a link with its scheme, and without what pages and mails put around it."""
    line = line.strip()
    if line[:1] + line[-1:] in _AROUND:
        line = line[1:-1].strip()
    return f"https://{line}" if _NO_SCHEME.match(line) else line


def site_of(line: str) -> str | None:
    """Return which of the three sites a line is of; "" for a link to another, None for no link."""
    line = unwrapped(line)
    link = _LINK.match(line)
    if link is not None:
        return _SITES.get(_host(link[1]), "")
    bare = _BARE.fullmatch(line) or _SCF.fullmatch(line)
    if bare is None:
        return None
    return SUDOKUPAD if bare[1] in ("scl", "ctc", "scf") else F_PUZZLES


def address(line: str) -> str:
    """Return what is behind the host of a link. Raises ModelError for a link to another site."""
    link = _LINK.fullmatch(unwrapped(line))
    if link is None:
        raise ModelError(f"{excerpt(line)}, expected one link a line")
    if _host(link[1]) not in _SITES:
        what = f"a link to {excerpt(link[1])}, and nothing is fetched"
        raise ModelError(f"{what}: expected one to {_KNOWN}, with the puzzle in it")
    return link[2]


def packed_in(line: str) -> Packed:
    """Return the packed puzzle of a link to f-puzzles or SudokuPad, or one that stands alone.

    Raises ModelError for a link that holds none.
    """
    bare = _BARE.fullmatch(unwrapped(line)) or _SCF.fullmatch(unwrapped(line))
    if bare is not None:
        return _packed(bare[1] or "fpuz", bare[2])
    behind = address(line)
    site = site_of(line)
    if site == PUZZ_LINK:
        raise ModelError("a link to puzz.link, expected one to f-puzzles.com or sudokupad.app")
    if site == F_PUZZLES:
        found = re.search(r"[?&]load=([^&#]*)", behind)
        if found is None or not found[1]:
            what = "a link to f-puzzles.com without ?load=, and nothing is fetched"
            raise ModelError(f"{what}: expected one with the puzzle in it")
        return _packed("fpuz", found[1])
    named = re.search(r"[?&](?:puzzleid|load)=([^&#]*)", behind)
    identity = re.split("[#?&]", behind, maxsplit=1)[0].strip("/") if named is None else named[1]
    identity = re.sub(r"^(sudoku|puzzle|fpuzzles/(?=.{60}))/?", "", identity)
    known = _PREFIX.match(identity)
    bare = _BARE.fullmatch(identity)
    if known is not None and len(known[2]) > 8:
        return _packed(known[1], known[2])
    if bare is not None:
        return _packed("fpuz", bare[2])
    what = f"the link names the puzzle {excerpt(unquote(identity))}, and nothing is fetched"
    raise ModelError(f"{what}: expected a link with the puzzle in it")


def _packed(form: str, text: str) -> Packed:
    form = {"ctc": "scl", "fpuzzles": "fpuz"}.get(form, form)
    return Packed(form, unquote(text).rstrip(_BEHIND))


def _host(host: str) -> str:
    return host.rpartition("@")[2].partition(":")[0].lower().removeprefix("www.")


# ---- Readers of lines of links -------------------------------------------------------------------


_BLANKS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"


def read_links(source: Source) -> list[Sudoku]:
    """Return the puzzles. Raises InputError, with the line, for a link that cannot be read."""
    lines = [
        (number, line) for number, line in source.numbered() if not line.lstrip().startswith("#")
    ]
    if not lines:
        raise source.error("nothing but comments, expected a link", 1)
    found = []
    for number, line in lines:
        try:
            sudoku, warnings = _sudoku(packed_in(line))
        except InputError as error:
            what = f"in the packed puzzle, at character {error.column}: {error.what}"
            raise source.error(what, number) from None
        except ModelError as error:
            raise source.error(str(error), number) from None
        found.append(sudoku)
        for warning in warnings:
            source.warn(warning, number if len(lines) > 1 else None)
    return found


def read_f_puzzles_json(source: Source) -> Sudoku:
    """Return the puzzle of a text of JSON. Raises InputError for what does not fit."""
    return _in_json(source, sudoku_of)


def read_scl(source: Source) -> Sudoku:
    """Return the puzzle of a text in SudokuPad's own format. Raises InputError as others do."""
    return _in_json(source, sudoku_of_scl)


def _in_json(source: Source, read: Callable[[Value], Sudoku]) -> Sudoku:
    try:
        document = parsed(source.text)
        sudoku = read(document)
    except InputError as error:
        raise source.error(error.what, error.line, error.column) from None
    except ModelError as error:
        raise source.error(str(error), *_place(source, str(error))) from None
    for warning in document.warnings():
        source.warn(warning)
    return sudoku


def _place(source: Source, message: str) -> tuple[int, int]:
    """Return where the key stands with which a message begins; the beginning if none does."""
    key = message.partition(":")[0].partition(" ")[0].partition(",")[0]
    found = (source.text.find(f'"{name}"') for name in (key, f"{key}s"))
    place = next((place for place in found if place >= 0), 0)
    return source.text.count("\n", 0, place) + 1, place - source.text.rfind("\n", 0, place)


def _sudoku(packed: Packed) -> tuple[Sudoku, list[str]]:
    """Return the sudoku and warnings about what is not read."""
    if packed.form == "scf":
        # The sudoku of a line in which a character is a cell and the blanks behind it.
        content = packed.text
        cells = []
        for mark in content:
            place = _BLANKS.find(mark)
            if place < 0:
                raise ModelError(
                    f"{excerpt(mark)} in a sudoku's cells, expected letters and digits"
                )
            cells += [place % 10, *[0] * (place // 10)]
        size = isqrt(len(cells))
        if size * size != len(cells) or size not in (4, 6, 8, 9):
            raise ModelError(f"{len(cells)} cells, expected 81, or the square of 4, 6 or 8")
        if max(cells) > size:
            raise ModelError(f"{max(cells)} in a sudoku of size {size}, expected up to {size}")
        return Sudoku([cells[size * row : size * row + size] for row in range(size)]), []
    text = decompressed(packed.text)
    if packed.form == "fpuz":
        document = parsed(text)
        return sudoku_of(document), document.warnings()
    try:
        document = parsed(text)
    except InputError:
        document = parsed_loosely(text)
    return sudoku_of_scl(document), document.warnings()
