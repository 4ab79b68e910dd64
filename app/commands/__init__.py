"""The commands, one a file: its options as click reads them, what it does, and what it prints.

A command is imported when it is named, and all of them to be listed by `minuet --help`. So at the
head of a file stands only what is light; the library is imported by whoever asks it, and so is
solving/, which is what `minuet solve` does. cli.py alone imports this room.
"""

__all__ = [
    "check",
    "contest",
    "convert",
    "count",
    "draw",
    "estimate",
    "explain",
    "formats",
    "fuzz",
    "gallery",
    "named_choice",
    "serve",
    "solve",
    "solvers",
    "solving",
    "status",
    "sudoku",
    "version",
]
