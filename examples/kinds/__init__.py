"""The kinds of puzzles: a file for each, with its rules in words, its reader and its model.

puzzle(grid)              the puzzle of a grid
solution(grid, answer)    an answer as the collection writes it: marks by cell, or row by row
NAMES = True              where the marks of a solution are no more than names of regions
MARKS = ("o",)            where only these marks of a stored solution say something
"""

from __future__ import annotations

from pathlib import Path

__all__ = ["kinds"]


def kinds() -> list[str]:
    """Return the names of all kinds."""
    return sorted(file.stem for file in Path(__file__).parent.glob("[a-z]*.py"))
