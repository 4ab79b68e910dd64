"""The record of a run: what the process answered, how it ended, and where it was made."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from importlib.util import find_spec
from typing import Any

from ...solvers.environment import machine, packages, python
from ...solvers.process.signals import name_of_signal
from ..records.record import RUN, Description, Outcome, Record
from ..revision import own_revision
from ..suites.plan import Run, release
from .task import START, Ended

__all__ = ["description_of", "record_of", "surroundings"]


def surroundings() -> dict[str, Any]:
    """Return what holds now, as plain values: packages, machine, the load of the last minute."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    return {
        **_lasting(),
        "load": None if load is None else round(load, 2),
        "began": datetime.now(UTC).isoformat(timespec="seconds"),
    }


@cache
def _lasting() -> dict[str, Any]:
    """Return what holds as long as this process lives."""
    memory: int | None = None  # bytes
    with suppress(AttributeError, ValueError, OSError):  # the system does not say
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return {
        "packages": packages(),
        "python": python(),
        "machine": {**machine(), "memory": memory},
        "simd": _simd(),
        "minuet_git": own_revision() or None,
    }


def _simd() -> str | None:
    """Return the vector instructions that native engines use here."""
    wanted = os.environ.get("MINUET_SIMD")
    if wanted:
        return wanted
    if find_spec("minuet.solvers._native") is None:
        return None
    from ...solvers import _native

    return _native.simd_paths()[-1]  # they ascend


LONGEST = 500  # letters of a message
OWN = ("pid", "own_peak", "seconds", "processor_seconds", "digested", "outcome", "message")
EARLY = 0.9  # of a limit: some solvers stop before it, so that they end within it
NEAR = 0.1  # processor seconds that a process may take to report and to end


def record_of(run: Run, ended: Ended, environment: Mapping[str, Any], limited_by: str) -> Record:
    """Return the record of a run."""
    fields = _parse_output(ended.output)
    outcome, message = _outcome(run, ended, fields)
    rest = {key: value for key, value in fields.items() if key not in OWN}
    # The digest of solutions is work of ours, within the limits; whom they stopped took them whole.
    clock, used = fields.get("digested", (0, 0)) if outcome is Outcome.ANSWERED else (0, 0)
    spent = _processor_seconds(run, ended, fields)
    peaks = [peak for peak in (ended.peak_memory, fields.get("own_peak")) if peak]
    environment = dict(environment)
    return Record(
        key=run.key,
        family=run.instance.family,
        n=run.instance.n,
        **run.to_fields(),
        expected=run.expected,
        outcome=outcome,
        message=_short(message),
        seconds=fields.get("seconds", ended.seconds) - clock,
        processor_seconds=None if spent is None else max(spent - used, 0.0),
        peak_memory=max(peaks, default=None),
        load=environment.pop("load", None),
        limited_by=limited_by,
        environment=environment,
        **rest,
    )


def description_of(digest: str, seconds: float, ended: Ended) -> Description:
    """Return the features that a process reported of a matrix, or why it reported none."""
    fields = _parse_output(ended.output)
    features = fields.get("features", {})
    why = "" if features else str(fields.get("message") or _without_a_word(ended)[1])
    return Description(digest, seconds, release(), features, _short(why))


def _parse_output(output: str) -> dict[str, Any]:
    """Return what the lines say; one that is torn, as by a kill, says nothing."""
    fields: dict[str, Any] = {}
    for line in output.splitlines():
        try:
            fields |= json.loads(line)
        except (ValueError, TypeError):
            continue
    return fields


def _processor_seconds(run: Run, ended: Ended, fields: Mapping[str, Any]) -> float | None:
    """Return what was taken by the question; seen from outside the end of the process is in it.

    A program that reports its own seconds has prepared something before, which is no part of them.
    """
    seen, own = ended.processor_seconds, fields.get("processor_seconds")
    if run.question == RUN and own is not None:
        return float(own)
    return own if own is not None and (seen is None or seen - own < NEAR) else seen


def _outcome(run: Run, ended: Ended, fields: Mapping[str, Any]) -> tuple[Outcome, str]:
    message = str(fields.get("message", ""))
    if ended.limit == "memory":
        return Outcome.MEMORY, f"killed at its limit of {run.limits.memory} bytes"
    if "outcome" not in fields:
        return _without_a_word(ended)
    outcome = Outcome(fields["outcome"])
    took = fields.get("seconds", ended.seconds), _processor_seconds(run, ended, fields)
    if outcome is Outcome.ANSWERED and _passed(run, *took):
        return Outcome.TIMEOUT, "answered behind its limit"
    if outcome is Outcome.TIMEOUT and not ended.limit and not _passed(run, *took, EARLY):
        return Outcome.CRASHED, "ended without an answer before its limits"
    if outcome is Outcome.TIMEOUT:
        limit = ended.limit or "seconds"
        return outcome, f"stopped at its limit of {limit.replace('_', ' ')}"
    return outcome, message


def _passed(run: Run, seconds: float, used: float | None, part: float = 1.0) -> bool:
    """Whether a limit, or a part of one, had passed when it ended."""
    most, processor = run.limits.seconds, run.limits.processor_seconds
    return (most is not None and seconds > part * most) or (
        processor is not None and used is not None and used > part * processor
    )


def _without_a_word(ended: Ended) -> tuple[Outcome, str]:
    """Describe how a process ended that reported no answer."""
    if ended.limit == "start":
        return Outcome.CRASHED, f"the question was not put within {START:g} seconds"
    if ended.limit == "workers":
        return Outcome.CRASHED, ended.errors
    if ended.limit:
        how = "killed" if ended.killed else "stopped"
        return Outcome.TIMEOUT, f"{how} at its limit of {ended.limit.replace('_', ' ')}"
    last = next((line for line in reversed(ended.errors.splitlines()) if line.strip()), "")
    if last.startswith("MemoryError") or "std::bad_alloc" in ended.errors:
        return Outcome.MEMORY, "took more memory than there was"
    if ended.status < 0:
        return Outcome.CRASHED, f"crashed with {name_of_signal(-ended.status)}"
    how = f"ended its process with status {ended.status}"
    return Outcome.CRASHED, f"{how}: {last.strip()}" if last else how


def _short(message: str) -> str:
    return message if len(message) <= LONGEST else f"{message[: LONGEST - 3]}..."
