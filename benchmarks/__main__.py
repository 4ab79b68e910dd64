"""Runs the scripts among the benchmarks, and tells what came of the suite: see `make bench`.

A theme is a module. What is a question on one matrix stands in suite.toml, which
`minuet experiment` runs; its module has a function `section(recorded) -> Section` that makes tables
and targets of the records in the folder of `--records`, and is named in RECORDED. Other themes have
a function `run(bench) -> Section` that measures by itself, and are named in MEASURED. A complete
run writes the results page; a partial one only prints. The exit status is 1 if an answer was wrong,
whether or not the targets are met.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from . import (
    airlines,
    auto,
    batch_engine,
    best,
    beyond_covers,
    building,
    counting,
    enumeration,
    first,
    partitions,
    pencil,
    solution_sets,
    startup,
    streams,
    sudoku,
    targets,
    threads,
    weighted,
)
from .measure import Bench, Settings
from .page import page, target_table
from .plot import can_plot, plot
from .recorded import Recorded
from .report import Section

RECORDED = {
    "enumeration": enumeration.section,
    "counting": counting.section,
    "first": first.section,
    "targets": targets.section,
    "partitions": partitions.section,
}
MEASURED = {
    "startup": startup.run,
    "streams": streams.run,
    "sudoku": sudoku.run,
    "batch-engine": batch_engine.run,
    "weighted": weighted.run,
    "best": best.run,
    "airlines": airlines.run,
    "pencil": pencil.run,
    "beyond-covers": beyond_covers.run,
    "solution-sets": solution_sets.run,
    "building": building.run,
    "threads": threads.run,
    "auto": auto.run,
}
DOCS = Path(__file__).resolve().parent.parent / "docs"


def main() -> int:
    """Run what the command line asks for."""
    asked = _arguments()
    settings = Settings(
        repetitions=asked.repetitions or (1 if asked.quick else 3),
        quick=asked.quick,
        long=asked.long,
        peers=not asked.without_peers,
        cap=asked.cap,
    )
    bench = Bench(settings)
    recorded = None if asked.records is None else Recorded(asked.records)
    told = MEASURED if recorded is None else {**RECORDED, **MEASURED}
    try:
        sections = [
            RECORDED[name](recorded) if name in RECORDED else _run(bench, name)
            for name in asked.only or told
        ]
        if settings.quick:
            for section in sections:
                section.targets.clear()  # they are set for the whole work
    finally:
        bench.close()
    if recorded is not None:
        bench.missing |= recorded.missing
        bench.notes += recorded.notes
        bench.wrong += recorded.wrong
    notes = [f"{peer} is not there: left out" for peer in sorted(bench.missing)] + bench.notes
    _tell(sections, [*notes, *(f"WRONG: {wrong}" for wrong in bench.wrong)])
    partial = asked.quick or asked.only or not settings.peers or recorded is None
    folder = asked.output or (None if partial else DOCS)
    if folder is not None:
        _write(folder, sections, settings, notes + [f"**Wrong**: {one}" for one in bench.wrong])
    return 1 if bench.wrong else 0


def _run(bench: Bench, name: str) -> Section:
    began = time.monotonic()
    section = MEASURED[name](bench)
    print(f"{name}: {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    return section


def _tell(sections: list[Section], notes: list[str]) -> None:
    for section in sections:
        print(f"\n{section.title}\n")
        print("\n\n".join(table.markdown() for table in section.tables))
    if any(section.targets for section in sections):
        print(f"\nTargets\n\n{target_table(sections).markdown()}")
    print("\n".join(["", *notes]))


def _write(folder: Path, sections: list[Section], settings: Settings, notes: list[str]) -> None:
    points = [point for section in sections for point in section.points]
    plotted = bool(points) and can_plot()
    if plotted:
        plot(points, folder / "benchmarks.svg")
    (folder / "benchmarks.md").write_text(page(sections, settings, plotted, notes))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a small part of everything")
    parser.add_argument("--long", action="store_true", help="also what takes half an hour")
    parser.add_argument("--repetitions", type=int, help="of each work (default: 3; quick: 1)")
    parser.add_argument("--cap", type=float, default=Settings.cap, help="seconds a repetition")
    themes = [*RECORDED, *MEASURED]
    parser.add_argument("--only", nargs="+", choices=themes, help="these themes alone")
    parser.add_argument("--records", type=Path, help="the folder of suite.toml's records")
    parser.add_argument("--without-peers", action="store_true", help="minuet's engines alone")
    parser.add_argument("--output", type=Path, help="write the page into this folder")
    asked = parser.parse_args()
    if asked.records is None and (lost := [one for one in asked.only or () if one in RECORDED]):
        parser.error(f"{lost[0]} is told of records, expected --records DIR")
    if asked.records is not None and not (asked.records / "records.sqlite").is_file():
        parser.error(f"--records {asked.records}: no records.sqlite, expected those of suite.toml")
    return asked


if __name__ == "__main__":
    sys.exit(main())
