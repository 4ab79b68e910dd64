"""Would a tree over features choose better than `auto`? `python docs/studies/choice.py FOLDER`.

For each question of the records in FOLDER it grows a tree of few comparisons over what is read off
a matrix in well under a millisecond (experiments/features/sizes.py), whose leaves name a solver,
and prints what that would cost beside `auto`, each solver alone and the virtual best
one. What is told of the tree is cross-validated by leaving families out: a family is answered by
the tree that was grown without it, for somebody's next puzzle is none of ours. Portfolios chosen so
are those of SATzilla (Xu, Hutter, Hoos and Leyton-Brown 2008); a tree grown by costs, not by
classes, is that of Kadioglu and others' cost-sensitive clustering (2010) at its smallest.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pandas

from minuet.experiments import report
from minuet.experiments.reports.runs import TASK
from minuet.experiments.reports.study import Study
from minuet.models.errors import MinuetError

AUTO = "auto"
DEPTH = 2  # comparisons above a leaf: what somebody can read
LEAST = 8  # tasks in a leaf
FEWEST = 3  # families, below which none can be left out
CHEAP = (  # what is read off a matrix at once
    "primary_items",
    "secondary_items",
    "options",
    "density",
    "option_size_mean",
    "option_size_greatest",
    "item_degree_least",
    "item_degree_mean",
    "item_degree_greatest",
    "item_degree_deviation",
    "secondary_degree_mean",
    "colors",
    "multiplicities",
    "given_options",
)

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Leaf:
    """The number of a solver."""

    solver: int

    def choices(self, features: Numbers) -> npt.NDArray[np.intp]:
        """Return the solver of each row of features."""
        return np.full(len(features), self.solver)

    def lines(self, solvers: Sequence[str]) -> Iterator[str]:
        """Yield the tree in words, a line each."""
        yield solvers[self.solver]


@dataclass(frozen=True)
class Branch:
    """Where a feature is at most a bound, the first tree, else the second."""

    feature: int
    bound: float
    below: Leaf | Branch
    above: Leaf | Branch

    def choices(self, features: Numbers) -> npt.NDArray[np.intp]:
        """Return the solver of each row of features."""
        low = features[:, self.feature] <= self.bound
        return np.where(low, self.below.choices(features), self.above.choices(features))

    def lines(self, solvers: Sequence[str]) -> Iterator[str]:
        """Yield the tree in words, a line each."""
        yield f"{CHEAP[self.feature]} <= {self.bound:.4g}:"
        yield from (f"    {line}" for line in self.below.lines(solvers))
        yield "else:"
        yield from (f"    {line}" for line in self.above.lines(solvers))


def grown(features: Numbers, losses: Numbers, depth: int = DEPTH) -> Leaf | Branch:
    """Return the tree of the least loss, each comparison chosen for what its sides lose at best.

    features  a row a task; losses  a row a task, a column a solver
    """
    best, found = losses.sum(axis=0).min(), None
    if depth:
        for feature in range(features.shape[1]):
            for bound, loss in _bounds(features[:, feature], losses):
                if loss < best - 1e-9:
                    best, found = loss, (feature, bound)
    if found is None:
        return Leaf(int(losses.sum(axis=0).argmin()))
    low = features[:, found[0]] <= found[1]
    below, above = (grown(features[side], losses[side], depth - 1) for side in (low, ~low))
    return Branch(*found, below, above)


def _bounds(column: Numbers, losses: Numbers) -> Iterator[tuple[float, float]]:
    """Yield where a column can be cut, and what the best solvers of both sides lose then."""
    order = np.argsort(column, kind="stable")
    values, first = column[order], losses[order].cumsum(axis=0)
    for at in range(LEAST - 1, len(values) - LEAST):
        if values[at] < values[at + 1]:
            yield (
                float(values[at] + values[at + 1]) / 2,
                float(first[at].min() + (first[-1] - first[at]).min()),
            )


@dataclass(frozen=True)
class Tasks:
    """The tasks of a question, a row each; losses and seconds have a column a solver."""

    families: npt.NDArray[np.object_]
    features: Numbers
    solvers: Sequence[str]
    seconds: Numbers  # twice the limit where it is not solved
    auto: Numbers

    @classmethod
    def of(cls, study: Study, question: str) -> Tasks:
        """Return those that every solver was asked."""
        runs = study.compared(question)[0]
        told = {one.digest: one.features for one in study.records if one.features}
        runs = runs[runs["digest"].isin(told)]
        seconds = runs.pivot(index=[*TASK, "family"], columns="solver", values="penalized")
        features = pandas.DataFrame([told[row[1]] for row in seconds.index])[[*CHEAP]]
        solvers = [str(one) for one in seconds.columns if one != AUTO]
        return cls(
            np.array([row[-1] for row in seconds.index], object),
            features.astype(float).fillna(-1.0).to_numpy(),
            solvers,
            seconds[solvers].to_numpy(),
            seconds[AUTO].to_numpy(),
        )

    def cross_validated(self) -> Numbers:
        """Return the seconds of each task by a tree that has not seen its family."""
        found = np.empty(len(self.families))
        for family in set(self.families):
            mine = self.families == family
            tree = grown(self.features[~mine], np.log(self.seconds[~mine]))
            found[mine] = self.chosen(tree, mine)
        return found

    def chosen(self, tree: Leaf | Branch, of: npt.NDArray[np.bool_]) -> Numbers:
        """Return the seconds of some tasks by whom a tree chooses."""
        seconds = self.seconds[of]
        return seconds[np.arange(len(seconds)), tree.choices(self.features[of])]


def told(tasks: Tasks, question: str) -> Iterator[str]:
    """Yield what is to be said of a question."""
    everything = np.full(len(tasks.families), True)
    tree = grown(tasks.features, np.log(tasks.seconds))
    best = tasks.seconds.min(axis=1)
    alone = np.log(tasks.seconds).mean(axis=0)
    rows = {
        "virtual best": best,
        "tree, cross-validated": tasks.cross_validated(),
        "tree, on what it was grown on": tasks.chosen(tree, everything),
        "auto": tasks.auto,
        **{tasks.solvers[k]: tasks.seconds[:, k] for k in np.argsort(alone)[:2]},
    }
    yield f"{question}: {len(tasks.families)} tasks of {len(set(tasks.families))} families"
    yield f"{'who is asked':32}{'PAR-2, s':>9}{'times the virtual best':>24}"
    for name, seconds in rows.items():
        ratio = np.exp(np.mean(np.log(seconds / best)))  # a geometric mean
        yield f"{name:32}{seconds.mean():9.2f}{ratio:24.2f}"
    yield "the tree:"
    yield from (f"    {line}" for line in tree.lines(tasks.solvers))


def main() -> None:
    """Do what the arguments say."""
    if len(sys.argv) != 2:
        sys.exit("minuet: expected FOLDER")
    try:
        study = report(Path(sys.argv[1])).study
    except MinuetError as error:
        print(f"minuet: {error}", file=sys.stderr)
        sys.exit(2)
    for question in study:
        if AUTO not in set(study.asked(question)["solver"]):
            continue
        tasks = Tasks.of(study, question)
        if len(set(tasks.families)) >= FEWEST:
            print("\n".join(told(tasks, question)))


if __name__ == "__main__":
    main()
