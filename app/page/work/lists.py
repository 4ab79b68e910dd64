"""Lists for the page: the puzzles of the gallery, one of them, the formats, the solvers."""

from __future__ import annotations

import logging
import tomllib
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ....models.errors import ModelError
from ....models.formats import FORMATS, write
from .output import ANSWER, Output

if TYPE_CHECKING:
    from ....models.gallery import Entry

__all__ = ["described", "formats", "gallery"]

_LOG = logging.getLogger(__name__)


def gallery(task: dict[str, Any], output: Output) -> None:
    """Report the puzzles of the gallery, each with the text that describes it.

    A computed puzzle has no text yet: writing a large one takes half a second. A puzzle that fails
    to load is left out and logged.
    """
    from ....models.gallery import gallery as entries
    from ....models.gallery import pencil_examples

    puzzles = []
    for item in (*entries(), *pencil_examples()):
        try:
            title, text, form = _known(item)
        except Exception as error:
            _LOG.warning("gallery:%s is left out: %s: %s", item.name, type(error).__name__, error)
            continue
        puzzles.append(
            {
                "name": item.name,
                "title": title,
                "about": item.about,
                "text": text,
                "format": form,
                "solutions": item.solutions,
                "optimum": item.optimum,
                "source": item.source,
            }
        )
    output.send(ANSWER, {"puzzles": puzzles}, last=True)


def _known(entry: Entry) -> tuple[str, str | None, str | None]:
    """Return an entry's title, and its text with its format; None for one that is computed."""
    try:
        return tomllib.loads(entry.text).get("name", entry.name), entry.text, "toml"
    except tomllib.TOMLDecodeError:
        return entry.load().name, None, None


def described(task: dict[str, Any], output: Output) -> None:
    """Report the text of one puzzle of the gallery; of a computed one, the text is written."""
    from ....models.gallery import entry

    gallery_entry = entry(task["name"])
    text, form = _known(gallery_entry)[1:]
    if text is None:
        text, form = _written(gallery_entry)
    output.send(ANSWER, {"name": gallery_entry.name, "text": text, "format": form}, last=True)


def _written(entry: Entry) -> tuple[str, str]:
    puzzle = entry.load()
    for form in ("beads", "toml"):
        with suppress(ModelError):
            return write(puzzle, form), form
    return write(puzzle, "dlx"), "dlx"


def formats(task: dict[str, Any], output: Output) -> None:
    """Report the formats that can be read, and the solvers."""
    from ....solvers.registry import solver_names

    readable = [
        {"name": form.name, "title": form.title, "example": form.example}
        for form in FORMATS.values()
        if form.read is not None
    ]
    writable = [
        {"name": form.name, "title": form.title, "extension": (*form.extensions, ".txt")[0]}
        for form in FORMATS.values()
        if form.write is not None
    ]
    fields = {"formats": readable, "writable": writable, "solvers": ["auto", *solver_names()]}
    output.send(ANSWER, fields, last=True)
