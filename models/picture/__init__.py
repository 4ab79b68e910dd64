"""Pictures: shapes with roles that a puzzle fills, and renderers that draw them.

A puzzle says what is there (a cell, a border, a text, a line, a cage) and what it means; SVG and
the terminal each say how that looks. Puzzles import `shapes` and `picture` to say it, and whoever
shows an answer a renderer (`svg`, `text`); nothing here knows a puzzle's class.
"""

__all__ = [
    "colors",
    "elements",
    "in_text",
    "labels",
    "lettering",
    "notebook",
    "outlines",
    "painters",
    "paper",
    "picture",
    "pictured",
    "planes",
    "shapes",
    "sheet",
    "styles",
    "svg",
    "symbols",
    "text",
]
