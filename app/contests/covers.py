"""Luogu P4929 (the exact-cover template) and Luogu P4205 (the bead packing of NOI 2005)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...models.formats.source import Source
from .task import Contest, Write, answer_text, answered

if TYPE_CHECKING:
    from ...solvers.contract.watching.receiver import Listener

__all__ = ["COVERS"]


def _exact_cover(
    source: Source, write: Write, solver: str, threads: int, progress: Listener
) -> int:
    from ...models.formats.matrix.binary_matrix import read_binary_matrix

    options = answered(read_binary_matrix(source), solver, threads, progress).options
    if options is None:
        write("No Solution!\n")
    else:
        write(" ".join(str(option + 1) for option in sorted(options)) + "\n")
    return 1


def _beads(source: Source, write: Write, solver: str, threads: int, progress: Listener) -> int:
    from ...models.formats.packing.beads_text import read_beads

    write(answer_text(read_beads(source), solver, threads, progress))
    return 1


COVERS = (
    Contest("luogu-p4929", (), "exact cover: the rows of any one, or No Solution!", _exact_cover),
    Contest("luogu-p4205", (), "bead packing (NOI 2005): the filled triangle", _beads),
)
