"""The instances that a suite names: files, puzzles of the gallery, and what generators make.

A pattern as `boards/*.dlx` (`**` for any depth) is looked up beside the suite and gives files in
the order of their names. The family of an instance is its name without the number at its end, which
is its size: `queens-8.dlx` is of the family queens and of the size 8. Two numbers, as those of
`pentominoes-6x10`, are no size. A table may set other values:

    [[instances]]
    files = ["hard/*.txt"]
    format = "sudoku"
    family = "hard sudokus"
    n = 9
    questions = ["first"]
    solvers = ["dlx"]

A generator makes one instance for each combination of the values of its parameters:

    [[generate]]
    generator = "random-cover"
    items = [30, 40]                        a value, several, or a range
    density = { from = 0.5, to = 1.5, step = 0.25 }
    seeds = 3                               1, 2 and 3; or a list
    family = "random covers"                else the generator's name
    questions, solvers                      those of the suite that are asked
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...models.errors import ModelError, excerpt, system_words
from ...models.formats.toml.node import Node
from .suite import Collection, Source
from .variants import CHOICE_KEYS, Choice

if TYPE_CHECKING:
    from ..instances.generator import Generator

__all__ = ["collections_of", "generated"]

KEYS = ("files", "format", "gallery", "family", "n", *CHOICE_KEYS)
_SIZED = re.compile(r"(.+?)[-_ ]?([0-9]{1,9})(x[0-9]{1,9})?")


def collections_of(node: Node, folder: Path, every_one: Choice) -> Iterator[Collection]:
    """Yield what a suite names. Raises InputError for what there is not, and for no instances.

    every_one  the suite's questions and solvers, of which a table may choose some
    """
    names: set[str] = set()
    every = 0
    for collection, place in _named(node, folder, every_one):
        if collection.name in names:
            raise place.error(f"{excerpt(collection.name)} twice, expected each instance once")
        names.add(collection.name)
        every += 1
        yield replace(collection, place=place.places.value(place.path))
    if not every:
        raise node.error('no instances, expected some, as in files = ["*.dlx"]')


def _named(node: Node, folder: Path, every_one: Choice) -> Iterator[tuple[Collection, Node]]:
    yield from _listed(node, folder)
    for table in node["instances"].array() if "instances" in node else ():
        chosen = every_one.within(table.table(*KEYS))
        for collection, place in _listed(table, folder):
            yield _with_choice(collection, chosen), place
        if "files" not in table and "gallery" not in table:
            raise table.error("no instances, expected files or gallery")
    for table in node["generate"].array() if "generate" in node else ():
        chosen = every_one.within(table.table())
        for collection in generated(table):
            yield _with_choice(collection, chosen), table


def _with_choice(collection: Collection, chosen: Choice) -> Collection:
    return replace(collection, questions=chosen.questions, solvers=chosen.labels)


def _listed(node: Node, folder: Path) -> Iterator[tuple[Collection, Node]]:
    form = _format(node["format"]) if node.path and "format" in node else ""
    for entry in node["files"].array() if "files" in node else ():
        for file in _files(entry, folder):
            path = folder / file
            yield (
                _collection(node, file.as_posix(), path.stem, Source(file=str(path), form=form)),
                entry,
            )
    for entry in node["gallery"].array() if "gallery" in node else ():
        for name in _entries(entry):
            yield _collection(node, f"gallery:{name}", name, Source(gallery=name)), entry


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
        return _matching_files(node, folder)
    except OSError as error:  # as of a name that is too long
        message = f"{system_words(error)}, expected a file, or a pattern as *.dlx"
        raise node.error(message) from None


def _matching_files(node: Node, folder: Path) -> list[Path]:
    pattern = node.string("a file, or a pattern as *.dlx")
    if not pattern or "\0" in pattern:
        raise node.error(f"{excerpt(pattern)}, expected a file, or a pattern as *.dlx")
    if not any(mark in pattern for mark in "*?["):
        if not (folder / pattern).is_file():
            raise node.error(f"no file {excerpt(pattern)} beside the suite, expected one")
        return [Path(pattern)]
    try:
        every = sorted(file for file in _globbed(folder, pattern) if (folder / file).is_file())
    except (ValueError, NotImplementedError) as error:
        raise node.error(f"pattern {excerpt(pattern)}: {error}, expected one as *.dlx") from None
    suite = Path(node.source.file)  # is itself no instance
    files = [file for file in every if (folder / file) != suite]
    if not files:
        raise node.error(f"no file fits {excerpt(pattern)} beside the suite, expected one or more")
    return files


def _globbed(folder: Path, pattern: str) -> Iterator[Path]:
    """Yield what fits, without what is hidden."""
    if Path(pattern).is_absolute():
        base = Path(Path(pattern).anchor)
        yield from base.glob(str(Path(pattern).relative_to(base)))
        return
    for path in folder.glob(pattern):
        beside = path.relative_to(folder) if path.is_relative_to(folder) else path
        if not any(part.startswith(".") and part != ".." for part in beside.parts):
            yield beside


def _entries(node: Node) -> list[str]:
    """Return the names of the gallery that a name or a pattern stands for."""
    from fnmatch import fnmatchcase

    from ...models.gallery import entry, gallery

    name = node.string("a puzzle of the gallery").removeprefix("gallery:")
    if any(mark in name for mark in "*?["):
        names = [puzzle.name for puzzle in gallery() if fnmatchcase(puzzle.name, name)]
        if not names:
            raise node.error(f"no puzzle of the gallery fits {excerpt(name)}, expected one or more")
        return names
    with node.blamed(value=True):
        return [entry(name).name]


OWN = ("generator", "seeds", "family", *CHOICE_KEYS)
MOST = 100_000  # instances of one table
RANGE = ("from", "to", "step")


def generated(node: Node) -> Iterator[Collection]:
    """Yield the instances of a table. Raises InputError for what its generator does not know."""
    node.table()
    from ..instances import generator

    named = node.need("generator", "a generator's name")
    with named.blamed(value=True):
        maker = generator(named.string("a generator's name"))
    values = {key: _values(node[key], maker) for key in node.value if key not in OWN}
    if "seeds" in node:
        values["seed"] = _seeds(node, maker)
    size = 1
    for several in values.values():
        size *= len(several)
    if size > MOST:
        raise node.error(f"{size} instances, expected {MOST} at most")
    family = node["family"].string() if "family" in node else maker.family
    for chosen in product(*values.values()):
        parameters = dict(zip(values, chosen, strict=True))
        try:
            full = maker.full(parameters)
        except ModelError as error:
            raise _place(node, parameters, maker).error(str(error)) from None
        words = [maker.name]
        for key in parameters:
            value = str(full[key])
            words.append(f"{key}={value.lower() if isinstance(full[key], bool) else value}")
        name = ",".join(words)
        source = Source(generator=maker.name, parameters=full)
        yield Collection(name, family, float(maker.n(**parameters)), source)


def _values(node: Node, maker: Generator) -> list[Any]:
    """Return the values of a parameter: one, those of a list, or those of a range."""
    with node.blamed():
        maker.parameter(node.name)
    if isinstance(node.value, dict):
        return _ranged(node.table(*RANGE))
    if not isinstance(node.value, list):
        return [node.value]
    if not node.value:
        raise node.error("no values, expected some")
    for place, inner in enumerate(node.array()):
        if inner.value in node.value[:place]:
            raise inner.error(f"{inner.value!r} twice, expected each value once")
    return list(node.value)


def _ranged(node: Node) -> list[Any]:
    """Return from, from + step ... to; worked out in fractions, so that .1 three times is .3."""
    ends = {key: node.need(key, "a number") for key in RANGE[:2]}
    step = node["step"].value if "step" in node else 1
    numbers = [*(end.value for end in ends.values()), step]
    for value, place in zip(numbers, [*ends.values(), node], strict=True):
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise place.error("no number, expected { from, to, step } as numbers")
    if not all(abs(value) < 1e15 for value in numbers):
        raise node.error("a number beyond all bounds, expected { from, to, step }")
    whole = all(isinstance(value, int) for value in numbers)
    first, last, width = (Fraction(str(value)) for value in numbers)
    if width <= 0 or last < first:
        raise node.error("an empty range, expected { from, to, step } with to not below from")
    if (last - first) / width >= MOST:
        raise node.error(f"a range of more than {MOST} values, expected fewer")
    places = range(int((last - first) / width) + 1)
    return [(int if whole else float)(first + place * width) for place in places]


def _seeds(node: Node, maker: Generator) -> list[Any]:
    seeds = node["seeds"]
    if "seed" in node:
        raise seeds.key_error("seeds beside seed, expected one of both")
    with seeds.blamed():
        maker.parameter("seed")
    if isinstance(seeds.value, list):
        return [node.integer("a seed", 0) for node in seeds.array()]
    number = seeds.integer("a list of seeds, or how many", 1)
    if number > MOST:
        raise seeds.error(f"{number} seeds, expected {MOST} at most")
    return list(range(1, number + 1))


def _place(node: Node, parameters: dict[str, Any], maker: Generator) -> Node:
    """Return where the value stands that a generator refuses, or else the table."""
    for key, value in parameters.items():
        try:
            maker.full({key: value})
        except ModelError:
            return node["seeds" if key == "seed" and "seeds" in node else key]
    return node
