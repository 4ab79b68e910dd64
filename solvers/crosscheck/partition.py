"""A partition of the search tree: the whole of it, cut into branches of about one size.

Beginning at the root, a node that is too large is split into its children, and these are weighed:
by the number of their solutions, where all can be counted, else by their leaves as random ways
estimate them (search/random_ways.py), the node's own weight being shared out in these proportions.
Small children are merged again: those of one item are described by forbidding its other options.
So no branch is much larger than wanted, none is lost, even without any solution, and there are not
many. A solver that cannot list all of them still lists some, which are a known share of the whole.

That the branches are everything rests on no weight: weights say only where to cut.

The parts: branches, the prober that counts their solutions, the partition, and branches drawn at
random.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from ..contract.batch import Options
from ..contract.deadline import Deadline, Stopped
from ..contract.goal import Goal
from ..registry import get_solver, native_solver
from ..search.random_ways import Node, SearchTree, measure, size_of
from ..search.running import query_of
from ..search.search import Search
from ..search.selection import Problem, selection_of
from ..search.settings import Settings

__all__ = [
    "Asking",
    "Branch",
    "Probe",
    "Prober",
    "branches_for",
    "overlap",
    "partition_by_count",
    "partition_by_size",
    "random_branches",
]

# ---- Branches: given and forbidden options -------------------------------------------------------


@dataclass(frozen=True)
class Branch:
    """A part of the search tree: the solutions that hold `given` and nothing of `forbidden`.

    solutions  how many there are, as the engine says that probed it; None: not known
    share      its part of the whole, 0 to 1: of all solutions where their number is known, else of
               the search tree, estimated; None: not known
    spread     the relative standard error of the share; 0 where it is no estimate
    """

    given: Options = ()
    forbidden: frozenset[int] = frozenset()
    solutions: int | None = None
    share: float | None = 1.0
    spread: float = 0.0

    def holds(self, options: Options) -> bool:
        """Whether a solution lies in the branch."""
        chosen = set(options)
        return chosen.issuperset(self.given) and self.forbidden.isdisjoint(chosen)


def overlap(branch: Branch, others: Sequence[Branch]) -> bool:
    """Whether a branch of one tree lies in another, or another in it."""
    return any(
        (set(branch.given) >= set(other.given) and branch.forbidden >= other.forbidden)
        or (set(branch.given) <= set(other.given) and branch.forbidden <= other.forbidden)
        for other in others
    )


# ---- The prober: how many solutions does a branch have? ------------------------------------------
#
# No engine is good at everything: clause learning is bad at an empty puzzle with many solutions,
# dancing links at a hard one without a solution. So each engine gets a short turn, then each a
# longer one, until one of them knows or the time is over; the engine that knew last is asked first
# the next time. The name of an engine is reported before it is asked: this is work for a child
# process (scope.py), and where an engine crashes that, the others are asked anew without it.


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
        engines = set(self._engines)
        self._engines = [name for name in dict.fromkeys((engine, *self._native)) if name in engines]

    def probe(
        self, given: Options, forbidden: frozenset[int], most: int, turns: int | None = None
    ) -> Probe:
        """Look for up to `most` solutions of a branch; the engines get so many turns each.

        `exact` is set where fewer came and an engine says that there are no more.
        """
        best = Probe()
        for probe in self.probing(given, forbidden, most, turns):
            best = probe
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
                probe = self._ask(engine, given, forbidden, most, seconds)
                if probe is None:
                    self._engines.remove(engine)
                    continue
                came[engine] = probe.found
                if (probe.exact, probe.found) > (best.exact, best.found):
                    best = probe
                    yield best
                if probe.exact or probe.found >= most:
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
        except Exception as error:  # others answer; the check itself will report it
            log.debug("%s is not asked again: %s", engine, error)
            return None
        exact, nodes = number < most and result.complete, result.statistics.nodes
        return Probe(min(number, most), exact, tuple(samples[:most]), nodes, engine)


WAYS = 10  # by which a child is measured

Weigh = Callable[[Node, float, list[Node]], Sequence[float]]  # [] where the weights are not known


def partition_by_count(prober: Prober, total: int, most: int) -> Iterator[Branch]:
    """Yield disjoint branches that are everything, of up to `most` solutions where that goes.

    total  how many solutions there are. At the prober's deadline the branches are as large as they
           are
    """

    def weigh(node: Node, number: float, children: list[Node]) -> Sequence[float]:
        counts = [prober.count(child.given, child.forbidden)[0] for child in children]
        exact = [count for count in counts if count is not None]
        return exact if len(exact) == len(counts) and sum(exact) == number else []

    tree = prober.tree()
    for branch, number in _partition(tree, weigh, total, most):
        yield replace(branch, solutions=int(number), share=number / total)


def partition_by_size(prober: Prober, pieces: int, seed: int) -> Iterator[Branch]:
    """Yield disjoint branches that are everything, about so many, or up to some times as many.

    Raises Stopped if the prober's deadline comes before anything is known.
    """
    tree = prober.tree()
    rng = Random(seed)

    def weigh(node: Node, share: float, children: list[Node]) -> Sequence[float]:
        ways = [measure(tree, child, WAYS, rng) for child in children]
        if not all(ways):
            return []
        sizes = [size_of(products).log for products in ways]
        scaled = [math.exp(size - max(sizes)) for size in sizes]
        return [share * weight / math.fsum(scaled) for weight in scaled]

    for branch, share in _partition(tree, weigh, 1.0, 1 / pieces):
        yield replace(branch, share=share)


def _partition(
    tree: SearchTree, weigh: Weigh, total: float, most: float
) -> Iterator[tuple[Branch, float]]:
    """Yield branches with their weights."""
    waiting = [(tree.root, total)]
    while waiting:
        node, weight = waiting.pop()
        children = _weighed(tree, weigh, node, weight) if weight > most else []
        if not children:
            yield Branch(node.given, node.forbidden), weight
            continue
        by_item = all(chosen for _, chosen in node.choices)
        waiting += [child for child in children if child[1] > most or not by_item]
        waiting.sort(key=lambda child: child[1])  # the largest next, for the time may run out
        if by_item:
            yield from _groups(node, [child for child in children if child[1] <= most], most)


def _weighed(tree: SearchTree, weigh: Weigh, node: Node, weight: float) -> list[tuple[Node, float]]:
    """Return the children with their weights; [] where these are not known, and at a leaf."""
    try:
        children = [tree.child(node, choice) for choice in node.choices]
        return list(zip(children, weigh(node, weight, children), strict=False))
    except Stopped:
        return []


def _groups(
    node: Node, small: list[tuple[Node, float]], most: float
) -> Iterator[tuple[Branch, float]]:
    """Put small children of an item together, as many as go into one branch."""
    options = [option for option, _ in node.choices]
    group: list[int] = []
    held: float = 0
    for child, weight in sorted(small, key=lambda entry: -entry[1]):
        if group and held + weight > most:
            yield _group(node, options, group), held
            group, held = [], 0
        group.append(child.given[-1])
        held += weight
    if group:
        yield _group(node, options, group), held


def _group(node: Node, options: list[int], group: list[int]) -> Branch:
    if len(group) == 1:
        return Branch((*node.given, group[0]), node.forbidden)
    return Branch(node.given, node.forbidden.union(options).difference(group))


# ---- Branches drawn at random, small enough for slow solvers to finish ---------------------------
#
# A random way down ends at a solution, or at a dead end, from which it goes back up until an
# engine finds a solution below; where none does the way itself will do, that there is no solution
# on it is a claim too. On the way from the root the first node below which there are few enough
# solutions, and not too much to search for slower solvers, is the branch. The nodes that are the
# first so small on any way part the tree, so two of them are one or disjoint. The first branches
# are small ones, that also who lists ten solutions a second gets through some; where the whole is
# not so large that any share of it is next to nothing, larger ones follow.
#
# The share of a branch is that of its solutions where all are counted; else that of its leaves,
# both estimated by random ways (search/random_ways.py).


FEWEST, MOST = 8, 64  # branches
EACH = 15  # solutions of a small branch, where there are fewer branches than the most
SMALL = 3 / 8  # of the branches, where larger ones are drawn too
FEW_NODES, MANY_NODES = 1000, 5000  # of dancing links in a small branch, and in a large one
VAST = 10**8  # solutions of which no share is worth larger branches
TRIES = 3  # ways for each branch that is wanted
RANDOM_WAYS, BRANCH_WAYS = 100, 10  # by which the whole tree is measured, and a branch
MEASURING = 0.25  # of the time at most

Drawn = tuple[Branch | None, list[float]]


def branches_for(limit: int) -> int:
    """Return how many branches of up to `limit` solutions are compared: the more, the more."""
    return max(FEWEST, min(limit // EACH, MOST))


def random_branches(
    prober: Prober, samples: Sequence[Options], limit: int, total: int | None, seed: int
) -> Iterator[Drawn]:
    """Yield disjoint branches of up to `limit` solutions, each with the measures of its size.

    samples  some solutions, if any are known
    total    how many there are; None: not known. Then first comes no branch, with the measures of
             the whole tree

    Raises Stopped at the prober's deadline.
    """
    tree = prober.tree()
    # Guesses of their own: whether sizes are measured changes no branch.
    rng, guesses = Random(seed), Random(f"sizes {seed}")
    if total is None:
        quick = tree.within(MEASURING * prober.deadline.left())
        yield None, measure(quick, tree.root, RANDOM_WAYS, guesses)
    branches: list[Branch] = []
    wanted = branches_for(limit)
    for _ in range(TRIES * wanted):
        if len(branches) == wanted:
            return
        way = _random_way(tree, prober, rng, samples)
        most, most_nodes = limit, MANY_NODES
        if total is None or total > VAST or len(branches) < SMALL * wanted:
            most, most_nodes = max(limit // wanted, 1), FEW_NODES
        node, number = _first_small(prober, way, most, most_nodes)
        # Where a turn ran out, a deeper node may have been taken for one branch than another.
        if node is None or overlap(branch := Branch(node.given, node.forbidden, number), branches):
            continue
        products = [] if total is not None else measure(tree, node, BRANCH_WAYS, guesses)
        if total is None and not products:  # the time is over
            return
        branches.append(branch)
        yield branch, products


def _random_way(
    tree: SearchTree, prober: Prober, rng: Random, samples: Sequence[Options]
) -> list[Node]:
    """Go down at random; from a dead end go back up until there is a solution, and down to it."""
    way = [node for node, _ in tree.descent(tree.root, rng)]
    if way and way[-1].solution is not None:
        return way
    place = len(way) // 2
    while place:
        above = way[place - 1]
        probe = prober.probe(above.given, above.forbidden, 1, turns=1)
        if probe.samples:
            return [*way[:place], *tree.path(above, probe.samples[0])]
        place //= 2
    return list(tree.path(tree.root, rng.choice(samples))) if samples else way


def _first_small(
    prober: Prober, path: list[Node], most: int, nodes: int
) -> tuple[Node | None, int]:
    """Return the first node on a way that is so small, and the number of its solutions.

    None: no engine saw to the end of any.
    """
    low, high = 0, len(path) - 1
    first: tuple[Node | None, int] = None, 0
    while low <= high:
        middle = (low + high) // 2
        node = path[middle]
        probed = prober.probe(node.given, node.forbidden, most + 1, turns=1)
        if probed.exact and probed.found <= most and probed.nodes <= nodes:
            first, high = (node, probed.found), middle - 1
        else:
            low = middle + 1
    return first
