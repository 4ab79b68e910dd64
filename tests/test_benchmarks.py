"""The benchmarks' suites can be read and run, and their peers answer right; speed is not tested."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import networkx
import pytest

from benchmarks import drawn
from benchmarks.peers import building, diagrams, pencil, sudokus
from benchmarks.peers.solvers import Clingo, Dlx, Dlx2, ExactCoverC, Ganak, Xcover
from minuet.experiments import Experiment, read_suite, report
from minuet.models import ExactCover, Unavailable
from minuet.models.formats import read
from minuet.solvers import count, solve
from minuet.solvers.conformance import check
from minuet.solvers.contract import Solver

from drawing import EXAMPLES

ROOT = Path(__file__).resolve().parent.parent
SUITES = ("first", "costs", "programs")
LARGE = ("covers", "choosing", "improving")  # whose instances take long to make
FEW = ["*rand3_54*,bitmask", "*rand3_54*,exact-cover", "dominoes,rows=8,cols=8"]


@pytest.fixture(scope="module", autouse=True)
def _instances() -> None:
    drawn.main(str(ROOT / "build" / "drawn"))


@pytest.mark.parametrize(
    "name", [*SUITES, *(pytest.param(name, marks=pytest.mark.slow) for name in LARGE)]
)
def test_a_suite_can_be_read_and_its_targets_are_of_some_of_its_runs(
    name: str, tmp_path: Path
) -> None:
    experiment = Experiment(read_suite(ROOT / "benchmarks" / f"{name}.toml"), tmp_path)
    for target in experiment.suite.targets:
        mine = [
            run
            for run in experiment.runs
            if target.chooses(run.instance.name, run.instance.family, run.question)
            and run.solver.label in (target.solver, *target.by)
        ]
        assert {run.solver.label for run in mine} == {target.solver, *target.by}, target.title


def test_some_runs_come_to_a_page_with_targets(tmp_path: Path) -> None:
    pytest.importorskip("exact_cover")
    experiment = Experiment(
        read_suite(ROOT / "benchmarks" / "covers.toml"), tmp_path, only_runs=FEW
    )
    experiment.chosen = tuple(one for one in experiment.chosen if one.repetition == 0)
    found = {(one.instance, one.solver): one.count for one in experiment.go(jobs=2)}
    assert sorted(found.values()) == [1724, 1724, 12988816]
    told = report(tmp_path, by="processor")
    page = told.to_markdown()
    assert not told.disagrees
    assert "| all solutions, all, bitmask: time by that of exact-cover or xcover " in page
    assert "not measured" in page
    assert "all solutions" in page and "dominoes,rows=8,cols=8" in page


def test_ways_across_a_grid_are_its_simple_paths() -> None:
    for side in (2, 3, 4):
        grid = networkx.grid_2d_graph(side, side)
        paths = networkx.all_simple_paths(grid, (0, 0), (side - 1, side - 1))
        assert count(diagrams.ways(side)).count == sum(1 for _ in paths)


def test_each_way_to_a_solution_set_has_the_count() -> None:
    assert diagrams.by_knuth("queens8", 0)() == (92, 539)
    for what, size, number in (("dominoes", 6, 6728), ("ways", 4, 184)):
        assert diagrams.by_minuet(what, size)()[0] == number
        pytest.importorskip("graphillion")
        assert diagrams.by_graphillion(what, size)()[0] == number


@pytest.mark.parametrize("way", sudokus.WAYS)
def test_each_way_solves_sudokus(way: str) -> None:
    lines = (ROOT / "tests/data/sudoku/magictour_1465.txt").read_text().split()[:10]
    try:
        run = sudokus.WAYS[way](lines)
    except (ImportError, LookupError):
        pytest.skip("not there")
    assert run() == 10


def test_lists_of_tdokus_benchmarks_are_read_without_remarks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "puzzles6_forum_hardest_1106").write_text("# from a forum\n#\n\n1..\n.2.\n")
    monkeypatch.setenv("MINUET_SUDOKUS", str(tmp_path))
    assert sudokus.lines_of("hardest") == ["1..", ".2."]


def test_what_a_program_of_sudokus_says_is_its_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def said(way: str, words: str) -> dict[str, object]:
        program = tmp_path / way
        program.write_text(f"#!/bin/sh\necho '{words}'\n")
        program.chmod(0o755)
        monkeypatch.setenv(f"MINUET_{way.upper()}", str(program))
        sudokus.main(way, str(tmp_path / "two.txt"))
        told: dict[str, object] = json.loads(capsys.readouterr().out)
        return told

    (tmp_path / "two.txt").write_text("1\n2\n")
    assert said("tdoku", "at 3.5 us a puzzle")["processor_seconds"] == pytest.approx(7e-6)
    told = said(
        "schoku", "  49151  2531352/s  puzzles solved\n   19.4ms   395ns/puzzle  solving time"
    )
    assert told == pytest.approx({"seconds": 0.0194, "processor_seconds": 0.0194, "count": 49151})
    monkeypatch.delenv("MINUET_TDOKU")
    sudokus.main("tdoku", str(tmp_path / "two.txt"))
    told = json.loads(capsys.readouterr().out)
    assert told == {"outcome": "unsupported", "message": "tdoku: MINUET_TDOKU names nothing"}


def test_what_is_built_by_hand_is_as_large() -> None:
    for name in ("sudoku", "pentominoes"):
        assert building.WORKS[f"{name} layer"]() == building.WORKS[f"{name} by-hand"]()
    assert building.variants() == 23


@pytest.mark.parametrize("kind", ["slitherlink", "hitori", "nurikabe"])
def test_pencil_puzzles_are_unique(kind: str) -> None:
    assert pencil.by_minuet(kind)() == 6
    pytest.importorskip("clingo")
    assert pencil.by_clingo(kind)() == 6


def test_a_disguise_changes_the_optimum_by_its_factor_alone() -> None:
    for seed in range(5):
        matrix = drawn.partition(15, 40, seed, by_size=seed % 2 == 0)
        hidden = drawn.disguised(matrix, seed)
        assert sorted(hidden.costs) != sorted(drawn.FACTOR * matrix.costs)
        found = solve(hidden, "dlx")
        assert found.objective == drawn.FACTOR * (solve(matrix, "bitmask").objective or 0)
        assert len(hidden.members) == len(matrix.members)


def test_instances_are_what_they_say() -> None:
    for make, optimum in (
        (partial(drawn.quilt, 7), 9),
        (partial(drawn.quilt, 8), 4),
        (partial(drawn.queens, 8), 5),
        *((partial(drawn.ruler, marks), drawn.SHORTEST_RULERS[marks]) for marks in (5, 6)),
    ):
        assert solve(make()).objective == optimum
    for priced in (drawn.priced_sudoku(1, 20), drawn.packing(5, 2), drawn.weighted_sudoku(1, 20)):
        assert solve(priced).objective == solve(priced, "mip").objective
    first, second = (drawn.partition(20, 60, 3, by_size=way).costs for way in (True, False))
    assert (min(first) >= 300, max(second) <= 1000) == (True, True)


def test_there_are_airlines_where_there_is_a_folder_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "nw41.txt").write_text("2 3\n5 1 1\n4 1 2\n8 2 1 2\n")
    monkeypatch.setenv("MINUET_AIRLINE", str(tmp_path))
    found = drawn.airlines()
    assert solve(found["airlines"]["nw41"](), "dlx").objective == 8
    assert solve(found["disguised"]["nw41"](), "dlx").objective == 8 * drawn.FACTOR


@pytest.mark.parametrize(
    ("peer", "library"),
    [
        (ExactCoverC, "exact_cover"),
        (Dlx, "dlx"),
        (Clingo, "clingo"),
        pytest.param(Xcover, "xcover", marks=pytest.mark.slow),
    ],
)
@pytest.mark.filterwarnings("ignore")  # numba's, of its own code
def test_a_peer_keeps_the_contract(peer: type[Solver], library: str) -> None:
    pytest.importorskip(library)
    verdicts = list(check(peer(), cases=EXAMPLES // 3))
    assert [one for one in verdicts if not one] == []


TINY = "a b c | d\na b\nc d\na\nb c\na c\nb d\nd\nc\n"


def test_ganak_counts() -> None:
    pytest.importorskip("pyganak")
    (matrix,) = read(TINY).problems
    assert isinstance(matrix, ExactCover)
    for given in ((), (0,), (0, 1), (0, 4)):
        expected = count(matrix, "dlx", given=given).count
        assert count(matrix, Ganak(), given=given).count == expected


def test_knuths_program_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "dlx2"
    program.write_text("#!/bin/sh\ncat > read.dlx\necho 'Altogether 7 solutions, 1 mems' >&2\n")
    program.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    (matrix,) = read(TINY).problems
    with pytest.raises(Unavailable, match="MINUET_DLX2 names no program"):
        monkeypatch.delenv("MINUET_DLX2", raising=False)
        count(matrix, Dlx2())
    monkeypatch.setenv("MINUET_DLX2", str(program))
    assert count(matrix, Dlx2()).count == 7
    assert "\na b c | d\n" in (tmp_path / "read.dlx").read_text()
