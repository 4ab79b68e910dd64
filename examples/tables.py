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

ANSWERED = ("right", "not unique", "new")


@dataclass(frozen=True)
class Line:
    """What became of the grids of a kind; median and worst are seconds of the processor."""

    kind: str
    counts: Counter[str]
    median: float
    worst: float

    @property
    def total(self) -> int:
        """How many grids there were."""
        return self.counts.total()

    def words(self) -> list[str]:
        """Return the cells of its line in a table."""
        told = [str(self.counts[verdict] or "") for verdict in VERDICTS]
        return [self.kind, str(self.total), *told, f"{self.median:.3g}", f"{self.worst:.3g}"]


def lines_of(outcomes: Iterable[Outcome]) -> list[Line]:
    """Return a line for each kind."""
    kinds: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        kinds[outcome.kind].append(outcome)
    return [
        Line(
            kind,
            Counter(one.verdict for one in found),
            median(one.processor for one in found),
            max(one.processor for one in found),
        )
        for kind, found in sorted(kinds.items())
    ]


def show(lines: Sequence[Line]) -> None:
    """Print a table on the terminal."""
    from rich.console import Console
    from rich.table import Table

    table = Table()
    for number, head in enumerate(["kind", "grids", *VERDICTS, "median s", "worst s"]):
        table.add_column(head, justify="right" if number else "left")
    for line in lines:
        table.add_row(*line.words())
    Console(width=None if sys.stdout.isatty() else 120).print(table)


def markdown(lines: Sequence[Line], others: Mapping[str, Sequence[Line]] | None = None) -> str:
    """Return a table in Markdown; `others` are further programs' lines, by name."""
    heads = ["kind", "grids", *VERDICTS, "median s", "worst s"]
    beside = {name: {line.kind: line for line in found} for name, found in (others or {}).items()}
    for name in beside:
        heads += [f"{name}: right", "median s", "worst s"]
    rows = [heads, ["---", *["---:"] * (len(heads) - 1)]]
    for line in lines:
        row = line.words()
        for found in beside.values():
            other = found.get(line.kind)
            row += (
                ["", "", ""]
                if other is None
                else [f"{other.counts['right']} of {other.total}", *other.words()[-2:]]
            )
        rows.append(row)
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


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
        others = {name: lines_of(read(Path(file))) for name, _, file in pairs}
    except InputError as error:
        print(f"examples: {error}", file=sys.stderr)
        return 2
    print(markdown(found, others), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
