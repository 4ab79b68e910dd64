"""What a question gets back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
import numpy.typing as npt

from ...models.answer import Answer, Broken, no_attribute
from .batch import Batch, Options
from .evidence import Evidence
from .numbers import Exact, gap_of

if TYPE_CHECKING:
    from ...models.picture.notebook import Page
    from .certificate import Certificate

__all__ = ["NOTHING", "Block", "Interrupted", "Result", "Statistics", "Status"]

NOTHING = Evidence()
Read = Callable[[int], tuple[Options | None, Answer | None]]


def _nothing() -> None:
    return None


class Status(StrEnum):
    """How far an answer goes: OR-Tools' words, and COMPLETE for counts and lists.

    OPTIMAL     the best solution is known to be the best; or, without costs, a solution is known
    COMPLETE    all solutions were counted or listed, and there is one or more
    FEASIBLE    solutions are known, but the search was cut short
    INFEASIBLE  there is no solution
    UNKNOWN     the search was cut short before any solution; or agreement was asked for and not had
    """

    OPTIMAL = "OPTIMAL"
    COMPLETE = "COMPLETE"
    FEASIBLE = "FEASIBLE"
    INFEASIBLE = "INFEASIBLE"
    UNKNOWN = "UNKNOWN"


@dataclass(frozen=True)
class Statistics:
    """Nodes and updates where the solver counts them; seconds of compiling and of searching.

    Of the seconds of searching, encode_seconds went into the solver's own language and load_seconds
    into handing it over; conflicts, decisions and propagations are those of clause learning.
    progress is the part of the search tree that was searched, 0 to 1, as the solver estimates it;
    None where it does not.
    """

    nodes: int = 0
    updates: int = 0
    compile_seconds: float = 0.0
    search_seconds: float = 0.0
    progress: float | None = None
    conflicts: int = 0
    decisions: int = 0
    propagations: int = 0
    encode_seconds: float = 0.0
    load_seconds: float = 0.0

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as JSON can hold them; seconds to the microsecond."""
        from ...models.spelling import as_json

        return {
            name: round(value, 6) if name.endswith("seconds") else as_json(value)
            for name, value in self.__dict__.items()
        }


@dataclass(frozen=True)
class Result:
    """The answer to one question.

    status      OPTIMAL, COMPLETE, FEASIBLE, INFEASIBLE or UNKNOWN (see `Status`)
    answer      the solution in the puzzle's words; None for a bare matrix or without a solution
    options     the solution as option numbers, ascending; None without a solution
    objective   its total cost (of a maximising puzzle: its total worth); None without costs
    bound       no solution is better than this; None if nothing is known
    count       the number of solutions, where that was asked; a lower bound unless `complete`
    complete    whether everything was searched
    evidence    what each claim of the result rests on (see `Evidence`)
    certificate  what a checker accepted, where the evidence is "certified" (a `Certificate` or a
                `SatProof`: `certificate.by`, `certificate.size`); else None. Its text is made when
                it is asked for; to_dict leaves it out
    statistics  nodes, updates, seconds
    solver      the solver's name, its version, and why `auto` chose it
    seed        the seed and the parameters that the solver was asked with
    """

    status: Status
    solver: str
    version: str
    reason: str = ""
    # Made by a function, so that the class has no such attribute: see `__getattr__`.
    answer: Answer | None = field(default_factory=_nothing)
    options: Options | None = field(default_factory=_nothing)
    objective: Exact | None = None
    bound: Exact | None = None
    count: int | None = None
    complete: bool = False
    statistics: Statistics = field(default_factory=Statistics)
    evidence: Evidence = NOTHING
    certificate: Certificate | None = field(default=None, compare=False, repr=False)
    seed: int | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)

    @property
    def gap(self) -> float | None:
        """How far the objective may be from the best one, relative to it; None: not known."""
        return gap_of(self.objective, self.bound)

    @property
    def objectives(self) -> tuple[Exact, ...]:
        """The total of each level of a puzzle's objective, the highest first, of its answer."""
        return () if self.answer is None else self.answer.objectives

    @property
    def broken(self) -> tuple[Broken, ...]:
        """Which preferences of the puzzle (`Puzzle.prefer`) its answer does not keep, in words."""
        return () if self.answer is None else self.answer.broken

    def to_dict(self, *, answer: bool = True) -> dict[str, Any]:
        """Return the result as JSON can hold it, integers past 2^53 as strings of digits.

        The statistics stand among the other keys. `answer` is there only where there is a solution:
        each table's chosen rows, or the `options` of a bare matrix; and `broken` only where the
        puzzle has preferences: which of them the answer does not keep. Without `answer` both are
        left out. `gap` is there only where objective and bound are, `objectives` only where the
        objective has several levels.
        """
        from ...models.spelling import as_json, number

        document: dict[str, Any] = {
            "status": str(self.status),
            "complete": self.complete,
            "count": number(self.count),
            "objective": number(self.objective),
            "bound": number(self.bound),
            "solver": self.solver,
            "version": self.version,
            "reason": self.reason,
            "evidence": self.evidence.to_dict(),
            "seed": number(self.seed),
            "parameters": as_json(self.parameters),
            **self.statistics.to_dict(),
        }
        if self.gap is not None:
            document["gap"] = self.gap
        if self.objective is not None and len(self.objectives) > 1:
            document["objectives"] = [number(total) for total in self.objectives]
        if not answer or self.options is None:
            return document
        if self.answer is None:
            return document | {"answer": {"options": list(self.options)}}
        return document | self.answer.broken_fields | {"answer": self.answer.to_dict()}

    @classmethod
    def unread(cls, shared: Mapping[str, Any], read: Read, place: int) -> Result:
        """Return one of many results whose solution is read when it is first asked for.

        shared  all other attributes by name, as `shared` returns them; they are not copied deeply
        read    returns the options and the answer of the solution at a place
        """
        result = cls.__new__(cls)
        attributes = result.__dict__
        attributes.update(shared)
        attributes["_unread"] = read, place
        return result

    def shared(self) -> dict[str, Any]:
        """Return what `unread` takes: all attributes but those of the solution."""
        return {
            name: value
            for name, value in self.__dict__.items()
            if name not in ("answer", "options")
        }

    def __getattr__(self, name: str) -> Any:
        """Read the solution, where it was not read yet."""
        attributes = self.__dict__
        if name not in ("answer", "options") or "_unread" not in attributes:
            puzzle = getattr(attributes.get("answer"), "puzzle", None)
            raise no_attribute(self, name, puzzle, "result.answer")
        read, place = attributes.pop("_unread")
        attributes["options"], attributes["answer"] = read(place)
        return attributes[name]

    def __getitem__(self, table: object) -> NoReturn:
        """Raise TypeError: the rows of tables are in the answer."""
        name = getattr(table, "name", table)
        raise TypeError(f"a result has no rows of tables, expected result.answer[{name!r}]")

    def __str__(self) -> str:
        """Return the result in a line: status, figures, solver, evidence."""
        figures = {"count": self.count, "objective": self.objective, "bound": self.bound}
        words = [f"{name} {figure}" for name, figure in figures.items() if figure is not None]
        return ", ".join([str(self.status), *words, f"by {self.solver}", str(self.evidence)])

    def _repr_html_(self) -> str | None:
        return self._page().html

    def _repr_svg_(self) -> str | None:
        return self._page().svg

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Mapping[str, str]:
        return self._page().bundle(include, exclude)

    def _page(self) -> Page:
        from .result_page import result_page

        return result_page(self)

    def __getstate__(self) -> dict[str, Any]:
        """Return the attributes, the solution read."""
        return {entry.name: getattr(self, entry.name) for entry in fields(self)}


@dataclass(frozen=True, eq=False)
class Block:
    """The results of some sets of givens, one after the other, as arrays.

    counts     int64[n]; how many solutions each has: 0 or 1, with `unique` 2, which is 2 or more
    complete   bool[n]; whether that is all, as `Result.complete`: where the count is 0 and this
               is false, nothing is known
    solutions  a `Batch` of n: the first solution of each, its option numbers ascending, verified;
               empty where there is none
    """

    counts: npt.NDArray[np.int64]
    complete: npt.NDArray[np.bool_]
    solutions: Batch

    def __len__(self) -> int:
        return len(self.counts)


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a search; `result` is what had been found by then.

    It is what would have been returned: a `Result`, and of other questions an `Explanation`, an
    `Estimate`, a `Report`, ..., as far as they came.
    """

    def __init__(self, result: Any) -> None:
        super().__init__(f"interrupted: {getattr(result, 'status', 'not complete')}")
        self.result = result

    def __reduce__(self) -> tuple[type[Interrupted], tuple[Any]]:
        return type(self), (self.result,)
