"""A report of an experiment: its sections, and what they are written as.

    document = report(Path("first-look"))
    print(document.to_markdown())

A report reads the records in a folder and nothing else, so it can be made of what is there while
an experiment is under way, and years after it. The same records give the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ...models.errors import ModelError, Unavailable, did_you_mean
from ..records.store import read_records
from ..suites.targets import kept_targets
from .contents import Section
from .runs import CLOCKS
from .study import Study

__all__ = ["EXTRA", "Report", "report"]

EXTRA = ("pandas", "matplotlib", "pyarrow")


@dataclass(frozen=True)
class Report:
    """What the records of an experiment come to.

    title     the experiment's name
    study     the records, and the clock that they are read by
    before    the records of an earlier run to compare with; None: there are none
    names     what both are called where they are compared, the earlier one last
    """

    title: str
    study: Study
    before: Study | None = None
    names: tuple[str, str] = ("new", "old")

    @cached_property
    def sections(self) -> Sequence[Section]:
        """The sections, disagreements first."""
        from .sections.changes import comparison
        from .sections.costs import features, growth, luck, nodes
        from .sections.improving import improving
        from .sections.runs import by_instance, disagreements, origin, reservations
        from .sections.solvers import by_family, head_to_head, pairs, summary
        from .sections.targets import targets

        study = self.study
        sections = [*disagreements(study), *reservations(study), *targets(study)]
        if self.before is not None:
            sections += comparison(study, self.before, self.names)
        parts = (summary, improving, by_family, head_to_head, pairs, growth, luck, nodes, features)
        for each in parts:
            sections += each(study)
        return [*sections, *by_instance(study), *origin(study)]

    @property
    def disagrees(self) -> bool:
        """Whether runs contradict each other, here or with the earlier ones."""
        from .sections.changes import new_contradictions

        wrong = bool(self.study.wrong)
        return wrong or (
            self.before is not None and bool(new_contradictions(self.study, self.before))
        )

    def pictures(self, kind: str = "svg") -> Iterator[tuple[str, bytes]]:
        """Yield the plots by name, each as a file: `svg`, or `pdf`."""
        from .plots import picture_file

        for section in self.sections:
            for plot in section.plots:
                yield plot.name, picture_file(plot, kind)

    def to_markdown(self, pictures: Mapping[str, str] | None = None) -> str:
        """Return it as Markdown. pictures: files of plots to link to, by the plots' names."""
        from .formats import markdown

        return markdown(self.title, self.sections, pictures or {})

    def to_html(self) -> str:
        """Return it as a page that stands alone, with the plots in it."""
        from .formats import page

        return page(self.title, self.sections)

    def to_latex(self, pictures: Mapping[str, str] | None = None) -> str:
        """Return it as a LaTeX document. pictures: as for Markdown."""
        from .formats import latex

        return latex(self.title, self.sections, pictures or {})

    def to_csv(self) -> str:
        """Return the runs, a line each, with their answers."""
        from .formats import csv_of

        return csv_of(self.study.records)

    def to_parquet(self) -> bytes:
        """Return the runs as a file of Parquet."""
        from .formats import parquet_of

        return parquet_of(self.study.records)


def report(
    folder: str | Path,
    *,
    against: str | Path | None = None,
    by: str | None = None,
    seed: int = 0,
) -> Report:
    """Return the report of the records in a folder.

    folder    which `minuet experiment` wrote
    against   another such folder, of an earlier run of the same suite, to compare with
    by        which seconds: wall or processor, from the question on; search, of the search alone;
              None: processor where runs have a limit of processor seconds, else wall
    seed      of the bootstrap

    Raises InputError for a folder without records, ModelError for an unknown clock or one that the
    records do not tell, Unavailable without pandas and matplotlib.
    """
    if by is not None and by not in CLOCKS:
        raise ModelError(f"no clock {by!r}, expected {', '.join(CLOCKS)}{did_you_mean(by, CLOCKS)}")
    require_extra()
    title, records, text = read_records(Path(folder))
    if by is None:
        limited = any(record.limits.get("processor_seconds") for record in records)
        measured = all(record.processor_seconds is not None for record in records)
        by = "processor" if limited and measured else "wall"
    study = Study(records, by, seed, kept_targets(text))
    if against is None:
        return Report(title, study)
    before = Study(read_records(Path(against))[1], by, seed)
    return Report(title, study, before, (str(folder), str(against)))


def require_extra() -> None:
    """Raise Unavailable where a library of the extra `experiments` is missing."""
    from importlib.util import find_spec

    for name in EXTRA:
        if find_spec(name) is None:
            message = f"reports: {name} is missing, expected it: pip install 'minuet[experiments]'"
            raise Unavailable(message)
