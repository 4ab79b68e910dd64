"""What solvers said, kept across kills: who has answered all that is compared is not asked again.

What is compared is kept first, for the branches of another run might be others. A solver's answer
is kept when its process has ended and it has answered each branch; one that was cut short, or
crashed, or contradicted itself, is asked anew. So an answer that took hours is there when a later
solver, the next run or a power cut takes the process down; within one solver's work nothing is.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, fields
from typing import Any

from ...models.errors import SolverError
from ..contract.result import Status
from ..contract.solver import version_of
from ..native.engine import OpenPart
from ..registry import get_solver
from ..search.checkpoint.file import CheckpointFile, SearchKey, State
from ..search.running import query_of
from ..search.search import Search
from .outcome import WIDTH, Outcome, Part, hash_of
from .scope import Branch, Scope

__all__ = ["KeptAnswers"]

Known = dict[str, Any]
Fits = Callable[[Any], bool]
SETS = ("found", "confirmed")


class KeptAnswers:
    """What is kept of one cross-check; without a file nothing is."""

    def __init__(self, file: CheckpointFile | None = None, solvers: int = 0) -> None:
        self._file, self._solvers = file, solvers
        self._began = time.monotonic()
        self._before = 0.0 if file is None else file.state.seconds

    @classmethod
    def at(
        cls,
        path: str | os.PathLike[str],
        search: Search,
        settings: str,
        puzzle: str,
        solvers: int,
    ) -> KeptAnswers:
        """Open a checkpoint; raises what `CheckpointFile` does.

        search    of the matrix
        settings  what the answers depend on besides
        solvers   how many are asked
        """
        query = query_of(search)
        version = version_of("minuet")
        key = SearchKey.of("check", query, "cross-check", version, settings)
        file = CheckpointFile(path, key, puzzle)
        if not _is_known(file.state.more, query.matrix.options):
            file.close()
            raise file.damage()
        return cls(file, solvers)

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            self._file.close()

    @property
    def scope(self) -> Scope | None:
        """What is compared; None: that is not known yet."""
        record = self._more.get("scope")
        if record is None:
            return None
        branches = tuple(
            Branch(
                **(
                    branch
                    | {"given": tuple(branch["given"]), "forbidden": frozenset(branch["forbidden"])}
                )
            )
            for branch in record["branches"]
        )
        return Scope(**(record | {"branches": branches}))

    def keep_scope(self, scope: Scope) -> None:
        """Keep what is compared."""
        branches = [
            asdict(branch) | {"forbidden": sorted(branch.forbidden)} for branch in scope.branches
        ]
        values = {field.name: getattr(scope, field.name) for field in fields(scope)}
        self._save(self._more | {"scope": values | {"branches": branches}})

    def restore(self, outcome: Outcome, *, total: bool = False) -> bool:
        """Take what a solver said before; return whether it is kept, by the same version.

        total  whether it was asked for the number of all solutions
        """
        record = self._more.get(_table(total=total), {}).get(outcome.solver)
        if record is None or record["version"] != _version_now(record["by"]):
            return False
        for field in fields(outcome):
            setattr(outcome, field.name, record[field.name])
        outcome.status = Status(record["status"])
        outcome.parts = [
            Part(**(part | {name: set(map(tuple, part[name])) for name in SETS}))
            for part in record["parts"]
        ]
        return True

    def keep(self, outcome: Outcome, branches: int, *, total: bool = False) -> None:
        """Keep what a solver said, if it has answered all of so many branches."""
        if outcome.ended != "finished" or not all(map(outcome.answered, range(branches))):
            return
        table = _table(total=total)
        parts = [
            asdict(part) | {name: sorted(getattr(part, name)) for name in SETS}
            for part in outcome.parts
        ]
        values = {field.name: getattr(outcome, field.name) for field in fields(outcome)}
        document = values | {"parts": parts, "status": str(outcome.status)}
        self._save(self._more | {table: self._more.get(table, {}) | {outcome.solver: document}})

    def finish(self) -> None:
        """Note that no solver is left that could answer more."""
        self._save(self._more, complete=True)

    @property
    def _more(self) -> Known:
        return {} if self._file is None else self._file.state.more

    def _save(self, more: Known, *, complete: bool = False) -> None:
        if self._file is None:
            return
        answered = len(more.get(_table(total=False), {}))
        left = 0 if complete else max(self._solvers - answered, 0)
        parts = [OpenPart(((), ()), 1 / max(self._solvers, 1))] * left
        before = self._file.state
        state = State(
            found=answered,
            done=answered,
            complete=not left,
            parts=parts,
            seconds=self._before + time.monotonic() - self._began,
            puzzle=before.puzzle,
            began=before.began,
            more=more,
        )
        self._file.save(state)


def _table(*, total: bool) -> str:
    return "totals" if total else "outcomes"


def _version_now(name: str) -> str | None:
    try:
        return get_solver(name).version()
    except SolverError:
        return None


def _is_known(more: Known, options: int) -> bool:
    """Whether what is kept, of a matrix of so many options, is what could have been."""

    def is_number(value: Any) -> bool:
        return type(value) is int and value >= 0

    def is_part(value: Any) -> bool:
        return type(value) in (int, float) and 0 <= value <= 1

    def is_time(value: Any) -> bool:
        return type(value) in (int, float) and 0 <= value < math.inf

    def is_options(value: Any) -> bool:
        held = isinstance(value, list) and all(
            is_number(option) and option < options for option in value
        )
        return held and len(set(value)) == len(value)

    def each(holds: Fits) -> Fits:
        return lambda value: isinstance(value, list) and all(map(holds, value))

    def none_or(holds: Fits) -> Fits:
        return lambda value: value is None or holds(value)

    def record(kind: type, more: Mapping[str, Fits]) -> Fits:
        kinds = {
            "str": _is_text,
            "bool": _is_truth,
            "int": is_number,
            "int | None": none_or(is_number),
        }
        names = {
            field.name: more.get(field.name) or kinds[str(field.type)] for field in fields(kind)
        }
        return lambda value: (
            isinstance(value, dict)
            and value.keys() == names.keys()
            and all(holds(value[name]) for name, holds in names.items())
        )

    share = {"share": none_or(is_part), "spread": is_time}
    branch = record(Branch, share | {"given": is_options, "forbidden": is_options})
    scope = record(Scope, share | {"branches": each(branch)})
    part = record(Part, dict.fromkeys(SETS, each(is_options)))
    outcome = record(
        Outcome,
        {
            "parts": each(part),
            "status": lambda value: _is_text(value) and value in set(Status),
            "objective": none_or(lambda value: type(value) is int),
            "bound": none_or(lambda value: type(value) is int),
            "seconds": is_time,
            "witness": none_or(is_options),
        },
    )
    tables = [more.get(_table(total=total), {}) for total in (False, True)]
    return (
        more.keys() <= {"scope", "outcomes", "totals"}
        and ("scope" not in more or scope(more["scope"]))
        and all(isinstance(table, dict) for table in tables)
        and all(
            outcome(entry) and entry["solver"] == name and all(map(_agrees, entry["parts"]))
            for table in tables
            for name, entry in table.items()
        )
    )


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_truth(value: Any) -> bool:
    return isinstance(value, bool)


def _agrees(part: Known) -> bool:
    """Whether a part's number and hashes are those of its solutions, where all of them are kept."""
    kept = [tuple(solution) for name in SETS for solution in part[name]]
    if part["number"] > len(kept):
        return len(set(kept)) == len(kept)
    hashes = sum(map(hash_of, kept)) % WIDTH
    same = part["number"] == len(set(kept)) == len(kept)
    return bool(same and part["hashes"] % WIDTH == hashes)
