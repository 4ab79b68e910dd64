"""The lines that hold a puzzle in a link: detected by their site, and parsed.

Nothing is ever fetched: a link that holds a name in place of a puzzle is an error that says so. A
packed puzzle may stand without its link, and with the letters that say its format before it.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import unquote

from ...errors import ModelError, excerpt

__all__ = ["PUZZ_LINK", "Packed", "address", "packed_in", "site_of"]

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
        reason = f"a link to {excerpt(link[1])}, and nothing is fetched"
        raise ModelError(f"{reason}: expected one to {_KNOWN}, with the puzzle in it")
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
        match = re.search(r"[?&]load=([^&#]*)", behind)
        if match is None or not match[1]:
            reason = "a link to f-puzzles.com without ?load=, and nothing is fetched"
            raise ModelError(f"{reason}: expected one with the puzzle in it")
        return _packed("fpuz", match[1])
    named = re.search(r"[?&](?:puzzleid|load)=([^&#]*)", behind)
    identity = re.split("[#?&]", behind, maxsplit=1)[0].strip("/") if named is None else named[1]
    identity = re.sub(r"^(sudoku|puzzle|fpuzzles/(?=.{60}))/?", "", identity)
    prefix = _PREFIX.match(identity)
    bare = _BARE.fullmatch(identity)
    if prefix is not None and len(prefix[2]) > 8:
        return _packed(prefix[1], prefix[2])
    if bare is not None:
        return _packed("fpuz", bare[2])
    reason = f"the link names the puzzle {excerpt(unquote(identity))}, and nothing is fetched"
    raise ModelError(f"{reason}: expected a link with the puzzle in it")


def _packed(form: str, text: str) -> Packed:
    form = {"ctc": "scl", "fpuzzles": "fpuz"}.get(form, form)
    return Packed(form, unquote(text).rstrip(_BEHIND))


def _host(host: str) -> str:
    return host.rpartition("@")[2].partition(":")[0].lower().removeprefix("www.")
