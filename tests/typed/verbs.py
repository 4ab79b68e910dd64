"""Every verb with keywords that it takes, and with some that it does not take.

`make check` has mypy read this file, and nothing runs it. A wrong keyword that passes is an error,
too: the comment that ignores it is then not needed.
"""

from minuet import (
    Goal,
    Puzzle,
    Search,
    Settings,
    best,
    count,
    crosscheck,
    estimate,
    explain,
    improving,
    solutions,
    solve,
    solve_many,
)
from minuet.experiments import features
from minuet.models import Choices
from minuet.setting import generate, is_unique, minimal_givens, rate, redundant_givens
from minuet.solvers import (
    Interrupted,
    Snapshot,
    bottleneck,
    certify,
    diverse,
    pareto,
    sat_proof,
    solution_set,
)
from minuet.solvers.fuzz import fuzz

puzzle: Puzzle = Puzzle("x")
table: Choices = puzzle.choices("t", x=range(3))


def listen(snapshot: Snapshot) -> None: ...


def cost(x: int) -> int:
    return x


# ---- what they take
solve(
    puzzle,
    "dlx",
    time_limit=3,
    seed=1,
    threads=2,
    parameters={"a": 1},
    progress=listen,
    given=[1],
    forbidden=[2],
    evidence="agreed",
    hint=[1],
    gap=0.1,
    gap_absolute=3,
    symmetries="known",
)
for improvement in improving(puzzle, time_limit=1, hint=[1], gap=0.1):
    print(improvement.objective)
for answer in best(puzzle, 3, time_limit=1, on="processes:2"):
    print(answer)
for answer in solutions(puzzle, symmetries="known", evidence="agreed", on="processes:2"):
    print(answer)
for batch in solutions(puzzle, arrays=True):
    print(batch.options)
counted = count(puzzle, memory="2G", checkpoint="f", on="processes:2")
number: int | None = counted.count
classes = count(puzzle, symmetries="known")
print(classes.symmetries)
for result in solve_many(puzzle, [(1,), (2,)], unique=True, ahead=3, time_limit=1):
    print(result.count)
for block in solve_many(puzzle, [(1,)], arrays=True):
    print(block.counts)
explain(
    puzzle,
    smallest=True,
    time_limit=1,
    seed=2,
    evidence="certified",
    given=[1],
    forbidden=[2],
    progress=True,
)
unique: bool = is_unique(puzzle, "dlx", threads=2, given=[1])
minimal_givens(puzzle, seed=1, evidence="agreed", time_limit=2)
redundant_givens(puzzle, time_limit=1)
generate(puzzle, 20, seed=1, tries=2, evidence="agreed")
rate(puzzle, time_limit=1, given=[1])
estimate(puzzle, ways=10, seed=1, time_limit=1)
print(solution_set(puzzle, memory="1G", forbidden=[1]).count)
certify(puzzle, time_limit=1, given=[1]).check()
report = crosscheck(
    puzzle,
    ["dlx", "sat"],
    limit=5,
    time_limit=1,
    budget=3,
    seed=1,
    on="processes:2",
    checkpoint="x",
    progress=True,
)
print(report.verdict == "agreed")
crosscheck(puzzle, symmetries="known", time_limit=3)
for point in pareto(puzzle, (table, cost), (table, cost), time_limit=1, threads=2):
    print(point)
for answer in diverse(puzzle, 3, time_limit=1):
    print(answer)
bottleneck(puzzle, time_limit=1)
sat_proof(puzzle, time_limit=1)
features(puzzle, time_limit=1, seed=2)
fuzz(time_limit=1, seed=1)
Search(puzzle, Goal.COUNT, Settings(time_limit=10, memory="1G")).within(3).with_given(
    [1]
).with_goal(Goal.ALL).but(seed=1).run()
try:
    solve(puzzle)
except Interrupted as stopped:
    print(stopped.result)

# ---- what they do not take
solve(puzzle, timeout=1)  # type: ignore[call-arg]
solve(puzzle, time_limit="x")  # type: ignore[arg-type]
improving(puzzle, timeout=1)  # type: ignore[call-arg]
improving(puzzle, time_limit="x")  # type: ignore[arg-type]
best(puzzle, 2, timeout=1)  # type: ignore[call-arg]
best(puzzle, 2, time_limit="x")  # type: ignore[arg-type]
solutions(puzzle, timeout=1)  # type: ignore[call-overload]
solutions(puzzle, time_limit="x")  # type: ignore[call-overload]
count(puzzle, timeout=1)  # type: ignore[call-overload]
count(puzzle, time_limit="x")  # type: ignore[call-overload]
solve_many(puzzle, [], timeout=1)  # type: ignore[call-overload]
solve_many(puzzle, [], time_limit="x")  # type: ignore[call-overload]
explain(puzzle, timeout=1)  # type: ignore[call-arg]
explain(puzzle, time_limit="x")  # type: ignore[arg-type]
is_unique(puzzle, timeout=1)  # type: ignore[call-arg]
is_unique(puzzle, time_limit="x")  # type: ignore[arg-type]
minimal_givens(puzzle, timeout=1)  # type: ignore[call-arg]
minimal_givens(puzzle, time_limit="x")  # type: ignore[arg-type]
redundant_givens(puzzle, timeout=1)  # type: ignore[call-arg]
redundant_givens(puzzle, time_limit="x")  # type: ignore[arg-type]
generate(puzzle, 3, timeout=1)  # type: ignore[call-arg]
generate(puzzle, 3, time_limit="x")  # type: ignore[arg-type]
rate(puzzle, timeout=1)  # type: ignore[call-arg]
rate(puzzle, time_limit="x")  # type: ignore[arg-type]
estimate(puzzle, timeout=1)  # type: ignore[call-arg]
estimate(puzzle, time_limit="x")  # type: ignore[arg-type]
solution_set(puzzle, timeout=1)  # type: ignore[call-arg]
solution_set(puzzle, time_limit="x")  # type: ignore[arg-type]
certify(puzzle, timeout=1)  # type: ignore[call-arg]
certify(puzzle, time_limit="x")  # type: ignore[arg-type]
crosscheck(puzzle, timeout=1)  # type: ignore[call-overload]
crosscheck(puzzle, time_limit="x")  # type: ignore[call-overload]
pareto(puzzle, (table, cost), (table, cost), timeout=1)  # type: ignore[call-arg]
pareto(puzzle, (table, cost), (table, cost), time_limit="x")  # type: ignore[arg-type]
diverse(puzzle, 2, timeout=1)  # type: ignore[call-arg]
diverse(puzzle, 2, time_limit="x")  # type: ignore[arg-type]
bottleneck(puzzle, timeout=1)  # type: ignore[call-arg]
bottleneck(puzzle, time_limit="x")  # type: ignore[arg-type]
sat_proof(puzzle, timeout=1)  # type: ignore[call-arg]
sat_proof(puzzle, time_limit="x")  # type: ignore[arg-type]
features(puzzle, timeout=1)  # type: ignore[call-arg]
features(puzzle, time_limit="x")  # type: ignore[arg-type]
fuzz(timeout=1)  # type: ignore[call-arg]
fuzz(time_limit="x")  # type: ignore[arg-type]
Settings(timeout=1)  # type: ignore[call-arg]
Settings(time_limit="x")  # type: ignore[arg-type]
Search(puzzle).but(timeout=1)  # type: ignore[call-arg]
Search(puzzle).but(time_limit="x")  # type: ignore[arg-type]
