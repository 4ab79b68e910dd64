"""A program that a suite names, run by the process of its run, and its answer.

The last line of its output may be a JSON object with some of these:

count, objective              what it found: programs that are asked the same must agree
seconds, processor_seconds    its own timing, in the place of that of the whole process
nodes, peak_memory, version, message
outcome                       "unsupported" where what it needs is not there; message says what

What else it prints is ignored. An exit status other than 0 is a crash, of which the last line on
standard error tells.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from ...models.errors import SolverError, Unavailable, system_words
from ..suites.programs import Program
from .task import Task

__all__ = ["Started"]

NUMBERS = ("count", "objective", "seconds", "processor_seconds", "nodes", "peak_memory")
WORDS = ("version", "message")


@dataclass(frozen=True)
class Started:
    """A program that is ready to be run."""

    program: Program

    @classmethod
    def prepared(cls, task: Task) -> Started:
        """Return the program of a task."""
        fields = dict(task.program)
        return cls(Program(**{**fields, "command": tuple(fields["command"])}))

    def answer(self) -> dict[str, Any]:
        """Run it to its end; return fields of a record.

        Raises Unavailable where there is no such program, SolverError where it fails.
        """
        program = self.program
        words = [sys.executable if word == "python" else word for word in program.command]
        with ExitStack() as opened:
            given: IO[bytes] | int = subprocess.DEVNULL
            try:
                if program.input:
                    path = Path(program.folder, program.input)
                    given = opened.enter_context(path.open("rb"))
                done = subprocess.run(words, cwd=program.folder, stdin=given, capture_output=True)
            except OSError as error:
                raise Unavailable(f"{words[0]}: {system_words(error)}") from error
        if done.returncode:
            lines = done.stderr.decode("utf-8", "replace").split("\n")
            last = next((line for line in reversed(lines) if line.strip()), "")
            raise SolverError(f"ended with status {done.returncode}: {last.strip()}")
        document = _last_object(done.stdout.decode("utf-8", "replace"))
        peak = None
        if sys.platform != "win32":
            import resource

            unit = 1 if sys.platform == "darwin" else 1024
            peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * unit
        fields: dict[str, Any] = {"outcome": "answered", "complete": True, "own_peak": peak}
        if document.get("outcome") == "unsupported":
            fields["outcome"] = "unsupported"
        for name in NUMBERS:
            number = document.get(name)
            if isinstance(number, int | float) and not isinstance(number, bool) and number >= 0:
                fields[name] = number
        fields |= {name: str(document[name]) for name in WORDS if name in document}
        if "peak_memory" in fields:
            fields["own_peak"] = fields.pop("peak_memory")
        return fields


def _last_object(text: str) -> Mapping[str, Any]:
    """Return the JSON object of the last line; an empty one where that is none."""
    last = text.rstrip().rpartition("\n")[2]
    with suppress(ValueError, RecursionError):
        value = json.loads(last) if last.startswith("{") else {}
        return value if isinstance(value, dict) else {}
    return {}
