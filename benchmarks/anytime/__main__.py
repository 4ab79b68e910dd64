"""Follows engines on the instances that are named, or tells what records hold: `--help`.

The exit status is 1 if an answer was wrong, however fast it was.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatch
from pathlib import Path

from ..machine import machine, versions
from .following import Follower, limits_of
from .instances import Instance, instances
from .measures import merged, wrong
from .records import Records, Run, read_runs
from .tables import families, page

OURS = "auto"


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks for."""
    parser = _parser()
    asked = parser.parse_args(arguments)
    if asked.report:
        runs = read_runs(asked.report)
        named = [run for run in runs if _is_named(run.instance, run.family, asked.names)]
        if not named:
            parser.error(f"{asked.report[0]}: no record of what is named, expected some")
        return _report(named, asked.plot)
    every = instances(asked.airlines)
    if asked.list:
        print("\n".join(f"{name:32} {one.family}" for name, one in every.items()))
        return 0
    chosen = [one for one in every.values() if _is_named(one.name, one.family, asked.names)]
    if not chosen:
        parser.error(f"{' '.join(asked.names)}: no instance, expected some of --list")
    session = _Session(asked)
    try:
        for one in chosen:
            session.measure(one)
    finally:
        session.close()
    return _tell_wrong(session.records.runs.values())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.anytime", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="instances, families, patterns")
    parser.add_argument("--list", action="store_true", help="what there is")
    parser.add_argument("--seconds", type=float, metavar="S", help="the limit (default: each its)")
    parser.add_argument("--solvers", metavar="A,B", help="default: auto, and each one's peers")
    parser.add_argument("--threads", type=int, default=1, metavar="N")
    folder = os.environ.get("MINUET_AIRLINE")
    parser.add_argument(
        "--airlines",
        type=Path,
        default=None if folder is None else Path(folder),
        metavar="DIR",
        help="the files of OR-Library (default: MINUET_AIRLINE)",
    )
    parser.add_argument(
        "--records",
        type=Path,
        default=Path("build/anytime.jsonl"),
        metavar="FILE",
        help="what is in it is not measured again (default: %(default)s)",
    )
    parser.add_argument("--report", type=Path, nargs="+", metavar="FILE", help="tell of records")
    parser.add_argument("--plot", type=Path, metavar="SVG", help="with --report: draw the plot")
    return parser


def _is_named(instance: str, family: str, names: list[str]) -> bool:
    return not names or any(fnmatch(one, name) for name in names for one in (instance, family))


class _Session:
    """The engines at work, and the records."""

    def __init__(self, asked: argparse.Namespace) -> None:
        self.records = Records(asked.records)
        self._asked = asked
        self._followers: dict[str, Follower] = {}

    def measure(self, instance: Instance) -> None:
        """Ask all engines for one instance, and tell in a line each what came of it."""
        asked = self._asked
        solvers = asked.solvers.split(",") if asked.solvers else [OURS, *instance.peers]
        for solver in solvers:
            for run in self._runs(instance, solver, asked.seconds or instance.seconds):
                last = run.last
                said = "proved" if run.complete else run.message or "not proved"
                spent = f"{run.spent:.2f} s"
                if run.threads > 1:
                    spent += f" each of {run.threads} threads"
                spent += f" ({run.elapsed:.2f} s on the wall)"
                told = f"{last.objective}, bound {last.bound}, {said}, {spent}"
                print(f"{run.instance}: {run.engine}: {told}", flush=True)

    def _runs(self, instance: Instance, solver: str, seconds: float) -> Iterator[Run]:
        """Yield the runs with each limit until there is a proof, those that failed anew."""
        threads = self._asked.threads
        for limit in limits_of(solver, seconds):
            run = self.records.runs.get((instance.name, solver, threads, limit))
            if run is None or run.message:
                follower = self._followers.setdefault(solver, Follower(solver, threads))
                run = follower.follow(instance, limit)
                self.records.add(run)
            yield run
            if run.complete:
                return

    def close(self) -> None:
        """End the engines."""
        for follower in self._followers.values():
            follower.close()


def _report(runs: list[Run], plot: Path | None) -> int:
    every: Mapping[str, Mapping[str, Mapping[str, Run]]] = families(runs)
    print(f"{machine()}; {versions()}\n")
    print(page(runs))
    if plot is not None:
        from .curves import picture

        plot.write_bytes(picture(every))
    return _tell_wrong(runs)


def _tell_wrong(runs: Iterable[Run]) -> int:
    told = [line for found in merged(runs).values() for line in wrong(found)]
    print("\n".join(f"WRONG: {line}" for line in told), file=sys.stderr, end="\n" if told else "")
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())
