"""Faults saved in files: the smallest matrix as DLX, and what is asked about it in comments.

    | minuet fuzz --seed 7 --case 1234 --solvers memo
    | what is wrong: 4 or more solutions (brute force), 3 at most (count memo)
    | ask count memo
    a b | given#2
    ...

`minuet fuzz FILE` asks it again; `minuet check FILE`, and any other program that reads DLX, sees a
matrix like others.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ...models.errors import InputError
from ...models.formats.matrix.dlx_text import write_dlx
from .ask import Ask, ask_of
from .cases.cases import draw
from .report import Fault
from .task import write_task

__all__ = ["asks_in", "fault_text", "save_fault"]

_ASK = "| ask "


def fault_text(fault: Fault) -> str:
    """Return a fault as DLX text; where it was not shrunk, with the matrix of its case."""
    matrix = fault.matrix
    if matrix is None:
        if fault.seed is None or fault.number is None:
            raise ValueError("a fault of no case and without a matrix")
        matrix = write_task(draw(fault.seed, fault.number).task)
    what = " ".join(fault.what.split())
    lines = [f"| {fault.replay}", f"| what is wrong: {what}", *(f"{_ASK}{a}" for a in fault.asks)]
    if matrix.conditions:
        names = ", ".join(one.name for one in matrix.conditions)
        return "\n".join([*lines, f"| conditions, which DLX text does not hold: {names}", ""])
    return "\n".join([*lines, write_dlx(matrix)])


def asks_in(text: str, file: str = "<text>") -> list[Ask]:
    """Return the asks that stand in the comments. Raises InputError for one that is none."""
    asks = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith(_ASK):
            ask = ask_of(line.removeprefix(_ASK).strip())
            if ask is None:
                what = f"{line!r}, expected an ask as in '| ask count memo memory=1024'"
                raise InputError(what, file=file, line=number)
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
