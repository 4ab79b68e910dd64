"""The child process: it reads one task from standard input, and writes what it finds.

The task is a line of JSON, then the clauses in lines of some thousands each, then an empty line. It
writes, in the words of the SAT competitions, a line `v 3 17 4` for each model (its options), `o 12`
for a proved bound, and at the end `s 1` if everything was searched; beside that `l` once the solver
holds the formula, and `e 80 99 1234` for the conflicts, decisions and propagations so far.

With the argument `serve` and the number of a file descriptor it keeps the formula and answers the
questions that come there, a line each: `2 5 9` asks for up to 2 models that hold the options 5 and
9. The answer is `a`, how many there are, and the options of the first.

With the argument `prove`, and how many bytes a proof may take, it writes the steps of a proof that
there is no model, a line each, or `v` and the true variables of one, and then `s`.

Of a task that is judged the models are told before as `j 3 17 4`, and a line of JSON is read from
that file descriptor (with the argument `search` if there are no questions): clauses that this one
breaks and every solution keeps, or an empty list for a solution.

This script runs without minuet, which takes long to import, so it uses `signal` itself and not
solvers/process/signals.py.
"""

from __future__ import annotations

import json
import sys
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from typing import IO, Any

if not __package__:  # the folder was run, of which Python knows no name yet
    sys.path[0] = str(Path(__file__).parents[1])
    __package__ = __import__("child").__name__
    del sys.path[0]  # nothing but this folder is to be found there

from .formula import effort, load, new_oracle
from .models import answer
from .proofs import proved, prover
from .search import perform
from .task import Message, Task

PR_SET_PDEATHSIG = 1


class _Pipe:
    """The listener of the child process: what is found goes to standard output.

    verdicts  where a verdict on each model is read, if they are judged
    """

    def __init__(self, verdicts: IO[str] | None = None) -> None:
        self._verdicts = verdicts

    def check(self) -> None:
        pass

    def stoppable(self, stop: Any) -> AbstractContextManager[None]:
        return nullcontext()

    def emit(self, found: Message) -> bool:
        kind, numbers = found
        print(kind, *numbers, flush=kind != "e")  # one goes with what comes next
        return True

    def judge(self, chosen: list[int]) -> list[list[int]]:
        assert self._verdicts  # who has models judged says where
        print("j", *chosen, flush=True)
        clauses: list[list[int]] = json.loads(self._verdicts.readline())
        return clauses


def _die_with_parent() -> None:
    """Let the kernel end this process once its standard input is closed at the other end.

    A solver that keeps Python locked could not notice that itself. (POSIX; elsewhere it ends with
    the next line it writes.) One that is held, for others are to work, is woken by no signal but
    the one that kills it; Linux sends that.
    """
    if sys.platform == "linux":
        import ctypes
        import signal

        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    with suppress(ImportError, OSError):
        import fcntl
        import os

        fcntl.fcntl(0, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(0, fcntl.F_SETFL, fcntl.fcntl(0, fcntl.F_GETFL) | os.O_ASYNC)


def _serve(task: Task, questions: IO[str]) -> None:
    pipe = _Pipe(questions)
    with new_oracle(task) as oracle:
        load(oracle, task, pipe.check)
        pipe.emit(("l", []))
        while line := questions.readline():
            limit, *given = map(int, line.split())
            found = answer(oracle, task, given, limit, pipe, interruptible=False)
            pipe.emit(("e", effort(oracle)))
            if found is None:  # left open: to the one who asks, no answer is no "none"
                return
            pipe.emit(("a", [found[0], *found[1]]))


def _search(task: Task, pipe: _Pipe) -> None:
    done = perform(task, pipe, interruptible=False)
    pipe.emit(("s", [int(done)]))


def _read() -> Task:
    task: Task = json.loads(sys.stdin.readline())
    for line in iter(sys.stdin.readline, "\n"):
        if not line:
            raise EOFError("the task is not whole")
        task["clauses"] += json.loads(line)
    return task


def main() -> None:
    """Search as the task on standard input says."""
    wanted = _read()
    _die_with_parent()
    if len(sys.argv) == 1:
        _search(wanted, _Pipe())
        return
    if sys.argv[1] == "prove":
        # Let this process end where a file of it gets larger: the proof, as the solver writes it.
        most = int(sys.argv[2])
        with suppress(ImportError):
            import resource
            import signal

            signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
        with prover(wanted) as oracle:
            load(oracle, wanted, lambda: None)
            model, steps = proved(oracle, oracle.solve())
        if model is not None:
            print("v", *model)
        for step in steps:
            print(step)
        print("s")
        return
    with open(int(sys.argv[2])) as lines:  # noqa: PTH123  a descriptor
        if sys.argv[1] == "serve":
            _serve(wanted, lines)
        else:
            _search(wanted, _Pipe(lines))


main()
