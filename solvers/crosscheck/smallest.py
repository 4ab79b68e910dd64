"""The smallest matrix on which something still goes wrong: delta debugging.

After Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input" (IEEE Transactions
on Software Engineering 28, 2002). Options go first, then items, options chosen for good (what they
rule out goes with them), colors, weights, multiplicities, costs, single entries, and pairs of
options become one; in rounds, until nothing shrinks or the time is over. What goes together is
looked for in chunks: a chunk that can be spared makes the next one twice as long, one that cannot
is bisected for its longest head that can. So k options that matter among n take some k log2(n/k)
questions, and those early ones that succeed make the matrix of the later ones small.

A random subset of an exact cover's options has no solution: where a solution is known to matter,
`keep` says so, and all but its options is tried to be spared first.

The last part shrinks the matrix of a disagreement between solvers.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Sequence

import numpy as np

from ...models.errors import ModelError
from ...models.matrix.exact_cover import ExactCover
from ..contract.batch import Options
from ..contract.deadline import Deadline
from ..contract.goal import Goal
from ..contract.solver import Solver
from ..search.search import Search
from .comparison import disputes, sum_up, sum_up_best
from .listener import Case, Patience, listen
from .outcome import Outcome
from .reductions import (
    Booleans,
    Int64s,
    as_written,
    closer_bounds,
    committed,
    halved,
    merged,
    part,
    ranked,
    size,
    smaller_cost,
    with_bounds,
    with_costs,
    with_or_without_emptied,
    with_weights,
)
from .scope import Branch, Scope
from .worker import Task

__all__ = ["selected_matrix", "shrunk", "smallest"]

log = logging.getLogger("minuet")

FEW = 64  # up to so many, each is tried by itself; of more, long rows that are needed are skimmed
LEAST = 0.1  # of the time for a matrix goes into the smallest part of it
REMEMBERED = 5000  # options of a matrix that is not asked about twice; larger ones never are
SKIM = 4  # of a row of n that are needed, every (n / SKIM)th is tried
QUESTIONS = 200  # of one kind in the first round; in the next twice as many, and so on

Trials = Iterable[ExactCover | None]


def smallest(
    matrix: ExactCover,
    wrong: Callable[[ExactCover], bool],
    deadline: Deadline,
    *,
    keep: Iterable[int] = (),
    report: Callable[[ExactCover], object] | None = None,
) -> ExactCover:
    """Return the smallest matrix found on which `wrong` still holds.

    wrong     whether the fault shows on a matrix. Exact answers are not needed: one that is wrong
              by chance costs smallness, but what is returned is a matrix of which it said yes. An
              exception is a no (it is logged), but on the matrix given it passes through
    deadline  no question is begun behind it, nor one that is likely to end behind it, by how long
              the last one took that was answered yes, and how many entries there were
    keep      options that are likely to matter, as those of a solution that a solver misses
    report    is called with each smaller matrix, so that the last one survives an interrupt

    In the matrices that `wrong` sees, each option is labelled with its number in `matrix` (one made
    of several with that of the first), so that a predicate can follow a solution.

    The matrix returned reads back unchanged from DLX text, if the fault shows on one that can:
    names are made plain, colors numbered in the order in which they come up, an option without
    items has one of its own. The labels of its options are those of `matrix`.

    Raises ModelError if `wrong` does not hold on `matrix`.
    """
    shrinking = _Shrinking(matrix, wrong, deadline, frozenset(keep), report)
    shrinking.begin()
    shrinking.run()
    result = shrinking.matrix
    labels = [matrix.labels[number] for number in result.labels]
    return result.replaced(labels=labels)


class _Shrinking:
    """One search for a smaller matrix; `matrix` is the smallest so far.

    Within it the options are labelled with their numbers in the first matrix.
    """

    def __init__(
        self,
        matrix: ExactCover,
        wrong: Callable[[ExactCover], bool],
        deadline: Deadline,
        keep: frozenset[int],
        report: Callable[[ExactCover], object] | None,
    ) -> None:
        self.matrix = matrix.replaced(labels=list(range(matrix.options)))
        self._wrong, self._deadline, self._keep, self._report = wrong, deadline, keep, report
        self._refused: set[tuple[str, int]] = set()
        self._questions, self._quota = 0, QUESTIONS
        self._partition = False  # whether something was left untried in this round
        self._skims = True
        self._seconds = 0.0  # that the last question took which was answered yes

    def begin(self) -> None:
        """Write the names plainly if the fault survives it; make sure that it is there.

        What is to be kept is tried alone first: on all of a large matrix a question may take long,
        or longer than the predicate can wait.
        """
        written = as_written(self.matrix)
        alone = part(written, options=self._marked()) if self._keep else written
        for candidate in dict.fromkeys((alone, written)):
            began = time.monotonic()
            if not self._deadline.passed() and self._ask(candidate):
                self.matrix, self._seconds = candidate, time.monotonic() - began
                return
        if not self._deadline.passed() and not self._wrong(self.matrix):
            raise ModelError("nothing is wrong with the matrix, expected one that shows a fault")

    def run(self) -> None:
        """Shrink in rounds until a round changes nothing, or the time is over."""
        if self._keep:
            # Spare what is not to be kept, then choose for good as much as possible of what is.
            self._shed_options(np.flatnonzero(~self._marked()))
            self._shed_choices(np.flatnonzero(self._marked()))
            self._questions = 0
        while not self._deadline.passed():
            before, self._partition = size(self.matrix), False
            for shrink in (
                self._options,
                self._items,
                self._choices,
                self._colors,
                self._conditions,
                self._weights,
                self._bounds,
                self._costs,
                self._entries,
                self._pairs,
            ):
                self._questions = 0
                shrink()
            if size(self.matrix) == before and not self._partition:
                return
            self._skims = size(self.matrix) != before
            self._quota *= 2

    def _over(self) -> bool:
        """Whether this kind of question has had its turn, or the time is over."""
        if self._questions >= self._quota:
            self._partition = True
            return True
        return self._deadline.passed()

    def _fits(self, candidate: ExactCover) -> bool:
        """Whether there is time for a question, by how long it took about the matrix so far."""
        part = (len(candidate.members) + 1) / (len(self.matrix.members) + 1)
        return self._seconds * max(part, LEAST) <= self._deadline.left()

    def _ask(self, candidate: ExactCover) -> bool:
        self._questions += 1
        try:
            return bool(self._wrong(candidate))
        except Exception as error:
            log.debug("a smaller matrix could not be judged: %s: %s", type(error).__name__, error)
            return False

    def _accept(self, trials: Trials) -> bool:
        """Take the first of some matrices that is smaller and on which the fault shows."""
        for candidate in trials:
            if candidate is None or size(candidate) >= size(self.matrix):
                continue
            # The key of a matrix and its labels, which a predicate may look at.
            key = candidate.options <= REMEMBERED and (
                candidate.digest,
                hash(tuple(candidate.labels)),
            )
            if key in self._refused or self._over() or not self._fits(candidate):
                continue
            began = time.monotonic()
            if self._ask(candidate):
                self.matrix, self._seconds = candidate, time.monotonic() - began
                if self._report is not None:
                    self._report(candidate)
                return True
            if key:
                self._refused.add(key)
        return False

    def _shed(
        self, units: int, without: Callable[[Booleans], Trials], first: int | None = None
    ) -> None:
        """Spare as many of some units as possible: `without` gives the matrices without some.

        first  how many are tried at first; None: all
        """
        spared = np.zeros(units, bool)

        def spare(begin: int, end: int) -> bool:
            trial = spared.copy()
            trial[begin:end] = True
            if not self._accept(without(trial)):
                return False
            spared[:] = trial
            return True

        place, chunk, row = 0, first or units, 0
        while place < units and not self._over():
            end = min(place + chunk, units)
            if spare(place, end):
                place, chunk, row = end, 2 * chunk, 0
                continue
            head, fails = place, end  # what is in front of head is spared, up to fails is not
            while fails - head > 1 and not self._over():
                middle = (head + fails) // 2
                if spare(head, middle):
                    head = middle
                else:
                    fails = middle
            row = 0 if head > place else row + 1
            chunk = max(2 * (head - place), 1)
            skipped = row // SKIM if units > FEW and self._skims else 0
            self._partition |= skipped > 0
            place = fails + skipped

    def _marked(self) -> Booleans:
        """Return bool[options]: which are to be kept."""
        return np.fromiter((k in self._keep for k in self.matrix.labels), bool, self.matrix.options)

    def _options(self) -> None:
        self._shed_options(np.arange(self.matrix.options))

    def _shed_options(self, numbers: Int64s) -> None:
        base = self.matrix

        def without(spared: Booleans) -> Trials:
            options = np.ones(base.options, bool)
            options[numbers[spared]] = False
            yield part(base, options=options)

        self._shed(len(numbers), without)

    def _choices(self) -> None:
        self._shed_choices(np.arange(self.matrix.options))

    def _shed_choices(self, numbers: Int64s) -> None:
        base = self.matrix

        def without(spared: Booleans) -> Trials:
            chosen = np.zeros(base.options, bool)
            chosen[numbers[spared]] = True
            yield committed(base, chosen)

        self._shed(len(numbers), without)

    def _items(self) -> None:
        base = self.matrix
        unused = np.bincount(base.members, minlength=len(base.items)) == 0
        order = np.argsort(~unused, kind="stable")

        def without(spared: Booleans) -> Trials:
            items = np.ones(len(base.items), bool)
            items[order[spared]] = False
            yield from with_or_without_emptied(base, items=items)

        self._shed(len(order), without, int(unused.sum()))

    def _entries(self) -> None:
        base = self.matrix

        def without(spared: Booleans) -> Trials:
            yield from with_or_without_emptied(base, entries=~spared)

        self._shed(len(base.members), without)

    def _colors(self) -> None:
        """Take colors off everywhere, then off single entries."""
        base = self.matrix
        self._shed(
            len(base.color_names),
            lambda spared: [part(base, uncolored=np.append(False, spared)[base.colors])],
        )
        rest = self.matrix
        painted = np.flatnonzero(rest.colors)

        def without(spared: Booleans) -> Trials:
            uncolored = np.zeros(len(rest.colors), bool)
            uncolored[painted[spared]] = True
            yield part(rest, uncolored=uncolored)

        self._shed(len(painted), without)

    def _conditions(self) -> None:
        """Take conditions away."""
        base = self.matrix

        def without(spared: Booleans) -> Trials:
            left = {
                condition
                for condition, gone in zip(base.conditions, spared, strict=True)
                if not gone
            }
            yield base.replaced(
                graph_rules=[rule for rule in base.graph_rules if rule in left],
                statements=[statement for statement in base.statements if statement in left],
            )

        self._shed(len(base.conditions), without)

    def _weights(self) -> None:
        """Let options count 1 instead; those left half as much."""
        base = self.matrix
        heavy = np.flatnonzero(base.weights != 1)

        def without(spared: Booleans) -> Trials:
            weights = base.weights.copy()
            weights[heavy[spared]] = 1
            yield with_weights(base, weights)

        self._shed(len(heavy), without)
        while not self._over() and (np.abs(self.matrix.weights) > 1).any():
            weights = self.matrix.weights.astype(np.int64)
            half = np.where(np.abs(weights) > 1, np.sign(weights) * (np.abs(weights) // 2), weights)
            if not self._accept([with_weights(self.matrix, half)]):
                break

    def _bounds(self) -> None:
        """Cover items exactly once instead; where that does not do, halve the bounds."""
        base = self.matrix
        primary = np.arange(len(base.items)) < base.primary
        several = np.flatnonzero(primary & ((base.low != 1) | (base.high != 1)))

        def without(spared: Booleans) -> Trials:
            low, high = base.low.copy(), base.high.copy()
            low[several[spared]] = high[several[spared]] = 1
            yield with_bounds(base, low, high)

        self._shed(len(several), without)
        for item in several.tolist():
            while not self._over() and self._accept(closer_bounds(self.matrix, item)):
                pass

    def _costs(self) -> None:
        """Make costs 0; then those left their ranks, then halves, then 1 or -1."""
        base = self.matrix
        priced = np.flatnonzero(base.costs)

        def without(spared: Booleans) -> Trials:
            costs = base.costs.copy()
            costs[priced[spared]] = 0
            yield with_costs(base, costs)

        self._shed(len(priced), without)
        self._accept([ranked(self.matrix)])
        while not self._over() and self._accept([halved(self.matrix)]):
            pass
        for option in np.flatnonzero(np.abs(self.matrix.costs) > 1).tolist()[:FEW]:
            while not self._over() and self._accept(smaller_cost(self.matrix, option)):
                pass

    def _pairs(self) -> None:
        """Make pairs of options one: many at once, then each with its next two."""
        while not self._over():
            numbers = range(0, self.matrix.options - 1, 2)
            if not self._accept([merged(self.matrix, [(k, k + 1) for k in numbers])]):
                break
        option = 0
        while option < min(self.matrix.options, FEW) and not self._over():
            others = range(option + 1, min(option + 3, self.matrix.options))
            if not self._accept(merged(self.matrix, [(option, other)]) for other in others):
                option += 1


# ---- The smallest matrix of a disagreement -------------------------------------------------------
#
# Each smaller matrix is put to the disputants again, in child processes like the first time. What
# cannot be made smaller in time, or does not show again on the matrix alone, stays as it was: the
# matrix of the branch where it showed.


SECONDS = 3.0  # for one disputant on one matrix
GRACE = 0.2  # seconds for it to note that they are over


def shrunk(
    case: Case,
    question: str,
    between: Sequence[Solver],
    branch: Branch,
    deadline: Deadline,
    witness: Options | None = None,
    report: Callable[[ExactCover], object] | None = None,
) -> ExactCover:
    """Return the smallest matrix found on which the solvers still disagree.

    witness  a solution that shows the disagreement, if one is known
    report   is called with each smaller matrix
    """
    matrix = selected_matrix(case, branch)

    def wrong(smaller: ExactCover) -> bool:
        return _disagree(smaller, question, between, case.keep, deadline)

    if deadline.passed():
        return matrix
    left = np.ones(case.matrix.options, bool)
    left[list(case.query.forbidden | branch.forbidden)] = False
    places = np.cumsum(left) - 1
    keep = [int(places[option]) for option in witness or () if left[option]]
    try:
        return smallest(matrix, wrong, deadline, keep=keep, report=report)
    except ModelError:  # it does not show again, or not on the matrix alone
        return matrix


def selected_matrix(case: Case, branch: Branch) -> ExactCover:
    """Return the matrix of a branch, with all that is given and forbidden written into it."""
    query = case.query
    given = dict.fromkeys((*query.given, *branch.given))
    return query.matrix.selected(list(given), query.forbidden | branch.forbidden)


def _disagree(
    matrix: ExactCover, question: str, solvers: Sequence[Solver], keep: int, deadline: Deadline
) -> bool:
    """Whether the solvers contradict each other, or one itself, on a matrix."""
    case, goal = Case(matrix, Search(matrix), keep), Goal(question)
    task = Task(goal, most=keep if goal is Goal.ALL else None)
    outcomes = []
    for solver in solvers:
        outcome = Outcome(solver.full_name)
        outcomes.append(outcome)
        listen(case, solver, outcome, [task], Patience(deadline.within(SECONDS), GRACE))
        if goal is Goal.BEST:
            sum_up_best(outcome, case)
        else:
            sum_up(outcome, Scope())
    return any(disputes(question, outcomes, matrix))
