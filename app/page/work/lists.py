"""What there is: the puzzles of the gallery, one of them, the formats, the solvers."""

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
    """Tell the puzzles of the gallery, each with the text that describes it.

    One that is computed has none yet: to write it down takes half a second where it is large. What
    cannot be told is left out and logged.
    """
    from ....models.gallery import gallery as entries

    told = []
    for one in entries():
        try:
            title, text, form = _known(one)
        except Exception as error:
            _LOG.warning("gallery:%s is left out: %s: %s", one.name, type(error).__name__, error)
            continue
        told.append(
            {
                "name": one.name,
                "title": title,
                "about": one.about,
                "text": text,
                "format": form,
                "solutions": one.solutions,
                "optimum": one.optimum,
                "source": one.source,
            }
        )
    output.tell(ANSWER, {"puzzles": told}, last=True)


def _known(one: Entry) -> tuple[str, str | None, str | None]:
    """Return an entry's title, and its text with its format; None for one that is computed."""
    try:
        return tomllib.loads(one.text).get("name", one.name), one.text, "toml"
    except tomllib.TOMLDecodeError:
        return one.load().name, None, None


def described(task: dict[str, Any], output: Output) -> None:
    """Tell the text that describes one puzzle of the gallery; what is computed is written down."""
    from ....models.gallery import entry

    one = entry(task["name"])
    text, form = _known(one)[1:]
    if text is None:
        text, form = _written(one)
    output.tell(ANSWER, {"name": one.name, "text": text, "format": form}, last=True)


def _written(one: Entry) -> tuple[str, str]:
    puzzle = one.load()
    for form in ("beads", "toml"):
        with suppress(ModelError):
            return write(puzzle, form), form
    return write(puzzle, "dlx"), "dlx"


def formats(task: dict[str, Any], output: Output) -> None:
    """Tell the formats that can be read, and the solvers that can be asked."""
    from ....solvers.registry import solver_names

    told = [
        {"name": one.name, "title": one.title, "example": one.example}
        for one in FORMATS.values()
        if one.read is not None
    ]
    output.tell(ANSWER, {"formats": told, "solvers": ["auto", *solver_names()]}, last=True)
