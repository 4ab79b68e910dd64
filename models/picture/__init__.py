"""Pictures: shapes with roles that a puzzle fills, and renderers that draw them.

A puzzle says what is there (a cell, a border, a text, a line, a cage) and what it means; SVG and
the terminal each say how that looks. Puzzles import `shapes` and `picture` to say it, and whoever
shows an answer a renderer (`svg`, `text`); nothing here knows a puzzle's class.
`picture_of(puzzle, answer)` gives the `Picture` of these shapes, and `text_of` its lines with the
clues that a terminal cannot draw.
"""

from ..lazily import lazily

with lazily(__name__):
    from .painters.grid_picture import GridPicture
    from .painters.painting import picture_of, text_of
    from .picture import (
        Area,
        Border,
        Cage,
        Candidates,
        Cell,
        Circle,
        Line,
        Outline,
        Painter,
        Picture,
        Shape,
        Square,
        Symbol,
        Text,
        Wedge,
    )
    from .svg import svg
    from .text import text

__all__ = [
    "Area",
    "Border",
    "Cage",
    "Candidates",
    "Cell",
    "Circle",
    "GridPicture",
    "Line",
    "Outline",
    "Painter",
    "Picture",
    "Shape",
    "Square",
    "Symbol",
    "Text",
    "Wedge",
    "picture_of",
    "svg",
    "text",
    "text_of",
]
