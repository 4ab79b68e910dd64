"""Pictures: shapes with roles that a puzzle fills, and renderers that draw them.

A puzzle says what is there (a cell, a border, a text, a line, a cage) and what it means; SVG and
the terminal each say how that looks. Puzzles and their parts import `shapes`; nothing here knows a
puzzle's class.
"""

__all__ = ["grid_picture", "shapes"]
