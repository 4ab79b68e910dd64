"""Puzzles described in TOML, in the declarative layer's own words.

toml_text.py is the format. description.py reads a whole file; each other file reads one kind of
section of it (tables.py with files.py, rules.py, givens.py, packing.py, sudoku.py,
show.py with show_words.py) on top of node.py (values with their places, places.py), keys.py (how
groups are told), arguments/ (what else rules take) and expressions.py (the arithmetic that is
allowed). context.py is what they share. writing/ is the way back, from a puzzle to a text; program/
makes a Python program of a text, for the gallery. Besides the gallery only the registry of formats
imports this room.
"""

__all__ = [
    "arguments",
    "context",
    "description",
    "expressions",
    "files",
    "givens",
    "keys",
    "node",
    "packing",
    "places",
    "program",
    "rules",
    "show",
    "show_words",
    "sudoku",
    "tables",
    "toml_text",
    "writing",
]
