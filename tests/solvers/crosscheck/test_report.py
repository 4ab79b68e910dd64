"""What a cross-check tells: the schema, the digests, the witnesses, the expected count."""

from __future__ import annotations

import copy
import json
import pickle
import platform
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import Path

import pytest
from own_solvers import Options, one_by_one

from minuet.models import ExactCover, ExactCoverBuilder, ModelError, Puzzle, Sudoku
from minuet.models.formats import read
from minuet.models.gallery import entry
from minuet.solvers import Goal, crosscheck, solutions
from minuet.solvers.contract import Progress, Query, Solver
from minuet.solvers.crosscheck import Report

from command_line import one_line
from documents import valid as held
from in_process import minuet
from oracle.liars import ClaimsInfeasible, DropsOne, Faulty, Miscounts
from oracle.problems import queens

pytestmark = pytest.mark.usefixtures("in_this_process")

FAST = ("dlx", "bitmask")
TWO_KINDS = ("dlx", "sat")
EXACT = 2**53  # no greater integer is a number in JSON
GRID = ". . . .\n. . . .\n. . . .\n1 2 3 4\n"


def valid(told: dict[str, object]) -> dict[str, object]:
    """The report, once it has been through JSON and has been held against the schema."""
    return held({"minuet": "1", "kind": "check", **told}, "check")


def digest(found: list[Options]) -> str:
    """The digest of a set of solutions, worked out as docs/trust.md says."""
    total = 0
    for options in found:
        text = ",".join(map(str, sorted(options)))
        total += int.from_bytes(blake2b(text.encode(), digest_size=16).digest(), "big")
    return f"{total % 2**128:032x}"


class Forgets(Faulty):
    """Forgets a branch: all solutions that hold the first option of the first one."""

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        first = None
        for options in one_by_one(super().solutions(query, progress)):
            first = options[0] if first is None else first
            if first not in options:
                yield [options]


class TooGood(Faulty):
    """Proves a bound that the best solution undercuts."""

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        progress.bound = 10**6
        yield from ()


@pytest.mark.asks()
def test_the_report_of_every_solver_is_valid(solver: Solver) -> None:
    report = crosscheck(queens(5), [solver, "dlx"])
    told = valid(report.to_dict())
    assert told["puzzle"] == "5 queens"
    one = report.outcomes[0]
    asked = not solver.goals.isdisjoint({Goal.ALL, Goal.COUNT})
    assert bool(one.version) == asked
    assert one.kind
    assert asked or one.note == f"answers {solver.verbs} alone"
    assert told["outcomes"][0]["version"] == one.version  # type: ignore[index]


def test_every_verdict_and_question_is_told_validly(data: Path, tmp_path: Path) -> None:
    (priced,) = read((data / "instances/langford8_cost.dlx").read_bytes()).problems
    told = [
        crosscheck(queens(6), [*FAST, DropsOne()], replay=tmp_path / "replay.dlx"),
        crosscheck(queens(6), [*FAST, ClaimsInfeasible()]),
        crosscheck(queens(8), FAST, limit=10),
        crosscheck(queens(6), ["dlx"]),
        crosscheck(queens(6), FAST, budget=0),
        crosscheck(queens(6), []),
        crosscheck(priced, FAST),
        crosscheck(priced, [*FAST, TooGood()]),
        crosscheck(queens(3), TWO_KINDS),
        crosscheck(ExactCoverBuilder().build(), TWO_KINDS, expect=1),
    ]
    for report in told:
        valid(report.to_dict())
        assert report.to_markdown().startswith("# Cross-check of ")
        assert str(report) == report.to_text()
    assert told[6].to_dict()["objective"] == told[6].outcomes[0].objective


def test_keys_are_sorted_and_told_alike_again() -> None:
    told = crosscheck(queens(6), FAST).to_dict()
    assert json.dumps(told) == json.dumps(told, sort_keys=True)
    again = crosscheck(queens(6), FAST).to_dict()
    for one in (told, again):
        for key in ("began", "seconds"):
            del one[key]
        for outcome in one["outcomes"]:
            del outcome["seconds"]
    assert told == again


def test_the_digest_of_the_solutions_can_be_worked_out_again() -> None:
    puzzle = queens(6)
    found = [result.options for result in solutions(puzzle, "sat")]
    told = crosscheck(puzzle, TWO_KINDS).to_dict()
    expected = digest([options for options in found if options is not None])
    assert [outcome["digest"] for outcome in told["outcomes"]] == [expected, expected]
    assert told["matrix"]["digest"] == puzzle.matrix.digest
    none = crosscheck(queens(3), TWO_KINDS).to_dict()
    assert [outcome["digest"] for outcome in none["outcomes"]] == ["0" * 32] * 2


def test_the_selection_is_told_with_the_matrix() -> None:
    puzzle = queens(6)
    puzzle.given(puzzle.table("queen"), row=0, col=1)
    told = crosscheck(puzzle, TWO_KINDS).to_dict()
    assert told["matrix"]["given"] == [1]
    assert told["count"] == 1
    assert "| given options | 1 |" in crosscheck(puzzle, TWO_KINDS).to_markdown()


def test_great_counts_are_strings() -> None:
    report = crosscheck(queens(6), TWO_KINDS)
    for outcome in report.outcomes:
        outcome.count = EXACT + 1
        outcome.bound = -EXACT
    told = valid(report.to_dict())
    assert told["outcomes"][0]["count"] == "9007199254740993"  # type: ignore[index]
    assert told["outcomes"][0]["bound"] == -EXACT  # type: ignore[index]


def test_each_disagreement_has_a_witness_in_the_puzzle_s_words() -> None:
    puzzle = queens(6)
    report = crosscheck(puzzle, [*TWO_KINDS, DropsOne(), Forgets()])
    assert len(report.disagreements) > 3
    for one in report.disagreements:
        assert len(one.between) == 2
        assert one.witness is not None
        assert one.shown == str(puzzle.read(one.witness))
        assert one.place == 0
        assert one.shown in report.to_markdown()
    assert report.witness == report.disagreements[0].witness
    assert {one.between for one in report.disagreements} >= {("dlx", "faulty"), ("sat", "faulty")}


def test_the_witness_of_a_matrix_is_dlx() -> None:
    matrix = queens(6).matrix
    (one, *_) = crosscheck(matrix, ["dlx", DropsOne()]).disagreements
    assert one.shown.splitlines()[0].startswith("queen/row 0 queen/col ")
    assert len(one.shown.splitlines()) == 6


def test_a_disagreement_is_its_line() -> None:
    (one, *_) = crosscheck(queens(6), ["dlx", DropsOne()]).disagreements
    said = "solver faulty (COMPLETE, 3 solutions) lacks 1 of the 4 solutions of dlx"
    assert str(one) == one == said
    assert "lacks" in one
    assert (one.between, one.place, len(one.witness or ())) == (("dlx", "faulty"), 0, 6)
    for again in (copy.deepcopy(one), pickle.loads(pickle.dumps(one)), one.worded(one.shown)):
        assert again == one
        assert vars(again) == vars(one)
    assert one.worded("words").shown == "words"


def test_the_smallest_matrix_is_told_with_the_command_that_replays_it(tmp_path: Path) -> None:
    path = tmp_path / "a file.dlx"
    report = crosscheck(queens(6), ["dlx", ClaimsInfeasible()], replay=path)
    told = valid(report.to_dict())
    smallest = told["smallest"]
    assert isinstance(smallest, dict)
    (matrix,) = read(str(smallest["dlx"]), form="dlx").problems
    assert isinstance(matrix, ExactCover)
    assert matrix.digest == smallest["digest"]
    assert smallest["command"] is None  # the command line does not know a solver of our own
    report.disagreements[0].between = ("dlx", "sat")
    command = report.to_dict()["smallest"]["command"]
    assert command == f"minuet check '{path}' --solvers dlx,sat"
    assert command in report.to_markdown()


@pytest.mark.parametrize(("expect", "verdict"), [(4, "agreed"), (3, "disagreed")])
def test_an_expected_count_is_held_against_the_agreed_one(expect: int, verdict: str) -> None:
    report = crosscheck(queens(6), TWO_KINDS, expect=expect)
    assert report.verdict == verdict
    assert report.count == 4
    lines = [] if report else ["expected 3 solutions, but dlx, sat agree on 4"]
    assert report.disagreements == lines
    assert valid(report.to_dict())["expected"] == expect


def test_a_count_that_is_not_confirmed_whole_is_no_agreement() -> None:
    part = crosscheck(queens(8), TWO_KINDS, limit=1, expect=92)
    assert part.count is None or part.whole
    assert part.verdict == "incomplete"
    alone = crosscheck(queens(6), ["dlx"], expect=4)
    assert alone.verdict == "nothing compared"
    assert not alone.disagreements


def test_more_solutions_than_expected_need_not_be_all() -> None:
    report = crosscheck(queens(8), TWO_KINDS, limit=10, expect=1)
    assert report.verdict == "disagreed"
    assert report.disagreements[0].startswith("expected 1 solutions, but ")
    assert not crosscheck(queens(6), ["dlx"], expect=2)


def test_who_disagrees_is_told_before_what_is_expected() -> None:
    report = crosscheck(queens(6), ["dlx", Miscounts()], expect=7)
    assert report.verdict == "disagreed"
    assert all("expected" not in line for line in report.disagreements)
    assert report.count is None


def test_where_the_best_is_compared_no_count_is_expected(data: Path) -> None:
    (priced,) = read((data / "instances/langford8_cost.dlx").read_bytes()).problems
    with pytest.raises(ModelError, match="expect: the best is compared"):
        crosscheck(priced, FAST, expect=300)
    with pytest.raises(ModelError, match="expect: the best is compared"):
        crosscheck(queens(6), FAST, query="best", expect=4)
    assert crosscheck(priced, FAST, query="all", expect=300)
    for expect in (-1, 1.5, True, "4"):
        with pytest.raises(ModelError, match="solutions"):
            crosscheck(queens(6), FAST, expect=expect)  # type: ignore[arg-type]


def test_what_is_known_says_what_it_rests_on(data: Path) -> None:
    (priced,) = read((data / "instances/langford8_cost.dlx").read_bytes()).problems
    said = {
        "each solution: verified; 4 in all: agreed by dlx and sat": (queens(6), TWO_KINDS),
        "each solution: verified; 4 in all: claimed by dlx": (queens(6), FAST),
        "no solution: agreed by sat and dlx": (queens(3), ("sat", "dlx", "bitmask")),
        "a solution: verified; none better: agreed by dlx and cpsat": (priced, ("dlx", "cpsat")),
        "nothing is claimed": (queens(6), ("dlx", DropsOne(), "sat")),
    }
    for words, (problem, names) in said.items():
        report = crosscheck(problem, names)
        assert str(report.evidence) == words
        valid(report.to_dict())


def test_the_number_of_all_that_nobody_could_list_is_told() -> None:
    report = crosscheck(entry("dominoes-8").load(), ["memo", "bitmask:python"], limit=20)
    told = valid(report.to_dict())
    assert told["count"] == 12_988_816
    assert [one["digest"] for one in told["totals"]] == [None, None]  # type: ignore[attr-defined]
    assert str(report.evidence) == "12988816 in all: agreed by memo and bitmask:python"
    assert "Asked for the number of all solutions" in report.to_markdown()


def test_a_bound_is_told_as_the_puzzle_speaks_of_it(data: Path) -> None:
    text = (data / "target/sample1.in").read_bytes()
    (target,) = read(text, form="target-sudoku").problems
    told = valid(crosscheck(target, ["dlx", "cpsat"]).to_dict())
    assert told["objective"] == 2829
    assert [outcome["bound"] for outcome in told["outcomes"]] == [2829, 2829]  # type: ignore[attr-defined]


def test_no_host_is_named() -> None:
    machine = crosscheck(queens(4), FAST).to_dict()["machine"]
    assert set(machine) == {"cores", "memory", "platform", "processor"}
    assert platform.node() not in machine.values()


class Raises(Faulty):
    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        raise RuntimeError("| a | <b>\n# `c`")


def test_nothing_in_markdown_is_markup_that_a_name_brought() -> None:
    puzzle = Puzzle("a | *b*\n# `c`")
    cell = puzzle.choices("cell", k=range(2))
    puzzle.exactly_one(cell, by=lambda k: 0)
    text = crosscheck(puzzle, ["dlx", Raises(), DropsOne()]).to_markdown()
    assert text.splitlines()[0] == "# Cross-check of a \\| \\*b\\* \\# \\`c\\`: disagreed"
    assert "\n# `c`" not in text
    assert "RuntimeError: \\| a \\| \\<b\\> \\# \\`c\\`" in text
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    assert len({row.replace("\\|", "").count("|") for row in rows[:4]}) == 1


def test_a_fence_is_longer_than_what_it_holds() -> None:
    builder = ExactCoverBuilder()
    builder.item("```")
    builder.option(["```"])
    assert "\n````\n```\n````\n" in crosscheck(builder.build(), ["dlx", DropsOne()]).to_markdown()


def test_no_time_to_compile_is_told() -> None:
    report = crosscheck(Sudoku(), FAST, budget=0)
    told = valid(report.to_dict())
    assert told["verdict"] == "nothing compared"
    report.to_markdown()


def test_a_report_travels() -> None:
    report = crosscheck(queens(6), ["dlx", DropsOne()])
    again: Report = pickle.loads(pickle.dumps(report))
    assert again.to_dict() == report.to_dict()


def test_the_command_line_prints_an_object_a_puzzle() -> None:
    text = "1234000000000000\n" * 2
    done = minuet("check", "--from", "sudoku", "--json", "--solvers", "dlx,sat", text=text)
    assert done.returncode == 0, done.stderr
    for line in done.stdout.splitlines():
        told = held(json.loads(line), "check")
        assert (told["verdict"], told["count"], told["by_two_kinds"]) == ("agreed", 12, True)
    assert done.stdout.count("\n") == 2
    done = minuet("check", "--markdown", "--solvers", "dlx,sat", text=GRID)
    assert done.stdout.startswith("# Cross-check of sudoku: agreed\n")


@pytest.mark.parametrize(("expect", "status"), [("12", 0), ("11", 1)])
def test_the_exit_status_says_whether_the_count_is_the_expected(expect: str, status: int) -> None:
    done = minuet("check", "--solvers", "dlx,sat", "--expect", expect, text=GRID)
    assert done.returncode == status
    said = "DISAGREEMENT: expected 11 solutions, but dlx, sat agree on 12"
    assert (said in done.stdout) == bool(status)


def test_an_expected_count_that_one_solver_confirms_exits_3() -> None:
    done = minuet("check", "--solvers", "dlx", "--expect", "12", text=GRID)
    assert done.returncode == 3


def test_what_clashes_on_the_command_line_is_one_line(data: Path) -> None:
    priced = str(data / "instances/langford8_cost.dlx")
    assert "--expect: there are costs" in one_line(minuet("check", "--expect", "3", priced))
    assert "--json" in one_line(minuet("check", "--json", "--markdown", text=GRID))
