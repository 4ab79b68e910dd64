"""A child process beside its parent: it dies with it, hears no Ctrl-C and leaves nothing behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
import warnings
from pathlib import Path

import pytest
from own_solvers import one_by_one

from minuet.solvers import Progress, Query, get_solver
from minuet.solvers.process.isolation import End, Ending, Isolated, Tell

from oracle.child_work import SOON, after, busy, end_itself, heard
from oracle.problems import queens

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")


def _alive(number: int) -> bool:
    try:
        state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def _dies(number: int) -> bool:
    end = time.monotonic() + SOON
    while _alive(number) and time.monotonic() < end:
        time.sleep(0.01)
    return not _alive(number)


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("hangs", [False, True])
def test_the_children_of_a_child_are_killed_with_it(hangs: bool) -> None:
    def work(tell: Tell) -> None:
        tell(os.getpid())
        tell(subprocess.Popen(["sleep", "60"]).pid)
        if (fork := os.fork()) == 0:
            time.sleep(60)
        tell(fork)
        if hangs:
            busy()
        os._exit(0)

    messages, ending = heard(work, 0.2 if hangs else 20.0)
    assert ending.how is (End.HUNG if hangs else End.VANISHED)
    assert len(messages) == 3
    assert all(map(_dies, messages))  # type: ignore[arg-type]


ORPHAN = """
import os, signal, time
from minuet.solvers.process.isolation import Isolated

def work(tell):
    signal.pthread_sigmask(signal.SIG_BLOCK, set(signal.Signals))
    tell(os.getpid())
    while True:
        pass

with Isolated(work) as child:
    for number in child:
        print(number, flush=True)
        {then}
"""


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_a_child_dies_with_its_parent() -> None:
    program = ORPHAN.format(then="os.kill(os.getpid(), signal.SIGKILL)")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == -signal.SIGKILL
    assert _dies(int(done.stdout))


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_an_interrupt_passes_through_and_kills_the_child() -> None:
    program = ORPHAN.format(then="os.kill(os.getpid(), signal.SIGINT)")
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert time.monotonic() - began < SOON
    assert done.stderr.splitlines()[-1] == "KeyboardInterrupt"
    assert _dies(int(done.stdout))


def test_the_child_hears_no_interrupt() -> None:
    def action() -> str:
        os.kill(os.getpid(), signal.SIGINT)
        return "deaf"

    assert heard(after(action))[1] == Ending(End.FINISHED, value="deaf")


def test_a_child_writes_nothing_of_its_parents() -> None:
    program = """
import atexit, sys
from minuet.solvers.process.isolation import Isolated

def work(tell):
    print("child")
    sys.stdout.flush()

atexit.register(print, "end")
sys.stdout.write("begun ")
with Isolated(work) as child:
    assert list(child) == []
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("begun end\n", "child\n")


def test_a_fork_beside_threads_warns_nobody() -> None:
    stop = threading.Event()
    thread = threading.Thread(target=stop.wait)
    thread.start()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert heard(lambda tell: 1)[1] == Ending(End.FINISHED, value=1)
    finally:
        stop.set()
        thread.join()


def test_a_child_may_have_children_of_its_kind() -> None:
    def work(tell: Tell) -> object:
        messages, ending = heard(after(end_itself))
        return [*messages, str(ending)]

    assert heard(work)[1].value == [(1, 2), "two", "crashed (SIGSEGV)"]


@pytest.mark.parametrize("name", ["dlx", "bitmask", "cpsat", "sat", "sat:cadical195", "mip"])
def test_a_solver_works_in_a_child_after_it_worked_here(name: str) -> None:
    matrix = queens(5).matrix

    def found() -> list[tuple[int, ...]]:
        query, progress = Query(matrix), Progress()
        stream = one_by_one(get_solver(name).solutions(query, progress))
        every = sorted(tuple(sorted(options)) for options in stream)
        assert progress.complete
        return every

    here = found()
    assert heard(lambda tell: found())[1] == Ending(End.FINISHED, value=here)
    assert found() == here


def test_a_child_that_is_begun_amid_an_interrupt_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    fork, begun = os.fork, []

    def interrupted() -> int:
        number = fork()
        if number:
            begun.append(number)
            signal.raise_signal(signal.SIGINT)
        return number

    monkeypatch.setattr(os, "fork", interrupted)
    with pytest.raises(KeyboardInterrupt):
        Isolated(after(busy))
    with pytest.raises(ChildProcessError):  # it was killed, and waited for
        os.waitpid(begun[0], os.WNOHANG)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_an_interrupt_while_a_child_is_killed_leaves_nothing_behind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kill, killed = os.killpg, []

    def interrupted(number: int, which: int) -> None:
        kill(number, which)
        killed.append(number)
        signal.raise_signal(signal.SIGINT)

    child = Isolated(after(busy))
    monkeypatch.setattr(os, "killpg", interrupted)
    with pytest.raises(KeyboardInterrupt):
        child.close()
    with pytest.raises(ChildProcessError):
        os.waitpid(killed[0], os.WNOHANG)
