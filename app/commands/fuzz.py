"""`minuet fuzz`: cases for a while, or one again, and what came of it."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .. import arguments
from ..command import Command
from ..inputs import Source, bytes_of, name_of
from ..statuses import ANSWERED, DISAGREED
from ..terminal.reports import bar, interruptible
from ..terminal.streams import listen, print_table, print_text, printable

if TYPE_CHECKING:
    from rich.table import Table

    from ...solvers.fuzz import Draws, FuzzReport

__all__ = ["command"]


@click.command("fuzz", cls=Command)
@click.argument(
    "file",
    metavar="[FILE]",
    required=False,
    help="What --keep wrote, to be asked again; or any puzzle.",
)
@arguments.seconds("--time-limit", "How long cases are drawn; 60, or with --cases as it takes.")
@arguments.seed_of("Of the cases; else one at random.")
@arguments.whole("--case", "This case of the seed alone.", low=0)
@arguments.whole("--cases", "End after so many cases.", low=1)
@arguments.solver_names
@click.option("--shapes", metavar="A,B,C", help="Which cases; else all.")
@click.option("--questions", metavar="A,B,C", help="What is asked of them; else anything.")
@arguments.whole("--most", "End after so many faults.", default=10, show_default=True)
@click.option(
    "--keep",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Where faults go, as DLX files.",
)
@arguments.as_json
def command(file: str | None, names: str | None, as_json: bool, **options: Any) -> None:
    """Draw cases, compare what solvers say, and shrink what is wrong.

    Every solver is asked every question.

    Exit status: 0 where nothing is wrong, 1 where something is.
    """
    listen(logging.ERROR)  # drawn puzzles may have rules that demand nothing
    solvers = arguments.names_of(names)
    if file is not None:
        raise click.exceptions.Exit(fuzz_file(file, solvers, as_json=as_json))
    from ...solvers.fuzz import Draws

    for option in ("shapes", "questions"):
        options[option] = arguments.names_of(options[option])
    draws = Draws(**{name: options.pop(name) for name in ("shapes", "questions", "case", "cases")})
    raise click.exceptions.Exit(fuzz_cases(solvers, draws, as_json=as_json, **options))


def fuzz_cases(
    names: Sequence[str] | None,
    draws: Draws,
    *,
    as_json: bool,
    keep: Path | None,
    seed: int | None,
    **limits: Any,
) -> int:
    """Draw cases, print the report, and return the exit status.

    limits  as `fuzz` of the library takes them
    """
    if keep is not None:
        # Raises OSError, now and not after hours, if it cannot be written to.
        from tempfile import NamedTemporaryFile

        keep.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=keep):
            pass
    from random import SystemRandom

    from ...solvers.fuzz import fuzz as fuzzed

    seed = SystemRandom().randrange(1 << 31) if seed is None else seed
    with _printing_interrupted(keep, as_json), bar(f"fuzz, seed {seed}") as progress:
        report = fuzzed(names, draws, seed=seed, progress=progress, **limits)
    return print_fuzzed(report, keep, as_json=as_json)


def fuzz_file(file: str, names: Sequence[str] | None, *, as_json: bool) -> int:
    """Ask once more what stands in a file, or everything about any puzzle."""
    from ...models.errors import ModelError
    from ...solvers.fuzz import replay
    from ...solvers.fuzz.report import asks_in

    is_file = Path(file).is_file()
    asks = asks_in(bytes_of(file).decode("utf-8", "replace"), file) if is_file else []
    problems = Source(file).read().problems
    if len(problems) != 1:
        raise ModelError(f"{name_of(file)} holds {len(problems)} puzzles, expected one")
    with _printing_interrupted(None, as_json):
        report = replay(problems[0], asks, names, name=file)
    named = [replace(fault, number=None, file=file) for fault in report.faults]
    return print_fuzzed(replace(report, faults=named), None, as_json=as_json)


def print_fuzzed(report: FuzzReport, directory: Path | None, *, as_json: bool) -> int:
    """Print the tables and what is wrong, or a document; keep what is wrong in files.

    Return the exit status.
    """
    from ...solvers.fuzz.report import save_fault

    if directory is not None:
        report = replace(report, faults=[save_fault(fault, directory) for fault in report.faults])
    if as_json:
        from ..documents import emit

        emit("fuzz", **report.to_dict())
    else:
        from rich.table import Table

        table = Table()
        for heading in ("shape", "cases", "used"):
            table.add_column(heading, justify="left" if heading == "shape" else "right")
        for shape, drawn in sorted(report.tally.drawn.items()):
            table.add_row(printable(shape), str(drawn), str(report.tally.used[shape]))
        print_table(table)
        print_table(_asked(report))
        for line in report.lines():
            print_text(line)
    return ANSWERED if report else DISAGREED


@contextmanager
def _printing_interrupted(directory: Path | None, as_json: bool) -> Iterator[None]:
    """Turn Ctrl-C into exit status 130, after what was done so far is printed."""
    from ...solvers.contract.result import Interrupted

    def on_interrupt(stopped: KeyboardInterrupt) -> str:
        if isinstance(stopped, Interrupted) and stopped.result.cases:
            print_fuzzed(stopped.result, directory, as_json=as_json)
        return ""

    with interruptible(on_interrupt):
        yield


def _asked(report: FuzzReport) -> Table:
    """Return how the asks went, by question and by solver."""
    from rich.table import Table

    from ...solvers.fuzz.examine import ANSWERED as ANSWERED_IT
    from ...solvers.fuzz.examine import LATE, REFUSED

    table = Table()
    for heading in ("question or solver", "asked", "answered", "not in time", "unsupported"):
        table.add_column(heading, justify="left" if heading[0] == "q" else "right")
    for part in (0, 1):
        for name in sorted({key[part] for key in report.tally.asked}):
            figures: Counter[str] = Counter()
            for key, number in report.tally.asked.items():
                figures[key[2]] += number * (key[part] == name)
            cells = (figures.total(), *(figures[how] for how in (ANSWERED_IT, LATE, REFUSED)))
            table.add_row(printable(name), *map(str, cells))
        table.add_section()
    return table
