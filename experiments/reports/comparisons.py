"""How solvers compare on the runs of a study: scores, ratios, luck, and changes.

**Scores.** PAR-2, the score of the SAT competitions: the mean over all tasks of the seconds, where
a task that is not solved counts twice its limit. The virtual best solver (VBS) takes the fastest
solver on each task, as an oracle would choose. A solver's marginal contribution is what the VBS
would lose without it: tasks that it alone solved, and seconds of PAR-2 (Xu, Hutter, Hoos and
Leyton-Brown 2012, "Evaluating component solver contributions to portfolio-based algorithm
selectors").

**Ratios.** Runs of one instance, with other seeds or shuffles, are alike; so they are averaged
first, and instances are compared, not runs.

**Paired tests** ask whether two solvers differ on the instances of one experiment.

**Luck** is the spread over repetitions, seeds and shuffles of one instance. Repetitions of one task
differ by the machine's noise, and by the chances of a solver that has no seed; seeds differ by a
solver's own chances; shuffles differ by the order of items and options too, which shows how much of
a difference between solvers may be an accident of how the instance was written down. A spread is a
geometric standard deviation: 1.1 means that two runs of three lie within 10% of the middle.

**Changes** are what became faster or slower between two runs of one suite, beyond noise. Runs are
paired that asked the same: instance, matrix, question, solver, shuffle and repetition. Of each
instance the mean of the logarithms of new by old is one paired difference. A solver has changed on
a question if the bootstrap's interval of the geometric mean leaves 1 out and the signed-rank test,
with Holm's correction for all solvers and questions, gives less than 5%. A single instance has
changed if its ratio is beyond three standard deviations of noise, as the repetitions in both
folders show it: its own, or that of all of the solver's if this is more. Without repetitions the
noise is unknown, and no instance is called changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import exp, isfinite, log, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from .runs import TASK
from .statistics import Ratio, holm, mean_ratio, signed_rank

if TYPE_CHECKING:
    from pandas import DataFrame, Series

__all__ = [
    "CHANCE",
    "VBS",
    "Change",
    "Luck",
    "Moved",
    "Pair",
    "Score",
    "changes",
    "luck",
    "moved",
    "noise",
    "noises",
    "pair_tests",
    "paired",
    "ratio_of",
    "ratios_between",
    "scores",
]

VBS = "virtual best"


@dataclass(frozen=True)
class Score:
    """What one solver, or the virtual best one, comes to.

    tasks, solved    how many were run, and answered
    par2             mean seconds, unsolved ones at twice their limit; NaN where one has no limit
    fastest          tasks on which no other was faster; alone: that no other solved
    marginal         seconds that the PAR-2 of the virtual best solver would rise by without it
    """

    solver: str
    tasks: int
    solved: int
    par2: float
    fastest: int = 0
    alone: int = 0
    marginal: float = np.nan


def scores(runs: DataFrame) -> Sequence[Score]:
    """Return the scores of the solvers, the best first, and at the end the virtual best one's.

    runs  of one question, as `comparable` returns them. Most solved is best, then the least PAR-2.
    """
    cost = runs.pivot(index=TASK, columns="solver", values="penalized")
    solved = runs.pivot(index=TASK, columns="solver", values="solved")
    run = solved.notna()
    solved = solved.eq(True)
    times = cost.where(solved, np.inf)
    least = times.min(axis=1)
    penalty = 2 * runs.groupby(TASK)["limit"].max()
    ranked = []
    for solver in cost.columns:
        mine, ran = solved[solver], run[solver]
        others = cost.drop(columns=solver)
        without = others.min(axis=1, skipna=True).fillna(penalty)
        ranked.append(
            Score(
                solver=str(solver),
                tasks=int(ran.sum()),
                solved=int(mine.sum()),
                par2=_mean(cost[solver][ran]),
                fastest=int((mine & (times[solver] == least)).sum()),
                alone=int((mine & ~solved.drop(columns=solver).any(axis=1)).sum()),
                marginal=_mean(without - cost.min(axis=1)),
            )
        )
    ranked.sort(
        key=lambda score: (-score.solved, np.nan_to_num(score.par2, nan=np.inf), score.solver)
    )
    best = Score(VBS, len(cost), int(solved.any(axis=1).sum()), _mean(cost.min(axis=1)))
    return [*ranked, best]


def _mean(values: DataFrame) -> float:
    """Return the mean; NaN if any is."""
    return float(values.mean(skipna=False)) if len(values) else np.nan


def ratios_between(runs: DataFrame, solver: str, base: str) -> Series:
    """Return the logarithm of solver's seconds by base's, an instance a row.

    Of the tasks that both solved; of those of one instance the mean. A solver may be `VBS`.
    """
    times = runs[runs["solved"]].pivot(index=TASK, columns="solver", values="time")
    times[VBS] = times.min(axis=1)
    times = times.reindex(columns=sorted({solver, base}))
    logs = np.log(times[solver] / times[base]).dropna()
    return logs.groupby(["instance", "digest"]).mean()


def ratio_of(runs: DataFrame, solver: str, base: str, seed: int = 0) -> Ratio:
    """Return the geometric mean of solver's seconds by base's."""
    return mean_ratio(ratios_between(runs, solver, base).to_numpy(), seed)


@dataclass(frozen=True)
class Pair:
    """How two solvers compare on the instances of one question: seconds of first by second.

    ratio   geometric mean over instances of which one of both solved something, penalties included
    chance  of such a lean if they did not differ, by the signed-rank test, corrected for all tests
    faster, slower   instances on which the first one is
    """

    question: str
    first: str
    second: str
    ratio: Ratio
    chance: float
    faster: int
    slower: int


def pair_tests(compared: Mapping[str, DataFrame], seed: int = 0) -> Sequence[Pair]:
    """Return the paired tests of all solvers on each question, corrected by Holm for all of them.

    compared  the runs of each question, as `comparable` returns them

    The cost of an instance is the mean of the logarithms of the penalized seconds of its runs, so
    that seeds, shuffles and repetitions are one sample. Instances that neither of both solved tell
    nothing and are left out.
    """
    pairs = []
    for question, runs in compared.items():
        groups = runs.groupby(["instance", "digest", "solver"])
        costs = np.log(runs["penalized"]).groupby([runs[name] for name in groups.keys]).mean()
        costs, solved = costs.unstack("solver"), groups["solved"].any().unstack("solver")
        for first, second in combinations(costs.columns, 2):
            either = solved[first].eq(True) | solved[second].eq(True)
            logs = (costs[first] - costs[second])[either].dropna().to_numpy()
            if len(logs):
                ratio = mean_ratio(logs, seed)
                faster, slower = int((logs < 0).sum()), int((logs > 0).sum())
                chance = signed_rank(logs)
                pairs.append(Pair(question, first, second, ratio, chance, faster, slower))
    chances = holm([pair.chance for pair in pairs])
    return [replace(pair, chance=chance) for pair, chance in zip(pairs, chances, strict=True)]


ONE = ["instance", "digest", "question", "solver"]
SEEDED = [*ONE, "shuffle", "seed"]


@dataclass(frozen=True)
class Luck:
    """The spread of one solver's runs; NaN where nothing was run twice.

    repetitions, seeds, shuffles   geometric standard deviations of seconds
    nodes                   of nodes over shuffles
    worst, instance         the largest ratio of two runs of one instance, and which
    sometimes               instances that some runs solved, and some not
    """

    solver: str
    repetitions: float
    seeds: float
    shuffles: float
    nodes: float
    worst: float
    instance: str
    sometimes: int


def luck(runs: DataFrame) -> list[Luck]:
    """Return the luck of each solver that ran something more than once."""
    result = []
    for solver, mine in runs.groupby("solver"):
        by_instance = mine.groupby(ONE)
        if by_instance.size().max() < 2:
            continue
        answered = mine[mine["solved"]]
        worst, where = _worst(answered)
        solved = by_instance["solved"].agg(["any", "all"])
        result.append(
            Luck(
                solver=str(solver),
                repetitions=noise(mine),
                seeds=_over(answered, SEEDED, "time"),
                shuffles=_over(answered, SEEDED[:-1], "time"),
                nodes=_over(answered[answered["nodes"] > 0], SEEDED[:-1], "nodes"),
                worst=worst,
                instance=where,
                sometimes=int((solved["any"] & ~solved["all"]).sum()),
            )
        )
    return result


def noise(runs: DataFrame) -> float:
    """Return the spread of the seconds of repetitions of one task; NaN without repetitions."""
    return _spread(runs[runs["solved"]], SEEDED, "time")


def noises(folders: Sequence[DataFrame], by: list[str]) -> dict[Any, float]:
    """Return the noise of each group of runs, from the repetitions in all folders together.

    Standard deviations of the logarithms of seconds; a group without repetitions has none.
    """
    import pandas

    squares = [_squares(runs[runs["solved"]], SEEDED, "time") for runs in folders]
    sums = pandas.concat(squares).groupby(level=by).sum()
    sums = sums[sums["free"] > 0]
    return dict(zip(sums.index, np.sqrt(sums["squares"] / sums["free"]), strict=True))


def _over(runs: DataFrame, by: list[str], column: str) -> float:
    """Return the spread over the last of `by`, of the medians of what is equal in all of them."""
    typical = runs.groupby(by)[column].median().reset_index()
    return _spread(typical, by[:-1], column)


def _spread(runs: DataFrame, by: list[str], column: str) -> float:
    """Return the geometric standard deviation within groups, pooled over them."""
    if runs.empty:
        return np.nan
    squares, free = _squares(runs, by, column).sum()
    return float(np.exp(np.sqrt(squares / free))) if free else np.nan


def _squares(runs: DataFrame, by: list[str], column: str) -> DataFrame:
    """Return, for each group, the sum of squares about its mean, and its degrees of freedom."""
    groups = np.log(runs[column]).groupby([runs[name] for name in by]).agg(["var", "count"])
    free = groups["count"] - 1
    return groups.assign(squares=groups["var"].fillna(0) * free, free=free)[["squares", "free"]]


def _worst(runs: DataFrame) -> tuple[float, str]:
    if runs.empty:
        return np.nan, ""
    ends = runs.groupby(ONE)["time"].agg(["min", "max", "count"])
    ratios = (ends["max"] / ends["min"])[ends["count"] > 1]
    return (float(ratios.max()), str(ratios.idxmax()[0])) if len(ratios) else (np.nan, "")


CHANCE, DEVIATIONS = 0.05, 3.0
PAIR = [*TASK, "solver"]
INSTANCE = ["question", "solver", "instance", "digest"]


@dataclass(frozen=True)
class Change:
    """How one solver's seconds on one question changed: new by old.

    ratio          below 1: faster; over instances that were solved before and after
    chance         of such a lean if nothing had changed, corrected for the number of tests
    pairs          of runs; lost, won: runs that were solved only before, only after
    """

    question: str
    solver: str
    ratio: Ratio
    chance: float
    pairs: int
    lost: int
    won: int

    @property
    def verdict(self) -> str:
        """Say `faster`, `slower`, or `no change beyond noise`; `too few to tell`."""
        if not isfinite(self.ratio.low):
            return "too few to tell"
        if self.ratio.is_clear and self.chance < CHANCE:
            return "faster" if self.ratio.mean < 1 else "slower"
        return "no change beyond noise"


@dataclass(frozen=True)
class Moved:
    """How much one instance changed for one solver: new by old, and times its noise.

    deviations  of noise; NaN where there were no repetitions
    """

    question: str
    solver: str
    instance: str
    before: float
    after: float
    deviations: float

    @property
    def is_beyond_noise(self) -> bool:
        """Whether the noise of repetitions does not account for it."""
        return bool(abs(self.deviations) > DEVIATIONS)


def paired(new: DataFrame, old: DataFrame) -> DataFrame:
    """Return a row a pair of runs that asked the same; what is of the old one ends in `_before`."""
    columns = ["solved", "time", "contradicted", "outcome", "answer"]
    both = new[[*PAIR, *columns]].merge(old[[*PAIR, *columns]], on=PAIR, suffixes=("", "_before"))
    both = both[~both["contradicted"] & ~both["contradicted_before"]]
    return both.drop_duplicates(PAIR).sort_values(PAIR, ignore_index=True)


def changes(pairs: DataFrame, seed: int = 0) -> Sequence[Change]:
    """Return the change of each solver on each question."""
    rows = []
    for (question, solver), mine in pairs.groupby(["question", "solver"]):
        logs = _logs(mine).groupby([mine["instance"], mine["digest"]]).mean().dropna().to_numpy()
        lost = int((mine["solved_before"] & ~mine["solved"]).sum())
        won = int((~mine["solved_before"] & mine["solved"]).sum())
        ratio = mean_ratio(logs, seed)
        rows.append((question, solver, ratio, signed_rank(logs), len(mine), lost, won))
    chances = holm([row[3] for row in rows])
    return [
        Change(str(question), str(solver), ratio, chance, pairs, lost, won)
        for (question, solver, ratio, _, pairs, lost, won), chance in zip(
            rows, chances, strict=True
        )
    ]


def _logs(pairs: DataFrame) -> DataFrame:
    return np.log(pairs["time"] / pairs["time_before"])


def moved(pairs: DataFrame, new: DataFrame, old: DataFrame) -> Sequence[Moved]:
    """Return how each instance that was solved before and after changed, the most changed first."""
    both = pairs[pairs["solved"] & pairs["solved_before"]]
    of_solver = noises([new, old], INSTANCE[:2])
    of_instance = noises([new, old], INSTANCE)
    logs = _logs(both).groupby([both[name] for name in INSTANCE]).agg(["mean", "count"])
    before = np.log(both["time_before"]).groupby([both[name] for name in INSTANCE]).mean()
    moves = []
    for name, mean, count, earlier in zip(
        logs.index, logs["mean"], logs["count"], before, strict=True
    ):
        question, solver, instance, _ = map(str, name)
        spread = max(of_solver.get(name[:2], np.nan), of_instance.get(name, 0.0))
        deviations = mean / (spread * sqrt(2 / count)) if spread > 0 else np.nan
        times = exp(earlier), exp(earlier + mean)
        moves.append(Moved(question, solver, instance, *times, deviations))
    moves.sort(key=lambda move: (-abs(log(move.after / move.before)), move.solver, move.instance))
    return moves
