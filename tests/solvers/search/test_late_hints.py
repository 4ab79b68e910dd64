"""A hint that is a solution is the answer where the limit, or Ctrl-C, comes before the search."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from own_solvers import Options

from minuet.models import Answer, ExactCover, ExactCoverBuilder, ModelError, Puzzle
from minuet.solvers import Interrupted, Status, improving, solve
from minuet.solvers.contract import Progress, Query, Solver, Stopped
from minuet.solvers.contract.solver import EVERYTHING

from documents import documents
from in_process import minuet

# Three jobs on three machines, a machine each; all six plans by hand.
COST = [[4, 1, 3], [2, 0, 5], [3, 2, 2]]
PLANS = {  # the machine of jobs 0, 1 and 2
    (0, 1, 2): 4 + 0 + 2,
    (0, 2, 1): 4 + 5 + 2,
    (1, 0, 2): 1 + 2 + 2,
    (1, 2, 0): 1 + 5 + 3,
    (2, 0, 1): 3 + 2 + 2,
    (2, 1, 0): 3 + 0 + 3,
}


def jobs(*, costs: bool = True, prefer: bool = False) -> Puzzle:
    puzzle = Puzzle("jobs")
    does = puzzle.choices("does", job=range(3), machine=range(3))
    puzzle.exactly_one(does, by="job")
    puzzle.exactly_one(does, by="machine")
    if costs:
        puzzle.minimize(does, lambda job, machine: Fraction(COST[job][machine], 2))
    if prefer:  # a plan that gives no job the machine of its own number: one 3 dearer otherwise
        own = puzzle.at_most(0, does, by=lambda job, machine: 0 if job == machine else None)
        puzzle.prefer(own, 3)
    return puzzle


def plan_of(answer: Answer | None) -> tuple[int, ...]:
    assert answer is not None
    return tuple(row.machine for row in sorted(answer["does"]))


def told(puzzle: Puzzle, plan: Sequence[int]) -> Answer:
    return puzzle.answer([{"job": job, "machine": machine} for job, machine in enumerate(plan)])


@pytest.mark.parametrize("plan", PLANS)
@pytest.mark.parametrize("symmetries", [None, "auto"])
def test_the_hint_is_the_answer_where_there_is_no_time_to_compile(
    plan: tuple[int, ...], symmetries: Any
) -> None:
    result = solve(jobs(), hint=told(jobs(), plan), time_limit=0, symmetries=symmetries)
    assert (result.status, result.bound) == (Status.FEASIBLE, None)
    assert plan_of(result.answer) == plan
    assert result.objective == Fraction(PLANS[plan], 2)


def test_without_costs_it_is_all_that_was_wanted() -> None:
    puzzle = jobs(costs=False)
    result = solve(puzzle, hint=told(puzzle, (1, 2, 0)), time_limit=0)
    assert (result.status, result.objective) == (Status.OPTIMAL, None)
    assert plan_of(result.answer) == (1, 2, 0)


@pytest.mark.parametrize("plan", PLANS)
def test_what_rules_that_may_be_broken_cost_is_counted(plan: tuple[int, ...]) -> None:
    own = any(job == machine for job, machine in enumerate(plan))
    puzzle = jobs(prefer=True)
    right = Fraction(PLANS[plan], 2) + 3 * own
    result = solve(puzzle, hint=told(puzzle, plan), time_limit=0)
    assert (result.status, result.objective) == (Status.FEASIBLE, right)
    assert plan_of(result.answer) == plan


class Mute(Solver):
    """Finds nothing."""

    features = EVERYTHING

    def version(self) -> str:
        return "1"

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        yield from ()


@pytest.mark.parametrize("plan", PLANS)
def test_an_answer_told_by_its_rows_is_a_solution_with_its_hidden_rows(
    plan: tuple[int, ...],
) -> None:
    own = any(job == machine for job, machine in enumerate(plan))
    puzzle = jobs(prefer=True)
    result = solve(puzzle, Mute(), hint=told(puzzle, plan))
    right = Fraction(PLANS[plan], 2) + 3 * own
    assert (result.status, result.objective) == (Status.FEASIBLE, right)
    again = solve(puzzle, Mute(), hint=result.options)
    assert (again.status, again.objective) == (Status.FEASIBLE, right)
    late = solve(jobs(prefer=True), hint=result.options, time_limit=0)
    assert (late.status, late.objective) == (Status.FEASIBLE, right)


@pytest.mark.parametrize(
    "options", [[0, 1, 8], [0, 4], [0, 4, 7], [], [0, 3, 6], [2, 4, 6, 8]], ids=str
)
def test_what_is_no_solution_is_none(options: list[int]) -> None:
    result = solve(jobs(), hint=options, time_limit=0)
    assert (result.status, result.options) == (Status.UNKNOWN, None)


def test_givens_and_what_is_forbidden_hold_for_it() -> None:
    known = told(jobs(), (0, 1, 2))
    one, other = jobs(), jobs()
    one.given("does", job=0, machine=1)
    other.forbid("does", job=0, machine=0)
    for puzzle in (one, other):
        assert solve(puzzle, hint=known, time_limit=0).status is Status.UNKNOWN
    assert solve(jobs(), hint=known, given=[1], time_limit=0).status is Status.UNKNOWN
    assert solve(jobs(), hint=known, given=[0], time_limit=0).status is Status.FEASIBLE


@pytest.mark.parametrize("hint", [[-1], ["a"], 3])
def test_what_is_no_hint_is_refused_without_time_too(hint: Any) -> None:
    with pytest.raises(ModelError, match=r"^hint: "):
        solve(jobs(), hint=hint, time_limit=0)


def test_a_matrix_keeps_its_hint_where_symmetries_are_not_found_in_time() -> None:
    builder = ExactCoverBuilder()
    builder.item("a")
    for cost in (3, 5):
        builder.option(["a"], cost=cost)
    result = solve(builder.build(), hint=[1], time_limit=0, symmetries="auto")
    assert (result.status, result.options, result.objective) == (Status.FEASIBLE, (1,), 5)


def test_improving_begins_with_it_and_ends() -> None:
    with improving(jobs(), hint=told(jobs(), (1, 2, 0)), time_limit=0) as stream:
        assert stream.result().objective == Fraction(9, 2)
        (event,) = stream
    assert (event.better, event.solver, event.objective, event.bound) == (
        *("answer", "hint"),
        *(Fraction(9, 2), None),
    )
    assert plan_of(event.answer) == (1, 2, 0)
    assert stream.result().status is Status.FEASIBLE
    assert list(improving(jobs(), time_limit=0)) == []


def test_improving_knows_it_before_its_first_event() -> None:
    puzzle = jobs()
    stream = improving(puzzle, Mute(), hint=told(puzzle, (1, 2, 0)))
    assert stream.result().objective == Fraction(9, 2)
    stream.close()
    assert stream.result().objective == Fraction(9, 2)


def interrupted(*_: object) -> Any:
    raise KeyboardInterrupt


def too_late(*_: object) -> Any:
    raise Stopped


@pytest.fixture
def compiling(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[..., Any]], None]:
    """Let puzzles do this instead of compiling."""
    return lambda instead: monkeypatch.setattr(Puzzle, "matrix", property(instead))


def test_ctrl_c_while_compiling_keeps_it(compiling: Callable[..., None]) -> None:
    known = told(jobs(), (1, 2, 0))
    compiling(interrupted)
    for ask in (solve, improving):
        with pytest.raises(Interrupted) as caught:
            ask(jobs(), hint=known)
        result = caught.value.result
        assert (result.status, result.objective) == (Status.FEASIBLE, Fraction(9, 2))
        with pytest.raises(KeyboardInterrupt) as plain:
            ask(jobs())
        assert not isinstance(plain.value, Interrupted)


def test_ctrl_c_before_the_search_keeps_it() -> None:
    class Interrupting(Mute):
        def require(self, matrix: ExactCover) -> None:
            raise KeyboardInterrupt

    puzzle = jobs()
    with pytest.raises(Interrupted) as caught:
        solve(puzzle, Interrupting(), hint=told(puzzle, (1, 2, 0)))
    assert caught.value.result.objective == Fraction(9, 2)


# ---- The command line --------------------------------------------------------------------------

PICKS = """\
[choices.pick]
columns = ["place", "kind"]
rows = [[0, 0], [0, 1], [1, 0], [1, 1]]
[rules]
one = { exactly_one = "pick", by = "place" }
[minimize]
pick = [1, 3, 0, 5]
"""
CHOSEN = '{"answer": {"pick": [{"place": 0, "kind": 1}, {"place": 1, "kind": 0}]}}'


@pytest.fixture
def kept(tmp_path: Path) -> str:
    (tmp_path / "kept").write_text(CHOSEN)
    (tmp_path / "puzzle").write_text(PICKS)
    return str(tmp_path / "kept")


def test_the_command_line_prints_the_hint_where_there_is_no_time(
    kept: str, compiling: Callable[..., None]
) -> None:
    compiling(too_late)
    done = minuet("solve", "--hint", kept, text=PICKS)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "objective 3")
    (told,) = documents(minuet("solve", "--hint", kept, "--json", text=PICKS).stdout)
    assert (told["status"], told["objective"], told["bound"]) == ("FEASIBLE", 3, None)
    assert told["answer"] == {"pick": [{"place": 0, "kind": 1}, {"place": 1, "kind": 0}]}
    lines = documents(minuet("improve", "--hint", kept, "--json", text=PICKS).stdout)
    assert lines[0]["solver"] == "hint"
    assert [one["objective"] for one in lines] == [3, 3]


def test_the_command_line_prints_the_hint_at_ctrl_c_while_compiling(
    kept: str, compiling: Callable[..., None]
) -> None:
    compiling(interrupted)
    done = minuet("solve", "--hint", kept, text=PICKS)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (130, "objective 3")
