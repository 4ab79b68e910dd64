"""The record of one run: what was asked, the outcome, what it cost, and where it was made.

A record holds plain values alone (text, numbers, None, and mappings of these), so that it goes
into a row of sqlite and a line of CSV, and is read again after years. Numbers that may pass 2^63
(counts) are Python's integers here, and digits in the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

__all__ = [
    "DIGITS",
    "LEAST_SHARE",
    "OPTIMIZING",
    "QUESTIONS",
    "RUN",
    "Description",
    "Outcome",
    "Record",
    "starved",
]

DIGITS = ("count", "expected", "objective", "bound")  # fields whose numbers may be of any length
RUN = "run"  # in the place of a question: a program is run
OPTIMIZING = ("best", "improving")  # questions whose answer is an optimum
QUESTIONS = ("first", "count", "all", *OPTIMIZING, "unique", RUN)


LEAST_SECONDS = 0.1  # of a run whose processor time is compared with the clock
LEAST_SHARE = 0.9


class Outcome(StrEnum):
    """How a run ended.

    ANSWERED     the question was answered in full (`message`: the solver `auto` chose, and why)
    TIMEOUT      its limit of seconds came first; what was found by then is in the record
    MEMORY       its limit of memory came first
    UNSUPPORTED  the solver cannot answer this (in one line: `message`)
    CRASHED      the solver or its process died (`message`: by what)
    WRONG        the solver handed on what is no solution, or the number of solutions is not the
                 one that the suite expects (`message`)
    """

    ANSWERED = "answered"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    UNSUPPORTED = "unsupported"
    CRASHED = "crashed"
    WRONG = "wrong"


@dataclass(frozen=True, kw_only=True)
class Record:
    """One run.

    key          names the run: the digest of all that was asked; the same question has one record

    What was asked:

    instance     the instance's name, unique in a suite
    family, n    what it is one of, and its size there (None: no size is known)
    digest       of the matrix, as `ExactCover.digest` returns it
    question     first, count, all, best, improving or unique; run: a program was run
    solver       the solver's label in the suite: its name and what sets it apart
    settings     of the search, as `Search.to_dict` returns them: solver, time_limit, threads ...
    items        the order in which primary items were handed over; "": as they are
    plug_in      file, class and digest of a solver that the suite brings along, or the command of
                 a program and the digest of its files; "" of others
    repetition   0, 1, ... of one question; seed: what the solver's chances begin with
    shuffle      the seed by which items and options were put into another order; None: as is
    expected     the number of solutions that the suite expects; None: it does not say
    limits       {"seconds": wall, "processor_seconds": ..., "memory": bytes}; None: no limit

    What came of it:

    outcome      see `Outcome`; message says more in one line
    status       OPTIMAL, COMPLETE, FEASIBLE, INFEASIBLE, UNKNOWN, or "" where there was no result
    count        of solutions, where asked; a lower bound unless `complete`
    objective, bound   None without costs
    evidence     what the answer rests on: verified, certified, agreed, claimed
    solutions    the digest of all solutions, whatever their order; "" where they were not all seen
    incumbents   of an improving search: when a better solution or bound came, as lists of equal
                 length: seconds, processor_seconds, objective, bound

    What it cost: wall-clock and processor `seconds` from the moment on at which the question was
    put, the `peak_memory` of its process and that one's children in bytes, and what `Statistics`
    tells of the search; None where the solver does not count it. In `start_seconds` and
    `start_processor_seconds` before that Python began, the solver's libraries were loaded, and the
    instance was read and compiled (in `compile_seconds`): that is the same for all solvers of one
    matrix, and no limit counts it. The seconds of a run that answered are without those in which
    `solutions` was worked out.

    Where it was made: `load` (of the machine, its mean over the minute before the run), `version`
    of the solver, `limited_by` (who enforced the limits), and `environment`: versions of packages,
    machine, SIMD path, git revision, when it began; and, where workers did it, `worker`, which is
    alike for runs of one machine.
    """

    key: str
    instance: str
    family: str
    n: float | None = None
    digest: str = ""
    question: str
    solver: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    items: str = ""
    plug_in: str = ""
    repetition: int = 0
    seed: int | None = None
    shuffle: int | None = None
    expected: int | None = None
    limits: Mapping[str, float | None] = field(default_factory=dict)

    outcome: Outcome
    message: str = ""
    status: str = ""
    complete: bool = False
    count: int | None = None
    objective: int | None = None
    bound: int | None = None
    evidence: str = ""
    solutions: str = ""
    incumbents: Mapping[str, Any] = field(default_factory=dict)

    seconds: float = 0.0
    processor_seconds: float | None = None
    peak_memory: int | None = None
    start_seconds: float | None = None
    start_processor_seconds: float | None = None
    compile_seconds: float | None = None
    encode_seconds: float | None = None
    load_seconds: float | None = None
    search_seconds: float | None = None
    nodes: int | None = None
    updates: int | None = None
    conflicts: int | None = None
    decisions: int | None = None
    propagations: int | None = None

    load: float | None = None
    version: str = ""
    limited_by: str = ""
    environment: Mapping[str, Any] = field(default_factory=dict)
    features: Mapping[str, float | None] = field(default_factory=dict)

    @property
    def processor_share(self) -> float | None:
        """Processor seconds by seconds, 1 for a thread with a core of its own.

        None where these are not known, or too few to be compared.
        """
        if self.processor_seconds is None or self.seconds < LEAST_SECONDS:
            return None
        return self.processor_seconds / self.seconds


def starved(records: Iterable[Record]) -> list[Record]:
    """Return the runs that got clearly less than a core; their seconds measure other processes."""
    shares = ((record, record.processor_share) for record in records)
    return [record for record, share in shares if share is not None and share < LEAST_SHARE]


@dataclass(frozen=True)
class Description:
    """The features of a matrix.

    digest    of the matrix, as in the records
    seconds   that were given for it, by which `version` of minuet
    features  by name; empty where nothing came of it
    message   why nothing did; "" else
    """

    digest: str
    seconds: float
    version: str
    features: Mapping[str, float | None]
    message: str = ""
