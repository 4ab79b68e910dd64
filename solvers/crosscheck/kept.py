"""What solvers said, kept across kills: who has answered all that is compared is not asked again.

What is compared is kept first, for the branches of another run might be others. A solver's answer
is kept when its process has ended and it has answered each branch; one that was cut short, or
crashed, or contradicted itself, is asked anew. So an answer that took hours is there when a later
solver, the next run or a power cut takes the process down; within one solver's work nothing is.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any

from ...models.errors import SolverError
from ..contract.query import Query
from ..contract.result import Status
from ..contract.solver import version_of
from ..native.split import OpenPart
from ..questions.checkpoint.file import CheckpointFile, State
from ..questions.checkpoint.key import SearchKey
from ..registry import get_solver
from .outcome import Outcome, Part
from .scope.scope import Branch, Scope
from .worker import Selected

__all__ = ["KeptAnswers"]

Known = dict[str, Any]
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
        selected: Selected,
        settings: str,
        puzzle: str,
        solvers: int,
    ) -> KeptAnswers:
        """Open a checkpoint; raises what `CheckpointFile` does.

        settings  what the answers depend on besides
        solvers   how many are asked
        """
        query = Query(selected.matrix, selected.given, selected.forbidden)
        version = version_of("minuet")
        key = SearchKey.of("check", query, "cross-check", version, settings)
        return cls(CheckpointFile(path, key, puzzle), solvers)

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            self._file.close()

    @property
    def scope(self) -> Scope | None:
        """What is compared; None: that is not known yet."""
        known = self._more.get("scope")
        if known is None:
            return None
        branches = tuple(
            Branch(
                **(one | {"given": tuple(one["given"]), "forbidden": frozenset(one["forbidden"])})
            )
            for one in known["branches"]
        )
        return Scope(**(known | {"branches": branches}))

    def keep_scope(self, scope: Scope) -> None:
        """Keep what is compared."""
        branches = [asdict(one) | {"forbidden": sorted(one.forbidden)} for one in scope.branches]
        known = {one.name: getattr(scope, one.name) for one in fields(scope)}
        self._save(self._more | {"scope": known | {"branches": branches}})

    def restore(self, outcome: Outcome, *, total: bool = False) -> bool:
        """Take what a solver said before; return whether it is kept, by the same version.

        total  whether it was asked for the number of all solutions
        """
        known = self._more.get(_table(total=total), {}).get(outcome.solver)
        if known is None or known["version"] != _version_now(known["by"]):
            return False
        for one in fields(outcome):
            setattr(outcome, one.name, known[one.name])
        outcome.status = Status(known["status"])
        outcome.parts = [_part(one) for one in known["parts"]]
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
        known = {one.name: getattr(outcome, one.name) for one in fields(outcome)}
        told = known | {"parts": parts, "status": str(outcome.status)}
        self._save(self._more | {table: self._more.get(table, {}) | {outcome.solver: told}})

    def finish(self) -> None:
        """Note that nobody is left who could answer more."""
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


def _part(known: Mapping[str, Any]) -> Part:
    return Part(**(dict(known) | {name: set(map(tuple, known[name])) for name in SETS}))


def _version_now(name: str) -> str | None:
    try:
        return get_solver(name).version()
    except SolverError:
        return None
