"""A folder of pages, with an index: a gallery that is played, on any host of files or on none."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

from .page import ascii_markup, filled, static_text

__all__ = ["SitePage", "page_name", "write_index"]

INDEX = "index.html"


class SitePage(NamedTuple):
    """A page of a site: its file, the puzzle's name, what it asks, and its picture as SVG."""

    file: str
    name: str
    about: str
    picture: str


def page_name(name: str, taken: Sequence[str]) -> str:
    """Return the name of a page's file, made of a puzzle's name, that no other page has."""
    stem = re.sub("[^a-z0-9]+", "-", name.lower()).strip("-") or "puzzle"
    if stem == "index":
        stem = "puzzle-index"
    number, file = 1, f"{stem}.html"
    while file in taken:
        number += 1
        file = f"{stem}-{number}.html"
    return file


def write_index(folder: Path, pages: Sequence[SitePage], title: str) -> None:
    """Write the index of the pages of a folder. Raises OSError if it cannot."""
    entries = "\n".join(map(_entry, pages))
    text = filled(
        INDEX,
        {"style": static_text("page.css")},
        title=ascii_markup(title),
        entries=entries,
    )
    (folder / INDEX).write_text(text, "ascii")


def _entry(page: SitePage) -> str:
    data = b64encode(page.picture.encode()).decode()
    about = f"<small>{ascii_markup(page.about)}</small>" if page.about else ""
    return (
        f'<li><a href="{escape(page.file)}">'
        f'<img src="data:image/svg+xml;base64,{data}" alt="" loading="lazy">'
        f"<strong>{ascii_markup(page.name)}</strong>{about}</a></li>"
    )
