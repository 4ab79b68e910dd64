"""The command line: its name, its options, and its commands, each of which is a file."""

from __future__ import annotations

from typing import Annotated

import typer

from .commands import check, contest, count, explain, formats, fuzz, gallery, solve, solvers
from .terminal.streams import listen, show

__all__ = ["app"]

app = typer.Typer(
    help="Solve puzzles that are exact covers, and cross-check the answers.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        show(f"minuet {version('minuet')}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Solve puzzles that are exact covers, and cross-check the answers."""
    listen()  # the library tells through its log which solver it asks, and why


# In the order in which they are listed.
app.command("solve")(solve.solve)
app.command("count")(count.count)
app.command("check")(check.check)
app.command("explain")(explain.explain)
app.command("contest")(contest.contest)
app.command("fuzz")(fuzz.fuzz)
app.command("solvers")(solvers.list_solvers)
app.command("formats")(formats.list_formats)
app.command("gallery")(gallery.show_gallery)
