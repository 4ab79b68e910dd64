"""The commands, one a file: its options as typer reads them, what it does, and what it prints.

Every start of `minuet` imports all of them, to list them. So at the head of a file stands only what
is light; the library is imported by whoever asks it. answers.py, which writes down what the library
says, is imported so, too. cli.py alone imports this room.
"""

__all__ = [
    "answers",
    "check",
    "contest",
    "count",
    "explain",
    "formats",
    "fuzz",
    "gallery",
    "named_choice",
    "solve",
    "solvers",
]
