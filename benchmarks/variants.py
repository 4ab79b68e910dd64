"""Which constraints of sudokus published puzzles try: `python -m benchmarks.variants FILE`.

FILE holds a puzzle a line, as JSON: its `name`, its `input` (a constraint string) and, if it is
stated, its `solution`. Each is answered and shown to have no other answer, by one solver or, with
--agreed, by two of different kinds. What became of it is a line; a table at the end names for each
constraint how many puzzles with it were answered as stated, and the two quickest. The exit status
is 0, or 1 if an answer is not the stated one where that is the only one, 2 if FILE cannot be read.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from minuet.models import MinuetError, ShapedSudoku, Sudoku, Unreached
from minuet.models.formats import read
from minuet.models.sudokus.constraints import CONSTRAINTS
from minuet.setting import is_unique
from minuet.solvers import solve

__all__ = ["Trial", "main", "trial", "written_as"]

SHOWN = 2  # puzzles that the table names for a constraint


@dataclass(frozen=True)
class Trial:
    """What became of a puzzle.

    verdict  right; not unique; other (than stated); none; open (at the time limit); or a mistake
    classes  the names of its constraints
    """

    name: str
    verdict: str
    seconds: float = 0.0
    classes: tuple[str, ...] = ()


def trial(
    name: str, text: str, stated: str | None, *, time_limit: float, agreed: bool = False
) -> Trial:
    """Answer a puzzle, and compare the answer with the stated solution."""
    began = time.process_time()
    try:
        (puzzle,) = read(text, form="constraints").problems
        if not isinstance(puzzle, Sudoku | ShapedSudoku):
            return Trial(name, "no sudoku")
        classes = tuple(sorted({type(one).__name__ for one in puzzle.constraints}))
        result = solve(puzzle, time_limit=time_limit)
        if result.answer is None:
            verdict = "none" if result.status.name == "INFEASIBLE" else "open"
        else:
            evidence = "agreed" if agreed else "claimed"
            same = not stated or written_as(puzzle.grid(result.answer)) == stated
            alone = is_unique(puzzle, time_limit=time_limit, evidence=evidence)
            verdict = ("right" if same else "other") if alone else "not unique"
    except Unreached:
        verdict = "open"
    except MinuetError as error:
        return Trial(name, str(error))
    return Trial(name, verdict, time.process_time() - began, classes)


def written_as(grid: Sequence[Sequence[int | None]]) -> str:
    """Return a filled grid as such a solution has it: letters from A where values pass 9."""
    values = [value or 0 for row in grid for value in row]
    return "".join(chr(64 + value) if max(values) > 9 else str(value) for value in values)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what the command line asks for."""
    asked = _arguments(arguments)
    found = []
    try:
        for one in _puzzles(asked.file):
            done = trial(*one, time_limit=asked.time_limit, agreed=asked.agreed)
            print(f"{done.name}: {done.verdict}, {done.seconds:.2f} s", flush=True)
            found.append(done)
    except (OSError, ValueError, KeyError, TypeError) as error:
        print(f"variants: {asked.file}: {error}, expected puzzles as JSON lines", file=sys.stderr)
        return 2
    print("\n".join(table(found)))
    return int(any(one.verdict == "other" for one in found))


def table(found: Sequence[Trial]) -> Iterator[str]:
    """Yield a Markdown table: for each constraint its puzzles that were answered as stated."""
    yield "| constraint | puzzles | such as |"
    yield "|---|---|---|"
    right = sorted((one for one in found if one.verdict == "right"), key=lambda one: one.seconds)
    for kind in CONSTRAINTS.values():
        mine = [one.name for one in right if kind.__name__ in one.classes]
        yield f"| `{kind.__name__}` | {len(mine)} | {', '.join(mine[:SHOWN])} |"


def _puzzles(file: Path) -> Iterator[tuple[str, str, str | None]]:
    for line in file.read_text().splitlines():
        told: dict[str, Any] = json.loads(line)
        yield told["name"], told["input"], told.get("solution") or None


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.variants", description=__doc__)
    parser.add_argument("file", metavar="FILE", type=Path, help="puzzles as JSON lines")
    parser.add_argument(
        "--time-limit", type=float, default=10.0, metavar="S", help="seconds a question (10)"
    )
    parser.add_argument("--agreed", action="store_true", help="ask two solvers of different kinds")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
