"""How many solutions are there, more than so many? Several engines are asked, one after the other.

No engine is good at everything: an empty puzzle of many solutions is nothing for clause learning,
and a hard one without a solution nothing for dancing links. So each gets a short budget, then each
a longer one, until one of them knows or the time is over; who knew last is asked first the next
time. An engine that fails is not asked again.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from itertools import islice

from ..queries import Problem, Question
from ..registry import get_solver
from ..solver import Deadline, Options

__all__ = ["Probe", "Prober"]

ENGINES = ("dlx", "bitmask", "sat", "cpsat")
COUNTERS = ("dlx:memo", "bitmask")
SHORT = 0.2  # seconds for each engine in the first round
LONGER = 4  # times as long in each further round


log = logging.getLogger("minuet")


@dataclass(frozen=True)
class Probe:
    """What is known of a branch: solutions found, whether these are all, and the effort it took.

    nodes  branch points of the search, where the engine counts them
    """

    samples: tuple[Options, ...] = ()
    exact: bool = False
    nodes: int = 0

    @property
    def found(self) -> int:
        """The number of solutions found."""
        return len(self.samples)


class Prober:
    """Asks the engines about branches of one problem, all within one deadline."""

    def __init__(self, problem: Problem, deadline: Deadline) -> None:
        self.deadline = deadline
        self._problem = problem
        self._engines = list(ENGINES)

    def probe(self, given: Options, barred: frozenset[int], most: int) -> Probe:
        """Look for up to `most` solutions of a branch.

        `exact` is set where fewer came and an engine says that there are no more.
        """
        best, seconds = Probe(), SHORT
        came = dict.fromkeys(self._engines, 0)
        while self._engines and not self.deadline.passed():
            # Who came far in the last round is asked first in the next.
            for engine in sorted(self._engines, key=lambda name: -came[name]):
                known = self._ask(engine, given, barred, most, seconds)
                if known is None:
                    self._engines.remove(engine)
                    continue
                came[engine] = known.found
                best = max(best, known, key=lambda one: (one.exact, one.found))
                if best.exact or best.found >= most:
                    self._engines.remove(engine)
                    self._engines.insert(0, engine)
                    return best
                if self.deadline.passed():
                    break
            seconds *= LONGER
        return best

    def count(self, seconds: float) -> tuple[int | None, str]:
        """Return the number of all solutions and who counted them; None: not in that time."""
        deadline = self.deadline.within(seconds)
        for name in COUNTERS:
            part = min(seconds / len(COUNTERS), deadline.left())
            try:
                question = Question.put(self._problem, name, part, (), 1)
                number = question.whole(question.solver.count(question.search))
            except Exception as error:
                log.debug("%s does not count: %s", name, error)
                continue
            if question.search.complete:
                return number, name
        return None, ""

    def _ask(
        self, engine: str, given: Options, barred: frozenset[int], most: int, seconds: float
    ) -> Probe | None:
        """Ask one engine; None if it cannot."""
        seconds = min(seconds, self.deadline.left())
        try:
            question = Question.put(
                self._problem, get_solver(engine), seconds, given, 1, barred=barred
            )
            stream = question.verified(question.solver.solutions(question.search))
            try:
                samples = tuple(islice(stream, most))
            finally:
                stream.close()
        except Exception as error:  # whatever it is, others answer; the check itself will tell
            log.debug("%s is not asked again: %s", engine, error)
            return None
        search = question.search
        return Probe(samples, len(samples) < most and search.complete, search.nodes)
