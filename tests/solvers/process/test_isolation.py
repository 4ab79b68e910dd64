"""Work in a child process: what it tells arrives, and whatever it does is an ending."""

from __future__ import annotations

import ctypes
import os
import time
from collections.abc import Callable
from fractions import Fraction

import pytest

from minuet.solvers.process import isolation
from minuet.solvers.process.isolation import End, Ending, Isolated, Tell

from oracle.child_work import SOON, after, busy, end_itself, heard, raises

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")


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
        (lambda: os._exit(0), Ending(End.VANISHED, said="exit status 0")),
        (lambda: os._exit(3), Ending(End.VANISHED, said="exit status 3")),
    ],
)
def test_an_end_of_any_kind_is_told_and_keeps_what_came(
    action: Callable[[], object], ending: Ending
) -> None:
    assert heard(after(action)) == ([(1, 2), "two"], ending)
    assert bool(ending) is (ending.how is End.FINISHED)


@pytest.mark.parametrize("action", [busy, locked])
def test_what_hangs_is_killed_behind_its_deadline(action: Callable[[], object]) -> None:
    began = time.monotonic()
    messages, ending = heard(after(action), 0.1)
    assert (messages, ending) == ([(1, 2), "two"], Ending(End.HUNG))
    assert time.monotonic() - began < SOON


def test_who_talks_on_behind_the_deadline_is_killed() -> None:
    def work(tell: Tell) -> None:
        while True:
            tell(1)

    assert heard(work, 0.1)[1] == Ending(End.HUNG)


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
    assert "expected a plain value" in ending.said


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

    assert heard(work)[1] == Ending(End.VANISHED, said="it closed its pipe")


def test_where_there_is_no_fork_the_work_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(isolation, "FORKS", False)
    here = os.getpid()
    assert heard(lambda tell: os.getpid())[1] == Ending(End.FINISHED, value=here)
    error = Ending(End.RAISED, "RuntimeError", "x")
    assert heard(after(raises(RuntimeError("x")))) == ([(1, 2), "two"], error)

    def endless(tell: Tell) -> None:
        while True:
            tell(1)

    messages, ending = heard(endless, 0.05)
    assert set(messages) == {1}
    assert ending == Ending(End.HUNG)


def test_where_there_is_no_fork_ctrl_c_passes_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(isolation, "FORKS", False)
    with pytest.raises(KeyboardInterrupt):
        heard(after(raises(KeyboardInterrupt())))
