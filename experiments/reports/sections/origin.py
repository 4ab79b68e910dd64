"""Where the records were made, and what failed: so that a number can be traced and made again."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..contents import Section, Table
from ..study import Study

__all__ = ["origin"]

MOST = 20  # failures that are listed
LONGEST = 100


def origin(study: Study) -> Iterator[Section]:
    """Tell versions, machine and limits, and list the runs that crashed or were refused."""
    rows = [["records", str(len(study.records))]]
    versions: dict[str, set[str]] = defaultdict(set)
    for one in study.records:
        versions[one.solver].add(one.version)
    told: dict[str, list[Any]] = {
        f"version of {solver}": sorted(found - {""}) for solver, found in sorted(versions.items())
    }
    told["limits by"] = sorted({one.limited_by for one in study.records} - {""})
    for limit in sorted({name for one in study.records for name in one.limits}):
        told[f"limit of {limit.replace('_', ' ')}"] = _different(
            one.limits.get(limit) for one in study.records
        )
    names = sorted({name for one in study.records for name in one.environment})
    for name in names:
        found = _different(one.environment.get(name) for one in study.records)
        told[name.replace("_", " ")] = found
    rows += [[name, _listed(values)] for name, values in told.items() if values]
    tables = [Table(["what", "value"], rows, texts=2)]
    failures = list(_failures(study))
    if failures:
        tables.append(
            Table(["outcome", "solver", "runs", "message"], failures, texts=2, caption="Failures")
        )
    yield Section("Where these numbers are from", (), tables)


def _different(values: Iterable[Any]) -> list[Any]:
    return sorted({_words(one) for one in values if one is not None})


def _words(value: Any) -> str:
    """Return a value in words; of a mapping its names and values, as `numpy 2.4, cores 2`."""
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_words(one)}" for name, one in sorted(value.items()))
    return f"{value:,}" if isinstance(value, int) else str(value)


def _listed(values: list[Any]) -> str:
    if len(values) > 3:
        return f"{values[0]} to {values[-1]} ({len(values)} values)"
    return ", ".join(values)


def _failures(study: Study) -> Iterator[list[str]]:
    counts = Counter(
        (str(one.outcome), one.solver, one.message)
        for one in study.records
        if one.outcome not in ("answered", "timeout")
    )
    for (outcome, solver, message), number in sorted(counts.items())[:MOST]:
        line = " ".join(message.split())
        short = line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"
        yield [outcome, solver, str(number), short]
    if len(counts) > MOST:
        yield ["…", "", str(len(counts) - MOST), "further kinds, in the records"]
