"""Where the runs of an experiment contradict each other: a wrong answer, and no measurement.

What each run says of one matrix is a bound: on the number of its solutions, from below (these were
found) and from above (and there are no more), on its optimum, and on which solutions there are.
Runs that were cut short say less, and what they say must hold all the same. Two bounds that cannot
both be true are a contradiction; the records alone cannot show which of the two is wrong.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import inf

from ...models.spelling import counted
from .record import OPTIMIZING, RUN, Outcome, Record

__all__ = ["Contradiction", "contradictions", "judged"]

ANSWERS = (Outcome.ANSWERED, Outcome.WRONG)
EXPECTED = "expected number of solutions"
COUNTING = ("count", "all", "unique", RUN)
Claim = tuple[float, float, str, Record]  # at least, at most, in words, who says so


@dataclass(frozen=True)
class Contradiction:
    """Runs whose answers cannot all be right.

    instance  which one they are about; digest: of its matrix
    subject   what they disagree on: "number of solutions", "optimum", "set of solutions";
              "solution", where a run handed on what is none; or "expected number of solutions"
    sides     what is said, in words, and by which runs
    """

    instance: str
    digest: str
    subject: str
    sides: tuple[tuple[str, tuple[Record, ...]], ...]

    @property
    def is_alone(self) -> bool:
        """Whether each run is wrong by itself, whatever the others say."""
        return self.subject in ("solution", EXPECTED)

    @property
    def records(self) -> tuple[Record, ...]:
        """All runs that are involved."""
        return tuple(record for _, records in self.sides for record in records)

    def __str__(self) -> str:
        text = ", but ".join(
            f"{words} ({', '.join(sorted({record.solver for record in records}))})"
            for words, records in self.sides
        )
        return f"{self.instance}: {self.subject}: {text}"


def contradictions(records: Iterable[Record]) -> list[Contradiction]:
    """Return what the runs disagree on, in the order of the instances' names.

    Runs are about the same if instance and digest are; whatever the question, solver and shuffle.
    """
    groups: dict[tuple[str, str], list[Record]] = defaultdict(list)
    for record in records:
        groups[record.instance, record.digest].append(record)
    result = []
    for (instance, digest), group in sorted(groups.items()):
        group.sort(key=lambda record: (record.solver, record.question, record.key))
        wrong = [record for record in group if record.outcome is Outcome.WRONG]
        others = [record for record in group if record.outcome is not Outcome.WRONG]
        for subject, sides in (
            (
                "solution",
                _sides(
                    (record.message or "what was handed on is none", record)
                    for record in wrong
                    if not _unexpected(record)
                ),
            ),
            (
                EXPECTED,
                _sides((_unexpected(record), record) for record in group if _unexpected(record)),
            ),
            ("number of solutions", _clash([_claim(record) for record in others])),
            ("optimum", _optimum(group)),
            ("set of solutions", _sets(group)),
        ):
            if sides:
                result.append(Contradiction(instance, digest, subject, sides))
    return result


Sides = tuple[tuple[str, tuple[Record, ...]], ...]


def _sides(statements: Iterable[tuple[str, Record]]) -> Sides:
    sides: dict[str, list[Record]] = defaultdict(list)
    for words, record in statements:
        sides[words].append(record)
    return tuple((words, tuple(records)) for words, records in sides.items())


def judged(record: Record) -> Record:
    """Return the record, as WRONG where its number of solutions is not the one expected."""
    words = _unexpected(record)
    return replace(record, outcome=Outcome.WRONG, message=words) if words else record


def _unexpected(record: Record) -> str:
    """Return how the number of solutions differs from the one that the suite expects; "" else."""
    claim = _claim(record)
    if record.expected is None or claim is None or claim[0] <= record.expected <= claim[1]:
        return ""
    return f"{claim[2]}, expected {record.expected}"


def _clash(claims: Sequence[Claim | None]) -> Sides:
    """Return the sides of claims of which no number satisfies all: those that break another."""
    present = [claim for claim in claims if claim is not None]
    low = max((claim[0] for claim in present), default=-inf)
    high = min((claim[1] for claim in present), default=inf)
    return _sides(
        (words, record) for least, most, words, record in present if least > high or most < low
    )


def _claim(record: Record) -> Claim | None:
    if record.status == "INFEASIBLE":
        return 0, 0, "no solution", record
    if record.question in COUNTING and record.count is not None:
        count = record.count
        more = record.question == "unique" and count > 1
        if record.complete and record.outcome in ANSWERS and not more:
            return count, count, counted(count, "solution"), record
        return (count, inf, f"at least {counted(count, 'solution')}", record) if count else None
    if record.status in ("OPTIMAL", "COMPLETE", "FEASIBLE"):
        return 1, inf, "a solution", record
    return None


def _optimum(group: Sequence[Record]) -> Sides:
    """Return who disagrees on the best objective.

    Whether costs or worth are meant no record says; a bound that differs from what was found does:
    below it, the least is the best.
    """
    records = [
        record
        for record in group
        if record.question in OPTIMIZING and record.outcome is not Outcome.WRONG
    ]
    senses = {_sense(record) for record in records} - {0}
    if len(senses) != 1:
        proved = [_proved(record) for record in records]
        return _clash(proved) or (
            _sides((_bounds(record), record) for record in records if _sense(record))
            if senses
            else ()
        )
    (sense,) = senses
    return _clash([_proved(record) or _bounded(record, sense) for record in records])


def _sense(record: Record) -> int:
    """Return 1 where a run minimises, -1 where it maximises, 0 where that cannot be seen."""
    if record.objective is None or record.bound is None:
        return 0
    return (record.objective > record.bound) - (record.objective < record.bound)


def _proved(record: Record) -> Claim | None:
    if record.status != "OPTIMAL" or record.objective is None:
        return None
    return record.objective, record.objective, f"optimum {record.objective}", record


def _bounded(record: Record, sense: int) -> Claim | None:
    """Return what a search that was cut short says: found this, and nothing is beyond the bound."""
    objective, bound = record.objective, record.bound
    limits = (bound, objective) if sense > 0 else (objective, bound)
    low, high = (-inf if limits[0] is None else limits[0], inf if limits[1] is None else limits[1])
    return None if limits == (None, None) else (low, high, _bounds(record), record)


def _bounds(record: Record) -> str:
    parts = []
    if record.objective is not None:
        parts.append(f"found {record.objective}")
    if record.bound is not None:
        parts.append(f"none beyond {record.bound}")
    return " and ".join(parts)


def _sets(group: Sequence[Record]) -> Sides:
    """Return who saw all solutions, as many as others, and yet not the same ones."""
    seen = [
        record
        for record in group
        if record.solutions and record.complete and record.question == "all"
    ]
    by_count: dict[int | None, set[str]] = defaultdict(set)
    for record in seen:
        by_count[record.count].add(record.solutions)
    return _sides(
        (f"those of digest {record.solutions[:12]}", record)
        for record in seen
        if len(by_count[record.count]) > 1
    )
