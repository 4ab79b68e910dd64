"""Answers every grid of a folder: `python -m examples KIND FOLDER`.

A line for each grid says what became of it, and a last one how many there were of each. The exit
status is 0 if all were answered, 1 if an answer differs from the stored one, 2 if something could
not be read, 3 if a grid is open, 130 on Ctrl-C, which tells what was found by then. With --write no
grid is answered: each becomes a puzzle in TOML, KIND/NAME.toml, beside a suite for
`minuet experiment`, suite.toml.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO, NoReturn

from minuet.models import InputError, MinuetError
from minuet.models.errors import did_you_mean
from minuet.models.formats import write
from minuet.solvers import get_solver

from .answering import VERDICTS, Outcome, answer, puzzle_of
from .collection import Sample, samples, spread
from .kinds import kinds

INTERRUPTED = 130
SUITE = 'name = "pencil puzzles"\nquestions = ["unique"]\nsolvers = ["auto"]\n'


class Arguments(argparse.ArgumentParser):
    """A parser that tells a mistake in one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and end with status 2."""
        self.exit(2, f"examples: {message}\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what the command line asks for."""
    asked = _arguments(arguments)
    verdicts: Counter[str] = Counter()
    chosen: list[Sample] = []
    try:
        chosen += _chosen(asked)
        if asked.write is not None:
            return _write(chosen, asked.write, asked.time_limit)
        get_solver(asked.solver)
        with ExitStack() as open_files:
            out = open_files.enter_context(asked.output.open("w")) if asked.output else None
            for sample in chosen:
                outcome = answer(sample, asked.time_limit, asked.solver)
                verdicts[outcome.verdict] += 1
                _tell(outcome, out)
    except (MinuetError, OSError) as error:
        print(f"examples: {_words(error)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        done = f"{verdicts.total()} of {len(chosen)} grids"
        print(f"examples: interrupted after {done}", file=sys.stderr)
        _sum_up(verdicts)
        return INTERRUPTED
    _sum_up(verdicts)
    return _status(verdicts)


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = Arguments(prog="python -m examples", description=__doc__)
    known = kinds()
    parser.add_argument(
        "kind", metavar="KIND", type=_named, help=f"all, or one of {', '.join(known)}"
    )
    parser.add_argument(
        "folder", metavar="FOLDER", type=Path, help="of .json or .txt files; or a file"
    )
    parser.add_argument(
        "--time-limit", type=float, default=10.0, metavar="S", help="seconds a grid (10)"
    )
    parser.add_argument(
        "--limit", type=int, metavar="N", help="so many grids a kind, evenly spread"
    )
    parser.add_argument(
        "--solver", default="auto", metavar="NAME", help="one of `minuet solvers` (auto)"
    )
    parser.add_argument(
        "-o", "--output", type=Path, metavar="OUT", help="a line of JSON for each grid"
    )
    parser.add_argument(
        "--write", type=Path, metavar="DIR", help="write the puzzles into a folder instead"
    )
    asked = parser.parse_args(arguments)
    if asked.kind != "all" and asked.kind not in known:
        like = did_you_mean(asked.kind, known) or ", see --help for all kinds"
        parser.error(f"no kind {asked.kind!r}{like}")
    for name, least in (("time_limit", 0), ("limit", 1)):
        number = getattr(asked, name)
        if number is not None and not number >= least:
            parser.error(f"--{name.replace('_', '-')} {number}, expected {least} or more")
    return asked


def _named(kind: str) -> str:
    """Return the name of a kind however it is spelled: CastleWall, castle-wall, castle_wall."""
    plain = kind.lower().replace("-", "").replace("_", "")
    return {name.replace("_", ""): name for name in kinds()}.get(plain, kind)


def _chosen(asked: argparse.Namespace) -> Iterator[Sample]:
    if asked.kind != "all":
        yield from spread(samples(asked.kind, asked.folder), asked.limit)
        return
    if not asked.folder.is_dir():
        raise InputError("no such folder", file=str(asked.folder))
    there = {one.name.lower().replace("_", "") for one in asked.folder.iterdir()}
    those = [kind for kind in kinds() if kind.replace("_", "") in there]
    if not those:
        what = f"no folder of a kind, expected one as {kinds()[0]}"
        raise InputError(what, file=str(asked.folder))
    for kind in those:
        yield from spread(samples(kind, asked.folder), asked.limit)


def _write(chosen: Sequence[Sample], folder: Path, seconds: float) -> int:
    """Write the puzzles, but for what cannot be read or is too long for TOML, and their suite."""
    suite = f"{SUITE}seconds = {seconds:g}\n"
    written: Counter[str] = Counter()
    for sample in chosen:
        try:
            text = write(puzzle_of(sample)[1], "toml")
        except MinuetError as error:
            print(f"examples: {sample.kind} {sample.name}: {error}", file=sys.stderr)
            continue
        (folder / sample.kind).mkdir(parents=True, exist_ok=True)
        (folder / sample.kind / f"{sample.name}.toml").write_text(text, "utf-8")
        written[sample.kind] += 1
    for kind in written:
        suite += f'\n[[instances]]\nfiles = ["{kind}/*.toml"]\nfamily = "{kind}"\n'
    if written:
        (folder / "suite.toml").write_text(suite, "utf-8")
    print(f"{written.total()} of {len(chosen)} grids are in {folder}")
    return 0 if written.total() == len(chosen) else 2


def _tell(outcome: Outcome, out: IO[str] | None) -> None:
    note = f" ({outcome.note})" if outcome.note else ""
    print(
        f"{outcome.kind} {outcome.grid}: {outcome.verdict}{note}, {outcome.seconds:.3f} s",
        flush=True,
    )
    if out is not None:
        print(json.dumps(outcome.as_dict()), file=out, flush=True)


def _sum_up(verdicts: Counter[str]) -> None:
    told = [f"{verdicts[one]} {one}" for one in VERDICTS if verdicts[one]]
    print(f"{verdicts.total()} grids: {', '.join(told)}" if told else "0 grids")


def _words(error: Exception) -> str:
    """Return what is wrong; without a line where it is a file or a folder as a whole."""
    if isinstance(error, InputError) and not error.placed:
        return f"{error.file}: {error.message}"
    return str(error)


def _status(verdicts: Counter[str]) -> int:
    for verdict, status in (("unread", 2), ("differs", 1), ("open", 3)):
        if verdicts[verdict]:
            return status
    return 0


if __name__ == "__main__":
    sys.exit(main())
