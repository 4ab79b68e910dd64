"""Programs that a suite runs as they are: what is no question about one matrix.

[[program]]
name = "python-sat"                             as a solver's: what records and reports call it;
                                                of a list each, which `{name}` in the command is
about = "hard sudokus"                          what it is asked, as an instance's name
command = ["python", "peers/sudokus.py", "{name}"]
input = "hard.txt"                              a file for its standard input; else it is empty

It runs in the suite's folder; `python` is the one that runs minuet. Its seconds are those of the
whole process, unless its last line is a JSON object with its own: runs/program.py reads it.
The digest of the files that the command names is part of what a run is.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from ...models.errors import excerpt
from ...models.formats.toml.node import Node
from ...solvers.search.settings import Settings

__all__ = ["Program", "programs_of"]

KEYS = ("name", "about", "family", "command", "input", "threads")


@dataclass(frozen=True)
class Program:
    """A command.

    label    what the records call it
    about    what it is asked: programs and their counts are compared where this is the same
    family   of what it is asked
    command  its words
    folder   in which it runs
    input    the file of its standard input; "": none
    threads  cores that it gets
    digest   of the files that it names
    """

    label: str
    about: str
    family: str
    command: tuple[str, ...]
    folder: str
    input: str = ""
    threads: int = 1
    digest: str = ""

    @property
    def command_text(self) -> str:
        """The command as a shell would read it, and the digest of its files."""
        given = f" < {shlex.quote(self.input)}" if self.input else ""
        return f"{shlex.join(self.command)}{given} {self.digest}"


def programs_of(node: Node, folder: Path) -> Iterator[Program]:
    """Yield the programs of a suite. Raises InputError, with the place, for any mistake."""
    seen: set[tuple[str, str]] = set()
    for table in node["program"].array() if "program" in node else ():
        table.table(*KEYS)
        named = table.need("name", "a name, or several")
        for each in named.array() if isinstance(named.value, list) else [named]:
            program = _program(table, each.string("a name"), folder)
            if (program.label, program.about) in seen:
                raise each.error(f"{excerpt(program.label)} twice, expected it once")
            seen.add((program.label, program.about))
            yield program


def _program(node: Node, name: str, folder: Path) -> Program:
    words = [word.string("a word") for word in node.need("command", "its words").array()]
    if not words:
        raise node["command"].error("no words, expected those of a command")
    command = tuple(word.replace("{name}", name) for word in words)
    given = node["input"].string("a file beside the suite") if "input" in node else ""
    if given and not (folder / given).is_file():
        raise node["input"].error(f"no file {excerpt(given)} beside the suite, expected one")
    about = node.need("about", "what it is asked").string()
    threads = 1
    if "threads" in node:
        with node["threads"].blamed(value=True):
            threads = Settings(threads=node["threads"].integer("a number", 1)).threads
    return Program(
        name,
        about,
        node["family"].string() if "family" in node else about,
        command,
        str(folder.resolve()),
        given,
        threads,
        _digest(folder, [*command, *[given] * bool(given)]),
    )


def _digest(folder: Path, words: list[str]) -> str:
    """Return the digest of the files among some words."""
    digest = blake2b(digest_size=16)
    for word in words:
        data = b""
        with suppress(OSError, ValueError):  # a word that is no name of a file
            data = (folder / word).read_bytes()
        digest.update(len(data).to_bytes(8, "little") + data)
    return digest.hexdigest()
