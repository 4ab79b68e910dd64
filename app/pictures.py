"""Pictures in files: what kind a file is to be, its name says.

SVG and text need nothing; PNG is drawn by resvg, an extra (`pip install minuet[png]`).
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, overload

if TYPE_CHECKING:
    from ..models.picture.picture import Picture
    from ..solvers.search.selection import Problem

    Drawn = tuple[Problem, Any]  # with an answer, of a bare matrix its options; None: unsolved

__all__ = [
    "KINDS",
    "kind_of",
    "picture_data",
    "write_grids",
    "write_pictures",
]

KINDS = ("svg", "png", "txt")
ZOOM = 2.0  # pixels of a PNG to one of an SVG
WIDEST = 4000  # pixels of a PNG
FONT = "DejaVu Sans"


def kind_of(path: str) -> str:
    """Return what kind of picture a file is to be. Raises ModelError if its name does not say."""
    from ..models.errors import ModelError

    ending = os.path.splitext(path)[1][1:].lower()  # noqa: PTH122  pathlib costs an import
    if ending not in KINDS:
        wanted = ", ".join(f".{kind}" for kind in KINDS)
        raise ModelError(f"{path}: no picture ends so, expected one of {wanted}")
    if ending == "png":
        require_png()
    return ending


def picture_data(drawn: Sequence[Drawn], kind: str, captions: Sequence[str] = ()) -> bytes:
    """Return the picture of an answer, or a contact sheet of several, as a file of that kind."""
    if kind == "txt":
        return ("\n\n".join(_drawn(drawn, as_text=True)) + "\n").encode()
    return _document(_drawn(drawn, as_text=False), captions, kind)


def _document(pictures: Sequence[Picture], captions: Sequence[str], kind: str) -> bytes:
    from ..models.picture.svg import drawn_together

    document = drawn_together(pictures, captions)
    return png(document) if kind == "png" else document.encode()


@overload
def _drawn(drawn: Sequence[Drawn], *, as_text: Literal[True]) -> list[str]: ...


@overload
def _drawn(drawn: Sequence[Drawn], *, as_text: Literal[False]) -> list[Picture]: ...


def _drawn(drawn: Sequence[Drawn], *, as_text: bool) -> list[Any]:
    """Return the pictures, or their texts; the painter of a puzzle is made once."""
    from ..models.matrix.exact_cover import ExactCover
    from ..models.picture.painters.matrix_picture import matrix_picture, matrix_text
    from ..models.picture.painters.painting import painter_of, picture_of, text_of

    painters: dict[int, Any] = {}
    pictures: list[Any] = []
    for problem, answer in drawn:
        if isinstance(problem, ExactCover):
            pictures.append((matrix_text if as_text else matrix_picture)(problem, answer))
            continue
        if id(problem) not in painters:
            painters[id(problem)] = painter_of(problem)
        draw = text_of if as_text else picture_of
        pictures.append(draw(problem, answer, painters[id(problem)]))
    return pictures


def write_pictures(drawn: Sequence[Drawn], path: str) -> None:
    """Draw answers, or without one a puzzle with its givens, into a file: of several a sheet.

    Raises ModelError for a name of no known kind, Unavailable for PNG without resvg, and OSError,
    naming the file, if it cannot be written.
    """
    _write(picture_data(drawn, kind_of(path), _captions(drawn)), path)


def write_grids(grids: Sequence[Picture], path: str) -> None:
    """Draw grids in shades into a file, several on a sheet with their titles.

    Raises as `write_pictures` does.
    """
    from ..models.picture.painters.painting import shaded_text

    kind = kind_of(path)
    if kind == "txt":
        lines = [f"{grid.title}\n{shaded_text(grid)}\n" for grid in grids]
        _write("\n".join(lines).encode(), path)
    else:
        _write(_document(grids, [grid.title for grid in grids], kind), path)


def _write(data: bytes, path: str) -> None:
    try:
        with open(path, "wb") as file:  # noqa: PTH123  pathlib costs an import
            file.write(data)
    except OSError as error:
        error.filename = path
        raise


def _captions(drawn: Sequence[Drawn]) -> list[str]:
    """Return what is written below each picture: its number, and its objective if there is one."""
    from ..models.matrix.exact_cover import ExactCover

    captions = []
    for place, (problem, answer) in enumerate(drawn, 1):
        if isinstance(problem, ExactCover):
            worth = problem.cost(answer) if problem.has_costs and answer is not None else None
        else:
            worth = None if answer is None else answer.objective
        captions.append(f"{place}" if worth is None else f"{place}: {worth}")
    return captions


def require_png() -> None:
    """Raise Unavailable where resvg is not installed."""
    from ..models.errors import Unavailable

    try:
        import resvg_py  # noqa: F401
    except ImportError:
        raise Unavailable(
            "PNG needs resvg-py, expected it: pip install 'minuet[png]'; or .svg"
        ) from None


def png(document: str) -> bytes:
    """Return an SVG document as PNG, twice as wide in pixels, on light paper."""
    import re

    import resvg_py

    match = re.search(r'<svg[^>]* width="([\d.]+)"', document)
    assert match is not None  # every picture of ours says its width
    width = max(1, min(WIDEST, round(ZOOM * float(match[1]))))
    drawn = resvg_py.svg_to_bytes(
        svg_string=document, width=width, font_family=FONT, sans_serif_family=FONT
    )
    return bytes(drawn)
