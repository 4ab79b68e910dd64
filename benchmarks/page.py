"""The results page: docs/benchmarks.md, from what a run found."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from textwrap import fill

from .machine import machine, versions
from .measure import Settings
from .report import Section, Table

__all__ = ["page", "target_table"]

HEAD = """# Benchmarks

Written by `make bench`; do not edit. Everything on this page was measured in one run, in turns:
medians of up to {repetitions} repetitions of user and system time of a child process for each
engine. Only the ratios within the run mean anything. A time behind `>` is the cap at which a work
was stopped, and ratios to it are at least what is said. A ratio is the time of the fastest peer, or
of the peer that is named, by minuet's. Every count and verdict was checked, and every optimum
against the known one or that of `mip`.

All solutions, counts, first solutions, target sudokus and set partitions are runs of the suite
`benchmarks/suite.toml` ([experiments](experiments.md)), in which the peers are solvers
(`benchmarks/peer_solvers.py`): a process a run, within the same limits, from the question to its
answer, encoding and verification included, and all answers held against each other. The
other themes are scripts in the same folder. `make bench` does both, writes a report of the suite
beside its records in `build/bench`, and tells what became faster or slower than in the folder
`AGAINST`, the last one kept unless told.

{when}, on {machine}.

{versions}.
"""

PLOT = """
![Every engine on every work, as a ratio to the fastest peer](benchmarks.svg)

To the right of the line at 1 an engine is faster than the fastest peer; peers are hollow.
A peer that came to its cap is shown only where it is the only one, at the cap.
"""


def target_table(sections: Iterable[Section]) -> Table:
    """Return every target: what was wanted, what was reached, met or not."""
    targets = [target for section in sections for target in section.targets]
    return Table(["target", "wanted", "reached", ""], [target.cells() for target in targets])


def page(
    sections: Sequence[Section], settings: Settings, plotted: bool, notes: Sequence[str]
) -> str:
    """Return the page."""
    parts = [
        HEAD.format(
            repetitions=settings.repetitions,
            when=datetime.datetime.now(datetime.UTC).date().isoformat(),
            machine=machine(),
            versions=fill(versions(), 100),
        )
    ]
    if notes:
        parts.append("\n".join(f"- {note}" for note in notes) + "\n")
    if not settings.quick:
        parts.append(f"## Targets\n\n{target_table(sections).markdown()}\n")
    if plotted:
        parts.append(PLOT.lstrip())
    for section in sections:
        tables = "\n\n".join(table.markdown() for table in section.tables)
        parts.append(f"## {section.title}\n\n{section.text.strip()}\n\n{tables}\n")
    return "\n".join(parts)
