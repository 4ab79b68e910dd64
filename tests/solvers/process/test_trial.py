"""Solvers of other packages whose import, or making, does anything at all."""

from __future__ import annotations

import ctypes
import os
import pickle
import signal
import struct
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn

import pytest
from own_solvers import DancingLinks, Options, one_by_one, singly

from minuet.models import Unavailable
from minuet.models.formats import read
from minuet.solvers import (
    CheckVerdict,
    Deadline,
    Evidence,
    Progress,
    Query,
    Solver,
    count,
    crosscheck,
    registry,
)
from minuet.solvers.fuzz import fuzz
from minuet.solvers.process.trial import tried_solver

from in_process import minuet
from oracle.problems import queens

SUDOKU = "1234000000000000"


class Entry:
    """An entry point that does something when it is loaded."""

    def __init__(self, load: Callable[[], Any]) -> None:
        self.load = load


def plugged(monkeypatch: pytest.MonkeyPatch, load: Callable[[], Any]) -> None:
    monkeypatch.setattr(registry, "_foreign", lambda path: {"plug": Entry(load)})


def raises(error: BaseException) -> Callable[[], Any]:
    def load() -> NoReturn:
        raise error

    return load


def hangs() -> None:
    while True:
        pass


def makes(**attributes: Any) -> Callable[[], Any]:
    return lambda: type("Plug", (DancingLinks,), {"name": "plug", **attributes})


def fails(solver: Solver) -> NoReturn:
    raise RuntimeError("asked for it")


EVIL = {
    "SystemExit": raises(SystemExit(0)),
    "KeyboardInterrupt": raises(KeyboardInterrupt()),
    "lines": raises(ValueError("two\nlines")),
    "SIGSEGV": lambda: ctypes.string_at(0),
    "SIGKILL": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "exit status 0": lambda: os._exit(0),
    "was killed": hangs,
    "expected a number or None": makes(most_solutions="many"),
    "expected a text": makes(kind=["plug"]),
    "expected True or False": makes(excludes="no"),
    "asked for it": makes(full_name=property(fails)),
}


@pytest.mark.parametrize("note", EVIL)
def test_whatever_an_import_does_is_an_outcome(monkeypatch: pytest.MonkeyPatch, note: str) -> None:
    plugged(monkeypatch, EVIL[note])
    (sudoku,) = read(SUDOKU).problems
    began = time.monotonic()
    report = crosscheck(sudoku, ["dlx", "bitmask", "plug"], budget=2.0)
    assert report.verdict is CheckVerdict.AGREED
    assert note in report.outcomes[-1].note
    assert not report.outcomes[-1].spoke
    assert time.monotonic() < began + 8.0


def test_the_command_line_survives_it_too(monkeypatch: pytest.MonkeyPatch) -> None:
    plugged(monkeypatch, EVIL["exit status 0"])
    done = minuet("check", "--solvers", "dlx,bitmask,plug", "--budget", "3", text=SUDOKU)
    assert done.returncode == 0
    assert "agreed: dlx, bitmask (of one kind)" in done.stdout


def test_what_is_printed_at_an_import_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def load() -> Any:
        print("HELLO")
        return makes()()

    plugged(monkeypatch, load)
    done = minuet("check", "--solvers", "dlx,plug", "--json", text=SUDOKU)
    assert done.returncode == 0
    assert "HELLO" not in done.stdout


def test_the_fuzzer_goes_on_without_who_cannot_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    plugged(monkeypatch, EVIL["SystemExit"])
    report = fuzz(seconds=0.2, seed=1)
    assert report, str(report)
    with pytest.raises(Unavailable, match="plug: failed with SystemExit"):
        fuzz(["plug"], seconds=0.2, seed=1)


def test_a_second_opinion_goes_on_without_who_cannot_be_had(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plugged(monkeypatch, EVIL["SystemExit"])
    assert count(queens(4), evidence="agreed").evidence.level is Evidence.AGREED


@pytest.mark.parametrize("evil", ["exit status 0", "ends in version"])
def test_the_list_of_solvers_tells_who_cannot_be_had(
    evil: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def version(solver: Solver) -> str:
        os._exit(0)

    load = EVIL.get(evil, makes(version=version))
    plugged(monkeypatch, load)
    done = minuet("solvers")
    assert done.returncode == 0
    assert "plug" in done.stdout
    assert "not available" in done.stdout
    assert "bitmask" in done.stdout


def test_who_can_be_had_is_had(monkeypatch: pytest.MonkeyPatch) -> None:
    plugged(monkeypatch, makes())
    assert tried_solver("plug", Deadline(10.0)).full_name == "plug"


def is_open(descriptor: int) -> bool:
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True


def forges(*messages: object) -> Callable[[Query, Progress], None]:
    """Write messages, well formed, to every descriptor that a child has and we have not."""
    ours = set(filter(is_open, range(64)))

    def forge(query: Query, progress: Progress) -> None:
        for message in messages:
            data = pickle.dumps(message)
            for descriptor in set(range(3, 64)) - ours:
                try:
                    os.write(descriptor, struct.pack("<Q", len(data)) + data)
                except OSError:
                    continue

    return forge


class Forger(DancingLinks):
    """Writes into what is not its own."""

    name = kind = "forger"
    does: Callable[[Query, Progress], Any]

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        yield from super().solutions(query, progress)
        self.does(query, progress)


@pytest.mark.parametrize(
    "message",
    [
        ("message", 5),
        ("message", ("strange", 1)),
        ("message", ("found", (1.5,))),
        ("message", ("counted", None, True)),
        ("finished", None),
        ("finished", ("answered",)),
    ],
)
def test_a_forged_message_is_an_outcome(message: object) -> None:
    (sudoku,) = read(SUDOKU).problems
    forger = Forger()
    forger.does = forges(message)  # type: ignore[method-assign]
    report = crosscheck(sudoku, ["dlx", "bitmask", forger], budget=10.0)
    assert report.verdict is CheckVerdict.AGREED
    assert "nothing that can be read" in report.outcomes[-1].note


@pytest.mark.parametrize("message", [("message", 5), ("message", ("finding", (1, 2, 3)))])
def test_a_forged_message_is_a_fault_to_the_fuzzer(message: object) -> None:
    forger = Forger()
    forger.does = forges(message)  # type: ignore[method-assign]
    report = fuzz(["dlx", forger], seconds=1, seed=1, shapes=["small_matrix"], shrink=0)
    assert report.faults
    assert {fault.what for fault in report.faults} == {"the process garbled"}


def test_a_child_cannot_interrupt_its_parent() -> None:
    """What Ctrl-C wakes the command by is out of a child's reach."""
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    os.set_blocking(reading, False)
    before = signal.set_wakeup_fd(writing)
    try:
        forger = Forger()
        forger.does = lambda query, progress: os.write(writing, b"x")  # type: ignore[method-assign]
        (sudoku,) = read(SUDOKU).problems
        crosscheck(sudoku, ["dlx", forger], budget=10.0)
        with pytest.raises(BlockingIOError):
            os.read(reading, 1)
    finally:
        signal.set_wakeup_fd(before)
        os.close(reading)
        os.close(writing)


class Loses(DancingLinks):
    """Says that the first solution is all there is."""

    name = kind = "plug"

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        yield from singly(list(one_by_one(super().solutions(query, progress)))[:1])


def test_a_disagreement_is_told_where_it_cannot_be_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    plugged(monkeypatch, lambda: Loses)
    nowhere = str(tmp_path / "nowhere" / "x.dlx")
    done = minuet("check", "--solvers", "dlx,plug", "--replay", nowhere, text="a b\na\na\nb\n")
    assert done.returncode == 4
    assert "DISAGREEMENT: solver plug" in done.stdout
    assert nowhere in done.stderr


def test_faults_that_cannot_be_kept_are_not_looked_for(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = minuet("fuzz", "--seconds", "1000", "--keep", str(tmp_path / "file" / "x"))
    assert done.returncode == 4
    assert str(tmp_path) in done.stderr


class Exits(DancingLinks):
    """Ends as a program would."""

    name = kind = "plug"
    error: BaseException = SystemExit(0)

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        raise self.error


@pytest.mark.parametrize("error", [SystemExit(0), KeyboardInterrupt()])
def test_the_fuzzer_finds_who_ends_as_a_program_would(error: BaseException) -> None:
    solver = Exits()
    solver.error = error
    report = fuzz([solver], seconds=2.0, seed=1, most=1, shrink=0.5)
    assert type(error).__name__ in report.faults[0].what
