"""Records as an experiment would leave them, made up: their times are known, so is what follows."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from minuet.experiments import Outcome, Record, Records, report

__all__ = ["LIMIT", "kept", "queens_and_dominoes", "reported", "rows", "run"]

LIMIT = 10.0
ASKED = ("instance", "solver", "question", "repetition", "shuffle", "seed")
SPEEDS = {"dlx": 1.0, "bitmask": 0.3, "cpsat": 4.0, "sat:cadical195": 7.0}
STARTS = {"dlx": 0.2, "bitmask": 0.2, "cpsat": 1.4, "sat:cadical195": 0.4}


def run(
    instance: str,
    solver: str,
    seconds: float | None = None,
    *,
    question: str = "count",
    **told: Any,
) -> Record:
    """One run that answered in so many seconds, or (None) reached its limit."""
    row: dict[str, Any] = {"instance": instance, "solver": solver, "question": question}
    row |= {"family": instance.partition("-")[0], "digest": f"digest of {instance}"}
    row["limits"] = {"seconds": LIMIT, "processor_seconds": None, "memory": 1 << 30}
    if seconds is None:
        row |= {"outcome": Outcome.TIMEOUT, "seconds": LIMIT, "processor_seconds": LIMIT}
    else:
        row |= {"outcome": Outcome.ANSWERED, "complete": True, "status": "OPTIMAL", "count": 7}
        row |= {"seconds": seconds, "processor_seconds": seconds, "search_seconds": seconds}
        row["evidence"] = "claimed"
    row |= told
    asked = [row.get(name) for name in ASKED]
    return Record(**{"key": " ".join(map(str, asked)), **row})


def queens_and_dominoes(seed: int = 1, slower: float = 1.0) -> list[Record]:
    """Three families by n, four solvers, two shuffles and two repetitions; some do not end."""
    random = Random(seed)
    found = []
    for family, base, sizes in (
        ("queens", 2.4, range(5, 13)),
        ("dominoes", 1.9, range(4, 14, 2)),
        ("langford", 2.9, range(3, 10)),
    ):
        for n in sizes:
            for solver, speed in SPEEDS.items():
                shape = base * (0.8 if (solver, family) == ("cpsat", "langford") else 1)
                for repetition in range(2):
                    for shuffle in (None, 1, 2):
                        luck = random.gauss(0, 0.05) + (0 if shuffle is None else 0.2 * shuffle)
                        search = 0.002 * speed * shape ** (n - 2) * 2.718**luck
                        search *= slower if solver == "dlx" else 1
                        seconds = STARTS[solver] + search
                        nodes = int(search * 2e5 / speed) if solver in ("dlx", "bitmask") else None
                        told: dict[str, Any] = {
                            "n": n,
                            "repetition": repetition,
                            "shuffle": shuffle,
                        }
                        told |= {"search_seconds": search, "nodes": nodes, "peak_memory": 60 << 20}
                        told |= {"environment": {"python": "3.11", "machine": "x86_64"}}
                        told |= {"version": "1.0", "limited_by": "rlimit"}
                        told["features"] = {"items": 2.0 * n, "options": 1.0 * n * n, "gap": None}
                        if seconds > LIMIT:
                            told |= {"search_seconds": None, "nodes": None}
                            found.append(run(f"{family}-{n}", solver, **told))
                        else:
                            told |= {"count": n * 10**n}
                            found.append(run(f"{family}-{n}", solver, seconds, **told))
    return found


def kept(folder: Path, records: Iterable[Record], *, suite: str = "") -> Path:
    """The folder, with the records in it; suite: the name of theirs, by default the folder's."""
    folder.mkdir(parents=True, exist_ok=True)
    with Records(folder) as file:
        for record in records:
            file.add(record)
        if suite:
            file.plan(suite, "made.toml", "", [])
    return folder


def reported(
    records: Iterable[Record],
    *,
    title: str = "made",
    against: Iterable[Record] | None = None,
    by: str | None = "wall",
) -> Any:
    """The report of records; against: of an earlier run."""
    with TemporaryDirectory() as place:
        folder = kept(Path(place) / "now", records, suite=title)
        earlier = None if against is None else kept(Path(place) / "before", against)
        return report(folder, against=earlier, by=by)


def rows(told: Any, title: str, table: int = 0) -> list[list[str]]:
    """The cells of a table of the section of that title."""
    (section,) = (one for one in told.sections if one.title == title)
    return [list(row) for row in section.tables[table].rows]
