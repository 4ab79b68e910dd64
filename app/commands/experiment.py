"""`minuet experiment`: the runs of a suite, recorded as they come, and gone on with after a kill."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .. import arguments
from ..statuses import ANSWERED, DISAGREED
from ..terminal.bar import bar
from ..terminal.messages import listen
from ..terminal.saying import interruptible
from ..terminal.streams import cell, remark, say, show, show_table

if TYPE_CHECKING:
    from ...experiments import Experiment, Record
    from ...experiments.suites.plan import Run
    from ...solvers.contract.watching.receiver import Receiver

__all__ = ["experiment"]


@click.command
@click.argument("suite", metavar="SUITE.toml", type=click.Path(path_type=Path))
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Where the records go. [default: beside the suite, under its name without .toml]",
)
@arguments.whole("--jobs", "So many runs at once.", default=1, show_default=True)
@arguments.seconds("--time-limit", "Seconds for each run, in the place of the suite's.")
@click.option(
    "--only",
    multiple=True,
    metavar="PATTERN",
    help="Only runs whose instance, family, question or solver it fits, as 'queens-*' or "
    "'count,cpsat'; may be repeated.",
)
@click.option("--again", is_flag=True, help="Do those runs again that have a record.")
@click.option("--dry-run", is_flag=True, help="Tell what would be run, and run nothing.")
@arguments.as_json
def experiment(
    suite: Path,
    out: Path | None,
    jobs: int,
    time_limit: float | None,
    only: Sequence[str],
    again: bool,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Run what a suite says, each run in a process of its own, and record what comes of it.

    The same command goes on where it was, whatever ended it; of a suite that was changed it runs
    what is new. Exit status: 1 where runs contradict each other.
    """
    listen(hushed=True)
    if time_limit == 0:
        what = "Input should be greater than 0"
        raise click.BadParameter(what, param_hint="'--time-limit'")
    wanted = Wanted(suite, out, jobs, time_limit, only, again, as_json)
    with interruptible(), bar("experiment") as progress:
        found = _prepared(wanted, progress)
        if dry_run:
            _tell_plan(found, wanted)
            return
        raise click.exceptions.Exit(_run(found, wanted, progress))


@dataclass(frozen=True)
class Wanted:
    """What `minuet experiment` was asked for; `experiment` says what each is."""

    suite: Path
    out: Path | None
    jobs: int
    time_limit: float | None
    only: Sequence[str]
    again: bool
    as_json: bool


def _prepared(wanted: Wanted, progress: Receiver | None) -> Experiment:
    """Read the suite and its instances, of which nothing is run yet."""
    from ...experiments import Experiment, read_suite

    return Experiment(
        read_suite(wanted.suite),
        wanted.out,
        only_runs=wanted.only,
        time_limit=wanted.time_limit,
        read=_shown(progress, "files read"),
    )


def _run(found: Experiment, wanted: Wanted, progress: Receiver | None) -> int:
    """Do the runs that are left; tell what came of all; return the exit status."""
    from ...experiments import Records

    _warn(found, wanted)
    with _writing(found.folder):
        with Records(found.folder) as records:
            left = len(found.left(records, again=wanted.again))
        shown, done = _shown(progress, "runs"), 0
        try:
            shown(0, left)
            for _ in found.go(
                jobs=wanted.jobs, again=wanted.again, tick=lambda: shown(done, left)
            ):
                done += 1
                shown(done, left)
        except KeyboardInterrupt:
            raise KeyboardInterrupt from None
        with Records(found.folder) as records:
            keys = {run.key for run in found.chosen}
            every = list(records)
        return _tell(found, wanted, [one for one in every if one.key in keys], every)


@contextmanager
def _writing(folder: Path) -> Iterator[None]:
    """Turn what sqlite says of a disk into an error that names the folder."""
    import sqlite3

    try:
        yield
    except sqlite3.Error as error:
        raise OSError(0, str(error), str(folder)) from error


def _shown(progress: Receiver | None, unit: str) -> Callable[[int, int], None]:
    """Return what tells the progress bar of so many that are done, of so many."""
    from ...solvers.contract.watching.snapshot import Snapshot

    began = time.monotonic()

    def shown(done: int, total: int) -> None:
        if progress is not None:
            seconds = time.monotonic() - began
            progress.hear(Snapshot("experiment", seconds, done=done, total=total, unit=unit))

    return shown


def _warn(found: Experiment, wanted: Wanted) -> None:
    from ...experiments.runs.cores import disturbances, usable

    threads = max((run.solver.threads for run in found.chosen), default=1)
    for line in disturbances(wanted.jobs, threads, usable()):
        say(line)
