"""A command of minuet, and a group of commands: how options are checked, and how help is listed.

Which options go together stands in the tables below. What a goal or a solver does not take is
declared with the settings, and rejected by the library.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, NoReturn

import click
from click.core import ParameterSource
from click.exceptions import Exit

from .inputs import FILES, name_of
from .statuses import ANSWERED, status_of, worst
from .terminal import interrupts
from .terminal.streams import display, print_text

__all__ = ["Command", "Group", "option_error", "reject_input_as_output"]

# Of each command: options that exclude others, and options that need another one.
EXCLUDES: dict[str, tuple[tuple[str, ...], ...]] = {
    "count": (("--certificate", "--symmetries"),),
    "check": (
        ("--markdown", "--json"),
        ("--markdown", "--symmetries"),
        ("--checkpoint", "--symmetries"),
        ("--on", "--symmetries"),
    ),
    "list": (
        ("--checkpoint", "--limit"),
        ("--checkpoint", "--symmetries"),
        ("--checkpoint", "--evidence"),
    ),
    "draw": (("--solution", "--all"), ("--solution", "--limit")),
    "gallery": (("--python", "--json"),),
    "experiment": (("--jobs", "--on"),),
    "report": (("--format", "--json"),),
    "fuzz": (("--cases", "--case"),),
}
NEEDS: dict[str, tuple[tuple[str, str], ...]] = {
    "explain": (("--keep", "--relax"),),
    "fuzz": (("--case", "--seed"),),
    "list": (("--checkpoint", "--output"),),
}
# Parameters that name a file that is written.
WRITTEN = ("output", "drawing", "certificate")
# Parameters of a file that serves one FILE.
ALONE = (*WRITTEN, "checkpoint", "hint", "replay")
# Of each command: options that another one has, and how that is called.
ELSEWHERE: dict[str, dict[str, str]] = {
    "solve": {
        "--all": "list",
        "--limit": "list --limit N",
        "--best": "list --limit N",
        "--checkpoint": "list --checkpoint FILE",
        "--on": "list --on WORKERS",
        "--shards": "list -o FOLDER/",
        "--up-to-symmetry": "list --symmetries known",
        "--progress": "improve",
        "--json-lines": "improve --json",
        "--gap": "improve --gap G",
        "--gap-absolute": "improve --gap-absolute G",
        "--bottleneck": "bottleneck",
        "--pareto": "pareto",
        "--diverse": "diverse -n N",
        "--within": "diverse --within W",
    },
    "list": {"--all": "list", "--best": "list --limit N", "--draw": "draw --limit N"},
    "count": {
        "--set": "fold -o FILE",
        "--all": "list",
        "--limit": "list --limit N",
        "--up-to-symmetry": "count --symmetries known",
    },
    "check": {"--up-to-symmetry": "check --symmetries known"},
}


LONGEST_SUMMARY = 1000  # characters; click ends longer ones with dots


class Command(click.Command):
    """A command that rejects options that do not go together, and an option given twice.

    click takes the last of several values and drops the others: of `-o a -o b` a would never be
    written. A flag may be repeated.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse and check the arguments. Raises UsageError, which names the command that has an
        unknown option, and BadParameter.
        """
        try:
            if not ctx.resilient_parsing:
                _, _, order = self.make_parser(ctx).parse_args(args=list(args))  # it uses them up
                _reject_repeats(order, ctx)
            left = super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            command = ELSEWHERE.get(str(self.name), {}).get(error.option_name)
            if command is None:
                raise
            message = f"No such option {error.option_name!r}; did you mean minuet {command}?"
            raise click.UsageError(message, ctx) from None
        if not ctx.resilient_parsing:
            self._check_combinations(ctx)
            self._check_files(ctx)
            if ctx.params.get("settings"):
                from .settings_options import require_fit

                require_fit(ctx)
        return left

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; with several FILEs once for each of them."""
        files = ctx.meta.get(FILES, ())
        if len(files) < 2:
            return super().invoke(ctx)
        return _invoke_each(ctx, files, super().invoke)

    def _check_combinations(self, ctx: click.Context) -> None:
        """Raise BadParameter for options that do not go together."""
        given = {
            flag
            for option in self.params
            if ctx.get_parameter_source(str(option.name)) is ParameterSource.COMMANDLINE
            for flag in option.opts
        }
        for option, *others in EXCLUDES.get(str(self.name), ()):
            for other in others:
                if option in given and other in given:
                    raise option_error(option, f"given together with {other}, expected one")
        for option, needed in NEEDS.get(str(self.name), ()):
            if option in given and needed not in given:
                raise option_error(option, f"given without {needed}, expected both")

    def _check_files(self, ctx: click.Context) -> None:
        """Raise BadParameter for an option that would write over the input, before the search
        rather than after it; ModelError for a picture of an unknown kind.
        """
        files = ctx.meta.get(FILES, ())
        for option in self.params if len(files) > 1 else ():
            given = ctx.get_parameter_source(str(option.name)) is ParameterSource.COMMANDLINE
            if given and option.name in ALONE:
                message = f"goes with one FILE, but there are {len(files)}"
                raise option_error(option.opts[-1], message)
        source = ctx.params.get("source")
        file = ctx.params.get("file", None if source is None else source.file)
        for option in self.params:
            path = ctx.params.get(str(option.name))
            if option.name not in WRITTEN or path is None or not isinstance(option, click.Option):
                continue
            reject_input_as_output(path, file, option.opts[0])
            if path == "-" and option.name == "certificate":
                raise option_error(
                    option.opts[0], "standard output has the answer, expected a file"
                )
            if option.name == "drawing":
                from .pictures import kind_of

                kind_of(path)


class Group(Command, click.Group):
    """A group of commands that cuts no summary, and lists them under headings."""

    command_class = Command
    groups: Mapping[str, Collection[str]] = {}  # the commands under each heading; {}: under one

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands, and what each does."""
        listed = self.list_commands(ctx)
        width = max(map(len, listed), default=0)
        for heading, names in (self.groups or {"Commands": listed}).items():
            commands = {name: self.get_command(ctx, name) for name in names}
            rows = [
                (name.ljust(width), command.get_short_help_str(LONGEST_SUMMARY))
                for name, command in commands.items()
                if command
            ]
            with formatter.section(heading):
                formatter.write_dl(rows)


def _invoke_each(
    context: click.Context, files: Sequence[str], invoke: Callable[[click.Context], object]
) -> NoReturn:
    """Run a command for one file after the other, and exit with the worst status.

    A file's name stands on a line before its answers, or in its documents. What goes wrong with a
    file is one line, and the next file's turn comes.

    Raises OSError if the output cannot be written.
    """
    source, replay = context.params["source"], context.params.get("replay")
    status = ANSWERED
    for place, file in enumerate(files, 1):
        context.params["source"] = replace(source, file=file)
        if replay is not None and place > 1:
            stem, suffix = os.path.splitext(replay)  # noqa: PTH122  pathlib costs an import
            context.params["replay"] = f"{stem}-file{place}{suffix}"
        if not context.params.get("as_json"):
            print_text(f"{name_of(file)}:")
            display.last = 0
        try:
            invoke(context)
            ended = ANSWERED
        except Exit as end:
            ended = end.exit_code
        except OSError:
            raise
        except Exception as error:
            if interrupts.pending():
                raise
            ended = status_of(error)
        if ended == interrupts.STATUS:
            raise Exit(ended)
        status = worst(status, ended)
    raise Exit(status)


def option_error(option: str, message: str) -> click.BadParameter:
    """Return an error, to be raised, that names the option."""
    context = click.get_current_context(silent=True)
    return click.BadParameter(message, context, param_hint=f"'{option}'")


def reject_input_as_output(output: str | None, file: str | None, option: str = "-o") -> None:
    """Raise BadParameter where the output is the file that is read; "-" is standard input."""
    if output in (None, "-") or file is None:
        return
    with suppress(OSError, ValueError, AttributeError):  # one is not there yet, or is no file
        there = os.stat(output)  # noqa: PTH116  pathlib costs an import
        read = os.fstat(sys.stdin.fileno()) if file == "-" else os.stat(file)  # noqa: PTH116
        if stat.S_ISREG(there.st_mode) and os.path.samestat(there, read):
            raise option_error(option, f"{output} is the file that is read, expected another one")


def _reject_repeats(order: list[click.Parameter], ctx: click.Context) -> None:
    """Raise BadParameter for an option with one value that is given twice."""
    for place, option in enumerate(order):
        if not isinstance(option, click.Option) or option.is_flag or option.multiple:
            continue
        if option in order[:place]:
            raise click.BadParameter("given twice, expected once", ctx, option)
