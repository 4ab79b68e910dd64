"""The arguments and options that several commands share."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import click

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
    "checkpoint",
    "completing",
    "evidence_level",
    "file",
    "form",
    "gap",
    "gap_absolute",
    "keep_going",
    "memory",
    "most_choices",
    "names_of",
    "numbered",
    "on",
    "output",
    "parameters",
    "parameters_of",
    "plain",
    "primary_only",
    "require_used",
    "seconds",
    "seed",
    "seed_of",
    "size_of",
    "solver_name",
    "solver_names",
    "symmetries",
    "threads",
    "time_limit",
    "up_to_symmetry",
    "who",
    "whole",
    "within",
]


def plain(value: Any) -> Any:
    """Return what a number is read from. Raises ValueError for digits of other scripts, for `_`
    between digits, and for space, all of which Python's numbers may have.
    """
    if isinstance(value, str) and not _PLAIN.fullmatch(value):
        raise ValueError(value)
    return value


class AnyWholeNumber(click.ParamType[int]):
    """A whole number. Raises BadParameter, which quotes no long text, for what is none."""

    name = "integer"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number that a text says."""
        try:
            return int(plain(value))
        except ValueError:
            wanted = "Input should be a valid integer, unable to parse string as an integer"
            self.fail(wanted, param, ctx)


class WholeNumber(click.IntRange):
    """A whole number that is no less than `min`. Raises BadParameter for others."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number that a text says."""
        number = AnyWholeNumber().convert(value, param, ctx)
        if self.min is not None and number < self.min:
            self.fail(f"Input should be greater than or equal to {self.min}", param, ctx)
        return number


class Number(click.FloatRange):
    """A number that is no less than `min`. Raises BadParameter for others, `nan` included."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number that a text says."""
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
        """Return the number that a text says."""
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
    """Where something is to be written. Raises BadParameter for no name at all."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path that a text names."""
        if not value:
            self.fail("a name of no letters, expected that of a file or folder", param, ctx)
        return super().convert(value, param, ctx)


def completing(what: str) -> Callable[..., Any]:
    """Return what a parameter completes by: a function of completion.py."""

    def complete(ctx: click.Context, param: click.Parameter, begin: str) -> list[Any]:
        from . import completion

        found: list[Any] = getattr(completion, what)(ctx, param, begin)
        return found

    return complete


file = click.argument(
    "file",
    metavar="[FILE]",
    default="-",
    shell_complete=completing("files"),
    help="A file in any format, a link, gallery:NAME or generator:NAME,N=...; - is standard "
    "input. [default: -]",
)
solver_name = click.option(
    "--solver",
    metavar="NAME",
    default="auto",
    shell_complete=completing("solvers"),
    show_default=True,
    help="A name that `minuet solvers` lists.",
)
solver_names = click.option(
    "--solvers",
    "names",
    metavar="A,B,C",
    shell_complete=completing("listed_solvers"),
    help="Which solvers; else all.",
)
form = click.option(
    "--from",
    "form",
    metavar="FORM",
    shell_complete=completing("forms"),
    help="The input's format, if not sniffed.",
)
most_choices = click.option(
    "--most-choices", type=WholeNumber(1), metavar="N", help="How large a description may get."
)
primary_only = click.option(
    "--primary-only",
    is_flag=True,
    help="Leave out a matrix's options without a primary item, as Knuth's programs do.",
)


def whole(name: str, what: str, *, low: int = 1, **more: Any) -> Callable[[Any], Any]:
    """Return an option that takes a whole number, `low` or more; `what` is its help."""
    return click.option(name, type=WholeNumber(low), metavar="N", help=what, **more)


within = click.option(
    "--within",
    type=ExactNumber(),
    metavar="W",
    help="How much worse than the best one of --diverse may be.",
)


def seconds(name: str, what: str, **more: Any) -> Callable[[Any], Any]:
    """Return an option that takes seconds; `what` is its help."""
    return click.option(name, type=Number(0), metavar="S", help=what, **more)


def seed_of(what: str, **more: Any) -> Callable[[Any], Any]:
    """Return the option `--seed` with a help of its own."""
    return click.option("--seed", type=AnyWholeNumber(), metavar="N", help=what, **more)


time_limit = seconds("--time-limit", "Seconds for each puzzle.")
gap = click.option(
    "--gap",
    type=ExactNumber(),
    metavar="G",
    help="Stop at an answer within this part of its objective from the bound: 0.01 is 1 %.",
)
gap_absolute = click.option(
    "--gap-absolute",
    type=ExactNumber(),
    metavar="G",
    help="Stop at an answer no farther than this from the bound.",
)
threads = click.option(
    "--threads",
    type=AnyWholeNumber(),
    metavar="N",
    default=1,
    show_default=True,
    help="Threads that may work at a puzzle.",
)
memory = click.option(
    "--memory",
    metavar="SIZE",
    help="What counting with memory may take: bytes, or with K, M or G. [default: a quarter "
    "of the machine's]",
)
evidence_level = click.option(
    "--evidence",
    metavar="LEVEL",
    default="claimed",
    shell_complete=completing("levels"),
    help="agreed: a solver of another kind must say the same; certified: a checker must accept a "
    "certificate; proved: a proved one must. [default: claimed]",
)
seed = seed_of("For a solver that draws at random, and to repeat it.")
parameters = click.option(
    "--parameter",
    "parameter",
    multiple=True,
    metavar="NAME=VALUE",
    help="A parameter of the solver's own library (cpsat, mip, sat); may be repeated.",
)
output = click.option(
    "-o",
    "--output",
    type=NewPath(),
    metavar="FILE",
    help="Where answers go instead of standard output; a file is never half of an answer.",
)
certificate = click.option(
    "--certificate",
    type=NewPath(),
    metavar="OUT",
    help="Write down why the answer holds, for `minuet verify`. Of a further puzzle of OUT.EXT it "
    "is OUT-2.EXT, and so on.",
)
checkpoint = click.option(
    "--checkpoint",
    type=NewPath(),
    metavar="FILE",
    help="Write down every second how far it is; the same command goes on there, whatever ended "
    "it. Of a further puzzle of FILE.EXT it is FILE-2.EXT, and so on.",
)


def who(does: str) -> Callable[[Any], Any]:
    """Return the option `--on`; `does`: what they do, as in `Who searches`."""
    where = "processes:N, or a Dask cluster by its scheduler, tcp://HOST:PORT."
    return click.option("--on", metavar="WORKERS", help=f"{does}: {where}")


on = who("Who searches")
up_to_symmetry = click.option(
    "--up-to-symmetry",
    is_flag=True,
    help="Take solutions that are turned or mirrored into one another for one.",
)
symmetries = click.option(
    "--symmetries",
    type=click.Choice(["known", "auto"]),
    help="Up to these: turns and mirrors, or all that map the puzzle to itself (needs igraph).",
)
keep_going = click.option(
    "--keep-going",
    is_flag=True,
    help="Pass over a puzzle with a mistake in it, name it, answer the others, and exit with 2.",
)
as_json = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON, an object a line: docs/json.md."
)

_SIZE = re.compile(r"([0-9]+)([KMG]?)", re.ASCII)
_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


def size_of(text: str) -> int:
    """Return the bytes that `--memory` speaks of. Raises BadParameter for what is no size."""
    found = _SIZE.fullmatch(text.upper())
    size = int(found[1]) * _UNITS[found[2]] if found and len(text) < 20 else 0
    if not 0 < size < 1 << 63:
        raise click.BadParameter(
            f"{text[:40]!r} is no size, expected bytes such as 500M or 2G", param_hint="'--memory'"
        )
    return size


def numbered(path: str | None, place: int) -> str | None:
    """Return a file of its own for each puzzle: the first one has the plain name."""
    if path is None or place == 1:
        return path
    stem, suffix = os.path.splitext(path)  # noqa: PTH122  pathlib costs an import
    return f"{stem}-{place}{suffix}"


def names_of(text: str | None) -> list[str] | None:
    """Return the names that stand between commas; None: none were given."""
    return None if text is None else [name.strip() for name in text.split(",")]


def parameters_of(texts: Sequence[str]) -> dict[str, Any]:
    """Return what `--parameter` says: true and false, numbers, or else words.

    Raises BadParameter for what is not NAME=VALUE, and for a name that comes twice.
    """
    found: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not (name and equals) or name in found:
            why = "comes twice" if name in found else "is not NAME=VALUE"
            raise click.BadParameter(f"{text[:40]!r} {why}", param_hint="'--parameter'")
        found[name] = _value(value)
    return found


def _value(text: str) -> bool | int | float | str:
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        with suppress(ValueError):
            return kind(plain(text))
    return text


def require_used(solver: str, threads: int, memory: str | None = None) -> None:
    """Raise BadParameter for `--threads` or `--memory` where the solver declares none."""
    if threads <= 1 and memory is None:
        return
    from ..solvers.registry import get_solver

    chosen = get_solver(solver)
    if threads > 1 and not chosen.takes_threads:
        what = f"{solver} works in one thread, expected 1"
        raise click.BadParameter(what, param_hint="'--threads'")
    if memory is not None and not chosen.takes_memory:
        what = f"{solver} keeps no states, expected auto or dlx:memo"
        raise click.BadParameter(what, param_hint="'--memory'")
