"""The command line: its name, its options, and the table of its commands."""

from __future__ import annotations

from importlib import import_module

import click

from .command import Group
from .terminal.streams import add_display_options, listen, print_text, print_wrapped

__all__ = ["COMMANDS", "GROUPS", "app"]

# The table of commands, in the order in which `--help` lists them: commands/NAME.py has each one.
GROUPS = {
    "Answers": ("solve", "improve", "bottleneck", "list", "diverse", "pareto"),
    "All solutions, without listing them": (
        "count",
        "fold",
        "sample",
        "marginals",
        "estimate",
        "status",
    ),
    "Whether and why it is so": ("check", "explain", "verify", "fuzz"),
    "Puzzles": ("draw", "export", "convert", "features", "sudoku", "contest", "serve"),
    "Experiments": ("experiment", "report"),
    "What there is": ("gallery", "generators", "formats", "solvers", "version"),
}
COMMANDS = tuple(name for group in GROUPS.values() for name in group)


class _Commands(Group):
    """Imports a command when it is named, or listed."""

    groups = GROUPS

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            if cmd_name.startswith("-"):
                return None  # click complains of an option then
            import os

            puzzle = cmd_name.startswith(("gallery:", "generator:"))
            if puzzle or os.path.isfile(cmd_name):  # noqa: PTH113
                message = f"No command {cmd_name!r}. Did you mean minuet solve {cmd_name}?"
                raise click.UsageError(message, ctx)
            # click would look for what is close among the commands that are imported
            raise click.exceptions.NoSuchCommand(cmd_name, possibilities=COMMANDS, ctx=ctx)
        command: click.Command = import_module(f".commands.{cmd_name}", __package__).command
        return add_display_options(command)


def _version(context: click.Context, option: click.Parameter, wanted: bool) -> None:
    if wanted:
        from ..models.installed import version_of

        print_text(f"minuet {version_of('minuet')}")
        context.exit()


@click.group(
    cls=_Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help="Print the version.",
)
@click.pass_context
def app(context: click.Context) -> None:
    """Solve puzzles that are exact covers, and cross-check the answers."""
    if context.invoked_subcommand is None:
        from .welcome import welcome

        print_wrapped(welcome())
        return
    listen()


add_display_options(app)
