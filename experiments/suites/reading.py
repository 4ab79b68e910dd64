"""A suite as a text in TOML.

    name = "first look"
    files = ["*.dlx"]                   beside the suite
    gallery = ["queens-8"]
    questions = ["count"]
    solvers = ["dlx", "bitmask", "cpsat"]
    seconds = 5

Further keys: `about`; `processor_seconds` and `memory`; `evidence`; `features`; `seeds`,
`repetitions`, `shuffles`; `[expected]`, numbers of solutions by instance; tables `[[solver]]`,
`[[instances]]` and `[[generate]]`, which describe one solver, some files or puzzles of the gallery,
and instances that a generator makes; `[plug_ins]`, solvers in files beside the suite;
`[[program]]`, commands that are run as they are, beside the questions or in their place; and
`[[target]]`, what reports hold the records against. Every mistake is an InputError at its line and
column, before anything runs.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from ...models.errors import InputError, ModelError, excerpt
from ...models.formats.source import Source as Text
from ...models.formats.toml.node import Node, document
from ...models.tables.file_bytes import bytes_of_file
from ...solvers.contract.numbers import byte_count
from ...solvers.search.settings import MOST_MEMORY, Settings
from ..features.features import SECONDS
from ..records.record import RUN
from .programs import programs_of
from .sources import collections_of
from .suite import QUESTIONS, Collection, Expected, Limits, Suite, Variant
from .targets import targets_of
from .variants import Choice, plug_ins_of, variants_of

__all__ = ["memory_of", "read_suite", "seconds_of"]

MOST_SECONDS = 1e9
LEAST_MEMORY = 1 << 20  # bytes, far below what Python itself takes


def seconds_of(value: object) -> float:
    """Return a limit of seconds. Raises ModelError unless it is a number above 0."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        shown = excerpt(value) if isinstance(value, str) else excerpt(repr(value))[1:-1]
        raise ModelError(f"{shown}, expected seconds as a number")
    if not 0 < value <= MOST_SECONDS:
        raise ModelError(f"{value} seconds, expected a number above 0 and up to {MOST_SECONDS:g}")
    return value


def memory_of(value: object) -> int:
    """Return a limit of bytes, of a number or of a text as `"2G"`. Raises ModelError for others."""
    return byte_count(value, LEAST_MEMORY, MOST_MEMORY)


KEYS = (
    "name",
    "about",
    "files",
    "gallery",
    "instances",
    "generate",
    "program",
    "questions",
    "solvers",
    "solver",
    "plug_ins",
    "seeds",
    "repetitions",
    "shuffles",
    "seconds",
    "processor_seconds",
    "memory",
    "features",
    "target",
    "evidence",
    "expected",
)
MOST_REPETITIONS = 10_000
Value = TypeVar("Value")


def read_suite(file: str | Path) -> Suite:
    """Return the suite that a file holds. Raises InputError, with the place, for any mistake."""
    path = Path(file)
    content = bytes_of_file(path, "a suite in TOML")
    if not content.strip():
        raise InputError("the file is empty, expected a suite in TOML", file=str(file))
    text = Text(content, str(file))
    node = document(text, float).table(*KEYS)
    programs = tuple(programs_of(node, path.parent))
    questions: tuple[str, ...] = ()
    solvers: tuple[Variant, ...] = ()
    instances: tuple[Collection, ...] = ()
    if not programs or "questions" in node:  # else it is a suite of programs alone
        questions = _questions(node)
        solvers = variants_of(node, questions, plug_ins_of(node, path.parent))
        instances = tuple(collections_of(node, path.parent, Choice.of(questions, solvers)))
    labels = [solver.label for solver in solvers] + [program.label for program in programs]
    families = {instance.family for instance in instances} | {
        program.family for program in programs
    }
    return Suite(
        name=node["name"].string() if "name" in node else path.stem,
        about=node["about"].string() if "about" in node else "",
        file=str(file),
        text=text.text,
        instances=instances,
        questions=questions,
        solvers=solvers,
        seeds=(_seeds_of(node["seeds"]) if "seeds" in node else ()) or (None,),
        repetitions=(_number(node["repetitions"], "a number", 1) if "repetitions" in node else 1),
        shuffles=(None, *_shuffles(node)),
        limits=Limits(
            seconds=_limit(node, "seconds", seconds_of),
            processor_seconds=_limit(node, "processor_seconds", seconds_of),
            memory=_limit(node, "memory", memory_of),
        ),
        features=_features(node),
        programs=programs,
        targets=tuple(targets_of(node, labels, (*questions, RUN), families)),
        expected=_expected(node),
    )


def _questions(node: Node) -> tuple[str, ...]:
    names = ", ".join(QUESTIONS)

    def question(node: Node) -> str:
        name = node.string(f"one of {names}")
        if name not in QUESTIONS:
            raise node.error(f"no question {excerpt(name)}, expected one of {names}")
        return name

    listed = node.need("questions", f"a list of {names}")
    questions = _each_once(listed, question)
    if not questions:
        raise listed.error(f"no questions, expected some of {names}")
    return questions


def _shuffles(node: Node) -> tuple[int, ...]:
    """Return the seeds of the orders: those of a list, or 1 to a number."""
    if "shuffles" not in node:
        return ()
    shuffles = node["shuffles"]
    if isinstance(shuffles.value, list):
        return _seeds_of(shuffles)
    return tuple(range(1, _number(shuffles, "a list of seeds, or how many orders", 0) + 1))


def _seeds_of(node: Node) -> tuple[int, ...]:
    return _each_once(node, _seed)


def _seed(node: Node) -> int:
    with node.blamed(value=True):
        seed: int = Settings(seed=node.integer("a seed")).seed
    return seed


def _number(node: Node, noun: str, low: int) -> int:
    number = node.integer(noun, low)
    if number > MOST_REPETITIONS:
        raise node.error(f"{number}, expected {noun} of at most {MOST_REPETITIONS}")
    return number


def _each_once(node: Node, read: Callable[[Node], Value]) -> tuple[Value, ...]:
    """Read the elements of an array, none of which may be there twice."""
    values: dict[Value, None] = {}
    for inner in node.array():
        value = read(inner)
        if value in values:
            raise inner.error(f"{value!r} twice, expected it once")
        values[value] = None
    return tuple(values)


def _expected(node: Node) -> dict[str, Expected]:
    """Return the numbers of solutions by instance; one that passes 64 bits is text."""
    counts = {}
    for name in node["expected"].table().value if "expected" in node else ():
        count = node["expected"][name]
        is_text = isinstance(count.value, str) and re.fullmatch("[0-9]+", count.value)
        number = int(count.value) if is_text else count.integer("a number of solutions", 0)
        counts[name] = Expected(number, count.places.value(count.path))
    return counts


def _features(node: Node) -> float | None:
    """Return the seconds for an instance's features; `true`: those of `minuet features`."""
    if "features" in node and isinstance(node["features"].value, bool):
        return SECONDS if node["features"].value else None
    return _limit(node, "features", seconds_of)


def _limit(node: Node, key: str, read: Callable[[object], Value]) -> Value | None:
    if key not in node:
        return None
    with node[key].blamed(value=True):
        return read(node[key].value)
