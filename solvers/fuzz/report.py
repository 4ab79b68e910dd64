"""The report of a fuzzing run: cases, answers and faults; and faults saved in files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ...models.errors import InputError
from ...models.formats.matrix.dlx_text import write_dlx
from ...models.matrix.exact_cover import ExactCover
from ...models.spelling import number
from .cases.cases import draw
from .task import Ask, ask_of, write_task

__all__ = ["Fault", "FuzzReport", "Tally", "asks_in", "save_fault"]


@dataclass(frozen=True)
class Fault:
    """Something wrong, and how to see it again.

    seed, number  of the case that showed it; None: of a file
    shape         how it was drawn
    message       what is wrong
    asks          the questions that show it, as `count memo memory=1024`
    matrix        the smallest matrix found on which they still do; its items may say what is given
                  (task.py); None: it was not shrunk
    also          how many further cases showed what is alike
    file          where the matrix was written, if it was
    questions     which alone were drawn; none: any
    """

    seed: int | None
    number: int | None
    shape: str
    message: str
    asks: tuple[str, ...]
    matrix: ExactCover | None = None
    also: int = 0
    file: str | None = None
    questions: tuple[str, ...] = ()

    @property
    def solvers(self) -> tuple[str, ...]:
        """Who was asked."""
        return tuple(dict.fromkeys(ask.split()[1] for ask in self.asks))

    @property
    def replay(self) -> str:
        """The command line that shows it again."""
        names = f" --solvers {','.join(self.solvers)}" if self.solvers else ""
        if self.number is None:
            return f"minuet fuzz {self.file}{names}"
        drawn = f" --questions {','.join(self.questions)}" if self.questions else ""
        return f"minuet fuzz --seed {self.seed} --case {self.number}{names}{drawn}"

    def __str__(self) -> str:
        return f"{', '.join(self.asks)}: {self.message}"

    def to_dict(self) -> dict[str, Any]:
        """Return the fault as JSON can hold it; its matrix as DLX."""
        return {
            "seed": number(self.seed),
            "case": number(self.number),
            "shape": self.shape,
            "what": self.message,
            "asks": list(self.asks),
            "also": self.also,
            "file": self.file,
            "replay": self.replay,
            "dlx": None if self.matrix is None else write_dlx(self.matrix),
        }


@dataclass
class Tally:
    """Counters, by name: of cases by shape, of asks by question, solver and how they went."""

    drawn: Counter[str] = field(default_factory=Counter)
    used: Counter[str] = field(default_factory=Counter)
    asked: Counter[tuple[str, str, str]] = field(default_factory=Counter)

    def take(self) -> dict[str, Any]:
        """Return what was counted as plain values, and begin anew."""
        counters = {name: dict(counter) for name, counter in vars(self).items()}
        for counter in vars(self).values():
            counter.clear()
        return counters

    def add(self, counters: dict[str, Any]) -> None:
        """Count in what `take` returned elsewhere."""
        for name, numbers in counters.items():
            getattr(self, name).update(numbers)


@dataclass
class FuzzReport:
    """What was done, and what was found: true if nothing was.

    seed     of the cases; None: there was one, of a file
    solvers  who was asked
    tally    cases drawn and used, by shape; asks by question, solver and how they went
    faults   what is wrong, those alike as one
    seconds  how long it took
    """

    seed: int | None
    solvers: tuple[str, ...]
    tally: Tally = field(default_factory=Tally)
    faults: list[Fault] = field(default_factory=list)
    seconds: float = 0.0

    def __bool__(self) -> bool:
        return not self.faults

    @property
    def cases(self) -> int:
        """How many cases were drawn."""
        return self.tally.drawn.total()

    @property
    def used(self) -> int:
        """Of how many at least one answer was compared with something."""
        return self.tally.used.total()

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def to_dict(self) -> dict[str, Any]:
        """Return the report as JSON can hold it."""
        tally = self.tally
        return {
            "seed": number(self.seed),
            "cases": self.cases,
            "used": self.used,
            "seconds": round(self.seconds, 3),
            "solvers": list(self.solvers),
            "shapes": [
                {"shape": shape, "cases": drawn, "used": tally.used[shape]}
                for shape, drawn in sorted(tally.drawn.items())
            ],
            "asked": [
                {"question": question, "solver": solver, "went": how, "times": times}
                for (question, solver, how), times in sorted(tally.asked.items())
            ],
            "faults": [fault.to_dict() for fault in self.faults],
        }

    def lines(self) -> Iterator[str]:
        """Tell it in a few lines."""
        rate = self.cases / max(self.seconds, 1e-9)
        cases = "1 case" if self.cases == 1 else f"{self.cases} cases"
        seed = "" if self.seed is None else f"seed {self.seed}: "
        yield (
            f"{seed}{cases} in {self.seconds:.0f} s ({rate:.0f} a second), "
            f"{self.used} used, {len(self.faults)} faults"
        )
        for fault in self.faults:
            yield f"  {fault}"
            yield f"    {fault.replay}"


# ---- Faults saved in files: the smallest matrix as DLX, and the asks in comments -----------------
#
#     | minuet fuzz --seed 7 --case 1234 --solvers memo
#     | what is wrong: 4 or more solutions (brute force), 3 at most (count memo)
#     | ask count memo
#     a b | given#2
#     ...
#
# `minuet fuzz FILE` asks it again; `minuet check FILE`, and any other program that reads DLX, sees
# a matrix like others.


_ASK = "| ask "


def fault_text(fault: Fault) -> str:
    """Return a fault as DLX text; where it was not shrunk, with the matrix of its case."""
    matrix = fault.matrix
    if matrix is None:
        if fault.seed is None or fault.number is None:
            raise ValueError("a fault of no case and without a matrix")
        matrix = write_task(draw(fault.seed, fault.number).task)
    summary = " ".join(fault.message.split())
    lines = [
        f"| {fault.replay}",
        f"| what is wrong: {summary}",
        *(f"{_ASK}{a}" for a in fault.asks),
    ]
    if matrix.conditions:
        names = ", ".join(condition.name for condition in matrix.conditions)
        return "\n".join([*lines, f"| conditions, which DLX text does not hold: {names}", ""])
    return "\n".join([*lines, write_dlx(matrix)])


def asks_in(text: str, file: str = "<text>") -> list[Ask]:
    """Return the asks that stand in the comments. Raises InputError for one that is none."""
    asks = []
    for index, line in enumerate(text.splitlines(), 1):
        if line.startswith(_ASK):
            ask = ask_of(line.removeprefix(_ASK).strip())
            if ask is None:
                message = f"{line!r}, expected an ask as in '| ask count memo memory=1024'"
                raise InputError(message, file=file, line=index)
            asks.append(ask)
        elif not line.startswith("|"):
            break
    return asks


def save_fault(fault: Fault, directory: Path) -> Fault:
    """Write a fault into a directory, which is made if need be; return it with the file's name.

    Raises OSError that names the file where it cannot be written.
    """
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / f"fuzz-{fault.seed}-{fault.number}.dlx"
    try:
        path.write_text(fault_text(fault), encoding="utf-8")
    except OSError as error:
        error.filename = str(path)
        raise
    return replace(fault, file=str(path))
