"""Solvers of other packages whose import, or making, does anything at all."""

from __future__ import annotations

import json
import os
import pickle
import signal
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from own_solvers import DancingLinks, Options

from minuet.models.formats import read
from minuet.solvers import crosscheck
from minuet.solvers.contract import Progress, Query
from minuet.solvers.fuzz import Draws, fuzz

from in_process import minuet

SUDOKU = "1234000000000000"


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What comes of asking about plug-ins, in a process of its own."""
    program = Path(__file__).with_name("evil_plug_ins.py")
    place = tmp_path_factory.mktemp("site")
    tests = str(Path(__file__).parents[2])
    done = subprocess.run(
        [sys.executable, str(program), str(place), tests], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    answers: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answers


NOTES = {
    "exits": "SystemExit",
    "interrupts": "KeyboardInterrupt",
    "raises": "lines",
    "crashes": "SIGSEGV",
    "killed": "SIGKILL",
    "leaves": "exit status 0",
    "many": "expected a number or None",
    "kind": "expected a text",
    "excludes": "expected True or False",
    "name": "ZeroDivisionError",
    "version": "exit status 0",
}


def test_whatever_an_import_does_is_an_outcome(told: dict[str, Any]) -> None:
    notes = told["notes"]
    assert notes["verdict"] == "agreed by one kind"
    for name, note in NOTES.items():
        assert note in notes[name], name
    assert notes["spoke"] == [False] * len(NOTES)
    assert "was killed" in told["hangs"]
    assert (told["prints"]["verdict"], told["prints"]["prints"]) == (
        "agreed by one kind",
        "",
    )  # it can be had


def test_the_command_line_survives_it_too(told: dict[str, Any]) -> None:
    status, out, _ = told["survives"]
    assert status == 0
    assert "agreed by one kind: dlx, bitmask" in out


def test_what_is_printed_at_an_import_is_no_answer(told: dict[str, Any]) -> None:
    status, out, _ = told["printed"]
    assert status == 0
    assert "HELLO" not in out


def test_the_fuzzer_goes_on_without_who_cannot_be_had(told: dict[str, Any]) -> None:
    passed, refused = told["fuzzed"]
    assert passed
    assert "exits: failed with SystemExit" in refused


def test_a_second_opinion_goes_on_without_who_cannot_be_had(told: dict[str, Any]) -> None:
    assert told["agreed"] == "agreed"


def test_the_list_of_solvers_tells_who_cannot_be_had(told: dict[str, Any]) -> None:
    status, out, _ = told["listed"]
    assert status == 0
    for name in ("leaves", "version"):
        said = out.partition(f"\n{name}\n")[2]
        assert "not available" in said.splitlines()[0]
    assert "bitmask" in out


def test_a_disagreement_is_told_where_it_cannot_be_written(told: dict[str, Any]) -> None:
    status, out, error = told["unwritten"]
    assert status == 4
    assert "DISAGREEMENT: solver loses" in out
    assert "nowhere" in error


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


def forger(*messages: object, name: str = "forger") -> Forger:
    """Return a solver that writes these besides."""
    solver = Forger()
    solver.name = solver.kind = name  # type: ignore[misc]
    solver.does = forges(*messages)  # type: ignore[method-assign]
    return solver


FORGED = [
    ("message", 5),
    ("message", ("strange", 1)),
    ("message", ("found", (1.5,))),
    ("message", ("counted", None, True)),
    ("finished", None),
    ("finished", ("answered",)),
]


def test_a_forged_message_is_an_outcome() -> None:
    (sudoku,) = read(SUDOKU).problems
    forgers = [forger(message, name=f"forger{k}") for k, message in enumerate(FORGED)]
    report = crosscheck(sudoku, ["dlx", "bitmask", *forgers])
    assert report.verdict == "agreed by one kind"
    for outcome, message in zip(report.outcomes[2:], FORGED, strict=True):
        assert "nothing that can be read" in outcome.note, message


@pytest.mark.parametrize("message", [("message", 5), ("message", ("finding", (1, 2, 3)))])
def test_a_forged_message_is_a_fault_to_the_fuzzer(message: object) -> None:
    solvers = ["dlx", forger(message)]
    report = fuzz(solvers, Draws(shapes=["small_matrix"]), time_limit=60, seed=1, most=1, shrink=0)
    assert report.faults
    assert {fault.message for fault in report.faults} == {"the process garbled"}


def test_a_child_cannot_interrupt_its_parent() -> None:
    """What Ctrl-C wakes the command by is out of a child's reach."""
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    os.set_blocking(reading, False)
    before = signal.set_wakeup_fd(writing)
    try:
        writer = Forger()
        writer.does = lambda query, progress: os.write(writing, b"x")  # type: ignore[method-assign]
        (sudoku,) = read(SUDOKU).problems
        crosscheck(sudoku, ["dlx", writer])
        with pytest.raises(BlockingIOError):
            os.read(reading, 1)
    finally:
        signal.set_wakeup_fd(before)
        os.close(reading)
        os.close(writing)


def test_faults_that_cannot_be_kept_are_not_looked_for(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = minuet("fuzz", "--time-limit", "1000", "--keep", str(tmp_path / "file" / "x"))
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
    report = fuzz([solver], time_limit=60.0, seed=1, most=1, shrink=0)
    assert type(error).__name__ in report.faults[0].message
