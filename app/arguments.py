"""The arguments and options that several commands share."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated, Any

import typer

__all__ = [
    "AsJson",
    "EvidenceLevel",
    "File",
    "Form",
    "Memory",
    "MostChoices",
    "Parameters",
    "PrimaryOnly",
    "Seed",
    "SolverName",
    "SolverNames",
    "Threads",
    "TimeLimit",
    "names_of",
    "parameters_of",
    "require_used",
    "size_of",
]

File = Annotated[
    str,
    typer.Argument(
        metavar="[FILE]", help="A file in any format, or gallery:NAME; - is standard input."
    ),
]
SolverName = Annotated[str, typer.Option("--solver", help="A name that `minuet solvers` lists.")]
SolverNames = Annotated[
    str | None, typer.Option("--solvers", metavar="A,B,C", help="Which solvers; else all.")
]
Form = Annotated[
    str | None, typer.Option("--from", metavar="FORM", help="The input's format, if not sniffed.")
]
MostChoices = Annotated[
    int | None,
    typer.Option("--most-choices", metavar="N", min=1, help="How large a description may get."),
]
PrimaryOnly = Annotated[
    bool,
    typer.Option(
        "--primary-only",
        help="Leave out a matrix's options without a primary item, as Knuth's programs do.",
    ),
]
TimeLimit = Annotated[
    float | None, typer.Option("--time-limit", metavar="S", min=0, help="Seconds for each puzzle.")
]
Threads = Annotated[
    int, typer.Option("--threads", metavar="N", help="Threads that may work at a puzzle.")
]
Memory = Annotated[
    str | None,
    typer.Option(
        "--memory",
        metavar="SIZE",
        help="What counting with memory may take: bytes, or with K, M or G. [default: a quarter "
        "of the machine's]",
    ),
]
EvidenceLevel = Annotated[
    str,
    typer.Option(
        "--evidence",
        metavar="LEVEL",
        help="agreed: a solver of another kind must say the same. [default: claimed]",
        show_default=False,
    ),
]
Seed = Annotated[
    int | None,
    typer.Option(
        "--seed", metavar="N", help="For a solver that draws at random, and to repeat it."
    ),
]
Parameters = Annotated[
    list[str] | None,
    typer.Option(
        "--parameter",
        metavar="NAME=VALUE",
        help="A parameter of the solver's own library (cpsat, mip, sat); may be repeated.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object for each puzzle.")]

_SIZE = re.compile(r"([0-9]+)([KMG]?)", re.ASCII)
_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


def size_of(text: str) -> int:
    """Return the bytes that `--memory` speaks of. Raises BadParameter for what is no size."""
    found = _SIZE.fullmatch(text.upper())
    size = int(found[1]) * _UNITS[found[2]] if found and len(text) < 20 else 0
    if not 0 < size < 1 << 63:
        raise typer.BadParameter(
            f"{text[:40]!r} is no size, expected bytes such as 500M or 2G", param_hint="'--memory'"
        )
    return size


def names_of(text: str | None) -> list[str] | None:
    """Return the names that stand between commas; None: none were given."""
    return None if text is None else [name.strip() for name in text.split(",")]


def parameters_of(texts: Sequence[str] | None) -> dict[str, Any]:
    """Return what `--parameter` says: true and false, numbers, or else words.

    Raises BadParameter for what is not NAME=VALUE, and for a name that comes twice.
    """
    parameters: dict[str, Any] = {}
    for text in texts or ():
        name, equals, value = text.partition("=")
        if not (name and equals) or name in parameters:
            why = "comes twice" if name in parameters else "is not NAME=VALUE"
            raise typer.BadParameter(f"{text[:40]!r} {why}", param_hint="'--parameter'")
        parameters[name] = _value(value)
    return parameters


def _value(text: str) -> bool | int | float | str:
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        with suppress(ValueError):
            return kind(text)
    return text


def require_used(solver: str, threads: int, memory: str | None = None) -> None:
    """Raise BadParameter for `--threads` or `--memory` where the solver would not heed them.

    Those of other packages are trusted to.
    """
    base = solver.partition(":")[0]
    if threads > 1 and base in ("sat", "mip"):
        raise typer.BadParameter(f"{solver} works in one thread", param_hint="'--threads'")
    if memory is None or solver in ("auto", "dlx:memo"):
        return
    from ..solvers.registry import foreign_names, solver_names

    if base in set(solver_names()).difference(foreign_names()):
        what = f"{solver} keeps no states, expected auto or dlx:memo"
        raise typer.BadParameter(what, param_hint="'--memory'")
