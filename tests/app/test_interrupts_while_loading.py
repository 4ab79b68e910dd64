"""Ctrl-C, or the limit, while a solver's library is being imported: a document all the same."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from in_process import minuet

CLUES = "53..7...." + "." * 72
FORMS = {"json": ["--json"], "json lines": ["--json-lines"], "lines": ["--progress"], "text": []}
COMMANDS = {f"solve, {form}": ["solve", *more] for form, more in FORMS.items()} | {
    "bottleneck": ["solve", "--bottleneck", "--json"],
    "all": ["solve", "--all", "--json"],
    "differ": ["solve", "--diverse", "2", "--json"],
    "count": ["count", "--json"],
}
NUMBERS = ("status", "complete", "objective", "bound")


@pytest.fixture
def puzzle(tmp_path: Path) -> str:
    path = tmp_path / "puzzle.txt"
    path.write_text(CLUES)
    return str(path)


@pytest.fixture
def loading(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """A library that is not imported before the end of the test; set: the import has begun.

    Whoever else imports it waits for that, as Python has it; the test fails instead.
    """
    begun, over = threading.Event(), threading.Event()

    def library() -> None:
        if threading.current_thread() is threading.main_thread():
            pytest.fail("what was found is told, and the library is imported for that")
        begun.set()
        over.wait(60)
        raise KeyboardInterrupt  # nobody asks for it any more

    cpsat = import_module("minuet.solvers.industrial.cpsat.cpsat")
    monkeypatch.setattr(cpsat, "_library", library)
    monkeypatch.setattr(import_module("minuet.solvers.process.interrupt"), "GRACE", 0.02)
    yield begun
    over.set()


def last_document(command: str, out: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(out.splitlines()[-1])
    kind = {"all": "solutions", "differ": "solutions", "count": "count"}.get(command, "result")
    assert document["kind"] == kind
    return document


def asked(command: str, puzzle: str) -> list[str]:
    form = "sudoku" if command in ("all", "count") else "target-sudoku"
    return [*COMMANDS[command], "--solver", "cpsat", "--from", form, puzzle]


def look_at(command: str, out: str) -> None:
    if COMMANDS[command][-1].startswith("--json"):
        document = last_document(command, out)
        assert [document[name] for name in NUMBERS] == ["UNKNOWN", False, None, None]
        assert "answer" not in document
    else:
        assert out in ("", "UNKNOWN\n")


@pytest.mark.parametrize("command", COMMANDS)
def test_an_interrupt_while_a_library_is_imported_leaves_a_document(
    command: str, puzzle: str, loading: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = import_module("minuet.solvers.process.interrupt").Run
    usual = run._next

    def struck(self: Any, seconds: float) -> Any:
        if threading.current_thread() is not threading.main_thread():
            return usual(self, seconds)
        assert loading.wait(60)
        raise KeyboardInterrupt

    monkeypatch.setattr(run, "_next", struck)
    done = minuet(*asked(command, puzzle))
    assert done.returncode == 130
    look_at(command, done.stdout)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_limit_does_not_wait_for_a_library(
    command: str, puzzle: str, loading: threading.Event
) -> None:
    done = minuet(*asked(command, puzzle), "--time-limit", "0.05")
    assert done.returncode == 3, done.stderr
    look_at(command, done.stdout)


@pytest.mark.parametrize("command", ["solve, json", "solve, json lines"])
def test_an_interrupt_inside_an_import_leaves_a_document(
    command: str, puzzle: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def struck() -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(import_module("minuet.solvers.auto.auto"), "available", struck)
    done = minuet(*COMMANDS[command], "--from", "target-sudoku", puzzle)
    assert done.returncode == 130
    look_at(command, done.stdout)


@pytest.mark.parametrize("form", ["json", "json lines"])
def test_an_interrupt_while_an_answer_is_told_keeps_it(
    form: str, puzzle: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    struck_at = "minuet.solvers.questions.question", "minuet.app.commands.solving.anytime"
    module = import_module(struck_at[form == "json lines"])
    owner, name = (module, "show") if form == "json lines" else (module.Question, "solved")
    usual = getattr(owner, name)

    def struck(*arguments: Any, **others: Any) -> Any:
        if form == "json lines" and json.loads(arguments[0])["objective"] is None:
            return usual(*arguments, **others)  # it tells a bound
        monkeypatch.setattr(owner, name, usual)
        usual(*arguments, **others)
        raise KeyboardInterrupt

    monkeypatch.setattr(owner, name, struck)
    done = minuet("solve", *FORMS[form], "--solver", "dlx", "--from", "target-sudoku", puzzle)
    assert done.returncode == 130
    document = last_document("solve", done.stdout)
    assert document["status"] in ("FEASIBLE", "OPTIMAL")
    assert len(document["answer"]["digit"]) == 81


STRIKES = """
import importlib.util, os, signal, sys, time
class Strikes:
    def find_spec(self, name, path, target=None):
        if name == "ortools.sat.python.cp_model":
            return importlib.util.spec_from_loader(name, self)
    def create_module(self, spec):
        pass
    def exec_module(self, module):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(20)  # in a thread: the process ends long before
sys.meta_path.insert(0, Strikes())
from minuet.app.main import main
main()
"""


def struck_process(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", script, *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


@pytest.mark.slow
def test_a_process_that_is_struck_while_a_thread_imports_leaves_a_document(puzzle: str) -> None:
    arguments = ["--json", "--solver", "cpsat", "--from", "target-sudoku", puzzle]
    done = struck_process(STRIKES, "solve", *arguments)
    assert (done.returncode, done.stderr) == (130, "minuet: cpsat\nminuet: interrupted\n")
    look_at("solve, json", done.stdout)


SETTING_UP = """
import os, signal, sys, time
from minuet.app.terminal import interrupts
class Slow:
    def find_spec(self, name, path, target=None):
        if name == "numbers":  # which the native module imports while it is being set up
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(1.5)
interrupts.begin()
try:
    with interrupts.asking():
        sys.modules.pop("numbers", None)
        sys.meta_path.insert(0, Slow())
        import _decimal
        time.sleep(60)
except KeyboardInterrupt:
    print("told", flush=True)
    interrupts.tell()
"""


@pytest.mark.slow
def test_a_native_module_may_take_long_to_be_set_up() -> None:
    done = struck_process(SETTING_UP)
    assert (done.returncode, done.stdout, done.stderr) == (0, "told\n", "minuet: interrupted\n")


@pytest.mark.parametrize(
    ("command", "module", "struck"),
    [
        ("solve", "minuet.app.commands.solving.certified", "answers_in"),
        ("count", "minuet.app.commands.solving.certified", "answers_in"),
        (
            "count --up-to-symmetry",
            "minuet.solvers.questions.symmetries.class_count",
            "fixed_solutions",
        ),
        ("check --up-to-symmetry", "minuet.solvers.crosscheck.class_counts", "symmetries_in_time"),
        ("explain", "minuet.solvers.explain.explain", "selection_of"),
    ],
)
def test_an_interrupt_beside_the_search_leaves_a_document_too(
    command: str, module: str, struck: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def strikes(*arguments: Any, **others: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(import_module(module), struck, strikes)
    kept = tmp_path / "certificate"
    more = ["--certificate", str(kept)] if struck == "answers_in" else []
    done = minuet(*command.split(), *more, "--json", "gallery:pentominoes-3x20")
    assert done.returncode == 130
    document = json.loads(done.stdout)
    known = {
        "solve": ("status", "OPTIMAL"),
        "count": ("count", 8),
        "explain": ("verdict", "UNKNOWN"),
    }
    name, value = known.get(command, ("classes", None))
    assert document[name] == value
    assert not kept.exists()
