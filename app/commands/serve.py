"""`minuet serve`: the page, in the browser of this machine."""

from __future__ import annotations

import sys

import click

from .. import arguments
from ..command import Command, option_error
from ..terminal.streams import print_message, print_note, print_text

__all__ = ["command"]

PORT, MOST = 8642, 65535


@click.command("serve", cls=Command)
@click.option(
    "--port",
    type=arguments.WholeNumber(0),
    metavar="N",
    default=PORT,
    show_default=True,
    help="Where it listens, on 127.0.0.1 alone; 0: any free port.",
)
@click.option("--open", "opened", is_flag=True, help="Open the page in the browser.")
def command(port: int, opened: bool) -> None:
    """Show puzzles in the browser: edit, solve, count and explain them.

    Only this machine can reach the page, and nothing that is typed there leaves it. Ctrl-C ends it.
    """
    from ...models.errors import Unavailable

    if sys.platform == "win32":
        raise Unavailable("serve: it needs processes that fork, expected Linux or macOS")
    try:
        from ..page.serving import listening
        from ..page.serving import serve as begin
    except ImportError as error:
        name = (error.name or str(error)).partition(".")[0]
        message = f"serve: {name} is missing, expected it: pip install 'minuet[page]'"
        raise Unavailable(message) from None
    from ..page.limits import Limits, usual_memory

    if port > MOST:
        raise option_error("--port", f"{port}, expected a port up to {MOST}")
    ours = listening(port)

    def on_ready(url: str) -> None:
        print_text(url)
        print_note("the page is there; Ctrl-C ends it")
        if opened:
            from threading import Thread

            Thread(target=_open, args=[url], daemon=True).start()  # a browser may take its time

    begin(ours, Limits(memory=usual_memory()), on_ready)


def _open(url: str) -> None:
    import webbrowser

    if not webbrowser.open(url):
        print_message("no browser was found, expected one for --open")
