"""What `minuet` says alone: five commands that can be typed as they stand, and where to read on."""

from __future__ import annotations

__all__ = ["EXAMPLES", "welcome"]

EXAMPLES = (
    ("Lay the twelve pentominoes on a board of 6 x 10.", "minuet solve gallery:pentominoes-6x10"),
    ("In how many ways can eight queens stand?", "minuet count gallery:queens-8"),
    ("Solve a sudoku of your own: a line, a grid, a file.", "echo 1.....3..4.....2 | minuet solve"),
    ("Let every solver answer, and compare.", "minuet check gallery:sudoku-9"),
    ("Begin a puzzle of your own with one that stands.", "minuet gallery queens-8 > mine.toml"),
)


def welcome() -> str:
    """Return the text: narrow enough for any terminal."""
    shown = "".join(f"  {command}\n      {task}\n" for task, command in EXAMPLES)
    return (
        "Solve puzzles that are exact covers, and cross-check the answers.\n\n"
        f"{shown}\n"
        "minuet --help lists the commands, minuet COMMAND --help tells of one."
    )
