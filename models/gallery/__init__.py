"""The gallery: puzzles with published numbers of solutions, each described in a file of its own.

An entry is a TOML description (`queens-8.toml`) or, where a table must be computed, a short module
(`bead_triangle.py` is the entry `bead-triangle`) that exposes `puzzle()`, `ABOUT`, `SOURCE` and
`SOLUTIONS` or `OPTIMUM`. A file that is put into this folder is an entry.
"""

from __future__ import annotations

import logging
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any

from ..errors import ModelError, excerpt
from ..formats import read
from ..puzzle import Puzzle

__all__ = ["Entry", "entry", "gallery"]

PREFIX = "gallery:"
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class Entry:
    """A puzzle of the gallery.

    name       what `entry` and the command line call it, as in `queens-8`
    about      what the puzzle asks, in a sentence or two
    solutions  how many solutions it has, whatever they cost; None where nobody has counted them
    optimum    the objective of a best answer; None without an objective
    source     where these numbers are from
    text       its description: TOML, or the source of its module
    """

    name: str
    about: str
    solutions: int | None
    optimum: int | None
    source: str
    text: str = field(repr=False)

    def load(self) -> Puzzle:
        """Return the puzzle, made anew."""
        if self.name in _modules():
            made: Puzzle = _module(self.name).puzzle()
            return made
        (puzzle,) = read(self.text, file=PREFIX + self.name, form="toml").problems
        assert isinstance(puzzle, Puzzle)  # what is written in TOML is never a bare matrix
        return puzzle

    def program(self) -> str:
        """Return the puzzle as a Python program that runs as it stands, and prints an answer.

        Its `puzzle` is the puzzle, or, of an entry that is a module, the function that makes it.
        """
        if self.name in _modules():
            from ._alone import standing_alone

            return standing_alone(self.text)
        from ..formats.toml.program import program_of

        return program_of(self.text)


def gallery() -> tuple[Entry, ...]:
    """Return all entries, in the order of their names; a broken one is logged and left out."""
    return tuple(_entries().values())


def entry(name: str) -> Entry:
    """Return the entry of that name. Raises ModelError, which says what is close, if none is."""
    described, computed = _texts(".toml"), _modules()
    if name in described:
        return _described(name, described[name])
    if name in computed:
        return _computed(name, computed[name])
    known = sorted((*described, *computed))
    close = get_close_matches(name, known, 3, 0.5)
    wanted = f"one of {', '.join(close)}" if close else "a name that `minuet gallery` lists"
    raise ModelError(f"no puzzle {excerpt(name)} in the gallery, expected {wanted}")


@cache
def _entries() -> Mapping[str, Entry]:
    """Return what can be read; of a file that cannot a warning tells, and the others are there."""
    found: list[Entry] = []
    for make, texts in ((_described, _texts(".toml")), (_computed, _modules())):
        for name, text in texts.items():
            try:
                found.append(make(name, text))
            except Exception as error:
                what = f"{type(error).__name__}: {error}"
                _LOG.warning("gallery:%s is left out: %s", name, what)
    return {one.name: one for one in sorted(found, key=lambda one: one.name)}


@cache
def _described(name: str, text: str) -> Entry:
    told: Mapping[str, Any] = tomllib.loads(text)
    return Entry(
        name, told["about"], told.get("solutions"), told.get("optimum"), told["source"], text
    )


def _computed(name: str, text: str) -> Entry:
    told = vars(_module(name))
    return Entry(
        name, told["ABOUT"], told.get("SOLUTIONS"), told.get("OPTIMUM"), told["SOURCE"], text
    )


@cache
def _modules() -> Mapping[str, str]:
    return {name.replace("_", "-"): text for name, text in _texts(".py").items()}


def _module(name: str) -> Any:
    return import_module(f".{name.replace('-', '_')}", __package__)


def _texts(suffix: str) -> Mapping[str, str]:
    """Return the texts of the gallery's files of this kind, by name."""
    return {
        file.name.removesuffix(suffix): file.read_text(encoding="utf-8")
        for file in files(__package__ or __name__).iterdir()
        if file.name.endswith(suffix) and not file.name.startswith(("_", "."))
    }
