"""Pictures: shapes with roles that a puzzle fills, and renderers that draw them.

picture.py has the shapes, svg.py and text.py are the renderers, and painters/ makes pictures of
tables. `picture_of(puzzle, answer)` returns a `Picture`, `text_of` its lines.
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
