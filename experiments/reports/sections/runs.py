"""Sections about runs: which contradict each other, each instance, and where all were made."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import isfinite
from statistics import median
from typing import TYPE_CHECKING, Any

from ....models.spelling import counted
from ...records.contradictions import Contradiction
from ...records.record import LEAST_SECONDS, LEAST_SHARE, RUN, Outcome, Record, starved
from ..contents import NOTHING, Section, Table, exact, integer, rounded
from ..study import Study

if TYPE_CHECKING:
    from pandas import DataFrame

__all__ = ["by_instance", "disagreements", "origin", "reservations", "table_of"]

NO_CONTRADICTION = "No run contradicts another one."


def disagreements(study: Study) -> Iterator[Section]:
    """Tell which runs contradict each other, and which handed on what is no solution."""
    if not study.wrong:
        yield Section("Disagreements", [NO_CONTRADICTION])
        return
    words = (
        "These answers cannot all be right. Runs that contradict each other are no measurement: "
        "their tasks are left out below, for every solver; a solution that is none counts as not "
        "solved."
    )
    yield Section("Disagreements", [words], [table_of(study.wrong)], is_alarm=True)


def reservations(study: Study) -> Iterator[Section]:
    """Report solvers of which every run crashed, and runs that got clearly less than a core."""
    crashed = [
        (solver, Counter(record.message for record in records).most_common(1)[0][0], len(records))
        for solver, records in _by_solver(study.records).items()
        if all(record.outcome is Outcome.CRASHED for record in records)
    ]
    if crashed:
        rows = [[solver, _shortened(message), str(count)] for solver, message, count in crashed]
        words = "Every run of these solvers crashed: their scores measure nothing."
        table = Table(["solver", "most frequent message", "runs"], rows, texts=2)
        yield Section("Solvers that crashed", [words], [table], is_alarm=True)
    hungry = starved(study.records)
    if not hungry:
        return
    runs = [record for record in study.records if record.processor_share is not None]
    words = (
        f"{counted(len(hungry), 'run')} of {len(runs)} that took {LEAST_SECONDS:g} seconds or more "
        f"got less than {LEAST_SHARE:g} of a core: their seconds by the clock measure other "
        "processes, too. "
    )
    if study.by == "processor":
        words += "This report is by processor time, which depends little on that."
    else:
        words += "Limit processor time, or run them again on a quiet machine."
    rows = []
    for solver, records in _by_solver(runs).items():
        shares = [record.processor_share or 0.0 for record in records]
        mine = starved(records)
        timeouts = sum(record.outcome is Outcome.TIMEOUT for record in mine)
        if mine:
            figures = [len(records), len(mine), timeouts]
            ends = [rounded(median(shares)), rounded(min(shares))]
            rows.append([solver, *map(str, figures), *ends])
    columns = ["solver", "runs", "below", "of these timeouts", "median share", "least share"]
    note = "share: processor seconds by seconds, 1 for a thread with a core of its own."
    table = Table(columns, rows, note=note)
    is_alarm = study.by != "processor"
    yield Section("Runs that got less than a core", [words], [table], is_alarm=is_alarm)


def _by_solver(records: Iterable[Record]) -> dict[str, list[Record]]:
    groups: dict[str, list[Record]] = {}
    for record in sorted(records, key=lambda record: (record.solver, record.key)):
        groups.setdefault(record.solver, []).append(record)
    return groups


def table_of(wrong: Sequence[Contradiction]) -> Table:
    """Return a row for each side of each contradiction."""
    rows = []
    for contradiction in wrong:
        for words, records in contradiction.sides:
            names = sorted({f"{each.solver} ({each.question})" for each in records})
            keys = sorted(each.key[:12] for each in records)
            more = f" and {len(keys) - 3} more" if len(keys) > 3 else ""
            runs = ", ".join(keys[:3]) + more
            rows.append(
                [contradiction.instance, contradiction.subject, words, ", ".join(names), runs]
            )
    return Table(["instance", "about", "said", "by", "runs"], rows, texts=5)


LONGEST_ANSWER = 24  # characters; of a longer count the ends are shown
INSTANCE_NOTE = (
    "Seconds (median of the runs that answered), or why there are none; nodes where the solver "
    "counts them. A ? stands behind an optimum that is not proved."
)


def by_instance(study: Study) -> Iterator[Section]:
    """Tell what came of each instance, a section a question.

    Families that other solvers were asked about have tables of their own.
    """
    for question in study.questions:
        runs = study.runs[study.runs["question"] == question]
        shortest = 0.0 if question == RUN else study.shortest
        by_family = runs.groupby("family")["solver"].agg(
            lambda solvers: tuple(sorted(set(solvers)))
        )
        tables = []
        for solvers in dict.fromkeys(by_family):
            families = [name for name, those in by_family.items() if those == solvers]
            caption = ", ".join(families) if by_family.nunique() > 1 else ""
            mine = runs[runs["family"].isin(families)]
            tables.append(_instance_table(mine, solvers, study.digits, shortest, caption))
        tables[-1] = replace(tables[-1], note=INSTANCE_NOTE)
        yield Section(study.titled("Instances", question), (), tables)


def _instance_table(
    runs: DataFrame, solvers: Sequence[str], digits: int, shortest: float, caption: str
) -> Table:
    counting = {str(name) for name in runs[runs["nodes"] > 0]["solver"]}
    columns = ["instance", "n", "answer"]
    for solver in solvers:
        columns += [solver, f"{solver} nodes"] if solver in counting else [solver]
    rows, strong = [], set()
    groups = runs.sort_values(["family", "n", "instance"]).groupby(
        ["family", "instance", "digest"], sort=False
    )
    for place, ((_, instance, _), group) in enumerate(groups):
        row = [str(instance), exact(group["n"].iloc[0], 6), _answer(group)]
        times = group[group["solved"]].groupby("solver")["time"].median()
        for solver in solvers:
            mine = group[group["solver"] == solver]
            row.append(_instance_cell(mine, digits, shortest))
            if len(times) > 1 and times.get(solver) == times.min():
                strong.add((place, len(row) - 1))
            if solver in counting:
                row.append(integer(mine[mine["solved"]]["nodes"].median()))
        rows.append(row)
    return Table(columns, rows, caption=caption, strong=frozenset(strong), folded=len(rows) > 24)


def _answer(group: DataFrame) -> str:
    if group["contradicted"].any():
        return "disputed"
    answered = group[group["answer"] != ""].sort_values(
        ["solved", "solver"], ascending=[False, True]
    )
    if answered.empty:
        return NOTHING
    answer = str(answered["answer"].iloc[0])
    half = LONGEST_ANSWER // 2 - 1
    return answer if len(answer) <= LONGEST_ANSWER else f"{answer[:half]}…{answer[-half:]}"


def _instance_cell(mine: DataFrame, digits: int, shortest: float) -> str:
    if mine.empty:
        return NOTHING
    solved = int(mine["solved"].sum())
    time = mine["time"].median()
    if time <= shortest:
        text = f"< {shortest:g}"
    elif isfinite(time):
        text = rounded(time, digits)
    else:
        outcomes = list(mine["outcome"])
        text = max(sorted(set(outcomes)), key=outcomes.count)
    return text if solved in (0, len(mine)) else f"{text} ({solved} of {len(mine)})"


MOST = 20  # failures that are listed
LONGEST_MESSAGE = 100


def origin(study: Study) -> Iterator[Section]:
    """Tell versions, machine and limits, and list the runs that crashed or were refused."""
    rows = [["records", str(len(study.records))]]
    versions: dict[str, set[str]] = defaultdict(set)
    for record in study.records:
        versions[record.solver].add(record.version)
    facts: dict[str, list[Any]] = {
        f"version of {solver}": sorted(numbers - {""})
        for solver, numbers in sorted(versions.items())
    }
    loads = [record.load for record in study.records if record.load is not None]
    if loads:
        ends = sorted({f"{min(loads):.2f}", f"{max(loads):.2f}"}, key=float)
        facts["load of the machine"] = [" to ".join(ends)]
    facts["limits by"] = sorted({record.limited_by for record in study.records} - {""})
    for limit in sorted({name for record in study.records for name in record.limits}):
        facts[f"limit of {limit.replace('_', ' ')}"] = _different(
            record.limits.get(limit) for record in study.records
        )
    names = sorted({name for record in study.records for name in record.environment})
    for name in names:
        different = _different(record.environment.get(name) for record in study.records)
        facts[name.replace("_", " ")] = different
    for name, values in facts.items():
        text = ", ".join(values)
        if len(values) > 3:
            text = f"{values[0]} to {values[-1]} ({len(values)} values)"
        rows += [[name, text]] if values else []
    tables = [Table(["what", "value"], rows, texts=2)]
    counts = Counter(
        (str(record.outcome), record.solver, record.message)
        for record in study.records
        if record.outcome not in ("answered", "timeout")
    )
    failures = [
        [outcome, solver, str(number), _shortened(message)]
        for (outcome, solver, message), number in sorted(counts.items())[:MOST]
    ]
    if len(counts) > MOST:
        failures.append(["…", "", str(len(counts) - MOST), "further kinds, in the records"])
    if failures:
        tables.append(
            Table(["outcome", "solver", "runs", "message"], failures, texts=2, caption="Failures")
        )
    yield Section("Where these numbers are from", (), tables)


def _different(values: Iterable[Any]) -> list[Any]:
    return sorted({_value_words(value) for value in values if value is not None})


def _value_words(value: Any) -> str:
    """Return a value in words; of a mapping its names and values, as `numpy 2.4, cores 2`."""
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_value_words(entry)}" for name, entry in sorted(value.items()))
    return f"{value:,}" if isinstance(value, int) else str(value)


def _shortened(message: str) -> str:
    line = " ".join(message.split())
    return line if len(line) <= LONGEST_MESSAGE else f"{line[: LONGEST_MESSAGE - 1]}…"
