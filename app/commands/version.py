"""`minuet version`: which minuet this is, on what it rests and runs; for a report of a fault."""

from __future__ import annotations

import click

from .. import arguments
from ..command import Command
from ..terminal.streams import print_wrapped

__all__ = ["command"]


@click.command("version", cls=Command)
@arguments.as_json
def command(as_json: bool) -> None:
    """Print the versions of all, and the machine.

    They are those of minuet, of what it is built on, and of Python.
    """
    from ...solvers.environment import machine, packages, python

    versions, interpreter, here = packages(), python(), machine()
    if as_json:
        from ..documents import emit

        version = versions["minuet"]
        emit("version", version=version, packages=versions, python=interpreter, machine=here)
        return
    lines = [f"{name} {version or 'not installed'}" for name, version in versions.items()]
    lines.append(f"{interpreter['implementation']} {interpreter['version']}")
    lines.append(f"{here['platform']}, {here['processor']}, {here['cores']} cores")
    print_wrapped("\n".join(lines))
