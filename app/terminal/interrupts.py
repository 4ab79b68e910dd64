"""Ctrl-C, from the first moment to the last: exit status 130 and one line, never a traceback.

What the signal does depends on the phase that the command is in:

    STARTING  nothing has been found yet: the process says so and ends at once. No exception is
              raised, for one that strikes inside an import may be swallowed there, or turned into
              another. The same holds once all output is written and the process is about to exit
    ASKING    KeyboardInterrupt, which the library turns into what was found by then
    WRITING   it waits until what is being written stands whole, and acts then
    ANSWERING a first Ctrl-C is being answered: a further one ends the process at once
    ENDED     the interpreter is being taken down: it comes too late

Beside them a thread waits for the signal (it is woken even while the main thread is inside a
library). It has an exception raised again that Python could not deliver or that would have struck
a native module in the making, and ends the process if it is not handled for too long.

This module comes first, so it imports next to nothing; main.py answers Ctrl-C while it is loaded.
The moments before main.py, 10 to 70 ms, are Python's own: it sets itself up, runs site and the
launcher that pip wrote, and none of that is visible from here. In them Ctrl-C ends the process
with Python's traceback. A launcher that must not have this either starts minuet with SIGINT
blocked: `begin` lets it through.
"""

from __future__ import annotations

import _thread
import atexit
import os
import sys
import time

from ...solvers.process import signals

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType, TracebackType

__all__ = [
    "STATUS",
    "asking",
    "begin",
    "drawn",
    "end",
    "forget",
    "heard",
    "pending",
    "tell",
    "writing",
]

STARTING, ASKING, WRITING, ANSWERING, ENDED = range(5)
STATUS = 130
STEP = 0.1  # seconds
DEAF = 9  # so many steps without the main thread taking note
LOADING = 100  # the same while a native module is being set up, which nothing may strike
BUSY = 30  # most steps without output of the results
SAVING = 600  # the same where a checkpoint is saved first, of half a gigabyte on a slow disk
WIPE = "\r\x1b[2K"  # the line that the cursor is on
AGAIN = b"\0"  # to the thread: an exception was lost, or could not be raised yet


class _State:
    phase = STARTING
    came = False  # a signal that is not handled yet
    loading = False  # it waits until a native module is set up
    raised = False  # KeyboardInterrupt is on its way
    printed = False  # the line has been printed
    drawn = False  # a progress bar stands where that line is to be
    busy = BUSY
    wakeup = -1


def begin() -> None:
    """Take over Ctrl-C; where it is ignored, as in the background of a shell, it stays so."""
    # Open what is closed of the three standard streams, lest another file gets its number. In child
    # processes, too.
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)
    if signals.is_ctrl_c_ignored():
        return
    signals.on_ctrl_c(_on_signal)
    signals.unblock_ctrl_c()
    reading, _State.wakeup = os.pipe()
    os.set_blocking(_State.wakeup, False)
    signals.write_signals_to(_State.wakeup)
    sys.unraisablehook = _on_unraisable
    _thread.start_new_thread(_watch, (reading, _thread.get_ident()))
    atexit.register(_be_deaf)  # the first one that is registered is the last one that is called


def end() -> None:
    """Note that all output is written and that the process is about to exit."""
    _State.phase = STARTING


def forget() -> None:
    """Forget a Ctrl-C that an earlier command of this process answered."""
    if _State.phase == ANSWERING:
        _State.phase, _State.raised, _State.printed = STARTING, False, False


def _be_deaf() -> None:
    """Ignore Ctrl-C: soon Python is gone that could answer it."""
    signals.write_signals_to(-1)
    signals.ignore_ctrl_c()
    _State.phase = ENDED


def pending() -> bool:
    """Whether there was a Ctrl-C that has not been answered."""
    return _State.came


def heard() -> None:
    """Take note of a Ctrl-C, before the results are printed."""
    _State.phase, _State.came = ANSWERING, False


def drawn(shown: bool) -> None:
    """Take note of whether a progress bar is on the terminal, which a message has to wipe away."""
    _State.drawn = shown


def tell(about: str = "interrupted") -> None:
    """Answer a Ctrl-C: print the line, once."""
    heard()
    if not _State.printed:
        _State.printed = True
        text = f"{WIPE if _State.drawn else ''}minuet: {about}\n"
        # Past sys.stderr, whose lock the interrupted code may hold.
        try:  # noqa: SIM105
            os.write(2, text.encode("ascii", "backslashreplace"))
        except OSError:
            pass


class asking:  # noqa: N801  used as a function, as contextlib's are; contextlib costs an import
    """A block in which Ctrl-C raises KeyboardInterrupt.

    saves  whether a checkpoint is saved then, which may take long
    """

    phase = ASKING

    def __init__(self, *, saves: bool = False) -> None:
        self.saves = saves

    def __enter__(self) -> None:
        self.before = _State.phase
        _State.phase = self.phase
        if self.saves:
            _State.busy = SAVING

    def __exit__(
        self, kind: type[BaseException] | None, error: object, where: TracebackType | None
    ) -> None:
        # After an interrupt the phase is left as it is: `heard` comes next.
        if _State.phase == self.phase and not (kind and issubclass(kind, KeyboardInterrupt)):
            _State.phase = self.before
            if self.saves:
                _State.busy = BUSY


class writing(asking):  # noqa: N801
    """A block that Ctrl-C does not tear; it acts at the end of it."""

    phase = WRITING

    def __exit__(
        self, kind: type[BaseException] | None, error: object, where: TracebackType | None
    ) -> None:
        super().__exit__(kind, error, where)
        # Where it is being handled, as by a search that logs its effort, it is not raised again.
        handled = isinstance(sys.exc_info()[1], KeyboardInterrupt)
        if _State.came and kind is None and not handled:
            _on_signal()


def _on_signal(number: int = 0, frame: FrameType | None = None) -> None:
    if _State.phase == ENDED:
        return
    _State.came = True
    if _State.phase == ASKING:
        if not _setting_up(frame):
            _State.raised = True
            raise KeyboardInterrupt
        _State.loading = True
        os.write(_State.wakeup, AGAIN)
    elif _State.phase != WRITING:
        _leave()


def _setting_up(frame: FrameType | None) -> bool:
    """Whether a native module is being set up: many abort where an exception strikes them then."""
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib."):
            loader = type(frame.f_locals.get("self"))
            if loader.__name__ == "ExtensionFileLoader":
                return True
        frame = frame.f_back
    return False


def _on_unraisable(lost: sys.UnraisableHookArgs) -> None:
    """Have a KeyboardInterrupt raised again that struck where Python can only print it."""
    if issubclass(lost.exc_type, KeyboardInterrupt):
        os.write(_State.wakeup, AGAIN)
    else:
        sys.__unraisablehook__(lost)


def _watch(reading: int, main: int) -> None:
    """Wait for the signal; see to it that it is answered."""
    signals.block_ctrl_c()  # it is for the main thread
    insisting = False
    while True:
        woken = os.read(reading, 1)
        if woken == AGAIN:
            time.sleep(0.005)  # the main thread is still where the interrupt does not reach it
            signals.send_ctrl_c(main)  # once more
        elif not insisting:
            insisting = True
            _thread.start_new_thread(_insist, ())


def _insist() -> None:
    # Steps, not one long sleep: while a library holds the interpreter, a signal is not handled,
    # and on a busy machine everything takes longer.
    steps = 0
    while steps < (_State.busy if _State.raised else LOADING if _State.loading else DEAF):
        time.sleep(STEP)
        steps += 1
        if _State.phase in (ANSWERING, ENDED):
            return
    _leave()


def _leave() -> None:
    """Say that it was interrupted and end the process, whatever its threads are at."""
    _thread.start_new_thread(_flush, ())
    tell()
    time.sleep(0.05)
    os._exit(STATUS)


def _flush() -> None:
    # In a thread of its own: the one that was interrupted may hold the lock of the stream.
    try:  # noqa: SIM105  contextlib costs an import
        sys.stdout.flush()
    except (AttributeError, OSError, RuntimeError):
        pass  # closed, or without a reader: there is nothing to save
