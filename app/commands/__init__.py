"""The commands, one a file: its options as click reads them, what it does, and what it prints.

A command is imported when it is named, and all of them to be listed by `minuet --help`. So at the
head of a file stands only what is light; the library is imported by whoever asks it. answers.py,
which writes down what the library says, and solving/, which is what `minuet solve` does, are
imported so, too. cli.py alone imports this room.
"""

__all__ = [
    "answers",
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
    "solve",
    "solvers",
    "solving",
    "status",
    "sudoku",
    "version",
]
