"""Work in a child process, so that nothing it does can take us down or keep us waiting.

A solver may raise, crash, leak, hang (in C, with Python's lock held) or end the process. So the
work runs in a fork of this process, which has whatever it needs at once: nothing is imported
again and nothing need be pickled to get there, be it a solver made on the spot or a puzzle with
lambdas. That costs 5 to 15 ms a child (the more memory we hold, the more) and some 5 microseconds a
message; a fresh process (spawn) would import for .3 to 1.7 s.

The child's messages come as plain values (numbers, strings, lists, ...) through a pipe: the first
messages at once, later ones every few hundredths of a second, so that a crash or a hang loses next
to nothing. A message that names code to run is refused, as is garbage. How the work ended is one
small value, an `Ending`, never an exception. The child hears no Ctrl-C (we do, and kill it), it
dies with us, and its own children die with it, being of its process group. Its memory is bounded
(RLIMIT_AS); should the machine run out before, the system takes the child first.

Where the system has no fork (Windows) the work runs in this process, up to its deadline, before the
first message comes: exceptions but Ctrl-C's are caught there, crashes and
hangs are not.
"""

from __future__ import annotations

import ctypes
import faulthandler
import gc
import os
import pickle
import select
import struct
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import Any, NoReturn

from ..contract.deadline import Deadline, Stopped
from .signals import (
    ctrl_c_blocked,
    ctrl_c_waits,
    die_with,
    kill_group,
    name_of_signal,
    reset_signals,
)

__all__ = ["End", "Ending", "Isolated", "Tell", "Work", "cut_loose", "is_isolated", "room", "run"]

# ---- The child: what a fork must undo before it works, and how it reports ------------------------
#
# A fork is a copy of its parent in the middle of something. It must not write what the parent
# still has to write, not run the parent's last wishes (atexit), not answer its signals, and
# collect none of its garbage, for a finalizer might stop what the parent still uses. So its
# streams are new ones (what it prints goes to standard error), its signals are at their defaults,
# what was there is frozen, and it leaves by os._exit alone.


Tell = Callable[[object], None]
Work = Callable[[Tell], object]

HEADER = struct.Struct("<Q")  # the length of what follows: a pickled tuple, its kind first
MESSAGE = "message"
AT_ONCE = 200  # messages that are not held back
HELD = 0.02  # seconds that later ones are
FULL = 1 << 15  # bytes that are held back at most
ORPHANED = 0.5  # seconds between two looks for the parent, where the system does not notify
PART = 0.75  # of the free memory
LONG = 2000  # characters of the message of an exception
LEAST = 4 << 30  # bytes of addresses: threads reserve more than they ever use

_isolated = False
_kept: list[object] = []  # the parent's streams: they would write when they are collected


def is_isolated() -> bool:
    """Whether this process is such a child, whose own children are to stay in its group."""
    return _isolated


def room(memory: int | None) -> int | None:
    """Return how many bytes of addresses a child may have; None: any.

    memory  bytes beyond what this process holds; None: what is free
    """
    if sys.platform != "linux" or hasattr(ctypes.CDLL(None), "__asan_init"):
        return None  # the address sanitizer's shadow takes terabytes
    held = int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    return held + (max(int(PART * _free()), LEAST) if memory is None else memory)


def _free() -> int:
    """Return the bytes that the machine, and our control group there, have left."""
    free = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    with suppress(OSError, ValueError):
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                free = int(line.split()[1]) * 1024
    with suppress(OSError, ValueError):
        group = Path("/sys/fs/cgroup")
        most, used = (group / name for name in ("memory.max", "memory.current"))
        free = min(free, int(most.read_text()) - int(used.read_text()))
    return free


def run(work: Work, pipe: int, parent: int, limit: int | None) -> NoReturn:
    """Do the work in the fork, tell how it ended, and leave."""
    try:
        cut_loose(parent, limit)
        teller = _Teller(pipe, parent)
        ending = perform(work, teller.tell)
        try:
            teller.send(ending)
        except Exception as error:  # what it returned cannot be sent
            teller.send(_raised(error))
        teller.flush()
    finally:
        os._exit(0)


def perform(
    work: Work, tell: Tell, through: type[BaseException] | tuple[()] = ()
) -> tuple[Any, ...]:
    """Do the work; return how it ended, and with what; `through`: an exception that passes."""
    try:
        return "finished", work(tell)
    except through:
        raise
    except MemoryError:
        return ("memory",)
    except BaseException as error:
        return _raised(error)


def _raised(error: BaseException) -> tuple[str, str, str]:
    try:
        text = str(error)
    except Exception:
        text = ""
    return "raised", type(error).__name__, text if len(text) <= LONG else text[: LONG - 3] + "..."


def cut_loose(parent: int, limit: int | None) -> None:
    """Be a process of our own, that dies with its parent and has so many bytes of addresses."""
    global _isolated
    _isolated = True
    gc.freeze()
    os.setpgid(0, 0)
    die_with(parent)
    reset_signals()
    faulthandler.disable()
    _kept.extend((sys.stdin, sys.stdout, sys.stderr))
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    try:
        os.dup2(2, 1)
    except OSError:  # there is no standard error
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115  as long as the process
    sys.stdout = sys.stderr = open(  # noqa: SIM115
        2, "w", buffering=1, errors="backslashreplace", closefd=False
    )
    import resource

    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if limit is not None:
        with suppress(OSError, ValueError):
            soft, hard = resource.getrlimit(resource.RLIMIT_AS)
            bounds = [limit, *(bound for bound in (soft, hard) if bound != resource.RLIM_INFINITY)]
            resource.setrlimit(resource.RLIMIT_AS, (min(bounds), hard))
    with suppress(OSError):  # where memory runs out all the same, this process goes first
        Path("/proc/self/oom_score_adj").write_text("1000")


class _Teller:
    """Writes messages into the pipe, soon: a thread sees to those that were held back."""

    def __init__(self, pipe: int, parent: int) -> None:
        self._pipe, self._parent = pipe, parent
        self._held = bytearray()
        self._lock = threading.Lock()
        self._some = threading.Event()
        self._sent, self._flushed = 0, 0.0
        threading.Thread(target=self._see_to_it, daemon=True, name="minuet").start()

    def tell(self, message: object) -> None:
        """Send a plain value."""
        self.send((MESSAGE, message))

    def send(self, parts: tuple[Any, ...]) -> None:
        data = pickle.dumps(parts, pickle.HIGHEST_PROTOCOL)
        with self._lock:
            self._held += HEADER.pack(len(data)) + data
            self._sent += 1
            soon = self._sent <= AT_ONCE or len(self._held) >= FULL
            if soon or time.monotonic() >= self._flushed + HELD:
                self._write()
            else:
                self._some.set()

    def flush(self) -> None:
        with self._lock:
            self._write()

    def _write(self) -> None:
        data, self._held = memoryview(self._held), bytearray()
        while data:
            try:
                data = data[os.write(self._pipe, data) :]
            except BrokenPipeError:  # the parent is gone
                os._exit(0)
        self._flushed = time.monotonic()

    def _see_to_it(self) -> None:
        while True:
            if self._some.wait(ORPHANED):
                self._some.clear()
                time.sleep(HELD)
                self.flush()
            if os.getppid() != self._parent:
                kill_group(0)


GRACE = 0.5  # seconds behind its deadline before the child is killed
STEP = 0.05  # seconds between two looks whether the child still lives
CHUNK = 1 << 16  # bytes read at once
LONGEST = 1 << 30  # bytes of a message


class End(StrEnum):
    """How the work ended.

    FINISHED       it returned
    RAISED         it raised an exception
    OUT_OF_MEMORY  it raised MemoryError
    CRASHED        a signal ended the process
    VANISHED       the process ended without a word
    HUNG           it did not end in time, and was killed
    GARBLED        it sent what is no message
    STOPPED        no more was wanted, and it was killed
    """

    FINISHED = "finished"
    RAISED = "raised"
    OUT_OF_MEMORY = "out of memory"
    CRASHED = "crashed"
    VANISHED = "vanished"
    HUNG = "hung"
    GARBLED = "garbled"
    STOPPED = "stopped"


@dataclass(frozen=True)
class Ending:
    """How the work ended; true if it finished.

    error    the class of the exception, or the name of the signal; else ""
    message  the message of the exception, or the exit status; else ""
    value    the returned value
    """

    how: End
    error: str = ""
    message: str = ""
    value: Any = None

    def __bool__(self) -> bool:
        return self.how is End.FINISHED

    @property
    def words(self) -> str:
        """A description of this end for messages; "" if the work was finished."""
        match self.how:
            case End.FINISHED:
                return ""
            case End.RAISED:
                return f"failed with {self.error}: {self.message}"
            case End.OUT_OF_MEMORY:
                return "failed with MemoryError: it took all the memory there was"
            case End.CRASHED:
                return f"crashed with {self.error}"
            case End.VANISHED:
                return f"ended its process without a word ({self.message})"
            case End.HUNG:
                return "did not stop at its time limit, and was killed"
        return f"answered nothing that can be read ({self})"

    def __str__(self) -> str:
        why = ": ".join(part for part in (self.error, self.message) if part)
        return f"{self.how} ({why})" if why else str(self.how)


class Isolated:
    """Work under way in a child process: iterate over its messages, then read its `ending`.

        with Isolated(work, Deadline(10)) as child:
            for message in child:
                ...
        child.ending

    work      called with a function that sends a plain value; what it returns is the ending's value
    deadline  the work should end by itself; `grace` seconds behind it the child is killed
    memory    bytes that the child may take beyond what we hold; None: what the machine has free

    Leaving the block kills a child that has not ended; Ctrl-C passes through.
    """

    def __init__(
        self,
        work: Work,
        deadline: Deadline | None = None,
        *,
        grace: float = GRACE,
        memory: int | None = None,
    ) -> None:
        self._deadline, self._grace = deadline or Deadline(), grace
        self._late: float | None = None  # when the deadline was seen to have passed
        self._ending: Ending | None = None
        self._buffer = bytearray()
        self._here: list[Any] = []  # messages of this process
        self._pipe = -1
        if hasattr(os, "fork"):
            try:
                with ctrl_c_waits():
                    self._process, self._pipe = _forked(work, room(memory))
            except BaseException:
                if self._pipe >= 0:
                    self.close()
                raise
        else:
            # Do the work in this process; it is cut short at the first message behind its deadline.

            def tell(message: object) -> None:
                self._here.append(message)
                self._deadline.check()

            kind, *values = perform(work, tell, KeyboardInterrupt)
            stopped = values[:1] == [Stopped.__name__] and self._deadline.passed()
            self._ending = Ending(End.HUNG) if stopped else _ENDINGS[kind](*values)

    def __enter__(self) -> Isolated:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @property
    def ending(self) -> Ending:
        """How the work ended; STOPPED if its end was not awaited."""
        return Ending(End.STOPPED) if self._ending is None else self._ending

    def __iter__(self) -> Iterator[Any]:
        return chain.from_iterable(self.batches())

    def batches(self) -> Iterator[list[Any]]:
        """Yield the messages in lists, those together that are at hand together."""
        if self._here:
            yield self._here
        while self._ending is None:
            ending = self._read()
            messages, reported = self._messages()
            if messages:
                yield messages
            ending = ending if reported is None else reported
            if ending is not None:
                self._end(ending)
            elif self._hangs():
                self._end(Ending(End.HUNG))

    def close(self) -> None:
        """Kill the child unless it has ended."""
        if self._ending is None:
            self._end(Ending(End.STOPPED))

    def _read(self) -> Ending | None:
        """Wait a moment for more; return how the process ended if it did."""
        waiting = select.poll()
        waiting.register(self._pipe, select.POLLIN)
        if waiting.poll(1000 * min(STEP, self._deadline.left() + 0.01)):
            data = os.read(self._pipe, CHUNK)
            self._buffer += data
            return None if data else self._process.left(self._grace)
        # A child of the child may hold the pipe open.
        return self._process.left(0.0) if self._process.gone() else None

    def _messages(self) -> tuple[list[Any], Ending | None]:
        """Return the messages that have come whole, and how the work ended where that came too."""
        messages: list[Any] = []
        place = 0
        try:
            while (begin := place + HEADER.size) <= len(self._buffer):
                (length,) = HEADER.unpack_from(self._buffer, place)
                if length > LONGEST:
                    return messages, Ending(End.GARBLED)
                if begin + length > len(self._buffer):
                    break
                kind, *values = _Plain(BytesIO(self._buffer[begin : begin + length])).load()
                if kind != MESSAGE:
                    return messages, _ENDINGS[kind](*values)
                messages += values
                place = begin + length
        except Exception as error:
            return messages, Ending(End.GARBLED, type(error).__name__, str(error))
        del self._buffer[:place]
        return messages, None

    def _hangs(self) -> bool:
        """Whether the deadline has been over for so long that the child must be killed."""
        if self._late is None and self._deadline.passed():
            self._late = time.monotonic()
        return self._late is not None and time.monotonic() >= self._late + self._grace

    def _end(self, ending: Ending) -> None:
        """Note how it ended, and leave nothing of it behind."""
        with ctrl_c_waits():
            self._ending = ending
            if self._pipe >= 0:
                self._process.kill()
                os.close(self._pipe)
                self._pipe = -1


class _Process:
    """A child process, as its parent sees it."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._over = False
        self._status: int | None = None  # None: unknown
        # It does so too; whoever comes first.
        with suppress(OSError):
            os.setpgid(number, number)

    def gone(self) -> bool:
        """Whether it has ended."""
        if not self._over:
            try:
                number, status = os.waitpid(self._number, os.WNOHANG)
            except ChildProcessError:  # someone else asked first
                self._over = True
            else:
                self._over = number != 0
                self._status = status if self._over else None
        return self._over

    def wait(self, seconds: float) -> bool:
        """Wait for its end; whether it came."""
        end = time.monotonic() + seconds
        while not self.gone():
            if time.monotonic() >= end:
                return False
            time.sleep(0.001)
        return True

    def left(self, grace: float) -> Ending:
        """Say how it ended without a word; `grace`: seconds that this may take."""
        if not self.wait(grace):
            return Ending(End.VANISHED, message="it closed its pipe")
        if self._status is None:
            return Ending(End.VANISHED)
        if os.WIFSIGNALED(self._status):
            return Ending(End.CRASHED, name_of_signal(os.WTERMSIG(self._status)))
        return Ending(End.VANISHED, message=f"exit status {os.WEXITSTATUS(self._status)}")

    def kill(self) -> None:
        """End it and all of its group; nothing happens to one that has ended."""
        kill_group(self._number)
        self.wait(1.0)


def _forked(work: Work, limit: int | None) -> tuple[_Process, int]:
    """Begin the child; return it, and the end of the pipe from which it is read."""
    with ctrl_c_blocked(), warnings.catch_warnings():
        # Threads do not live on in a fork, Python warns; the child waits for none of them.
        warnings.simplefilter("ignore", DeprecationWarning)
        ours, theirs = os.pipe()
        parent = os.getpid()
        number = os.fork()
        if number == 0:
            run(work, theirs, parent, limit)
        os.close(theirs)
        return _Process(number), ours


class _Plain(pickle.Unpickler):
    """Reads numbers, strings and collections of them: a message names no code."""

    def find_class(self, module: str, name: str) -> Any:
        raise pickle.UnpicklingError(f"{module}.{name}, expected a plain value")


_ENDINGS: dict[str, Callable[..., Ending]] = {
    "finished": lambda value: Ending(End.FINISHED, value=value),
    "raised": lambda error, message: Ending(End.RAISED, error, message),
    "memory": lambda: Ending(End.OUT_OF_MEMORY),
}
