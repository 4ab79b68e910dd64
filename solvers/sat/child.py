"""Search for the models of a CNF. Also a script: the child process that process.py starts.

CaDiCaL and Lingeling keep Python locked while they search and cannot be interrupted. For them
process.py runs this file in a child process, which can be killed. The script runs without minuet,
which takes long to import: it imports nothing of the package, and uses `signal` itself.

The sections: tasks and listeners, the solver, all models, the cheapest model, proofs, the script.

The script reads one task from standard input: a line of JSON, then the clauses in lines of some
thousands each, then an empty line. It writes, in the words of the SAT competitions, a line `v 3 17
4` for each model (its options), `o 12` for a proved bound, and at the end `s 1` if everything was
searched; and `l` once the solver holds the formula, and `e 80 99 1234` for the conflicts, decisions
and propagations so far. Its arguments:

    serve FD     keep the formula and answer the questions that come from this file descriptor, a
                 line each: `2 5 9` asks for up to 2 models that hold the options 5 and 9. The
                 answer is `a`, the number of models, and the options of the first
    search FD    search, and read verdicts from this file descriptor
    prove BYTES  write the steps of a proof that there is no model, a line each, or `v` and the true
                 variables of a model; then `s`. The proof takes up to so many bytes

If the models of a task are judged, each one is written as `j 3 17 4` before it is reported. The
verdict is a line of JSON: clauses that this model breaks and every solution keeps, or an empty list
for a solution.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from itertools import chain, combinations, islice
from typing import IO, Any, Protocol, TypedDict

__all__ = [
    "Listener",
    "Message",
    "Task",
    "answer",
    "block",
    "effort",
    "load",
    "new_oracle",
    "nothing",
    "pairs",
    "perform",
    "proved",
    "prover",
]

PR_SET_PDEATHSIG = 1

Message = tuple[str, list[int]]


# ---- Tasks and listeners -------------------------------------------------------------------------


class Task(TypedDict):
    """What is to be searched.

    solver     python-sat's name of the solver
    variables  1 .. variables
    options    1 .. options are the options
    settings   the solver's parameters
    clauses    lists of literals
    apart      lists of literals of which at most one may be true: a clause for each two of them
    atmosts    (literals, bound) for solvers that know cardinality themselves
    phases     literals that the solver first tries, where it heeds them
    loose      options that could join a solution and give another one
    most       so many models are enough; None: all
    judged     whether the listener is to say of each model whether it is a solution
    softs      None: enumerate. (literal, price): the price is paid where the literal is false
    """

    solver: str
    variables: int
    options: int
    settings: dict[str, Any]
    clauses: list[list[int]]
    apart: list[list[int]]
    atmosts: list[tuple[list[int], int]]
    phases: list[int]
    loose: list[int]
    most: int | None
    judged: bool
    softs: list[tuple[int, int]] | None


class Listener(Protocol):
    """Who hears what is found; `interrupt.Run` is one."""

    def check(self) -> None:
        """Raise something if the search is to stop."""

    def stoppable(self, stop: Any) -> AbstractContextManager[None]:
        """Learn how the solver is interrupted, for the length of a block."""

    def emit(self, message: Message) -> bool:
        """Hear something; False asks to stop."""

    def judge(self, chosen: list[int]) -> list[list[int]]:
        """Return clauses that a model breaks and every solution keeps; none: it is a solution."""


# ---- The solver of a task ------------------------------------------------------------------------


def new_oracle(task: Task) -> Any:
    """Return the solver with its parameters, and no formula yet."""
    from pysat.solvers import Solver

    more = {name: True for name in ("incr",) if task["settings"].get(name)}
    return configured(Solver(name=task["solver"], **more), task)


def configured(oracle: Any, task: Task) -> Any:
    """Return the solver, configured with the task's settings."""
    for name, value in task["settings"].items():
        if name not in ("incr", "warm_start"):
            oracle.configure({name: value})  # Glucose heeds one at a time
    return oracle


def pairs(literals: list[int]) -> Iterator[tuple[int, int]]:
    """Yield the clauses "not both" of each two of the literals."""
    return combinations([-literal for literal in literals], 2)


def load(oracle: Any, task: Task, check: Callable[[], None]) -> None:
    """Give the solver the formula, and where to begin; calls `check` now and then."""
    apart = chain.from_iterable(map(pairs, task["apart"]))
    clauses = chain(task["clauses"], apart)
    while part := list(islice(clauses, 1000)):
        check()
        oracle.append_formula(part)
    for literals, bound in task["atmosts"]:
        oracle.add_atmost(literals, bound)
    if task["phases"]:
        with suppress(NotImplementedError):  # CaDiCaL 1.0.3
            oracle.set_phases(task["phases"])


def effort(oracle: Any) -> list[int]:
    """Return the conflicts, decisions and propagations so far."""
    spent = oracle.accum_stats() or {}
    return [spent.get(name, 0) for name in ("conflicts", "decisions", "propagations")]


def solve(oracle: Any, assumptions: list[int], *, interruptible: bool) -> Any:
    """Return True, False, or None if interrupted."""
    if interruptible:
        return oracle.solve_limited(assumptions, expect_interrupt=True)
    return oracle.solve(assumptions)


def chosen_of(model: list[int] | None, task: Task) -> list[int]:
    """Return the chosen options; a solver leaves out the variables that it never saw."""
    return [v for v in model or [] if 0 < v <= task["options"]]


def nothing() -> None:
    """Interrupt nothing: who cannot be interrupted is killed."""


# ---- All models ----------------------------------------------------------------------------------
#
# Each model is blocked by one clause over the option variables alone, because the auxiliary
# variables of a cardinality encoding multiply the models (blocking clauses: McMillan, "Applying SAT
# methods in unbounded symbolic model checking", CAV 2002).
#
# Where there are conditions that the clauses do not state, the listener judges each model. For one
# that is no solution it returns clauses that every solution keeps, and the search continues with
# them (lazy clauses, as loops are cut off in Dantzig, Fulkerson and Johnson, "Solution of a
# large-scale traveling-salesman problem", 1954).


def enumerate_models(oracle: Any, task: Task, listener: Listener, *, interruptible: bool) -> bool:
    """Block model after model; only the first counts if there are prices, all of them 0."""
    if task["settings"].get("warm_start"):
        oracle.start_mode(True)
    count = 0
    while True:
        answer = solve(oracle, [], interruptible=interruptible)
        listener.emit(("e", effort(oracle)))
        if answer is None:  # it is to stop, or only to rest for a while
            listener.check()
            oracle.clear_interrupt()
            continue
        if not answer:
            return True
        chosen = chosen_of(oracle.get_model(), task)
        if is_cut(oracle, task, chosen, listener):
            continue
        if not listener.emit(("v", chosen)):
            return False
        other = block(chosen, task)
        if not other or task["softs"] is not None:
            return True
        count += 1
        if count == task["most"]:
            return False
        oracle.add_clause(other)


def is_cut(oracle: Any, task: Task, chosen: list[int], listener: Listener) -> bool:
    """Whether a model is no solution; the solver then has clauses that cut it off."""
    clauses = listener.judge(chosen) if task["judged"] else []
    for clause in clauses:
        oracle.add_clause(clause)
    return bool(clauses)


def answer(
    oracle: Any,
    task: Task,
    given: list[int],
    limit: int,
    listener: Listener,
    *,
    interruptible: bool,
) -> tuple[int, list[int]] | None:
    """Return how many models hold the given options, up to `limit`, and the options of the first.

    The given options are assumed, and models blocked behind a switch that is thrown off afterwards:
    the formula stays as it was, and what the solver learnt serves the next question (Een and
    Sorensson, "Temporal induction by incremental SAT solving", 2003). None: interrupted.
    """
    task["variables"] += 1
    switch = task["variables"]
    first: list[int] = []
    count = 0
    while count < limit:
        held = solve(oracle, [*given, switch], interruptible=interruptible)
        if held is None:
            return None
        if not held:
            break
        chosen = sorted({*chosen_of(oracle.get_model(), task), *given})
        if is_cut(oracle, task, chosen, listener):
            continue
        first = first if count else chosen
        count += 1
        other = block(chosen, task)
        if not other:
            break
        oracle.add_clause([-switch, *other])
    oracle.add_clause([-switch])
    return count, first


def block(chosen: list[int], task: Task) -> list[int]:
    """Return the clause "not all of these again, or a loose option besides".

    No other option could join them.
    """
    taken = set(chosen)
    return [-v for v in chosen] + [v for v in task["loose"] if v not in taken]


# ---- The cheapest model --------------------------------------------------------------------------
#
# By RC2, the core-guided MaxSAT algorithm of Ignatiev, Morgado and Marques-Silva (JSAT 2019),
# stratified by weight: a model at each weight level, and a core at a time a higher bound.


class Halted(Exception):
    """The solver was stopped before it knew the answer."""


class Proved(Exception):
    """No model is cheaper than the best one emitted."""


class _Heeding:
    """RC2 that emits what it finds and proves, and uses the best model that it has seen.

    What would cost a better model as much as the best one, and more, is made hard; so the search is
    over once what is proved reaches it. Stands before RC2 among the bases of a class.
    """

    task: Task
    listener: Listener
    interruptible: bool
    taken = True  # whether every model was, by the listener
    best: int | None = None  # what the best model costs
    bound = 0

    def _call_oracle(self: Any, assumptions: Any = (), expect_interrupt: bool = False) -> Any:
        self.listener.check()
        self.settle()
        while True:
            answer = solve(self.oracle, list(assumptions), interruptible=self.interruptible)
            self.listener.emit(("e", effort(self.oracle)))
            if answer is None:  # RC2 would go on as after "no model"
                raise Halted
            if not answer:
                return False
            chosen = chosen_of(self.oracle.get_model(), self.task)
            if not is_cut(self.oracle, self.task, chosen, self.listener):
                return True

    def adapt_am1(self: Any) -> None:
        propagate = self.oracle.propagate

        def checked(**arguments: Any) -> Any:
            self.listener.check()
            return propagate(**arguments)

        self.oracle.propagate = checked
        super().adapt_am1()  # type: ignore[misc]
        self.oracle.propagate = propagate

    def process_am1(self: Any, am1: list[int]) -> None:
        self.listener.check()
        super().process_am1(am1)  # type: ignore[misc]

    def compute_(self: Any) -> bool | None:
        result: bool | None = super().compute_()  # type: ignore[misc]
        if result:
            self.tell()
        return result

    def tell(self: Any) -> None:
        """Tell the oracle's model if it is the best so far."""
        chosen = chosen_of(self.oracle.get_model(), self.task)
        true = set(chosen)
        # The price of a soft literal is paid where it is false.
        softs = self.task["softs"]
        cost = sum(price for literal, price in softs if (literal > 0) != (abs(literal) in true))
        if self.best is None or cost < self.best:
            self.best = cost
            self.taken = self.listener.emit(("v", chosen)) and self.taken

    def settle(self: Any) -> None:
        """Tell a higher bound; hold on to what no better model gives up."""
        bound = self.cost if self.best is None else min(self.cost, self.best)
        if bound > self.bound:
            self.bound = bound
            self.listener.emit(("o", [bound]))
        if self.best is None:
            return
        if self.cost >= self.best:
            raise Proved
        dear = [v for v in self.sels + self.sums if self.cost + self.wght[v] >= self.best]
        for literal in dear:
            self.oracle.add_clause([literal])
        self.garbage.update(dear)
        self.filter_assumps()


def improve(task: Task, listener: Listener, *, interruptible: bool) -> bool:
    """Begin with any model, that there is one at the deadline; the rest is RC2's."""
    from pysat.examples.rc2 import RC2Stratified
    from pysat.formula import WCNFPlus

    class Reporting(_Heeding, RC2Stratified):  # type: ignore[misc]
        pass

    Reporting.task, Reporting.listener, Reporting.interruptible = task, listener, interruptible
    soft = WCNFPlus()
    for literal, price in task["softs"] or ():
        soft.append([literal], weight=price)
    soft.nv = task["variables"]
    incremental = bool(task["settings"].get("incr"))
    # Exclusive preferred options are one core each (adapt); finding them needs propagation. Levels
    # of weights by diversity alone ("div") left 12 of 24 set partitions with prices of 1 to 9 up to
    # 1 to 2^40 unproved after 2 s; by how near they are to one another too ("full"), 4.
    levels = {"blo": "full", "adapt": interruptible, "incr": incremental}
    with Reporting(soft, task["solver"], **levels) as search:
        load(configured(search.oracle, task), task, listener.check)
        listener.emit(("l", []))
        stop = search.oracle.interrupt if interruptible else nothing
        with listener.stoppable(stop), suppress(Proved):
            try:
                if search._call_oracle():
                    search.tell()
                    search.compute(expect_interrupt=interruptible)
            except Halted:
                return False
        return bool(search.taken)


# ---- Proofs that there is no model ---------------------------------------------------------------


def prover(task: Task) -> Any:
    """Return the solver, which writes a proof, and has no formula yet."""
    from pysat.solvers import Solver

    return Solver(name=task["solver"], with_proof=True)


def proved(oracle: Any, held: bool) -> tuple[list[int] | None, list[str]]:
    """Return the model's true variables, or None and the steps of the proof."""
    if held:
        return [v for v in oracle.get_model() or [] if v > 0], []
    return None, [step.strip() for step in oracle.get_proof() or []]


# ---- One task ------------------------------------------------------------------------------------


def perform(task: Task, listener: Listener, *, interruptible: bool) -> bool:
    """Search; return whether everything was searched."""
    if task["softs"]:
        return improve(task, listener, interruptible=interruptible)
    # The solver is deleted here, by the thread that runs it, and only after it has ended.
    with new_oracle(task) as oracle:
        load(oracle, task, listener.check)
        listener.emit(("l", []))
        with listener.stoppable(oracle.interrupt if interruptible else nothing):
            return enumerate_models(oracle, task, listener, interruptible=interruptible)


# ---- The script ----------------------------------------------------------------------------------


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

    def emit(self, message: Message) -> bool:
        kind, numbers = message
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
            result = answer(oracle, task, given, limit, pipe, interruptible=False)
            pipe.emit(("e", effort(oracle)))
            if result is None:  # left open: to the one who asks, no answer is no "none"
                return
            pipe.emit(("a", [result[0], *result[1]]))


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


if __name__ == "__main__":
    main()
