"""`minuet report`: what the records of an experiment come to."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .. import arguments
from ..command import Command, option_error, reject_input_as_output
from ..statuses import DISAGREED
from ..terminal.reports import answers_in, interruptible
from ..terminal.streams import print_message, print_note, print_text

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from ...experiments.reports.report import Report

__all__ = ["command"]

FORMATS = ("md", "html", "latex", "csv", "parquet")
ENDINGS = {".md": "md", ".txt": "md", ".html": "html", ".htm": "html", ".tex": "latex"} | {
    ".csv": "csv",
    ".parquet": "parquet",
}
CLOCKS = ("wall", "processor", "search")


@click.command("report", cls=Command)
@click.argument(
    "folder", metavar="DIR", type=click.Path(), help="The folder that minuet experiment wrote."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    help="What is written. [default: as the output's name ends, else md]",
)
@arguments.output
@click.option(
    "--against",
    metavar="DIR",
    type=click.Path(),
    help="An earlier run of the suite: tell what became faster or slower, beyond noise.",
)
@click.option(
    "--by",
    type=click.Choice(CLOCKS),
    help="Which seconds: by the clock, of the processor, or of the search alone. [default: those "
    "that were limited]",
)
@click.option(
    "--plots",
    metavar="DIR",
    type=arguments.NewPath(),
    help="Write the plots there too: as SVG, or as PDF for latex.",
)
@click.option(
    "--records",
    metavar="DIR",
    type=arguments.NewPath(),
    help="Write the records there too, compressed, without those of runs that the suite has no "
    "more.",
)
@arguments.seed_of("What the bootstrap draws by.", default=0, show_default=True)
@arguments.as_json
def command(
    folder: str,
    form: str | None,
    output: str | None,
    plots: str | None,
    records: str | None,
    as_json: bool,
    **compared: Any,
) -> None:
    """Tell what the records of an experiment come to: tables, statistics, plots.

    csv and parquet are the runs themselves, one line a run. The exit status is 1 where runs
    contradict each other.
    """
    from ...experiments import report as report_of

    if not 0 <= compared["seed"] < 1 << 32:
        raise option_error("--seed", f"{compared['seed']}, expected 0 to 2^32 - 1")
    form = "json" if as_json else form or _form_of(output)
    if form == "parquet" and output in (None, "-") and sys.stdout.isatty():
        raise option_error("--format", "parquet is no text, expected -o FILE")
    for each in (folder, compared["against"]):
        if each is not None:
            reject_input_as_output(output, os.path.join(each, "records.sqlite"))  # noqa: PTH118
    with interruptible():
        report = report_of(folder, **compared)
        pictures = {} if plots is None else _drawn(report, Path(plots), form, output)
        with answers_in(output):
            if form == "parquet":
                sys.stdout.flush()
                sys.stdout.buffer.write(report.to_parquet())
            elif form == "json":
                # Print the report as a document; its cells are words, with as many digits as are
                # good.
                from ..documents import emit

                sections = [
                    {
                        "title": section.title,
                        "alarm": section.is_alarm,
                        "words": list(section.words),
                        "tables": [
                            {
                                "caption": table.caption,
                                "columns": list(table.columns),
                                "rows": [list(row) for row in table.rows],
                                "note": table.note,
                            }
                            for table in section.tables
                        ],
                        "plots": [
                            {"name": plot.name, "caption": plot.caption} for plot in section.plots
                        ],
                    }
                    for section in report.sections
                ]
                emit(
                    "report",
                    title=report.title,
                    folder=folder,
                    disagrees=report.disagrees,
                    sections=sections,
                )
            else:
                print_text(_text(report, form, pictures).removesuffix("\n"))
        if records is not None:
            from ...experiments.records.store import packed

            print_note(f"the records are in {packed(Path(folder), Path(records))}")
        if report.disagrees:
            print_message(
                f"{folder}: answers contradict each other, see the report's first section"
            )
            raise click.exceptions.Exit(DISAGREED)


def _form_of(output: str | None) -> str:
    """Return the format of an output's name; without an ending it is Markdown."""
    ending = os.path.splitext(output or "")[1].lower()  # noqa: PTH122
    if ending and ending not in ENDINGS:
        endings = ", ".join(ENDINGS)
        message = f"no format is called {ending}, expected a name with {endings}, or --format"
        raise option_error("-o", message)
    return ENDINGS.get(ending, "md")


def _text(report: Report, form: str, pictures: Mapping[str, str]) -> str:
    if form == "html":
        return report.to_html()
    if form == "latex":
        return report.to_latex(pictures)
    return report.to_csv() if form == "csv" else report.to_markdown(pictures)


def _drawn(report: Report, folder: Path, form: str, output: str | None) -> dict[str, str]:
    """Write the plots; return where each is, as seen from the output's folder."""
    kind = "pdf" if form == "latex" else "svg"
    here = os.path.dirname(output or "") or "."  # noqa: PTH120
    paths = {}
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in report.pictures(kind):
        path = folder / f"{name}.{kind}"
        path.write_bytes(data)
        paths[name] = os.path.relpath(path, here).replace(os.sep, "/")
    return paths
