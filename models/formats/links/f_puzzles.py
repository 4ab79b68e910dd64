"""The formats of f-puzzles and SudokuPad: how they are detected, and the readers and writers.

Readers and writers, and all constraints with them, are imported for the first such text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..format import Confidence, Format, Problem
from ..source import Source

if TYPE_CHECKING:
    from ...sudokus.sudoku import Sudoku

__all__ = ["F_PUZZLES", "F_PUZZLES_JSON", "SCL", "SUDOKUPAD"]

_PACKED = ("fpuz", "N4", "M4", "scl", "ctc", "scf")
_LINKS = ("http://", "https://", "www.", "f-puzzle", "sudokupa")
_F_PUZZLES = re.compile(r'"grid"\s*:\s*\[\s*\[\s*\{')
_SCL = re.compile(r'"cells"\s*:\s*\[\s*\[\s*[{\[]')


def _of_site(name: str, source: Source) -> Confidence:
    """Detect by the first line; SudokuPad rejects links to unknown sites."""
    line = source.first_line.strip()
    start = line.lstrip("<\"'")[:8]
    if not start.startswith(_PACKED) and not start.lower().startswith(_LINKS):
        return Confidence.NO
    from .addresses import site_of

    site = site_of(line)
    if site == name:
        return Confidence.CERTAIN
    return Confidence.LIKELY if site == "" and name == "sudokupad" else Confidence.NO


def _is_object(source: Source, mark: re.Pattern[str]) -> Confidence:
    fits = source.text.lstrip()[:1] == "{" and mark.search(source.text)
    return Confidence.CERTAIN if fits else Confidence.NO


def _read_links(source: Source) -> Sequence[Sudoku]:
    from .link_lines import read_links

    return read_links(source)


def _read_f_puzzles_json(source: Source) -> Sequence[Sudoku]:
    from .link_lines import read_f_puzzles_json

    return (read_f_puzzles_json(source),)


def _read_scl(source: Source) -> Sequence[Sudoku]:
    from .link_lines import read_scl

    return (read_scl(source),)


def _packed(problem: Problem) -> str:
    from .f_puzzles_writing import write_json
    from .lz_string import compressed

    return compressed(write_json(problem))


def _write_f_puzzles(problem: Problem) -> str:
    return f"https://www.f-puzzles.com/?load={_packed(problem)}\n"


def _write_f_puzzles_json(problem: Problem) -> str:
    from .f_puzzles_writing import write_json

    return write_json(problem) + "\n"


def _write_sudokupad(problem: Problem) -> str:
    from urllib.parse import quote

    return f"https://sudokupad.app/fpuzzles{quote(_packed(problem), safe='')}\n"


def _write_scl(problem: Problem) -> str:
    from .scl import write_scl

    return write_scl(problem) + "\n"


F_PUZZLES = Format(
    "f-puzzles",
    "sudoku variants as links to f-puzzles.com, a line each",
    sniff=lambda source: _of_site("f-puzzles", source),
    read=_read_links,
    write=_write_f_puzzles,
    join="".join,
    example=(
        "https://www.f-puzzles.com/?load=N4IgzglgXgpiBcAWANCA5gJwgEwQbT1ADcBDAGwFc54BGVNC"
        "ImAOwQBcMqBfZYHv3lwC6yQv3GCRYwTL5SBC/iFKVqAZnqMW7TjGEiQAawhkyMDAGMSaaoRAWYpsPhAA"
        "lAEwBhGiFQfP7iAGKlQIIADsIMKobAAW5gC2APYJMGzm+KBkEMwwzvAEbjQBvkWeaqWuxYhBQsJcQA==\n"
    ),
    comments=True,
)
F_PUZZLES_JSON = Format(
    "f-puzzles-json",
    "a sudoku variant as the JSON object of f-puzzles",
    sniff=lambda source: _is_object(source, _F_PUZZLES),
    read=_read_f_puzzles_json,
    write=_write_f_puzzles_json,
    example=(
        '{"size":4,"grid":[[{"value":1,"given":true},{},{},{}],[{},{},{},{}],[{},{},{},{}'
        '],[{},{},{},{"value":3,"given":true}]],"killercage":[{"cells":["R2C1","R2C2"],"v'
        'alue":"7"}],"thermometer":[{"lines":[["R1C2","R1C3","R1C4"]]}]}\n'
    ),
)
SUDOKUPAD = Format(
    "sudokupad",
    "sudoku variants as links to sudokupad.app, a line each",
    sniff=lambda source: _of_site("sudokupad", source),
    read=_read_links,
    write=_write_sudokupad,
    join="".join,
    example=(
        "https://sudokupad.app/fpuzzlesN4IgzglgXgpiBcAWANCA5gJwgEwQbT1ADcBDAGwFc54BGVNCIm"
        "AOwQBcMqBfZYHv3lwC6yQv3GCRYwTL5SBC%2FiFKVqAZnqMW7TjGEiQAawhkyMDAGMSaaoRAWYpsPhAA"
        "lAEwBhGiFQfP7iAGKlQIIADsIMKobAAW5gC2APYJMGzm%2BKBkEMwwzvAEbjQBvkWeaqWuxYhBQsJcQA"
        "%3D%3D\n"
    ),
    comments=True,
)
SCL = Format(
    "scl",
    "a sudoku with cages in SudokuPad's own JSON",
    sniff=lambda source: _is_object(source, _SCL),
    read=_read_scl,
    write=_write_scl,
    example=(
        '{"cellSize":50,"cells":[[{"value":"1"},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{}'
        ',{},{},{"value":"3"}]],"regions":[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],['
        '1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]],"cages":[{"cells":[[1'
        ',0],[1,1]],"unique":true,"value":"7","sum":7}]}\n'
    ),
)
