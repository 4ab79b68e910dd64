"""Classes of solutions under a group that is too large to list: one partial cover of each class.

The search goes from partial covers of k options to those of k + 1, and of those that a symmetry
maps to one another it keeps one, with the number of ways that lead to them: by the orbits of the
options under the symmetries that leave the cover as it is, and by the name that covers share when
they are alike (`Automorphisms.name`). What remains at the end are the classes of the solutions,
each with the number of its solutions, so all solutions are counted with them. (R. C. Read, Every
one a winner, 1978, and B. D. McKay, Isomorph-free exhaustive generation, 1998, list graphs so.)

The search branches on items that must be covered exactly once. Where none is left, it branches on
an orbit of the options that are left, under the symmetries that leave the cover, and what was left
out, as they are. Where these put the orbit into any order, only how many of it are chosen matters:
thirty options that may change places are 31 branches, not 2^30. Of other orbits the first option is
chosen or left out. Where no two options that are left are alike, or few completions are left, a
solver lists these.

Each class is looked at once more: by the lemma of orbit and stabiliser it has as many solutions as
there are symmetries, divided by how many of them leave a solution of it as it is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

from ....models.budget import look
from ....models.errors import WrongAnswer
from ....models.symmetry.automorphisms import Automorphisms
from ...contract.verify import verify
from ..symmetries.branches import Branch, Branches

__all__ = ["PartialCovers", "TooMany"]

Options = tuple[int, ...]
Completions = Callable[[Options, Options | None], Iterator[Options]]


class TooMany(Exception):
    """There are more partial covers than one wants to look at."""


FEW = 8  # so many completions are listed rather than searched
ENOUGH = 40  # the same where no item is left to branch on


@dataclass
class _Cover:
    """A partial cover that stands for those that are alike, and the ways that lead to them."""

    branch: Branch
    ways: int
    among: Options | None  # those that may still be chosen, once some were left out; None: any


class PartialCovers:
    """The search; iterate over `classes` to its end, or until time is over.

    found    so many classes of solutions were found
    total    so many solutions they hold
    looked   so many partial covers were looked at
    """

    def __init__(
        self, group: Automorphisms, completions: Completions, most: float = math.inf
    ) -> None:
        """Begin with what is given.

        completions  yields all solutions that hold given options, the others among those that are
                     named; None: among all
        most         give up, raising TooMany, beyond so many partial covers
        """
        self.group = group
        self.found = self.total = self.looked = 0
        self._completions, self._most = completions, most
        self._branches = Branches(group.matrix, group.forbidden)
        self._covers: dict[int, dict[bytes, _Cover]] = {}  # by how many options they hold
        self._size = group.matrix.options
        self._solutions: dict[bytes, tuple[Options, int]] = {}

    def classes(self) -> Iterator[tuple[Options, int]]:
        """Yield a solution of each class and how many are alike, all of them at the end.

        Raises WrongAnswer where a class has not as many solutions as it must.
        """
        self._meet(tuple(sorted(self.group.given)), None, 1)
        while self._covers:
            covers = self._covers.pop(min(self._covers))
            for cover in covers.values():
                look()
                self.looked += 1
                if self.looked > self._most:
                    raise TooMany
                self._go_on(cover)
        for options, ways in self._solutions.values():
            look()
            alike, rest = divmod(self.group.order, self.group.fixing(options))
            if rest or alike != ways:
                what = f"a class of {alike} solutions, of which {ways} were found"
                raise WrongAnswer(f"solutions under {self.group.order} symmetries: {what}")
            yield options, ways

    def _go_on(self, cover: _Cover) -> None:
        if not cover.branch.options:
            self._go_on_freely(cover)
            return
        chosen = cover.branch.chosen
        orbits = self.group.orbits_beside(chosen)
        options = cover.branch.options
        if len(options) == len({int(orbits[k]) for k in options}) and self._are_few(cover):
            return
        ways: dict[int, int] = {}
        first: dict[int, int] = {}
        for option in options:
            orbit = int(orbits[option])
            first.setdefault(orbit, option)
            ways[orbit] = ways.get(orbit, 0) + cover.ways
        for orbit, option in first.items():
            self._meet(tuple(sorted((*chosen, option))), None, ways[orbit])

    def _go_on_freely(self, cover: _Cover) -> None:
        """Branch on the options that are left, where no item must be covered exactly once."""
        chosen, left = cover.branch.chosen, cover.branch.left
        if not left:
            if verify(self.group.matrix, chosen) is None:
                self._finish(chosen, cover.ways, iter([chosen]))
            return
        if self._are_few(cover, ENOUGH):
            return
        orbits = self.group.orbits_beside(chosen, left)
        parts: dict[int, list[int]] = {}
        for option in left:
            parts.setdefault(int(orbits[option]), []).append(option)
        largest = max(parts.values(), key=len)
        if len(largest) == 1:
            self._finish(chosen, cover.ways, self._completions(chosen, left))
            return
        free = self.group.permutes_freely(largest, chosen, left)
        tried = largest if free else largest[:1]
        others = tuple(option for option in left if option not in set(tried))
        for number in range(len(tried) + 1):
            ways = cover.ways * math.comb(len(tried), number)
            self._meet(tuple(sorted((*chosen, *tried[:number]))), others, ways)

    def _are_few(self, cover: _Cover, most: int = FEW) -> bool:
        """Whether a cover has few completions; then they are taken."""
        chosen = cover.branch.chosen
        few = list(islice(self._completions(chosen, cover.among), most + 1))
        if len(few) <= most:
            self._finish(chosen, cover.ways, iter(few))
        return len(few) <= most

    def _meet(self, chosen: Options, among: Options | None, ways: int) -> None:
        """Keep a partial cover, or add its ways to those of one that is alike."""
        branch = self._branches.below(chosen, among)
        if branch is None:
            return
        sets = [branch.chosen]
        if among is not None:
            among = branch.left
            sets.append(among)
        decided = len(branch.chosen) if among is None else self._size - len(among)
        alike = self._covers.setdefault(decided, {})
        cover = alike.setdefault(self.group.name(*sets), _Cover(branch, 0, among))
        cover.ways += ways

    def _finish(self, chosen: Options, ways: int, solutions: Iterator[Options]) -> None:
        for options in solutions:
            look()
            name = self.group.name(options)
            known, times = self._solutions.get(name, (options, 0))
            self._solutions[name] = known, times + ways
            self.found = len(self._solutions)
            self.total += ways
