"""An experiment: the runs of a suite, and the folder that keeps their records.

    >>> from minuet.experiments import Experiment, read_suite     # doctest: +SKIP
    >>> experiment = Experiment(read_suite("first-look.toml"))    # doctest: +SKIP
    >>> for record in experiment.go():                            # doctest: +SKIP
    ...     print(record.instance, record.solver, record.count)

What has a record is not run again, whatever ended the experiment before.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

from ..models.errors import InputError, ModelError, did_you_mean, excerpt
from ..solvers.search.checkpoint.file import locked, unlock
from ..solvers.search.place import Place
from .records.contradictions import judged
from .records.record import RUN, Description, Record
from .records.store import Records
from .revision import own_revision
from .runs.loop import descriptions_of, records_of
from .runs.task import Doing, Enforcer
from .suites.loading import Instance, instances_of
from .suites.plan import Run, only, planned, release
from .suites.suite import Suite

__all__ = ["Experiment"]

PAUSE = 5.0  # seconds between two looks at minuet's own sources
LOCK = "records.lock"  # beside the records, for sqlite has locks of its own on these


class Experiment:
    """A suite whose instances have been read.

    suite       as it was given
    folder      where the records are; by default beside the suite, called as it is without .toml
    instances   each with the digest of its matrix
    runs        all of them, in the order in which they are done
    chosen      those that `only` names

    read  is called with the number of each collection of instances before it is read, and how many

    Raises InputError for an instance that cannot be read, and for one of which the suite expects a
    number of solutions and has it not; ModelError for a pattern of `only` that fits no run.
    """

    def __init__(
        self,
        suite: Suite,
        folder: str | Path | None = None,
        *,
        only_runs: Sequence[str] = (),
        read: Callable[[int, int], object] | None = None,
    ) -> None:
        self.suite = suite
        self.folder = Path(suite.file).with_suffix("") if folder is None else Path(folder)
        self.instances = tuple(_read(suite, read))
        _require_known(suite, self.instances)
        self.runs = tuple(planned(suite, self.instances))
        self.chosen = tuple(only(self.runs, only_runs))

    def left(self, records: Records, *, again: bool = False) -> list[Run]:
        """Return the chosen runs that have no record yet; again: all that are chosen."""
        recorded = set() if again else records.keys()
        return [run for run in self.chosen if run.key not in recorded]

    def undescribed(self, records: Records) -> list[Instance]:
        """Return the instances of the chosen runs whose features are wanted and not known."""
        seconds = self.suite.features
        if seconds is None:
            return []
        wanted = {run.instance.digest: run.instance for run in self.chosen if run.question != RUN}
        for digest, description in records.descriptions().items():
            if (description.seconds, description.version) == (seconds, release()):
                wanted.pop(digest, None)
        return list(wanted.values())

    def describe(
        self,
        *,
        jobs: int = 1,
        by: Enforcer | None = None,
        tick: Callable[[], object] | None = None,
        on: Place = None,
    ) -> Generator[Description, None, None]:
        """Tell the features that are wanted and not known; yield each once it is in the file.

        The arguments are those of `go`, which does it first. Features belong to a matrix: all of
        its records have them, those too that were there before.
        """
        doing = Doing(jobs=jobs, by=by, tick=tick, on=on)
        with _alone(self.folder), Records(self.folder) as records:
            yield from self._describe(records, doing)

    def _describe(self, records: Records, doing: Doing) -> Generator[Description, None, None]:
        instances, limits = self.undescribed(records), self.suite.limits
        seconds = self.suite.features or 0.0
        if not instances:
            return
        descriptions = descriptions_of(instances, seconds, limits.memory, doing)
        with closing(descriptions):
            for description in descriptions:
                records.describe(description)
                yield description

    def go(
        self,
        *,
        jobs: int = 1,
        again: bool = False,
        by: Enforcer | None = None,
        tick: Callable[[], object] | None = None,
        on: Place = None,
    ) -> Generator[Record, None, None]:
        """Do the runs that are left, `jobs` at once; yield each record once it is in the file.

        again  do those again that have a record
        by     who enforces the limits; None: the best that can be had
        tick   is called some times a second
        on     who does them instead, as many at once as there are workers, as for `count`: an
               Executor, a `distributed.Client`, "processes:8", "tcp://scheduler:8786". Each worker
               enforces the limits of its run on its own machine, of which the record tells; this
               process alone writes

        Raises OSError where the file cannot be written; what is in it stays. Raises CheckpointError
        where another process is at work in the folder: they would do the same runs twice. Raises
        Unavailable and SolverError where there are no workers, or none any more. Raises ModelError
        where minuet's own sources change meanwhile, so that no two trees are mixed.
        """
        doing = Doing(jobs=jobs, by=by, tick=tick, on=on)
        with _alone(self.folder), Records(self.folder) as records:
            suite = self.suite
            planned = (
                (run.key, run.instance.family, run.instance.n, run.expected) for run in self.runs
            )
            records.plan(suite.name, suite.file, suite.text, planned)
            left = self.left(records, again=again)
            for _ in self._describe(records, doing):
                pass
            descriptions = records.descriptions()
            folder = Path(suite.file).parent
            if not left:
                return
            revision, looked = own_revision(), -math.inf
            with closing(records_of(left, folder, doing)) as done:
                for record in done:
                    described = descriptions.get(record.digest)
                    if described is not None:
                        record = replace(record, features=described.features)
                    if time.monotonic() > looked + PAUSE:
                        if own_revision() != revision:
                            raise ModelError(
                                "the sources of minuet changed while the experiment ran, expected "
                                "one tree: the same command does the runs of the new one"
                            )
                        looked = time.monotonic()
                    records.add(record)
                    yield judged(record)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Hold a folder, as long as this process lives at most."""
    folder.mkdir(parents=True, exist_ok=True)
    number = locked(folder / LOCK, "lock")
    try:
        yield
    finally:
        unlock(number)


def _require_known(suite: Suite, instances: Sequence[Instance]) -> None:
    """Raise InputError for an expected number of solutions of no instance."""
    matched = {suite.expected_of(instance.name) for instance in instances}
    names = [instance.name for instance in instances]
    for name, expected in suite.expected.items():
        if expected not in matched:
            line, column = expected.place
            message = f"no instance {excerpt(name)}, expected one of the suite's"
            message += did_you_mean(name, names)
            raise InputError(message, file=suite.file, line=line, column=column)


def _read(suite: Suite, on_read: Callable[[int, int], object] | None) -> Iterator[Instance]:
    for place, collection in enumerate(suite.instances):
        if on_read is not None:
            on_read(place, len(suite.instances))
        try:
            yield from instances_of(collection)
        except ModelError as error:
            line, column = collection.place
            raise InputError(str(error), file=suite.file, line=line, column=column) from error
