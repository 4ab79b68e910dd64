"""The commands, one a file: its options as click reads them, what it does, and what it prints.

A command is imported when it is named, and all of them to be listed by `minuet --help`. So at the
head of a file stands only what is light; the library is imported by whoever asks it, and so is
solving/, which is what `minuet solve` does. counting/ holds the commands about how many solutions
there are and what they are like, experiments/ those of who experiments, lists/ those that list what
there is. cli.py alone imports this room.
"""

__all__ = [
    "check",
    "contest",
    "convert",
    "count",
    "counting",
    "draw",
    "experiments",
    "explain",
    "fuzz",
    "lists",
    "named_choice",
    "serve",
    "solve",
    "solving",
    "status",
    "sudoku",
]
