"""The formats by name: minuet's own, and those of other packages.

Another package adds a format through the entry-point group `minuet.formats`; the entry's name is
the format's name and its value a `Format`.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING

from ..errors import ModelError, did_you_mean, excerpt
from ..importing.installed import entry_points
from .burr.xmpuzzle import XMPUZZLE
from .format import Format
from .graph.graphml import GRAPHML
from .graph.node_link import NODE_LINK
from .links.f_puzzles import F_PUZZLES, F_PUZZLES_JSON, SCL, SUDOKUPAD
from .links.puzz_link.link_text import PUZZ_LINK
from .matrix.binary_matrix import MATRIX
from .matrix.dlx_text import DLX
from .matrix.exports.cnf_text import CNF
from .matrix.exports.cpsat_text import CPSAT
from .matrix.exports.lp_text import LP
from .matrix.exports.minizinc_text import MINIZINC
from .matrix.exports.mps_text import MPS
from .matrix.exports.opb_text import OPB
from .matrix.exports.wcnf_text import WCNF
from .matrix.json_cover import JSON_COVER
from .matrix.knuth_text import KNUTH
from .packing.beads_text import BEADS
from .sudoku.candidates.candidate_lines import CANDIDATE_LINES
from .sudoku.candidates.framed_grids import PENCIL_MARKS, SIMPLE_SUDOKU
from .sudoku.candidates.sdx_text import SDX
from .sudoku.constraint_text import CONSTRAINTS_TEXT
from .sudoku.greater_than import GREATER_THAN
from .sudoku.killer_text import KILLER
from .sudoku.sadman_text import SADMAN
from .sudoku.samurai_text import SAMURAI
from .sudoku.sudoku_text import SUDOKU, TARGET_SUDOKU
from .sudoku.variant_lines import JIGSAW, SUDOKU_X, WINDOKU
from .toml.toml_text import TOML

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["FORMATS", "OWN", "format_of", "unavailable_formats"]

GROUP = "minuet.formats"
SHOWN = 3  # names in an error; all of them would be a long line
_LOG = logging.getLogger(__name__)

# Of equally confident formats the first reads the text.
OWN: Mapping[str, Format] = {
    form.name: form
    for form in (
        SUDOKU,
        TARGET_SUDOKU,
        SUDOKU_X,
        WINDOKU,
        JIGSAW,
        CONSTRAINTS_TEXT,
        KILLER,
        GREATER_THAN,
        CANDIDATE_LINES,
        PENCIL_MARKS,
        SIMPLE_SUDOKU,
        SDX,
        SADMAN,
        SAMURAI,
        F_PUZZLES,
        F_PUZZLES_JSON,
        SUDOKUPAD,
        SCL,
        PUZZ_LINK,
        BEADS,
        XMPUZZLE,
        JSON_COVER,
        NODE_LINK,
        GRAPHML,
        DLX,
        KNUTH,
        MATRIX,
        CNF,
        WCNF,
        OPB,
        MPS,
        LP,
        MINIZINC,
        CPSAT,
        TOML,
    )
}


class _Table(Mapping[str, Format]):
    """All formats that can be used, minuet's own first; others are loaded when they are needed."""

    def __getitem__(self, name: str) -> Format:
        return OWN[name] if name in OWN else _foreign(tuple(sys.path))[0][name]

    def __iter__(self) -> Iterator[str]:
        yield from OWN
        yield from _foreign(tuple(sys.path))[0]

    def __len__(self) -> int:
        return len(OWN) + len(_foreign(tuple(sys.path))[0])


FORMATS: Mapping[str, Format] = _Table()


def unavailable_formats() -> Mapping[str, str]:
    """Return the formats of other packages that cannot be used, each with what is wrong."""
    return _foreign(tuple(sys.path))[1]


def format_of(form: str | Format) -> Format:
    """Return the format of that name; a Format is returned as is.

    Raises ModelError for an unknown name, and for a format of another package that is broken.
    """
    if isinstance(form, Format):
        return form
    if form not in FORMATS:
        if form in unavailable_formats():
            raise ModelError(f"format {form}: {unavailable_formats()[form]}")
        names = list(FORMATS)
        known = f"expected one of {', '.join(names[:SHOWN])}, {len(names) - SHOWN} others"
        known += did_you_mean(form, FORMATS) or " (minuet formats lists them)"
        raise ModelError(f"unknown format {excerpt(form)}, {known}")
    return FORMATS[form]


@cache
def _foreign(path: tuple[str, ...]) -> tuple[dict[str, Format], dict[str, str]]:
    """Load the formats of other packages; return them, and what is wrong with the broken ones.

    path  where packages are found: once for each
    """
    usable: dict[str, Format] = {}
    broken: dict[str, str] = {}
    for entry in sorted(entry_points(group=GROUP)):
        if entry.name in OWN:
            continue
        found = _loaded(entry)
        if isinstance(found, Format):
            usable[entry.name] = found
        else:
            broken[entry.name] = found
            _LOG.warning("format %s is not available: %s", entry.name, found)
    return usable, broken


def _loaded(entry: EntryPoint) -> Format | str:
    """Return another package's format, or what is wrong with it."""
    try:
        found = entry.load()
    except (Exception, SystemExit) as error:
        return f"{type(error).__name__}: {error}"
    if not isinstance(found, Format):
        return f"{type(found).__name__}, expected a minuet Format"
    if found.name != entry.name:
        return f"named {excerpt(found.name)}, expected the entry point's name"
    return found
