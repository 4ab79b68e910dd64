"""What is known of the solutions of one selection, and who said so.

Every answer says at least one of a few things: here is a solution; there are at least so many; at
most so many; none costs less than this. The strictest word of each kind is kept with its speaker,
and two words that cannot both be true are a `Contradiction` that names the two speakers. So brute
force, planted solutions and solvers are all compared in one way, whatever they were asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ....models.matrix.exact_cover import ExactCover
from ...contract.batch import Options
from .brute_force import is_solution

__all__ = ["BRUTE_FORCE", "PLANTED", "Contradiction", "Knowledge"]

BRUTE_FORCE, PLANTED = "brute force", "planted"


class Contradiction(Exception):
    """Two words that cannot both be true; `speakers` said them, the later one first."""

    def __init__(self, what: str, *speakers: str) -> None:
        super().__init__(what)
        self.what, self.speakers = what, speakers


class Knowledge:
    """What was said of the solutions of a matrix that hold `given` and none of `forbidden`."""

    def __init__(
        self, matrix: ExactCover, given: Iterable[int] = (), forbidden: Iterable[int] = ()
    ) -> None:
        self.matrix, self.given, self.forbidden = matrix, frozenset(given), frozenset(forbidden)
        self._priced = matrix.has_costs
        self.truth: frozenset[Options] | None = None  # all solutions, where they were listed
        self.seen: dict[Options, str] = {}
        self._fewest, self._fewest_by = 0, ""
        self._most: int | None = None
        self._most_by = ""
        self._cheapest: int | None = None  # the cost of a solution that was seen
        self._cheapest_by = ""
        self._not_one_by = ""
        self._ranks: dict[int, tuple[list[int], str]] = {}
        self._bound: int | None = None
        self._bound_by = ""
        self.settled_by: set[str] = set()  # who said a word that another can contradict

    def know(self, solutions: Iterable[Options], speaker: str) -> None:
        """Take these for all the solutions, without a look at them."""
        self.truth = frozenset(solutions)
        self.exactly(len(self.truth), speaker)
        if self.truth:
            least = min(map(self._cost, self.truth))
            self._cheapest, self._cheapest_by = least, speaker
            self.bound(least, speaker)

    @property
    def count(self) -> int | None:
        """The number of solutions, if somebody said it."""
        return self._most if self._most == self._fewest else None

    @property
    def most(self) -> int | None:
        """How many solutions there are at most; None: nobody said."""
        return self._most

    def solution(self, options: Iterable[int], speaker: str) -> Options:
        """Somebody shows a solution; it is returned in ascending order."""
        shown = tuple(sorted(options))
        if not (
            (self.truth is not None and shown in self.truth)
            or is_solution(self.matrix, shown, self.given, self.forbidden)
        ):
            raise Contradiction(f"{list(shown)} from {speaker} is no solution", speaker)
        if shown not in self.seen:
            self.seen[shown] = speaker
            self._raise_fewest(len(self.seen), speaker)
        self.settled_by.add(speaker)
        self.costs(self._cost(shown), speaker)
        return shown

    def all_different(self, solutions: Iterable[Options], speaker: str) -> None:
        """Somebody shows solutions that should all differ."""
        shown = list(solutions)
        if len(set(shown)) < len(shown):
            twice = next(one for k, one in enumerate(shown) if one in shown[:k])
            raise Contradiction(f"{list(twice)} comes twice from {speaker}", speaker)

    def exactly(self, number: int, speaker: str) -> None:
        """Somebody says how many solutions there are."""
        self.at_least(number, speaker)
        self.at_most(number, speaker)

    def at_least(self, number: int, speaker: str) -> None:
        """Somebody says that there are no fewer solutions."""
        if number > 0:
            self.settled_by.add(speaker)
        self._raise_fewest(number, speaker)

    def at_most(self, number: int, speaker: str) -> None:
        """Somebody says that there are no more solutions."""
        self.settled_by.add(speaker)
        if self._most is None or number < self._most:
            self._most, self._most_by = number, speaker
            self._require_number(speaker)

    def not_one(self, speaker: str) -> None:
        """Somebody says that there is no solution, or that there are several."""
        self.settled_by.add(speaker)
        self._not_one_by = self._not_one_by or speaker
        self._require_number(speaker)

    def ranked(self, costs: Sequence[int], k: int, speaker: str) -> None:
        """Somebody says what the k cheapest solutions cost, in order."""
        self.settled_by.add(speaker)
        if len(costs) < k:
            self.at_most(len(costs), speaker)
        if costs:
            self.bound(costs[0], speaker)
        if self.truth is not None:
            expected, who = sorted(map(self._cost, self.truth))[:k], BRUTE_FORCE
        else:
            expected, who = self._ranks.setdefault(k, (list(costs), speaker))
        if list(costs) != expected:
            what = f"the {k} best cost {list(costs)} ({speaker}), {expected} ({who})"
            self._contradict(what, speaker, who)

    def bound(self, cost: int, speaker: str) -> None:
        """Somebody says that no solution costs less."""
        self.settled_by.add(speaker)
        if self._bound is None or cost > self._bound:
            self._bound, self._bound_by = cost, speaker
            self._require_costs(speaker)

    def costs(self, cost: int, speaker: str) -> None:
        """Somebody says that there is a solution of this cost, without showing it."""
        self.at_least(1, speaker)
        if self._cheapest is None or cost < self._cheapest:
            self._cheapest, self._cheapest_by = cost, speaker
            self._require_costs(speaker)

    def _cost(self, options: Options) -> int:
        return self.matrix.cost(options) if self._priced else 0

    def _raise_fewest(self, number: int, speaker: str) -> None:
        if number > self._fewest:
            self._fewest, self._fewest_by = number, speaker
            self._require_number(speaker)

    def _require_number(self, speaker: str) -> None:
        if self._not_one_by and self.count == 1:
            what = f"one solution ({self._most_by}), not one ({self._not_one_by})"
            self._contradict(what, speaker, self._most_by, self._fewest_by, self._not_one_by)
        if self._most is not None and self._fewest > self._most:
            least = f"{self._fewest} or more solutions ({self._fewest_by})"
            most = f"{self._most} at most ({self._most_by})"
            self._contradict(f"{least}, {most}", speaker, self._fewest_by, self._most_by)

    def _require_costs(self, speaker: str) -> None:
        if None not in (self._bound, self._cheapest) and self._bound > self._cheapest:  # type: ignore[operator]
            said = f"no solution costs less than {self._bound} ({self._bound_by})"
            what = f"{said}, one costs {self._cheapest} ({self._cheapest_by})"
            self._contradict(what, speaker, self._bound_by, self._cheapest_by)

    def _contradict(self, what: str, speaker: str, *speakers: str) -> None:
        others = [one for one in dict.fromkeys(speakers) if one != speaker]
        raise Contradiction(what, speaker, *others)
