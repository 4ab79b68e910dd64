"""How many solutions does a branch have, more than so many? Engines of our own are asked in turn.

No engine is good at everything: an empty puzzle of many solutions is nothing for clause learning,
and a hard one without a solution nothing for dancing links. So each gets a short turn, then each a
longer one, until one of them knows or the time is over; who knew last is asked first the next time.
Before an engine is asked its name is told: this is work for a child process (isolated_stages.py),
and where an engine takes that down the others are asked anew without it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from ...contract.batch import Options
from ...contract.deadline import Deadline
from ...contract.goal import Goal
from ...registry import get_solver, native_solver
from ...search.estimate.tree import SearchTree
from ...search.running import query_of
from ...search.search import Search
from ...search.selection import Problem, selection_of
from ...search.settings import Settings

__all__ = ["Asking", "Probe", "Prober"]

OTHERS = ("sat", "cpsat")
SHORT = 0.2  # seconds of the first turn
LONGER = 4  # times as long is each turn as the one before
LAGGING = 4  # times as far came another
SAMPLES = 20  # solutions that are kept

Asking = Callable[[str, float], None]

log = logging.getLogger("minuet")


@dataclass(frozen=True)
class Probe:
    """What is known of a branch.

    found    the number of solutions found
    exact    whether an engine says that these are all
    samples  some of them
    nodes    branch points of the search, where the engine counts them
    engine   who says so
    """

    found: int = 0
    exact: bool = False
    samples: tuple[Options, ...] = ()
    nodes: int = 0
    engine: str = ""


class Prober:
    """Asks the engines about branches of one problem, all within one deadline.

    asking   called with the name of each engine before it is asked, and the seconds that it has;
             without a name where none is asked
    without  names of those that are not to be asked
    """

    def __init__(
        self,
        problem: Problem,
        deadline: Deadline,
        asking: Asking = lambda name, seconds: None,
        without: Collection[str] = (),
    ) -> None:
        self.problem, self.deadline = problem, deadline
        self._all = Search(problem, Goal.ALL, Settings(arrays=True))
        self._asking = asking
        matrix = selection_of(problem)[0]
        self._native = (native_solver(matrix).name, "bitmask")
        self._engines = [name for name in (*self._native, *OTHERS) if name not in without]
        counters = ("memo", *reversed(self._native))
        self._counters = [name for name in counters if name not in without]

    def tree(self) -> SearchTree:
        """Return the search tree; that no engine is asked now may take all the time there is."""
        self._asking("", self.deadline.left())
        return SearchTree.of(self.problem, self.deadline)

    def prefer(self, engine: str) -> None:
        """Ask that engine first from now on, and else only native ones."""
        known = set(self._engines)
        self._engines = [name for name in dict.fromkeys((engine, *self._native)) if name in known]

    def probe(
        self, given: Options, forbidden: frozenset[int], most: int, turns: int | None = None
    ) -> Probe:
        """Look for up to `most` solutions of a branch; the engines get so many turns each.

        `exact` is set where fewer came and an engine says that there are no more.
        """
        best = Probe()
        for known in self.probing(given, forbidden, most, turns):
            best = known
        return best

    def probing(
        self, given: Options, forbidden: frozenset[int], most: int, turns: int | None = None
    ) -> Iterator[Probe]:
        """Do as `probe` does, and yield whatever is better than what was known before."""
        best, seconds, turn = Probe(), SHORT, 0
        came = dict.fromkeys(self._engines, 0)
        while self._engines and turn != turns and not self.deadline.passed():
            # Who came far in the last round is asked first in the next, who lags behind not at all.
            least = max(came.values()) // LAGGING
            for engine in sorted(self._engines, key=lambda name: -came[name]):
                if came[engine] < least:
                    break
                known = self._ask(engine, given, forbidden, most, seconds)
                if known is None:
                    self._engines.remove(engine)
                    continue
                came[engine] = known.found
                if (known.exact, known.found) > (best.exact, best.found):
                    best = known
                    yield best
                if known.exact or known.found >= most:
                    self._engines.remove(engine)
                    self._engines.insert(0, engine)
                    return
                if self.deadline.passed():
                    return
            seconds, turn = LONGER * seconds, turn + 1

    def count(
        self, given: Options = (), forbidden: frozenset[int] = frozenset()
    ) -> tuple[int | None, str]:
        """Return the number of a branch's solutions and who counted them; None: not in time.

        Each that counts has an equal part of the time.
        """
        names = list(self._counters)
        for place, name in enumerate(names):
            if self.deadline.passed():
                break
            part = self.deadline.left() / (len(names) - place)
            self._asking(name, part)
            try:
                search = self._all.with_goal(Goal.COUNT).but(
                    solver=name, time_limit=part, given=given, forbidden=forbidden
                )
                get_solver(name).require_size(query_of(search))
                result = search.run()
            except Exception as error:
                log.debug("%s does not count: %s", name, error)
                continue
            if result.complete:
                self._counters.remove(name)
                self._counters.insert(0, name)
                return result.count, name
        return None, ""

    def rate(self, name: str, seconds: float) -> float:
        """Return how many solutions a second one engine lists, by a run of that many seconds."""
        self._asking(name, seconds)
        try:
            get_solver(name).version()  # imports its library, which is no part of the rate
            deadline = self.deadline.within(seconds)
            search = self._all.but(solver=name, time_limit=min(seconds, deadline.left()))
            with search.run() as batches:
                number = sum(map(len, batches))
        except Exception as error:
            log.debug("%s lists nothing: %s", name, error)
            return 0.0
        return number / max(seconds - deadline.left(), 1e-3)

    def _ask(
        self, engine: str, given: Options, forbidden: frozenset[int], most: int, seconds: float
    ) -> Probe | None:
        """Ask one engine; None if it cannot."""
        seconds = min(seconds, self.deadline.left())
        self._asking(engine, seconds)
        samples: list[Options] = []
        number = 0
        try:
            get_solver(engine).version()
            search = self._all.but(
                solver=engine, time_limit=seconds, given=given, forbidden=forbidden
            )
            with search.run() as batches:
                for batch in batches:
                    samples += batch[: SAMPLES - len(samples)]
                    number += len(batch)
                    if number >= most:
                        break
                result = batches.result()
        except Exception as error:  # whatever it is, others answer; the check itself will tell
            log.debug("%s is not asked again: %s", engine, error)
            return None
        exact, nodes = number < most and result.complete, result.statistics.nodes
        return Probe(min(number, most), exact, tuple(samples[:most]), nodes, engine)
