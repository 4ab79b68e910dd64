"""The bead triangle: a packing whose placements are computed, not listed."""

from __future__ import annotations

from ..packings.named_packings import BeadPuzzle
from ..puzzle import Puzzle

ABOUT = "Lay the twelve pieces of beads, each once, on a triangle of 55 cells."
SOLUTIONS = 32288
SOURCE = "the toy of NOI 2005, problem 1; counted by dancing links and by bit masks"


def puzzle() -> Puzzle:
    """Return the empty triangle."""
    return BeadPuzzle()
