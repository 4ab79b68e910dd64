"""The gallery: puzzles with published numbers of solutions, each described in a file of its own.

An entry is a TOML description (`queens-8.toml`) or, where a table must be computed, a short module
(`bead_triangle.py` is the entry `bead-triangle`) that exposes `puzzle()`, `ABOUT`, `SOURCE` and
`SOLUTIONS` or `OPTIMUM`. A file that is put into this folder is an entry. The example of each kind
of pencil puzzle (pencil/kinds) is an entry, too, which the kind's name finds and `pencil_examples`
lists.
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
from typing import TYPE_CHECKING, Any

from ..errors import ModelError, excerpt
from ..formats import read
from ..puzzle import Puzzle

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

__all__ = ["Entry", "entry", "gallery", "pencil_examples"]

PREFIX = "gallery:"
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class Entry:
    """A puzzle of the gallery.

    name       what `entry` and the command line call it, as in `queens-8`
    about      what the puzzle asks, in a sentence or two
    solutions  how many solutions it has, whatever they cost; None if not counted
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
        if not _is_described(self.name):
            result: Puzzle = _module(self.name).puzzle()
            return result
        (puzzle,) = read(self.text, file=PREFIX + self.name, form="toml").problems
        assert isinstance(puzzle, Puzzle)  # what is written in TOML is never a bare matrix
        return puzzle

    def program(self) -> str:
        """Return the puzzle as a Python program that runs as it stands, and prints an answer.

        Its `puzzle` is the puzzle, or, of an entry that is a module, the function that makes it.
        """
        if not _is_described(self.name):
            from ._alone import standing_alone

            return standing_alone(self.text)
        from ..formats.toml.program import program_of

        return program_of(self.text)


def gallery() -> tuple[Entry, ...]:
    """Return all entries, in the order of their names; a broken one is logged and left out."""
    return tuple(_entries().values())


def entry(name: str) -> Entry:
    """Return the entry of that name. Raises ModelError, which names similar ones, if none is."""
    files = _files()
    if name in files:
        return _entry(name)
    from ..pencil import kind_names

    if name in kind_names():
        return _example(name)
    close = get_close_matches(name, sorted([*files, *kind_names()]), 3, 0.5)
    wanted = f"one of {', '.join(close)}" if close else "a name that `minuet gallery` lists"
    raise ModelError(f"no puzzle {excerpt(name)} in the gallery, expected {wanted}")


def pencil_examples() -> tuple[Entry, ...]:
    """Return an entry for each kind of pencil puzzle, in the order of their names."""
    from ..pencil import kind_names

    return tuple(map(_example, kind_names()))


def _example(name: str) -> Entry:
    """Return the example of a kind of pencil puzzle as an entry."""
    from json import dumps

    from ..pencil import find_kind

    kind = find_kind(name)
    about = " ".join(kind.rules.partition(":")[2].split())
    about = about[:1].upper() + about[1:]
    head = [f"name = {dumps(kind.title)}", f"about = {dumps(about, ensure_ascii=False)}"]
    head += ["solutions = 1", f"source = {dumps(kind.source, ensure_ascii=False)}"]
    grid = f"[pencil]\nkind = {dumps(name)}\ngrid = '''\n{kind.example_text}'''\n"
    return Entry(name, about, 1, None, kind.source, "\n".join([*head, "", grid]))


@cache
def _entries() -> Mapping[str, Entry]:
    """Return the entries in the order of their names; a broken one is logged and left out."""
    entries: dict[str, Entry] = {}
    for name in sorted(_files()):
        try:
            entries[name] = _entry(name)
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            _LOG.warning("gallery:%s is left out: %s", name, reason)
    return entries


@cache
def _files() -> Mapping[str, Traversable]:
    """Return the files of the gallery by the names of their entries."""
    return {
        _name(file): file
        for file in files(__package__ or __name__).iterdir()
        if file.name.endswith((".toml", ".py")) and not file.name.startswith(("_", "."))
    }


def _name(file: Traversable) -> str:
    """Return the name of a file's entry."""
    if file.name.endswith(".toml"):
        return file.name.removesuffix(".toml")
    return file.name.removesuffix(".py").replace("_", "-")


def _is_described(name: str) -> bool:
    """Whether an entry is a description in TOML, as one that the gallery lacks; else a module."""
    file = _files().get(name)
    return file is None or file.name.endswith(".toml")


def _module(name: str) -> Any:
    return import_module(f".{name.replace('-', '_')}", __package__)


@cache
def _entry(name: str) -> Entry:
    """Read the entry of that name, which is a file of the gallery."""
    text = _files()[name].read_text(encoding="utf-8")
    if _is_described(name):
        fields: Mapping[str, Any] = tomllib.loads(text)
    else:
        fields = {key.lower(): value for key, value in vars(_module(name)).items() if key.isupper()}
    solutions, optimum = fields.get("solutions"), fields.get("optimum")
    return Entry(name, fields["about"], solutions, optimum, fields["source"], text)
