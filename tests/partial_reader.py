"""A format whose texts name what its reader does not read, as a package of its own would bring it.

    unread: 3 lines
    unread: rules in words
    1...
    ..3.
    .4..
    ...2

is a sudoku, of which two parts are not read.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from minuet.models import ExactCover, Puzzle
from minuet.models.formats import FORMATS, Confidence, Format, Source

__all__ = ["PARTIAL", "environment", "plug_in"]

MARK = "unread: "


def _sniff(source: Source) -> Confidence:
    return Confidence.CERTAIN if source.first_line.startswith(MARK) else Confidence.NO


def _read(source: Source) -> Sequence[Puzzle | ExactCover]:
    rest = []
    for line in source.text.splitlines():
        if line.startswith(MARK):
            source.warn(line.removeprefix(MARK))
        else:
            rest.append(line)
    inner = Source("\n".join(rest))
    form = FORMATS["constraints" if "~" in inner.text else "sudoku"]
    assert form.read is not None
    return form.read(inner)


def _write(problem: Puzzle | ExactCover) -> str:
    """Write the sudoku, without what was not read."""
    write = FORMATS["constraints"].write
    assert write is not None
    return write(problem)


PARTIAL = Format(
    "partial", "a sudoku with parts that are not read", sniff=_sniff, read=_read, write=_write
)


def plug_in(place: Path) -> None:
    """Install the format in a folder: a process that has it among its paths knows the format."""
    info = place / "partial-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: partial\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[minuet.formats]\npartial = partial_reader:PARTIAL\n")


def environment(place: Path) -> dict[str, str]:
    """Return the environment of such a process."""
    paths = os.pathsep.join([str(place), str(Path(__file__).parent)])
    return {**os.environ, "PYTHONPATH": paths}
