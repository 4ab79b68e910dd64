"""`minuet experiment`: the runs of a suite, recorded as they come; a kill costs next to none."""

from __future__ import annotations

import logging
import math
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .. import arguments
from ..command import Command
from ..settings_options import searching
from ..statuses import ANSWERED, DISAGREED
from ..terminal.reports import bar, interruptible
from ..terminal.streams import cell, listen, print_message, print_note, print_table, print_text

if TYPE_CHECKING:
    from ...experiments import Experiment, Record
    from ...solvers.contract.watching import Receiver

__all__ = ["command"]

OUTCOMES = ("timeout", "memory", "unsupported", "crashed", "wrong")  # printed if there are any
LEFT = ("solver", "question")  # columns of words
SHORT = 12  # digits of a key that identify a run


@dataclass(frozen=True)
class _Wanted:
    """What `minuet experiment` was asked for; `experiment` says what each is."""

    suite: Path
    out: Path | None
    jobs: int
    time_limit: float | None
    processor_limit: float | None
    only: Sequence[str]
    again: bool
    as_json: bool
    on: str | None = None

    @property
    def at_once(self) -> int | None:
        """How many runs are under way at once; None: that is known to the cluster alone."""
        if self.on is None:
            return self.jobs
        from ...solvers.search.place import processes_of

        return processes_of(self.on)


def _checked_seconds(
    context: click.Context, option: click.Parameter, value: float | None
) -> float | None:
    """Return the seconds of a run. Raises BadParameter for a limit that no run can have."""
    from ...experiments.suites.reading import seconds_of
    from ...models.errors import ModelError

    try:
        return None if value is None else seconds_of(value)
    except ModelError as error:
        raise click.BadParameter(str(error), context, option) from None


@click.command("experiment", cls=Command)
@click.argument("suite", metavar="SUITE.toml", type=click.Path(path_type=Path))
@click.option(
    "--out",
    type=arguments.NewPath(path_type=Path),
    metavar="DIR",
    help="Where the records go. [default: beside the suite, under its name without .toml]",
)
@arguments.whole("--jobs", "So many runs at once.", default=1, show_default=True)
@searching(None, ("on",))
@arguments.seconds(
    "--time-limit", "Seconds for each run, in the place of the suite's.", callback=_checked_seconds
)
@arguments.seconds(
    "--processor-limit",
    "Processor seconds for each run, of all its threads, in the place of the suite's.",
    callback=_checked_seconds,
)
@click.option(
    "--only",
    multiple=True,
    metavar="PATTERN",
    help="Only runs whose instance, family, question, solver or key it fits, as 'queens-*' or "
    "'queens,n=6,dlx'; may be repeated.",
)
@click.option("--again", is_flag=True, help="Do those runs again that have a record.")
@click.option("--dry-run", is_flag=True, help="Tell what would be run, and run nothing.")
@arguments.as_json
def command(dry_run: bool, settings: dict[str, Any], **options: Any) -> None:
    """Run what a suite says, each run in a process of its own, and record what comes of it.

    The same command goes on where it was, whatever ended it; of a suite that was changed it runs
    what is new. Exit status: 1 where runs contradict each other, and where all
    runs of a solver crashed.
    """
    listen(logging.WARNING)
    wanted = _Wanted(**options, **settings)
    with interruptible(), bar("experiment") as progress:
        from ...experiments import Experiment, read_suite

        experiment = Experiment(
            read_suite(wanted.suite).within(wanted.time_limit, wanted.processor_limit),
            wanted.out,
            only_runs=wanted.only,
            read=_shown(progress, "files read"),
        )
        if dry_run:
            _print_plan(experiment, wanted)
            return
        raise click.exceptions.Exit(_run(experiment, wanted, progress))


def _run(experiment: Experiment, wanted: _Wanted, progress: Receiver | None) -> int:
    """Run what is left; print a summary of all runs; return the exit status."""
    from ...experiments import Records
    from ...experiments.runs.loop import disturbances, usable

    if wanted.on is None:
        threads = max((run.settings.threads for run in experiment.chosen), default=1)
        for line in disturbances(wanted.jobs, threads, usable()):
            print_message(line)
    with _sqlite_errors(experiment.folder):
        with Records(experiment.folder) as records:  # before the bar, for it may be unwritable
            left = len(experiment.left(records, again=wanted.again))
        shown, done = _shown(progress, "runs"), 0
        going = experiment.go(
            jobs=wanted.jobs, again=wanted.again, on=wanted.on, tick=lambda: shown(done, left)
        )
        with interruptible(lambda _: f"{done} of {left} runs recorded in {experiment.folder}"):
            _describe(experiment, wanted, progress)
            shown(0, left)
            for _ in going:
                done += 1
                shown(done, left)
        with Records(experiment.folder) as records:
            keys = {run.key for run in experiment.chosen}
            every = list(records)
        return _tell(experiment, wanted, [record for record in every if record.key in keys], every)


def _describe(experiment: Experiment, wanted: _Wanted, progress: Receiver | None) -> None:
    """Print the features that the suite wants, and which are missing."""
    from ...experiments import Records

    with Records(experiment.folder) as records:
        missing = {instance.digest: instance.name for instance in experiment.undescribed(records)}
    shown, total = _shown(progress, "instances described"), len(missing)

    def tick() -> None:
        shown(total - len(missing), total)

    for description in experiment.describe(jobs=wanted.jobs, on=wanted.on, tick=tick):
        name = missing.pop(description.digest)
        if description.message:
            print_message(f"no features of {name}: {description.message}")


def _shown(progress: Receiver | None, unit: str) -> Callable[[int, int], None]:
    """Return the function that reports runs to the progress bar."""
    from ...solvers.contract.snapshot import Snapshot

    began = time.monotonic()

    def shown(done: int, total: int) -> None:
        if progress is not None:
            seconds = time.monotonic() - began
            progress.hear(Snapshot("experiment", seconds, done=done, total=total, unit=unit))

    return shown


def _tell(
    experiment: Experiment, wanted: _Wanted, mine: Sequence[Record], every: Sequence[Record]
) -> int:
    """Print what came of the chosen runs, contradictions first; return the exit status.

    every  the records of the whole suite, by which those of the chosen runs may be contradicted
    """
    from ...experiments import contradictions
    from ...experiments.records.record import LEAST_SHARE, starved
    from ...models.spelling import counted

    keys = {record.key for record in mine}
    wrong = [
        contradiction
        for contradiction in contradictions(every)
        if keys & {record.key for record in contradiction.records}
    ]
    labels = dict.fromkeys(run.solver.label for run in experiment.runs)
    rows = [_row(mine, label) for label in labels if any(record.solver == label for record in mine)]
    crashed = _crashed(mine, rows)
    failed = DISAGREED if wrong or crashed else ANSWERED
    if wanted.as_json:
        from ..documents import emit

        fields = {
            "suite": experiment.suite.name,
            "folder": str(experiment.folder),
            "runs": len(experiment.chosen),
            "recorded": len(mine),
            "solvers": rows,
            "wrong": [
                {
                    "instance": contradiction.instance,
                    "what": contradiction.subject,
                    "text": str(contradiction),
                    "keys": [record.key for record in contradiction.records],
                    "again": _replay(contradiction.records, wanted),
                }
                for contradiction in wrong
            ],
            "crashed": crashed,
            "starved": len(starved(mine)),
        }
        emit("experiment", **fields)
        return failed
    hungry = starved(mine)
    if hungry:
        limited = experiment.suite.limits.processor_seconds is not None
        advice = "" if limited else "limit processor time, or "
        print_message(
            f"{counted(len(hungry), 'run')} of {len(mine)} got less than {LEAST_SHARE:g} of a "
            f"core, expected one each: {advice}run them again on a quiet machine"
        )
    for solver, message in crashed.items():
        print_text(f"EVERY RUN CRASHED: {solver}: {message}")
    for contradiction in wrong:
        print_text(f"WRONG ANSWER: {contradiction}")
        print_text(f"again: {_replay(contradiction.records, wanted)}")
    from rich.table import Table

    table = Table(title=experiment.suite.name, title_justify="left")
    never = {key for key in OUTCOMES if not any(row[key] for row in rows)}
    rows = [{key: value for key, value in row.items() if key not in never} for row in rows]
    for heading in rows[0] if rows else ():
        table.add_column(heading.replace("_", " "), justify="left" if heading in LEFT else "right")
    for row in rows:
        figures = (
            f"{value:.2f}" if isinstance(value, float) else str(value) for value in row.values()
        )
        table.add_row(*map(cell, figures))
    print_table(table)
    print_note(
        f"the records are in {experiment.folder}; minuet report {experiment.folder} tells more"
    )
    return failed


def _crashed(records: Sequence[Record], rows: Sequence[dict[str, Any]]) -> dict[str, str]:
    """Return the solvers whose runs all crashed, each with the most frequent message."""
    every = [row["solver"] for row in rows if row["crashed"] == row["runs"]]
    messages = {
        solver: Counter(record.message for record in records if record.solver == solver)
        for solver in every
    }
    return {solver: counts.most_common(1)[0][0] for solver, counts in messages.items()}


def _row(records: Sequence[Record], solver: str) -> dict[str, Any]:
    """Return how many runs of a solver ended in which way, and what they took."""
    from ...experiments import Outcome

    mine = [record for record in records if record.solver == solver]
    counts = {str(kind): sum(record.outcome is kind for record in mine) for kind in Outcome}
    return {
        "solver": solver,
        "runs": len(mine),
        **counts,
        "seconds": sum(record.seconds for record in mine),
        "processor_seconds": sum(record.processor_seconds or 0.0 for record in mine),
    }


def _replay(records: Sequence[Record], wanted: _Wanted) -> str:
    """Return the command that does the runs again, and shows whether they contradict still."""
    import shlex

    words = ["minuet", "experiment", str(wanted.suite)]
    words += ["--out", str(wanted.out)] * (wanted.out is not None)
    if wanted.time_limit is not None:
        words += ["--time-limit", str(wanted.time_limit)]
    if wanted.processor_limit is not None:
        words += ["--processor-limit", str(wanted.processor_limit)]
    for record in records:
        words += ["--only", record.key[:SHORT]]
    return shlex.join([*words, "--again"])


def _print_plan(experiment: Experiment, wanted: _Wanted) -> None:
    """Print what would be run: a row for each solver and question, with numbers."""
    from ...experiments import Records

    done: set[str] = set()
    if (experiment.folder / "records.sqlite").exists() and not wanted.again:
        with _sqlite_errors(experiment.folder), Records(experiment.folder) as records:
            done = records.keys()
    rows = []
    for solver, question in dict.fromkeys(
        (run.solver.label, run.question) for run in experiment.chosen
    ):
        pair = (solver, question)
        runs = [run for run in experiment.chosen if (run.solver.label, run.question) == pair]
        recorded = sum(run.key in done for run in runs)
        rows.append(
            {
                "solver": solver,
                "question": question,
                "instances": len({run.instance.name for run in runs}),
                "runs": len(runs),
                "recorded": recorded,
                "left": len(runs) - recorded,
            }
        )
    left = [run for run in experiment.chosen if run.key not in done]
    limits = experiment.suite.limits
    seconds = limits.processor_seconds if limits.seconds is None else limits.seconds
    if wanted.as_json:
        from ..documents import emit

        fields = {
            "suite": experiment.suite.name,
            "folder": str(experiment.folder),
            "instances": len({run.instance.name for run in experiment.chosen}),
            "runs": len(experiment.chosen),
            "recorded": len(experiment.chosen) - len(left),
            "left": len(left),
            "most_seconds": None if seconds is None else len(left) * seconds,
            "parts": rows,
        }
        emit("experiment_plan", **fields)
        return
    from rich.table import Table

    table = Table(title=experiment.suite.name, title_justify="left")
    for heading in ("solver", "question", "instances", "runs", "recorded", "left"):
        table.add_column(heading, justify="left" if heading in LEFT else "right")
    for row in rows:
        table.add_row(*(cell(str(value)) for value in row.values()))
    print_table(table)
    print_text(_in_all(len(left), seconds, wanted.at_once))


def _in_all(left: int, seconds: float | None, at_once: int | None) -> str:
    from ...models.spelling import counted

    runs = counted(left, "run")
    if seconds is None or not left:
        return f"{runs} left" if left else "nothing is left to be run"
    from ...solvers.search.estimate import spell_seconds

    most = spell_seconds(math.log(left * seconds / (at_once or 1)))
    shared = ", which the workers share" if at_once is None else ""
    each = f"{runs} left, of {seconds:g} s at most each"
    return f"{each}: up to {most}{shared}, and the time to start them"


@contextmanager
def _sqlite_errors(folder: Path) -> Iterator[None]:
    """Turn what sqlite says of a disk, or of a file that is none of its own, into our errors."""
    import sqlite3

    from ...models.errors import InputError

    try:
        yield
    except sqlite3.OperationalError as error:
        raise OSError(0, f"{error}; the records so far are kept", str(folder)) from error
    except sqlite3.DatabaseError as error:
        file = str(folder / "records.sqlite")
        raise InputError(f"{error}, expected the records of an experiment", file=file) from error
