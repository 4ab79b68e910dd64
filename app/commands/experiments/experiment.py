"""`minuet experiment`: the runs of a suite, recorded as they come; a kill costs next to none."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ... import arguments
from ...settings_options import searching
from ...statuses import ANSWERED, DISAGREED
from ...terminal.bar import bar
from ...terminal.messages import listen
from ...terminal.saying import interruptible
from ...terminal.streams import cell, remark, say, show, show_table
from ...usage import Command, refuse
from .plan import LEFT, tell_plan, writing
from .wanted import Wanted

if TYPE_CHECKING:
    from ....experiments import Experiment, Record
    from ....experiments.records.contradictions import Contradiction
    from ....solvers.contract.watching.receiver import Receiver

__all__ = ["experiment"]

OUTCOMES = ("timeout", "memory", "unsupported", "crashed", "wrong")  # told where there are any
SHORT = 12  # digits of a key that tell which run is meant


@click.command(cls=Command)
@click.argument("suite", metavar="SUITE.toml", type=click.Path(path_type=Path))
@click.option(
    "--out",
    type=arguments.NewPath(path_type=Path),
    metavar="DIR",
    help="Where the records go. [default: beside the suite, under its name without .toml]",
)
@arguments.whole("--jobs", "So many runs at once.", default=1, show_default=True)
@searching(None, ("on",))
@arguments.seconds("--time-limit", "Seconds for each run, in the place of the suite's.")
@click.option(
    "--only",
    multiple=True,
    metavar="PATTERN",
    help="Only runs whose instance, family, question, solver or key it fits, as 'queens-*' or "
    "'count,cpsat'; may be repeated.",
)
@click.option("--again", is_flag=True, help="Do those runs again that have a record.")
@click.option("--dry-run", is_flag=True, help="Tell what would be run, and run nothing.")
@arguments.as_json
def experiment(dry_run: bool, **asked: Any) -> None:
    """Run what a suite says, each run in a process of its own, and record what comes of it.

    The same command goes on where it was, whatever ended it; of a suite that was changed it runs
    what is new. Exit status: 1 where runs contradict each other.
    """
    listen(logging.WARNING)
    wanted = Wanted(**asked)
    _require_seconds(wanted.time_limit)
    with interruptible(), bar("experiment") as progress:
        found = _prepared(wanted, progress)
        if dry_run:
            tell_plan(found, wanted)
            return
        raise click.exceptions.Exit(_run(found, wanted, progress))


def _require_seconds(time_limit: float | None) -> None:
    """Raise BadParameter for a limit that no run can have."""
    from ....experiments.suites.amounts import seconds_of
    from ....models.errors import ModelError

    try:
        if time_limit is not None:
            seconds_of(time_limit)
    except ModelError as error:
        refuse(True, "--time-limit", str(error))


def _prepared(wanted: Wanted, progress: Receiver | None) -> Experiment:
    """Read the suite and its instances, of which nothing is run yet."""
    from ....experiments import Experiment, read_suite

    return Experiment(
        read_suite(wanted.suite).within(wanted.time_limit),
        wanted.out,
        only_runs=wanted.only,
        read=_shown(progress, "files read"),
    )


def _run(found: Experiment, wanted: Wanted, progress: Receiver | None) -> int:
    """Do the runs that are left; tell what came of all; return the exit status."""
    from ....experiments import Records

    _warn(found, wanted)
    with writing(found.folder):
        with Records(found.folder) as records:  # before the bar, for it may be unwritable
            left = len(found.left(records, again=wanted.again))
        shown, done = _shown(progress, "runs"), 0
        going = found.go(
            jobs=wanted.jobs, again=wanted.again, on=wanted.on, tick=lambda: shown(done, left)
        )
        with interruptible(lambda _: f"{done} of {left} runs recorded in {found.folder}"):
            _describe(found, wanted, progress)
            shown(0, left)
            for _ in going:
                done += 1
                shown(done, left)
        with Records(found.folder) as records:
            keys = {run.key for run in found.chosen}
            every = list(records)
        return _tell(found, wanted, [one for one in every if one.key in keys], every)


def _describe(found: Experiment, wanted: Wanted, progress: Receiver | None) -> None:
    """Tell the features that the suite wants, and of whom there are none."""
    from ....experiments import Records

    with Records(found.folder) as records:
        missing = {one.digest: one.name for one in found.undescribed(records)}
    shown, total = _shown(progress, "instances described"), len(missing)

    def tick() -> None:
        shown(total - len(missing), total)

    for one in found.describe(jobs=wanted.jobs, on=wanted.on, tick=tick):
        name = missing.pop(one.digest)
        if one.message:
            say(f"no features of {name}: {one.message}")


def _shown(progress: Receiver | None, unit: str) -> Callable[[int, int], None]:
    """Return what tells the progress bar of so many that are done, of so many."""
    from ....solvers.contract.watching.snapshot import Snapshot

    began = time.monotonic()

    def shown(done: int, total: int) -> None:
        if progress is not None:
            seconds = time.monotonic() - began
            progress.hear(Snapshot("experiment", seconds, done=done, total=total, unit=unit))

    return shown


def _warn(found: Experiment, wanted: Wanted) -> None:
    from ....experiments.runs.cores import disturbances, usable

    if wanted.on is not None:
        return
    threads = max((run.settings.threads for run in found.chosen), default=1)
    for line in disturbances(wanted.jobs, threads, usable()):
        say(line)


def _tell(
    found: Experiment, wanted: Wanted, mine: Sequence[Record], every: Sequence[Record]
) -> int:
    """Print what came of the chosen runs, contradictions first; return the exit status.

    every  the records of the whole suite, by which those of the chosen runs may be contradicted
    """
    from ....experiments import contradictions

    keys = {one.key for one in mine}
    wrong = [one for one in contradictions(every) if keys & {record.key for record in one.records}]
    labels = [one.label for one in found.suite.solvers]
    rows = [_row(mine, one) for one in labels if any(record.solver == one for record in mine)]
    if wanted.as_json:
        from ...documents.document import emit

        told = {
            "suite": found.suite.name,
            "folder": str(found.folder),
            "runs": len(found.chosen),
            "recorded": len(mine),
            "solvers": rows,
            "wrong": [_wrong(one, wanted) for one in wrong],
        }
        emit("experiment", **told)
        return DISAGREED if wrong else ANSWERED
    for one in wrong:
        show(f"WRONG ANSWER: {one}")
        show(f"again: {_replay(one.records, wanted)}")
    from rich.table import Table

    table = Table(title=found.suite.name, title_justify="left")
    never = {key for key in OUTCOMES if not any(row[key] for row in rows)}
    rows = [{key: value for key, value in row.items() if key not in never} for row in rows]
    for heading in rows[0] if rows else ():
        table.add_column(heading.replace("_", " "), justify="left" if heading in LEFT else "right")
    for row in rows:
        table.add_row(*(cell(_figure(value)) for value in row.values()))
    show_table(table)
    remark(f"the records are in {found.folder}; minuet report {found.folder} tells more")
    return DISAGREED if wrong else ANSWERED


def _wrong(one: Contradiction, wanted: Wanted) -> dict[str, Any]:
    return {
        "instance": one.instance,
        "what": one.what,
        "text": str(one),
        "keys": [record.key for record in one.records],
        "again": _replay(one.records, wanted),
    }


def _figure(value: Any) -> str:
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def _row(records: Sequence[Record], solver: str) -> dict[str, Any]:
    """Return how many runs of a solver ended in which way, and what they took."""
    from ....experiments import Outcome

    mine = [one for one in records if one.solver == solver]
    counts = {str(kind): sum(one.outcome is kind for one in mine) for kind in Outcome}
    return {
        "solver": solver,
        "runs": len(mine),
        **counts,
        "seconds": sum(one.seconds for one in mine),
        "processor_seconds": sum(one.processor_seconds or 0.0 for one in mine),
    }


def _replay(records: Sequence[Record], wanted: Wanted) -> str:
    """Return the command that does the runs again, and shows whether they contradict still."""
    import shlex

    words = ["minuet", "experiment", str(wanted.suite)]
    words += ["--out", str(wanted.out)] * (wanted.out is not None)
    if wanted.time_limit is not None:
        words += ["--time-limit", str(wanted.time_limit)]
    for record in records:
        words += ["--only", record.key[:SHORT]]
    return shlex.join([*words, "--again"])
