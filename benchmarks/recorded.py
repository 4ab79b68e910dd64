"""What the records of suite.toml hold, as the measurements that tables and targets are made of.

A time is the median of user and system time from the question to its answer: the encoding of the
matrix in a solver's own language and the verification of solutions are in it, for minuet's engines
as for peers; loading libraries, reading the instance and digesting the solutions are not. A solver
that works through another package's library (`cpsat`, `mip`, `sat`) counts among the peers.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Mapping
from pathlib import Path

from minuet.experiments import Outcome, Record, Records, contradictions

from .measure import Measurement

__all__ = ["Found", "Recorded"]

Found = dict[str, dict[str, Measurement]]  # by work and solver
PEERS = ("cpsat", "mip", "sat")


class Recorded:
    """The records of a folder.

    wrong    what is no measurement: contradictions, wrong answers, crashes of minuet's engines
    notes    what went wrong with peers
    missing  solvers whose library is not there
    """

    def __init__(self, folder: Path) -> None:
        with Records(folder) as records:
            self._records = list(records)
        self.wrong = [str(one) for one in contradictions(self._records)]
        self.notes: list[str] = []
        self.missing: set[str] = set()
        for one in self._records:
            self._tell(one)

    def found(self, question: str, family: str) -> Found:
        """Return the measurements of a question about the works of a family."""
        grouped: dict[str, dict[str, list[Record]]] = {}
        for one in self._records:
            if one.question == question and one.family == family and _is_measurement(one):
                work = grouped.setdefault(_work(one.instance), {})
                work.setdefault(one.solver, []).append(one)
        return {
            work: {solver: _measured(runs) for solver, runs in solvers.items()}
            for work, solvers in grouped.items()
        }

    def require(self, found: Found, answers: Mapping[str, int]) -> None:
        """Note each answer that is not the known one."""
        for work, solvers in found.items():
            for solver, one in solvers.items():
                if one.times and not one.capped and one.answer != answers.get(work, one.answer):
                    self.wrong.append(f"{work}: {solver}: {one.answer}, expected {answers[work]}")

    def _tell(self, one: Record) -> None:
        what = f"{_work(one.instance)}: {one.solver}: {one.message}"
        told = self.notes if _is_peer(one) else self.wrong
        if one.outcome is Outcome.UNSUPPORTED:
            self.missing.add(one.solver)
        elif one.outcome in (Outcome.CRASHED, Outcome.WRONG) and what not in told:
            told.append(what)


def _work(instance: str) -> str:
    """Return what tables call an instance: a file without its folder and ending."""
    return Path(instance).stem if instance.endswith((".dlx", ".in", ".txt")) else instance


def _is_peer(one: Record) -> bool:
    name = str(one.settings.get("solver", ""))
    return bool(one.plug_in) or name.partition(":")[0] in PEERS


def _is_measurement(one: Record) -> bool:
    return one.outcome is not Outcome.UNSUPPORTED


def _measured(runs: Iterable[Record]) -> Measurement:
    """Return the repetitions of one run as a measurement."""
    runs = list(runs)
    first = runs[0]
    measurement = Measurement(first.solver, _is_peer(first))
    measurement.memory = max(one.peak_memory or 0 for one in runs)
    for one in runs:
        if one.outcome is Outcome.TIMEOUT:
            measurement.capped = True
        elif one.outcome is not Outcome.ANSWERED:
            measurement.problem = f"failed: {one.message or one.outcome}"
    if measurement.capped:
        measurement.times = [first.limits.get("processor_seconds") or first.seconds]
        return measurement
    measurement.times = [one.processor_seconds or one.seconds for one in runs]
    answered = [one for one in runs if one.outcome is Outcome.ANSWERED]
    if answered:
        measurement.answer = _answer(answered[0])
        nodes = [one.nodes for one in answered if one.nodes is not None]
        measurement.extra = int(statistics.median(nodes)) if nodes else None
    return measurement


def _answer(one: Record) -> int | None:
    """Return the number of solutions, the optimum (-1: no solution), or whether there is one."""
    if one.question in ("all", "count"):
        return one.count
    if one.status == "INFEASIBLE":
        return -1
    return one.objective if one.question == "best" else 1
