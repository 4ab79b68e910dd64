"""Ctrl-C, or the limit, while a solver's library is being imported: a document all the same."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from clocks import Clock
from own_solvers import DancingLinks

from minuet.solvers.contract import Progress, Query

from in_process import minuet

CLUES = "53..7...." + "." * 72
FORMS = {
    "json": ["solve", "--json"],
    "json lines": ["improve", "--json"],
    "lines": ["improve"],
    "text": ["solve"],
}
COMMANDS = {f"solve, {form}": words for form, words in FORMS.items()} | {
    "bottleneck": ["bottleneck", "--json"],
    "all": ["list", "--json"],
    "differ": ["diverse", "-n", "2", "--json"],
    "count": ["count", "--json"],
}
NUMBERS = ("status", "complete", "objective", "bound")
LIBRARY = "ortools.sat.python"
MODULE = f"{LIBRARY}.cp_model_helper"
ASKED = "ortools.linear_solver.python"  # of the main thread, by auto


class Slow(MetaPathFinder, Loader):
    """A library whose import does not end before the test does, with an error.

    Whoever else imports it waits for that, as Python has it; the main thread fails instead.

    strikes  whether Ctrl-C is pressed once the import has begun
    """

    strikes = False

    def __init__(self) -> None:
        self.begun, self.over = threading.Event(), threading.Event()

    def find_spec(self, name: str, path: Any, target: Any = None) -> ModuleSpec | None:
        if name != MODULE:
            return None
        if threading.current_thread() is threading.main_thread():
            pytest.fail("what was found is told, and the library is imported for that")
        return ModuleSpec(name, self)

    def exec_module(self, module: ModuleType) -> None:
        self.begun.set()
        if self.strikes:
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
        self.over.wait(120)
        raise KeyboardInterrupt  # nobody asks for it any more


@pytest.fixture
def loading(
    monkeypatch: pytest.MonkeyPatch, searching: Callable[[], list[threading.Thread]]
) -> Iterator[Slow]:
    slow = Slow()
    if LIBRARY in sys.modules:  # another test has it
        monkeypatch.delattr(sys.modules[LIBRARY], "cp_model_helper", raising=False)
    monkeypatch.delitem(sys.modules, MODULE, raising=False)
    monkeypatch.setattr(sys, "meta_path", [slow, *sys.meta_path])
    yield slow
    slow.over.set()
    for thread in searching():
        thread.join(120)


@pytest.fixture
def puzzle(tmp_path: Path) -> str:
    path = tmp_path / "puzzle.txt"
    path.write_text(CLUES)
    return str(path)


def last_document(command: str, out: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(out.splitlines()[-1])
    kind = {"all": "solutions", "differ": "solutions", "count": "count"}.get(command, "result")
    assert document["kind"] == kind
    return document


def asked(command: str, puzzle: str) -> list[str]:
    form = "sudoku" if command in ("all", "count") else "target-sudoku"
    return [*COMMANDS[command], "--solver", "cpsat", "--from", form, puzzle]


def look_at(command: str, out: str) -> None:
    if COMMANDS[command][-1] == "--json":
        document = last_document(command, out)
        assert [document[name] for name in NUMBERS] == ["UNKNOWN", False, None, None]
        assert "answer" not in document
    else:
        assert out in ("", "UNKNOWN\n")


@pytest.mark.parametrize("command", COMMANDS)
def test_an_interrupt_while_a_library_is_imported_leaves_a_document(
    command: str, puzzle: str, loading: Slow
) -> None:
    loading.strikes = True
    done = minuet(*asked(command, puzzle))
    assert loading.begun.is_set()
    assert done.returncode == 130
    look_at(command, done.stdout)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_limit_does_not_wait_for_a_library(
    command: str, puzzle: str, loading: Slow, clock: Clock
) -> None:
    clock.tick = 2.0
    done = minuet(*asked(command, puzzle), "--time-limit", "20")
    assert done.returncode == 3, done.stderr
    look_at(command, done.stdout)


class Strikes(MetaPathFinder):
    """Ctrl-C strikes inside an import."""

    def find_spec(self, name: str, path: Any, target: Any = None) -> ModuleSpec | None:
        if name == f"{ASKED}.model_builder_helper":
            raise KeyboardInterrupt
        return None


@pytest.mark.parametrize("command", ["solve, json", "solve, json lines"])
def test_an_interrupt_inside_an_import_leaves_a_document(
    command: str, puzzle: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if ASKED in sys.modules:
        monkeypatch.delattr(sys.modules[ASKED], "model_builder_helper", raising=False)
    monkeypatch.delitem(sys.modules, f"{ASKED}.model_builder_helper", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Strikes(), *sys.meta_path])
    done = minuet(*COMMANDS[command], "--from", "target-sudoku", puzzle)
    assert done.returncode == 130
    look_at(command, done.stdout)


class StruckAtTheEnd(DancingLinks):
    """Ctrl-C strikes behind the last solution, when nothing better is left."""

    def improving(self, query: Query, progress: Progress) -> Iterator[Any]:
        yield from super().improving(query, progress)
        raise KeyboardInterrupt


@pytest.mark.parametrize("form", ["json", "json lines"])
def test_an_interrupt_while_an_answer_is_told_keeps_it(
    form: str, puzzle: str, plug_in: Callable[..., None]
) -> None:
    plug_in("solvers", struck=StruckAtTheEnd)
    solver, stop_when = ("struck", "") if form == "json" else ("dlx", r'"objective": \d.*\n')
    search = (*FORMS[form], "--solver", solver, "--from", "target-sudoku", puzzle)
    done = minuet(*search, stop_when=stop_when)
    assert done.returncode == 130
    document = last_document("solve", done.stdout)
    assert document["status"] in ("FEASIBLE", "OPTIMAL")
    assert len(document["answer"]["digit"]) == 81


STRIKES = """
import importlib.util, os, signal, sys, time
class Strikes:
    def find_spec(self, name, path, target=None):
        if name == "ortools.sat.python.cp_model_helper":
            return importlib.util.spec_from_loader(name, self)
    def create_module(self, spec):
        pass
    def exec_module(self, module):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(20)  # in a thread: the process ends long before
sys.meta_path.insert(0, Strikes())
import runpy
runpy.run_module("minuet.app", run_name="__main__", alter_sys=True)
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
    assert (done.returncode, done.stderr) == (130, "minuet: interrupted\n")
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
    ("command", "known"),
    [
        ("count --symmetries known", ("classes", None)),
        ("check --symmetries known", ("classes", None)),
        ("explain", ("verdict", "UNKNOWN")),
    ],
)
@pytest.mark.parametrize("drawn", [1, 2, 3, 5])
def test_an_interrupt_beside_the_search_leaves_a_document_too(
    command: str, known: tuple[str, object], drawn: int, clock: Clock
) -> None:
    """While symmetries are looked for, a puzzle is compiled, or a solver is about to be asked."""
    clock.tick = 0.3
    stop_at = rf"\w .*\d:\d\d(.*\r){{{drawn}}}"
    search = (*command.split(), "--json", "gallery:pentominoes-3x20")
    done = minuet(*search, terminal=True, stop_at=stop_at)
    assert done.returncode == 130
    name, value = known
    assert json.loads(done.stdout)[name] == value


@pytest.mark.parametrize(
    ("command", "known"), [("solve", ("status", "OPTIMAL")), ("count", ("count", 8))]
)
def test_an_interrupt_before_a_certificate_stands_leaves_the_answer(
    command: str, known: tuple[str, object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def struck(*paths: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("os.replace", struck)
    kept = tmp_path / "certificate"
    done = minuet(command, "--certificate", str(kept), "--json", "gallery:pentominoes-3x20")
    assert done.returncode == 130
    name, value = known
    assert json.loads(done.stdout)[name] == value
    assert not kept.exists()
