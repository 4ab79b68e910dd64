"""Work in a child process: what it tells arrives, and whatever it does is an ending.

The child dies with its parent, hears no Ctrl-C and leaves nothing behind.
"""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from own_solvers import one_by_one

from minuet.solvers import get_solver
from minuet.solvers.contract import Deadline, Progress, Query
from minuet.solvers.process.isolation import End, Ending, Isolated, Tell, Work

from oracle.problems import queens

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")

GUARD = 120.0  # seconds, far more than anything here takes


class Until(Deadline):
    """A deadline that passes when a test says so."""

    over = False

    def left(self) -> float:
        return 0.0 if self.over else super().left()

    def passed(self) -> bool:
        return self.over or super().passed()


def heard(
    work: Work, most: int | None = None, grace: float = 0.02, memory: int | None = None
) -> tuple[list[object], Ending]:
    """Return what the work tells and how it ends; the deadline passes behind `most` messages."""
    deadline, messages = Until(GUARD), []
    with Isolated(work, deadline, grace=grace, memory=memory) as child:
        for message in child:
            messages.append(message)
            deadline.over = most is not None and len(messages) >= most
    return messages, child.ending


def after(action: Callable[[], object]) -> Work:
    """Return work that tells two things and then does something."""

    def work(tell: Tell) -> object:
        tell((1, 2))
        tell("two")
        return action()

    return work


def busy() -> None:
    """Work on for ever, deaf to all that can be ignored."""
    signal.pthread_sigmask(signal.SIG_BLOCK, set(signal.Signals))
    while True:
        pass


def end_itself() -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def raises(error: BaseException) -> Callable[[], None]:
    def action() -> None:
        raise error

    return action


def locked() -> None:
    """Sleep in C with Python's lock held."""
    ctypes.PyDLL(None).sleep(60)


def leak() -> None:
    kept = []
    while True:
        kept.append(b"x" * (1 << 24))


class Unspeakable(Exception):
    def __str__(self) -> str:
        raise ValueError


def test_what_is_told_arrives_in_order() -> None:
    told = [None, True, 2**70, "ä", b"x", 1.5, (1, (2,)), [3], {"four": {5}}, frozenset({6})]

    def work(tell: Tell) -> object:
        for one in told:
            tell(one)
        return {"done": 7}

    messages, ending = heard(work)
    assert (messages, ending) == (told, Ending(End.FINISHED, value={"done": 7}))
    assert ending


def test_many_messages_arrive() -> None:
    def work(tell: Tell) -> None:
        for number in range(20000):
            tell((number,) * 30)

    messages, ending = heard(work)
    assert messages == [(number,) * 30 for number in range(20000)]
    assert ending.how is End.FINISHED


def test_a_long_message_arrives() -> None:
    text = "x" * 10**7
    assert heard(lambda tell: tell(text))[0] == [text]


@pytest.mark.parametrize(
    ("action", "ending"),
    [
        (lambda: None, Ending(End.FINISHED)),
        (raises(RuntimeError("out of luck")), Ending(End.RAISED, "RuntimeError", "out of luck")),
        (raises(SystemExit(3)), Ending(End.RAISED, "SystemExit", "3")),
        (raises(KeyboardInterrupt()), Ending(End.RAISED, "KeyboardInterrupt")),
        (raises(Unspeakable()), Ending(End.RAISED, "Unspeakable")),
        (raises(MemoryError()), Ending(End.OUT_OF_MEMORY)),
        (end_itself, Ending(End.CRASHED, "SIGSEGV")),
        (os.abort, Ending(End.CRASHED, "SIGABRT")),
        (lambda: os._exit(0), Ending(End.VANISHED, message="exit status 0")),
        (lambda: os._exit(3), Ending(End.VANISHED, message="exit status 3")),
    ],
)
def test_an_end_of_any_kind_is_told_and_keeps_what_came(
    action: Callable[[], object], ending: Ending
) -> None:
    assert heard(after(action)) == ([(1, 2), "two"], ending)
    assert bool(ending) is (ending.how is End.FINISHED)


@pytest.mark.parametrize("action", [busy, locked])
def test_what_hangs_is_killed_behind_its_deadline(action: Callable[[], object]) -> None:
    assert heard(after(action), 2) == ([(1, 2), "two"], Ending(End.HUNG))


def test_who_talks_on_behind_the_deadline_is_killed() -> None:
    def work(tell: Tell) -> None:
        while True:
            tell(1)

    assert heard(work, 100)[1] == Ending(End.HUNG)


def test_what_was_held_back_is_told_while_the_work_goes_on() -> None:
    def work(tell: Tell) -> None:
        for number in range(1000):
            tell(number)
        time.sleep(60)

    with Isolated(work) as child:
        for number in child:
            if number == 999:
                break
    assert child.ending == Ending(End.STOPPED)


def test_a_leak_ends_at_the_bound_on_memory() -> None:
    messages, ending = heard(after(leak), memory=1 << 28)
    assert (messages, ending) == ([(1, 2), "two"], Ending(End.OUT_OF_MEMORY))


@pytest.mark.parametrize("value", [os.system, Fraction(1, 2), End.HUNG])
def test_a_message_that_names_code_is_refused(value: object) -> None:
    messages, ending = heard(after(lambda: value))
    assert messages == [(1, 2), "two"]
    assert ending.how is End.GARBLED
    assert "expected a plain value" in ending.message


def test_what_cannot_be_sent_is_an_exception_of_the_work() -> None:
    assert heard(after(lambda: lambda: None))[1].how is End.RAISED


def test_garbage_is_an_ending(monkeypatch: pytest.MonkeyPatch) -> None:
    pipes: list[tuple[int, int]] = []
    pipe = os.pipe

    def watched() -> tuple[int, int]:
        pipes.append(pipe())
        return pipes[-1]

    monkeypatch.setattr(os, "pipe", watched)
    for garbage in (b"\xff" * 100, b"\x05" + b"\0" * 7 + b"hello", b"\x01" + b"\0" * 7 + b"."):
        messages, ending = heard(after(lambda text=garbage: os.write(pipes[-1][1], text)))
        assert messages == [(1, 2), "two"]
        assert ending.how is End.GARBLED


def test_a_closed_pipe_is_an_ending(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = os.pipe()
    monkeypatch.setattr(os, "pipe", lambda: pipe)

    def work(tell: Tell) -> None:
        os.close(pipe[1])
        time.sleep(60)

    assert heard(work)[1] == Ending(End.VANISHED, message="it closed its pipe")


def test_where_there_is_no_fork_the_work_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "fork")
    here = os.getpid()
    assert heard(lambda tell: os.getpid())[1] == Ending(End.FINISHED, value=here)
    error = Ending(End.RAISED, "RuntimeError", "x")
    assert heard(after(raises(RuntimeError("x")))) == ([(1, 2), "two"], error)

    deadline, told = Until(GUARD), []

    def endless(tell: Tell) -> None:
        while True:
            deadline.over = len(told) >= 5
            told.append(1)
            tell(1)

    with Isolated(endless, deadline) as child:
        assert list(child) == [1] * 6
    assert child.ending == Ending(End.HUNG)


def test_where_there_is_no_fork_ctrl_c_passes_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "fork")
    with pytest.raises(KeyboardInterrupt):
        heard(after(raises(KeyboardInterrupt())))


def _alive(number: int) -> bool:
    try:
        state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def _dies(number: int) -> bool:
    end = time.monotonic() + GUARD
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

    messages, ending = heard(work, 3 if hangs else None)
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
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
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
