"""The kinds of puzzles, one a file: its rules in words, its reader and its model.

puzzle(grid)              the puzzle of a grid
solution(grid, answer)    an answer as the collection writes it: marks by cell, or row by row
NAMES = True              the marks of a stored solution are only names of regions
MARKS = ("o",)            only these marks of a stored solution count
"""

from __future__ import annotations

from pathlib import Path

__all__ = ["kinds"]


def kinds() -> list[str]:
    """Return the names of all kinds."""
    return sorted(file.stem for file in Path(__file__).parent.glob("[a-z]*.py"))
