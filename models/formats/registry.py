"""The formats by name: minuet's own, and those of other packages.

Another package adds a format through the entry-point group `minuet.formats`; the entry's name is
the format's name and its value a `Format`.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from ..errors import ModelError, did_you_mean, excerpt
from ..installed import entry_points
from .format import Format

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["FORMATS", "OWN", "format_of", "unavailable_formats"]

GROUP = "minuet.formats"
SHOWN = 3  # names in an error; all of them would be a long line
_LOG = logging.getLogger(__name__)

# The module and the object of each of minuet's own formats. Of equally confident formats the first
# reads the text.
_OWN = {
    "sudoku": ("sudoku.sudoku_text", "SUDOKU"),
    "target-sudoku": ("sudoku.sudoku_text", "TARGET_SUDOKU"),
    "sudoku-x": ("sudoku.variant_lines", "SUDOKU_X"),
    "windoku": ("sudoku.variant_lines", "WINDOKU"),
    "jigsaw": ("sudoku.variant_lines", "JIGSAW"),
    "constraints": ("sudoku.constraint_text", "CONSTRAINTS_TEXT"),
    "killer": ("sudoku.killer_text", "KILLER"),
    "greater-than": ("sudoku.greater_than", "GREATER_THAN"),
    "candidates": ("sudoku.candidates", "CANDIDATE_LINES"),
    "pencil-marks": ("sudoku.candidates", "PENCIL_MARKS"),
    "simple-sudoku": ("sudoku.candidates", "SIMPLE_SUDOKU"),
    "sdx": ("sudoku.candidates", "SDX"),
    "sadman": ("sudoku.sadman_text", "SADMAN"),
    "samurai": ("sudoku.samurai_text", "SAMURAI"),
    "f-puzzles": ("links.f_puzzles", "F_PUZZLES"),
    "f-puzzles-json": ("links.f_puzzles", "F_PUZZLES_JSON"),
    "sudokupad": ("links.f_puzzles", "SUDOKUPAD"),
    "scl": ("links.f_puzzles", "SCL"),
    "pencil": ("pencil.pencil_text", "PENCIL"),
    "puzz-link": ("pencil.puzz_link", "PUZZ_LINK"),
    "puzzlekit": ("pencil.puzzlekit", "PUZZLEKIT"),
    "penpa": ("pencil.penpa_link", "PENPA"),
    "beads": ("beads_text", "BEADS"),
    "xmpuzzle": ("xmpuzzle", "XMPUZZLE"),
    "xcsp3": ("xcsp3.xcsp3", "XCSP3"),
    "json-cover": ("matrix.json_cover", "JSON_COVER"),
    "node-link": ("graphs", "NODE_LINK"),
    "graphml": ("graphs", "GRAPHML"),
    "dlx": ("matrix.dlx_text", "DLX"),
    "knuth": ("matrix.knuth_text", "KNUTH"),
    "matrix": ("matrix.binary_matrix", "MATRIX"),
    "cnf": ("matrix.clause_exports", "CNF"),
    "wcnf": ("matrix.clause_exports", "WCNF"),
    "opb": ("matrix.linear_exports", "OPB"),
    "mps": ("matrix.linear_exports", "MPS"),
    "lp": ("matrix.linear_exports", "LP"),
    "minizinc": ("matrix.linear_exports", "MINIZINC"),
    "cpsat": ("matrix.linear_exports", "CPSAT"),
    "toml": ("toml.toml_text", "TOML"),
}


class _Own(Mapping[str, Format]):
    """Minuet's own formats; the module of each is imported when the format is first used."""

    def __getitem__(self, name: str) -> Format:
        module, attribute = _OWN[name]
        form: Format = getattr(import_module(f".{module}", __package__), attribute)
        return form

    def __iter__(self) -> Iterator[str]:
        return iter(_OWN)

    def __len__(self) -> int:
        return len(_OWN)

    def __contains__(self, name: object) -> bool:
        return name in _OWN


OWN: Mapping[str, Format] = _Own()


class _Table(Mapping[str, Format]):
    """All formats that can be used, minuet's own first; others are loaded when they are needed."""

    def __getitem__(self, name: str) -> Format:
        return OWN[name] if name in _OWN else _plug_ins()[0][name]

    def __iter__(self) -> Iterator[str]:
        yield from OWN
        yield from _plug_ins()[0]

    def __len__(self) -> int:
        return len(OWN) + len(_plug_ins()[0])


FORMATS: Mapping[str, Format] = _Table()


def unavailable_formats() -> Mapping[str, str]:
    """Return the formats of other packages that cannot be used, each with what is wrong."""
    return _plug_ins()[1]


def format_of(form: str | Format) -> Format:
    """Return the format of that name; a Format is returned as is.

    Behind a colon may stand more, of a format that knows what to do with it: `pencil:masyu`.

    Raises ModelError for an unknown name, and for a format of another package that is broken.
    """
    if isinstance(form, Format):
        return form
    name, colon, detail = form.partition(":")
    try:
        found = FORMATS[name]
    except KeyError:
        pass
    else:
        if not colon:
            return found
        if found.detail is not None:
            return found.detail(detail)
    if form in unavailable_formats():
        raise ModelError(f"format {form}: {unavailable_formats()[form]}")
    names = list(FORMATS)
    expected = f"expected one of {', '.join(names[:SHOWN])}, {len(names) - SHOWN} others"
    expected += did_you_mean(form, FORMATS) or " (minuet formats lists them)"
    raise ModelError(f"unknown format {excerpt(form)}, {expected}")


def _plug_ins() -> tuple[dict[str, Format], dict[str, str]]:
    """Return the formats of other packages, also of those on a path that was added meanwhile."""
    return _foreign(tuple(sys.path))


@cache
def _foreign(path: tuple[str, ...]) -> tuple[dict[str, Format], dict[str, str]]:
    """Load the formats of other packages; return them, and what is wrong with the broken ones."""
    usable: dict[str, Format] = {}
    broken: dict[str, str] = {}
    for entry in sorted(entry_points(group=GROUP)):
        if entry.name in OWN:
            continue
        loaded = _loaded(entry)
        if isinstance(loaded, Format):
            usable[entry.name] = loaded
        else:
            broken[entry.name] = loaded
            _LOG.warning("format %s is not available: %s", entry.name, loaded)
    return usable, broken


def _loaded(entry: EntryPoint) -> Format | str:
    """Return another package's format, or what is wrong with it."""
    try:
        loaded = entry.load()
    except (Exception, SystemExit) as error:
        return f"{type(error).__name__}: {error}"
    if not isinstance(loaded, Format):
        return f"{type(loaded).__name__}, expected a minuet Format"
    if loaded.name != entry.name:
        return f"named {excerpt(loaded.name)}, expected the entry point's name"
    return loaded
