"""What became of the grids, kind by kind: a table on the terminal, or one in Markdown.

python -m examples.tables FILE... [--beside NAME=FILE] writes the Markdown of what `-o` wrote.
Beside it stands what another program made of the same grids, in the same JSON lines.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from minuet.models import InputError

from .answering import VERDICTS, Outcome

__all__ = ["Line", "lines_of", "main", "markdown", "show"]


@dataclass(frozen=True)
class Line:
    """What became of the grids of a kind; median and worst are seconds of the processor."""

    kind: str
    counts: Counter[str]
    median: float
    worst: float

    @classmethod
    def of(cls, kind: str, found: Sequence[Outcome]) -> Line:
        """Sum outcomes up."""
        seconds = [one.processor for one in found]
        counts = Counter(one.verdict for one in found)
        return cls(kind, counts, median(seconds), max(seconds))

    @property
    def total(self) -> int:
        """How many grids there were."""
        return self.counts.total()

    @property
    def seconds(self) -> list[str]:
        """The median and the worst time, as they are written."""
        return [f"{self.median:.3f}", f"{self.worst:.3f}"]

    def words(self, verdicts: Iterable[str]) -> list[str]:
        """Return the cells of its line in a table, with the counts of some verdicts."""
        told = [str(self.counts[verdict] or "") for verdict in verdicts]
        return [self.kind, str(self.total), *told, *self.seconds]


def lines_of(outcomes: Iterable[Outcome]) -> list[Line]:
    """Return a line for each kind and, where there are several, one for all of them."""
    kinds: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        kinds[outcome.kind].append(outcome)
    lines = [Line.of(kind, found) for kind, found in sorted(kinds.items())]
    if len(lines) > 1:
        lines.append(Line.of("all", [one for found in kinds.values() for one in found]))
    return lines


def show(lines: Sequence[Line]) -> None:
    """Print a table on the terminal."""
    from rich.console import Console
    from rich.table import Table

    table, verdicts = Table(), _told(lines)
    for number, head in enumerate(["kind", "grids", *verdicts, "median s", "worst s"]):
        table.add_column(head, justify="right" if number else "left")
    for line in lines:
        table.add_row(*line.words(verdicts))
    Console(width=None if sys.stdout.isatty() else 120).print(table)


def markdown(lines: Sequence[Line], others: Mapping[str, Sequence[Line]] | None = None) -> str:
    """Return a table in Markdown; `others` are further programs' lines, by name."""
    verdicts = _told(lines)
    heads = ["kind", "grids", *verdicts, "median s", "worst s"]
    beside = {name: {line.kind: line for line in found} for name, found in (others or {}).items()}
    for name in beside:
        heads += [f"{name}: right", "of", "median s", "worst s"]
    rows = [heads, ["---", *["---:"] * (len(heads) - 1)]]
    for line in lines:
        row = line.words(verdicts)
        for found in beside.values():
            row += _beside(found.get(line.kind))
        rows.append(row)
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _told(lines: Iterable[Line]) -> list[str]:
    """Return the verdicts that stand in some line; `right` always."""
    there = {"right"}.union(*(line.counts for line in lines))
    return [verdict for verdict in VERDICTS if verdict in there]


def _beside(line: Line | None) -> list[str]:
    if line is None:
        return ["", "", "", ""]
    return [str(line.counts["right"]), str(line.total), *line.seconds]


def read(path: Path) -> list[Outcome]:
    """Read JSON lines that `-o` wrote; raises InputError with the line that is none."""
    found = []
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(str(error), file=str(path)) from None
    for number, line in enumerate(lines, 1):
        try:
            told: dict[str, Any] = json.loads(line)
            found.append(Outcome(**told))
        except (ValueError, TypeError) as error:
            raise InputError(str(error), file=str(path), line=number) from None
    return found


def _taken(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """Leave out what another program cannot read: kinds that it does not know."""
    return [one for one in outcomes if one.verdict != "unread"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the table of what was kept."""
    parser = argparse.ArgumentParser(prog="python -m examples.tables")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="what -o wrote")
    parser.add_argument(
        "--beside",
        action="append",
        default=[],
        metavar="NAME=FILE",
        help="another program's outcomes",
    )
    asked = parser.parse_args(arguments)
    try:
        found = lines_of(outcome for file in asked.files for outcome in read(file))
        pairs = [text.partition("=") for text in asked.beside]
        others = {name: lines_of(_taken(read(Path(file)))) for name, _, file in pairs}
    except InputError as error:
        print(f"examples: {error}", file=sys.stderr)
        return 2
    print(markdown(found, others), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
