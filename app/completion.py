"""What a shell completes: by click's own means, and with the names that minuet knows.

`eval "$(_MINUET_COMPLETE=bash_source minuet)"` switches it on; zsh_source and fish_source are for
those shells. A person waits for each answer, so next to nothing is imported: the names of the
gallery are read off its folder, and only what is to be completed is asked: solvers, formats,
contests.

Bash takes a colon for the end of a word. So in what it hands over, words around a colon are put
together again, and of what is handed back it wants what stands behind the last one.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

import click
from click.shell_completion import BashComplete, CompletionItem, add_completion_class

__all__ = [
    "complete",
    "contests",
    "files",
    "forms",
    "gallery_names",
    "generators",
    "kept",
    "levels",
    "listed_solvers",
    "puzzles",
    "solvers",
]

GALLERY = "gallery:"
GENERATOR = "generator:"
KINDS = ("given", "forbid", "rule", "item")  # a test compares these with the library's


def complete(command: click.Command, instruction: str) -> int:
    """Answer a shell: print its script, or what completes the line. Return the exit status."""
    from click.shell_completion import shell_complete

    add_completion_class(_Bash)
    return shell_complete(command, {}, "minuet", "_MINUET_COMPLETE", instruction)


class _Bash(BashComplete):
    """Bash, for words with a colon in them."""

    def get_completion_args(self) -> tuple[list[str], str]:
        args, incomplete = super().get_completion_args()
        # Put together what bash took apart at colons.
        words: list[str] = []
        for word in (*args, incomplete):
            if words and (word == ":" or words[-1].endswith(":")):
                words[-1] += word
            else:
                words.append(word)
        self.hidden = words[-1].rpartition(":")[0]
        return words[:-1], words[-1]

    def format_completion(self, item: CompletionItem[str]) -> str:
        value = item.value.removeprefix(f"{self.hidden}:") if self.hidden else item.value
        return f"{item.type},{value}"


def gallery_names() -> list[str]:
    """Return the names of the gallery's puzzles, read off its folder."""
    from .. import models

    folder = os.path.join(next(iter(models.__path__)), "gallery")  # noqa: PTH118
    names = [name for name in os.listdir(folder) if not name.startswith(("_", "."))]  # noqa: PTH208
    stems = [name[:-5] for name in names if name.endswith(".toml")]
    stems += [name[:-3].replace("_", "-") for name in names if name.endswith(".py")]
    return sorted(stems)


def _beginning(names: Iterable[str], begin: str) -> list[CompletionItem[str]]:
    return [CompletionItem(name) for name in names if name.startswith(begin)]


def files(ctx: click.Context, param: click.Parameter, begin: str) -> list[CompletionItem[str]]:
    """Complete FILE: a file, a puzzle of the gallery, or a generator."""
    completions = []
    if begin and (GALLERY.startswith(begin) or begin.startswith(GALLERY)):
        completions = _beginning((GALLERY + name for name in gallery_names()), begin)
    if begin and (GENERATOR.startswith(begin) or begin.startswith(GENERATOR)):
        completions += _beginning((GENERATOR + name for name in _generators()), begin)
    if completions:
        completions += _beginning(os.listdir(), begin)  # noqa: PTH208  of files the shell knows no longer
    return completions or [CompletionItem(begin, type="file")]


def puzzles(ctx: click.Context, param: click.Parameter, begin: str) -> list[CompletionItem[str]]:
    """Complete the name of a puzzle of the gallery."""
    return _beginning(gallery_names(), begin)


def generators(ctx: click.Context, param: click.Parameter, begin: str) -> list[CompletionItem[str]]:
    """Complete the name of a generator."""
    return _beginning(_generators(), begin)


def _generators() -> list[str]:
    from ..experiments.instances.registry import NAMES

    return sorted(NAMES)


def solvers(ctx: click.Context, param: click.Parameter, begin: str) -> list[CompletionItem[str]]:
    """Complete a solver's name: minuet's own, and those of other packages."""
    return _beginning(_solvers(), begin)


def listed_solvers(
    ctx: click.Context, param: click.Parameter, begin: str
) -> list[CompletionItem[str]]:
    """Complete the last of the solvers between commas."""
    return _last((name for name in _solvers() if name != "auto"), begin)


def kept(ctx: click.Context, param: click.Parameter, begin: str) -> list[CompletionItem[str]]:
    """Complete the last of the kinds of statements between commas."""
    return _last(KINDS, begin)


def _last(names: Iterable[str], begin: str) -> list[CompletionItem[str]]:
    """Complete the last of names between commas, none of which comes twice."""
    before, comma, _ = begin.rpartition(",")
    left = (name for name in names if name not in before.split(","))
    return _beginning((before + comma + name for name in left), begin)


def _solvers() -> list[str]:
    from ..solvers.registry import full_names

    return full_names()


def forms(ctx: click.Context, param: click.Parameter, begin: str) -> list[CompletionItem[str]]:
    """Complete the name of a format that is read."""
    from ..models.formats.registry import FORMATS

    return _beginning((name for name, form in FORMATS.items() if form.read is not None), begin)


def contests(ctx: click.Context, param: click.Parameter, begin: str) -> list[CompletionItem[str]]:
    """Complete the name of a contest, by any judge's name for it."""
    from .contests import CONTESTS

    named = {name for contest in CONTESTS.values() for name in (contest.name, *contest.aliases)}
    return _beginning(sorted(named), begin)


def levels(ctx: click.Context, param: click.Parameter, begin: str) -> list[CompletionItem[str]]:
    """Complete what an answer is to rest on."""
    from ..solvers.contract.evidence import ASKED

    return _beginning(ASKED, begin)
