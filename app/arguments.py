"""The arguments and options that several commands share."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from .inputs import FILES, Source

if TYPE_CHECKING:
    from fractions import Fraction

_PLAIN = re.compile(r"[-+./0-9A-Za-z]+", re.ASCII)

__all__ = [
    "AnyWholeNumber",
    "ExactNumber",
    "NewPath",
    "Number",
    "WholeNumber",
    "as_json",
    "certificate",
    "completing",
    "drawing",
    "file",
    "files",
    "hint",
    "names_of",
    "numbered",
    "output",
    "plain",
    "reading",
    "seconds",
    "seed_of",
    "solver_names",
    "source_option",
    "whole",
]


def plain(value: Any) -> Any:
    """Return a number's text. Raises ValueError for digits of other scripts, `_` between digits
    and spaces, all of which Python accepts in numbers.
    """
    if isinstance(value, str) and not _PLAIN.fullmatch(value):
        raise ValueError(value)
    return value


class AnyWholeNumber(click.ParamType[int]):
    """A whole number. Raises BadParameter, which quotes no long text."""

    name = "integer"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Parse a number."""
        try:
            return int(plain(value))
        except ValueError:
            wanted = "Input should be a valid integer, unable to parse string as an integer"
            self.fail(wanted, param, ctx)


class WholeNumber(click.IntRange):
    """A whole number that is no less than `min`. Raises BadParameter for others."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Parse a number."""
        number = AnyWholeNumber().convert(value, param, ctx)
        if self.min is not None and number < self.min:
            self.fail(f"Input should be greater than or equal to {self.min}", param, ctx)
        return number


class Number(click.FloatRange):
    """A number that is no less than `min`. Raises BadParameter for others, `nan` included."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Parse a number."""
        try:
            number = float(plain(value))
        except ValueError:
            wanted = "Input should be a valid number, unable to parse string as a number"
            self.fail(wanted, param, ctx)
        if self.min is not None and not number >= self.min:
            self.fail(f"Input should be greater than or equal to {self.min:g}", param, ctx)
        return number


class ExactNumber(click.ParamType["Fraction"]):
    """A decimal or a fraction as `1/4`, 0 or more, exactly. Raises BadParameter for others."""

    name = "number"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Fraction:
        """Parse a number."""
        from decimal import Decimal
        from fractions import Fraction

        from ..models.errors import ModelError
        from ..solvers.contract.numbers import exact_number

        try:
            text = plain(value)
            return exact_number("number", Fraction(text) if "/" in str(text) else Decimal(text))
        except (ArithmeticError, ValueError):
            self.fail("Input should be a valid number, as 2, 0.25 or 1/4", param, ctx)
        except ModelError:
            self.fail("Input should be greater than or equal to 0, and finite", param, ctx)


class NewPath(click.Path):
    """The name of a file or folder to be written. Raises BadParameter for an empty one."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path."""
        if not value:
            self.fail("a name of no letters, expected that of a file or folder", param, ctx)
        return super().convert(value, param, ctx)


def completing(name: str) -> Callable[..., Any]:
    """Return a completion function: that of completion.py with the given name, imported late."""

    def complete(ctx: click.Context, param: click.Parameter, begin: str) -> list[Any]:
        from . import completion

        completions: list[Any] = getattr(completion, name)(ctx, param, begin)
        return completions

    return complete


def _keep(context: click.Context, parameter: click.Parameter, value: Any) -> None:
    """Make a value a field of the command's `source`."""
    _keep_field(context, str(parameter.name), value)


def _keep_field(context: click.Context, name: str, value: Any) -> None:
    source = context.params.get("source", Source())
    context.params["source"] = replace(source, **{name: value})


def _keep_files(context: click.Context, parameter: click.Parameter, files: Any) -> None:
    """Make the first file a field of the command's `source`; Command.invoke reads the others."""
    if files.count("-") > 1:
        raise click.BadParameter("standard input is named twice, expected once", context, parameter)
    context.meta[FILES] = files
    _keep_field(context, "file", files[0] if files else "-")


file = click.argument(
    "file",
    metavar="[FILE]",
    default="-",
    shell_complete=completing("files"),
    expose_value=False,
    callback=_keep,
    help="A file in any format, a link, gallery:NAME or generator:NAME,N=...; - is standard "
    "input. [default: -]",
)
files = click.argument(
    "files",
    metavar="[FILE]...",
    nargs=-1,
    shell_complete=completing("files"),
    expose_value=False,
    callback=_keep_files,
    help="Files in any format, links, gallery:NAME or generator:NAME,N=...; - is standard input. "
    "[default: -]",
)
SOURCE_OPTIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "form": (
        "--from",
        {
            "metavar": "FORM",
            "shell_complete": completing("forms"),
            "help": "The input's format, if not sniffed.",
        },
    ),
    "most_choices": (
        "--most-choices",
        {"type": WholeNumber(1), "metavar": "N", "help": "How large a description may get."},
    ),
    "primary_only": (
        "--primary-only",
        {
            "is_flag": True,
            "help": "Leave out a matrix's options without a primary item, as Knuth's programs do.",
        },
    ),
    "keep_going": (
        "--keep-going",
        {
            "is_flag": True,
            "help": "Pass over a puzzle with a mistake in it, name it, answer the others, exit "
            "with 2.",
        },
    ),
}


def source_option(name: str) -> Callable[[Any], Any]:
    """Return the option of a field of `Source`, as a decorator."""
    flag, details = SOURCE_OPTIONS[name]
    return click.option(flag, name, expose_value=False, callback=_keep, **details)


def reading(*others: str, file: Callable[[Any], Any] | None = file) -> Callable[[Any], Any]:
    """Return a decorator that gives a command its FILE and the options of how it is read.

    others  those of primary_only and keep_going that the command takes
    file    the argument FILE, or `files`; None: the command has one of its own

    The command receives a `Source` as `source`.
    """

    def decorate(command: Any) -> Any:
        for name in reversed(("form", "most_choices", *others)):
            command = source_option(name)(command)
        return command if file is None else file(command)

    return decorate


solver_names = click.option(
    "--solvers",
    "names",
    metavar="A,B,C",
    shell_complete=completing("listed_solvers"),
    help="Which solvers; else all.",
)


def whole(name: str, doc: str, *, low: int = 1, **more: Any) -> Callable[[Any], Any]:
    """Return an option that takes a whole number, `low` or more; `doc` is its help."""
    return click.option(name, type=WholeNumber(low), metavar="N", help=doc, **more)


def seconds(name: str, doc: str, **more: Any) -> Callable[[Any], Any]:
    """Return an option that takes seconds; `doc` is its help."""
    return click.option(name, type=Number(0), metavar="S", help=doc, **more)


def seed_of(doc: str, **more: Any) -> Callable[[Any], Any]:
    """Return the option `--seed` with a help of its own."""
    return click.option("--seed", type=AnyWholeNumber(), metavar="N", help=doc, **more)


output = click.option(
    "-o",
    "--output",
    type=NewPath(),
    metavar="FILE",
    help="Where answers go instead of standard output; a file is never half of an answer.",
)
hint = click.option(
    "--hint",
    type=click.Path(),
    metavar="FILE",
    help="Begin at an answer kept in FILE, as printed or as JSON; one that is none is a guess.",
)
drawing = click.option(
    "--draw",
    "drawing",
    metavar="FILE",
    help="Draw the answers into FILE.svg, FILE.png or FILE.txt, too; of several a contact sheet.",
)
certificate = click.option(
    "--certificate",
    type=NewPath(),
    metavar="OUT",
    help="Write down why the answer holds, for `minuet verify`; in OUT.cpog or OUT.pbp for other "
    "checkers, the formula in OUT.cnf or OUT.opb. Of a further puzzle it is OUT-2.EXT, and so on.",
)
as_json = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON, an object a line: docs/command-line.md."
)


def numbered(path: str | None, place: int) -> str | None:
    """Return the name of the file of the puzzle at a place: OUT.EXT, OUT-2.EXT, OUT-3.EXT, ..."""
    if path is None or place == 1:
        return path
    stem, suffix = os.path.splitext(path)  # noqa: PTH122  pathlib costs an import
    return f"{stem}-{place}{suffix}"


def names_of(text: str | None) -> list[str] | None:
    """Return the names between commas; None if there is no text."""
    return None if text is None else [name.strip() for name in text.split(",")]
