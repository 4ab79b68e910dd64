"""The nursery: a process that has minuet imported, and forks a child for each piece of work.

The server (workers.py) starts it and sends it orders through a socket. An order has a fixed size;
the order to begin comes with a socket of the new child's own, through which the child gets its task
and sends its results. Nothing else passes through here. A report of a fixed size informs the server
how a child ended.

The nursery has one thread and imports nothing after a child was forked, so that every child begins
whole. It kills a child that is behind its time, or that takes more memory with its own children
than it may, and all of them when the server is gone.
"""

from __future__ import annotations

import gc
import os
import select
import socket
import struct
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from ...solvers.process import signals
from ...solvers.process.isolation import cut_loose, room

__all__ = ["BEGIN", "INTERRUPT", "KILL", "ORDER", "READY", "REPORT", "Left", "main"]

ORDER = struct.Struct("<BQdQ")  # what is to be done, with which child; its seconds, its memory
REPORT = struct.Struct("<BQi")  # how a child ended, which; its exit status, or minus the signal
BEGIN, INTERRUPT, KILL = range(3)
READY = REPORT.pack(255, 0, 0)

STEP = 0.1  # seconds between two looks at the children
ADDRESSES = 4 << 30  # bytes beyond the memory: threads reserve more than they ever use
NICE = 5  # the server comes first


class Left(IntEnum):
    """Why a child ended."""

    BY_ITSELF = 0
    OUT_OF_TIME = 1
    OUT_OF_MEMORY = 2
    KILLED = 3


@dataclass
class _Child:
    """A child: its process, when it must be through, what it may take; why it was killed."""

    process: int
    end: float
    memory: int
    why: Left = Left.BY_ITSELF

    def kill(self, why: Left) -> None:
        if self.why is Left.BY_ITSELF:
            self.why = why
        for process in (*_family(self.process), self.process):
            signals.kill(process)
        signals.kill_group(self.process)


def main(number: int) -> None:
    """Be the nursery of the server at the other end of that socket, until it is gone."""
    orders = socket.socket(fileno=number)
    signals.ignore_ctrl_c()  # the terminal's Ctrl-C is for the server
    signals.restore_terminate()
    # Import what tasks need before the first fork, so that no child imports anything.
    from .work.child import rehearse

    rehearse()
    gc.collect()
    gc.freeze()  # a child that looked for garbage would copy all of what it shares with us
    nursery = _Nursery(orders)
    nursery.report(READY)
    nursery.serve()


class _Nursery:
    def __init__(self, orders: socket.socket) -> None:
        self.orders = orders
        self.children: dict[int, _Child] = {}
        self.pending = b""

    def report(self, message: bytes) -> None:
        """Tell the server something."""
        with suppress(OSError):  # it is gone: `_heed` sees to it
            self.orders.sendall(message)

    def serve(self) -> None:
        """Do as the server says until it is gone."""
        waiting = select.poll()
        waiting.register(self.orders, select.POLLIN)
        woken, wake = os.pipe()
        for end in (woken, wake):
            os.set_blocking(end, False)
        signals.wake_on_child_exit(wake)
        waiting.register(woken, select.POLLIN)
        try:
            while True:
                ready = dict(waiting.poll(1000 * STEP if self.children else None))
                if woken in ready:
                    with suppress(BlockingIOError):
                        os.read(woken, 4096)
                if self.orders.fileno() in ready and not self._heed():
                    return
                self._look()
        finally:
            for child in self.children.values():
                child.kill(Left.KILLED)

    def _heed(self) -> bool:
        """Take an order; False if the server is gone."""
        try:
            data, given, _, _ = socket.recv_fds(self.orders, ORDER.size - len(self.pending), 1)
        except ConnectionError:
            return False
        if not data:
            return False
        self.pending += data
        if len(self.pending) < ORDER.size:
            return True
        order, number, seconds, memory = ORDER.unpack(self.pending)
        self.pending = b""
        if order == BEGIN:
            self._begin(number, given[0], seconds, memory)
        elif number in self.children:
            child = self.children[number]
            if order == KILL:
                child.kill(Left.KILLED)
            else:
                signals.interrupt(child.process)
        return True

    def _begin(self, number: int, given: int, seconds: float, memory: int) -> None:
        limit = room(memory + ADDRESSES)
        parent = os.getpid()
        try:
            process = os.fork()
        except OSError:  # the machine has no room for it; the server is notified that it ended
            os.close(given)
            self.report(REPORT.pack(Left.BY_ITSELF, number, 1))
            return
        if process == 0:
            try:
                self.orders.close()
                cut_loose(parent, limit)
                os.nice(NICE)
                from .work.child import work

                work(given)
            finally:
                os._exit(0)
        os.close(given)
        with suppress(OSError):
            os.setpgid(process, process)  # it does so too, whoever comes first
        self.children[number] = _Child(process, time.monotonic() + seconds, memory)

    def _look(self) -> None:
        """Tell of the children that have ended; end those that take too much."""
        for number, child in list(self.children.items()):
            ended, status = os.waitpid(child.process, os.WNOHANG)
            if ended:
                del self.children[number]
                signals.kill_group(child.process)  # what it left behind
                code = os.waitstatus_to_exitcode(status)
                self.report(REPORT.pack(child.why, number, code))
            elif time.monotonic() >= child.end:
                child.kill(Left.OUT_OF_TIME)
            elif _exceeds(child.process, child.memory):
                child.kill(Left.OUT_OF_MEMORY)


def _family(process: int) -> list[int]:
    """Return the children of a process, and theirs, as far as the system shows."""
    processes: list[int] = []
    with suppress(OSError, ValueError):
        for task in Path(f"/proc/{process}/task").iterdir():
            for child in map(int, (task / "children").read_text().split()):
                processes += [child, *_family(child)]
    return processes


def _exceeds(process: int, memory: int) -> bool:
    """Whether a process and its children take more memory than that, each of their own."""
    if sys.platform != "linux":
        return False
    family = (process, *_family(process))
    # The first look is quick, but takes what they share with us for theirs.
    return sum(map(_resident, family)) > memory and sum(map(_private, family)) > memory


def _resident(process: int) -> int:
    with suppress(OSError, ValueError):
        _, resident, shared, *_ = Path(f"/proc/{process}/statm").read_text().split()
        return (int(resident) - int(shared)) * os.sysconf("SC_PAGE_SIZE")
    return 0


def _private(process: int) -> int:
    with suppress(OSError, ValueError):
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
        return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Private_"))
    return 0


if __name__ == "__main__":
    main(int(sys.argv[1]))
