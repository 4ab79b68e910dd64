"""The instances that a suite names: files, puzzles of the gallery, and what generators make.

A pattern as `boards/*.dlx` (`**` for any depth) is looked up beside the suite and gives files in
the order of their names. What an instance is one of, its family, is its name without the number at
its end, which is its size: `queens-8.dlx` is queens of the size 8. Two numbers, as those of
`pentominoes-6x10`, are no size, for nobody knows which of them grows. A table says otherwise:

    [[instances]]
    files = ["hard/*.txt"]
    format = "sudoku"
    family = "hard sudokus"
    n = 9
    questions = ["first"]
    solvers = ["dlx"]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from ...models.errors import excerpt, system_words
from ...models.formats.toml.node import Node
from .asked import KEYS as ASKED
from .asked import Choice
from .generated import generated
from .suite import Collection, Source

__all__ = ["collections_of"]

KEYS = ("files", "format", "gallery", "family", "n", *ASKED)
_SIZED = re.compile(r"(.+?)[-_ ]?([0-9]{1,9})(x[0-9]{1,9})?")


def collections_of(node: Node, folder: Path, every_one: Choice) -> Iterator[Collection]:
    """Yield what a suite names. Raises InputError for what there is not, and for no instances.

    every_one  the suite's questions and solvers, of which a table may choose some
    """
    known: set[str] = set()
    every = 0
    for one, place in _named(node, folder, every_one):
        if one.name in known:
            raise place.error(f"{excerpt(one.name)} twice, expected each instance once")
        known.add(one.name)
        every += 1
        yield replace(one, place=place.places.value(place.path))
    if not every:
        raise node.error('no instances, expected some, as in files = ["*.dlx"]')


def _named(node: Node, folder: Path, every_one: Choice) -> Iterator[tuple[Collection, Node]]:
    yield from _listed(node, folder)
    for table in node["instances"].array() if "instances" in node else ():
        chosen = every_one.within(table.table(*KEYS))
        for one, place in _listed(table, folder):
            yield _asked(one, chosen), place
        if "files" not in table and "gallery" not in table:
            raise table.error("no instances, expected files or gallery")
    for table in node["generate"].array() if "generate" in node else ():
        chosen = every_one.within(table.table())
        for one in generated(table):
            yield _asked(one, chosen), table


def _asked(one: Collection, chosen: Choice) -> Collection:
    return replace(one, questions=chosen.questions, solvers=chosen.labels)


def _listed(node: Node, folder: Path) -> Iterator[tuple[Collection, Node]]:
    form = _format(node["format"]) if node.path and "format" in node else ""
    for one in node["files"].array() if "files" in node else ():
        for file in _files(one, folder):
            path = folder / file
            yield (
                _collection(node, file.as_posix(), path.stem, Source(file=str(path), form=form)),
                one,
            )
    for one in node["gallery"].array() if "gallery" in node else ():
        for name in _entries(one):
            yield _collection(node, f"gallery:{name}", name, Source(gallery=name)), one


def _format(node: Node) -> str:
    from ...models.formats.registry import format_of

    with node.blamed(value=True):
        return format_of(node.string("a format's name")).name


def _collection(node: Node, name: str, plain: str, source: Source) -> Collection:
    sized = _SIZED.fullmatch(plain)
    family = sized[1] if sized else plain
    n = float(sized[2]) if sized and not sized[3] else None
    if node.path and "family" in node:
        family = node["family"].string()
    if node.path and "n" in node:
        n = float(node["n"].integer("a size"))
    return Collection(name, family, n, source)


def _files(node: Node, folder: Path) -> list[Path]:
    """Return the files that a name or a pattern stands for, by their names."""
    try:
        return _found(node, folder)
    except OSError as error:  # as of a name that is too long
        what = f"{system_words(error)}, expected a file, or a pattern as *.dlx"
        raise node.error(what) from None


def _found(node: Node, folder: Path) -> list[Path]:
    pattern = node.string("a file, or a pattern as *.dlx")
    if not pattern or "\0" in pattern:
        raise node.error(f"{excerpt(pattern)}, expected a file, or a pattern as *.dlx")
    if not any(mark in pattern for mark in "*?["):
        if not (folder / pattern).is_file():
            raise node.error(f"no file {excerpt(pattern)} beside the suite, expected one")
        return [Path(pattern)]
    try:
        every = sorted(one for one in _globbed(folder, pattern) if (folder / one).is_file())
    except (ValueError, NotImplementedError) as error:
        raise node.error(f"pattern {excerpt(pattern)}: {error}, expected one as *.dlx") from None
    suite = Path(node.source.file)  # is itself no instance
    found = [one for one in every if (folder / one) != suite]
    if not found:
        raise node.error(f"no file fits {excerpt(pattern)} beside the suite, expected one or more")
    return found


def _globbed(folder: Path, pattern: str) -> Iterator[Path]:
    """Yield what fits, without what is hidden."""
    if Path(pattern).is_absolute():
        base = Path(Path(pattern).anchor)
        yield from base.glob(str(Path(pattern).relative_to(base)))
        return
    for one in folder.glob(pattern):
        beside = one.relative_to(folder) if one.is_relative_to(folder) else one
        if not any(part.startswith(".") and part != ".." for part in beside.parts):
            yield beside


def _entries(node: Node) -> list[str]:
    """Return the names of the gallery that a name or a pattern stands for."""
    from fnmatch import fnmatchcase

    from ...models.gallery import entry, gallery

    name = node.string("a puzzle of the gallery").removeprefix("gallery:")
    if any(mark in name for mark in "*?["):
        found = [one.name for one in gallery() if fnmatchcase(one.name, name)]
        if not found:
            raise node.error(f"no puzzle of the gallery fits {excerpt(name)}, expected one or more")
        return found
    with node.blamed(value=True):
        return [entry(name).name]
