"""What a solver is told besides the question: seeds, parameters, hints; and what it spent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from minuet.models import ExactCover, ModelError
from minuet.models.formats import read
from minuet.setting import is_unique
from minuet.solvers import Status, best, count, get_solver, solutions, solve, solve_many
from minuet.solvers.contract import Progress, Query

from in_process import minuet

PROGRAMS = ("cpsat", "mip:scip", "mip:highs")
HARMLESS = {
    "cpsat": {"linearization_level": 0, "search_branching": "FIXED_SEARCH"},
    "mip:scip": {"heuristics/rens/freq": -1, "lp/initalgorithm": "p"},
    "mip:highs": {"presolve": "off", "mip_heuristic_effort": 0.2},
}
LIMITED = {
    "cpsat": {"max_number_of_conflicts": 1},
    "mip:scip": {"limits/nodes": 1, "presolving/maxrounds": 0, "separating/maxrounds": 0},
    "mip:highs": {"mip_max_nodes": 0, "presolve": "off"},
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_result_records_what_it_was_asked_with(name: str, langford: ExactCover) -> None:
    result = solve(langford, name, seed=7, parameters=HARMLESS[name])
    assert (result.objective, result.seed, result.parameters) == (99, 7, HARMLESS[name])
    counted = count(langford, name, seed=7, parameters=HARMLESS[name], time_limit=0)
    assert (counted.seed, counted.parameters) == (7, HARMLESS[name])
    batch = solve_many(langford, [()], name, seed=7, parameters=HARMLESS[name])
    assert next(batch).parameters == HARMLESS[name]


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_limit_among_the_parameters_leaves_the_answer_open(
    name: str, langford: ExactCover
) -> None:
    result = solve(langford, name, parameters=LIMITED[name])
    if result.status is not Status.OPTIMAL:
        assert not result.complete
        assert result.bound is None or result.bound <= 99
    else:
        assert result.objective == 99


@pytest.mark.parametrize(
    ("name", "parameters", "said"),
    [
        ("cpsat", {"nonsense": 1}, "unknown parameter 'nonsense'"),
        ("cpsat", {"num_workers": "x"}, "parameter num_workers 'x'"),
        ("cpsat", {"num_workers": -1}, r"'num_workers' should be in \[0,10000\]"),
        ("cpsat", {"max_alldiff_domain_size": 0}, "must be positive"),
        ("cpsat", {"use_shared_tree_search": True}, "only be set on workers"),
        ("cpsat", {"relative_gap_limit": 0.1}, "no longer be exact"),
        ("cpsat", {"stop_after_first_solution": True}, "no longer be exact"),
        ("cpsat", {"debug_crash_on_bad_hint": True}, "may end the process"),
        ("cpsat", {"max_time_in_seconds": 1.0}, "use time_limit"),
        ("mip:scip", {"nonsense": 1}, "parameter 'nonsense' 1, expected"),
        ("mip:scip", {"limits/gap": 0.1}, "no longer be exact"),
        ("mip:scip", {" limits/gap": 0.1}, "expected no space around it"),
        ("mip:scip", {"limits/nodes": "x"}, "parameter 'limits/nodes' 'x', expected"),
        ("mip:highs", {"nonsense": 1}, "option name was unknown"),
        ("mip:highs", {"mip_rel_gap": 0.1}, "no longer be exact"),
        ("mip:highs", {"solve_relaxation": True}, "no longer be exact"),
        ("mip:highs", {"mip_max_nodes": "x"}, "option value not valid"),
        ("dlx", {"x": 1}, "parameters: solver dlx takes none"),
        ("bitmask", {"x": 1}, "parameters: solver bitmask takes none"),
        ("auto", {"x": 1}, "parameters: solver auto takes none; name the one"),
        ("cpsat", [1], "expected a mapping"),
    ],
)
def test_parameters_that_cannot_be_are_refused_in_one_line(
    name: str, parameters: Any, said: str, langford: ExactCover
) -> None:
    with pytest.raises(ModelError, match=said) as caught:
        solve(langford, name, parameters=parameters)
    assert "\n" not in str(caught.value)


def test_several_workers_are_refused_where_they_miscount(langford: ExactCover) -> None:
    with pytest.raises(ModelError, match="costs alone"):
        count(langford, "cpsat", parameters={"num_workers": 2})
    assert solve(langford, "cpsat", parameters={"num_workers": 2}).objective == 99


PROBING = {"use_probing_search": True}


def test_a_way_of_searching_that_repeats_solutions_is_refused_where_they_are_counted(
    langford: ExactCover,
) -> None:
    with pytest.raises(ModelError, match="costs alone"):
        count(langford, "cpsat", parameters=PROBING)
    assert solve(langford, "cpsat", parameters=PROBING, time_limit=0).parameters == PROBING


@pytest.mark.slow  # CP-SAT takes seconds so
def test_a_way_of_searching_that_repeats_solutions_finds_the_best(langford: ExactCover) -> None:
    assert solve(langford, "cpsat", seed=1, parameters=PROBING).objective == 99


@pytest.mark.parametrize("seed", [-1, 1.5, True, 2**31, "x"])
def test_a_seed_that_is_none_is_refused(seed: Any, langford: ExactCover) -> None:
    for ask in (solve, count, solutions, is_unique):
        with pytest.raises(ModelError, match="seed"):
            ask(langford, "dlx", seed=seed)  # type: ignore[operator]
    with pytest.raises(ModelError, match="seed"):
        best(langford, 1, seed=seed)
    with pytest.raises(ModelError, match="seed"):
        solve_many(langford, [()], seed=seed)


@pytest.mark.parametrize("name", ["cpsat", "mip:scip", "mip:highs"])
def test_the_same_seed_gives_the_same_answer(name: str, langford: ExactCover, data: Path) -> None:
    queens = read((data / "instances" / "queens12.dlx").read_text()).problems[0]
    first = {solve(queens, name, seed=5).options for _ in range(2)}
    assert len(first - {None}) == 1
    runs = [solve(langford, name, seed=5) for _ in range(2)]
    assert runs[0].options == runs[1].options
    assert runs[0].statistics.nodes == runs[1].statistics.nodes
    assert runs[0].statistics.conflicts == runs[1].statistics.conflicts


@pytest.mark.parametrize("name", [*PROGRAMS, "dlx", "auto", "sat"])
def test_a_hint_changes_no_answer(name: str, langford: ExactCover) -> None:
    known = solve(langford, "dlx").options
    assert known is not None
    for hint in (known, known[:2], [0, 1, 2, 3]):
        assert solve(langford, name, hint=hint).objective == 99


def test_a_hint_that_is_no_option_is_refused(langford: ExactCover) -> None:
    with pytest.raises(ModelError, match="hint: option number 84, expected 0 to 83"):
        solve(langford, "cpsat", hint=[84])


def test_cpsat_begins_at_the_hint(langford: ExactCover) -> None:
    """The hint is the best solution, so it is the first and the last that is found."""
    known = solve(langford, "dlx").options
    assert known is not None
    query, progress = Query(langford, seed=0, hint=known), Progress()
    found = list(get_solver("cpsat").improving(query, progress))
    assert [tuple(sorted(options)) for options in found] == [known]
    assert progress.complete


def test_programs_tell_what_they_spent(langford: ExactCover) -> None:
    cpsat = count(langford, "cpsat", seed=1).statistics
    assert min(cpsat.conflicts, cpsat.decisions, cpsat.propagations) > 0
    for name in PROGRAMS:
        spent = solve(langford, name).statistics
        assert 0 < spent.encode_seconds < spent.search_seconds
    assert spent.load_seconds > 0


def test_the_command_line_takes_a_seed_and_parameters(data: Path) -> None:
    path = str(data / "instances" / "langford8_cost.dlx")
    options = ["--seed", "3", "--parameter", "linearization_level=0"]
    told = minuet("solve", "--json", "--solver", "cpsat", *options, path)
    shown = json.loads(told.stdout)
    assert (shown["objective"], shown["seed"]) == (99, 3)
    assert shown["parameters"] == {"linearization_level": 0}
    assert {"conflicts", "decisions", "propagations", "encode_seconds"} <= shown.keys()
    assert minuet("count", "--solver", "cpsat", *options, path).stdout == "300\n"
    for wrong in ("x", "=1", "a=1"):
        told = minuet("solve", "--solver", "cpsat", "--parameter", wrong, path)
        assert (told.returncode, told.stdout) == (2, "")
        assert "parameter" in told.stderr.splitlines()[-1]
