"""The benchmarks run, check their answers and write their page; how fast is not tested."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import networkx
import pytest

from benchmarks import counting, enumeration, first, partitions, targets
from benchmarks.__main__ import main
from benchmarks.grid_ways import ways
from benchmarks.instances import dominoes, instance
from benchmarks.peer_solvers import Clingo, Dlx, Dlx2, ExactCoverC, Ganak, Xcover
from benchmarks.recorded import Recorded
from benchmarks.solution_sets import of_knuth
from minuet.experiments import Experiment, Outcome, Record, Records, read_suite
from minuet.models import ExactCover, Unavailable
from minuet.models.formats import read
from minuet.solvers import count
from minuet.solvers.conformance import check
from minuet.solvers.contract import Solver

ROOT = Path(__file__).resolve().parent.parent
SUITE = ROOT / "benchmarks" / "suite.toml"
THEMES = [one.section for one in (enumeration, counting, first, targets, partitions)]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "benchmarks", "--quick", "--without-peers", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )


@pytest.fixture(scope="module")
def experiment(tmp_path_factory: pytest.TempPathFactory) -> Experiment:
    """The suite, of which some runs are chosen."""
    folder = tmp_path_factory.mktemp("kept")
    patterns = ["*rand3_54*,bitmask", "dominoes,rows=8,cols=8", "*sudoku-2x3*,memo"]
    return Experiment(read_suite(SUITE), folder, only_runs=patterns)


@pytest.fixture(scope="module")
def kept(experiment: Experiment) -> Path:
    """The records of some runs of the suite."""
    experiment.chosen = tuple(one for one in experiment.chosen if one.repetition == 0)
    assert len(list(experiment.go(jobs=2))) == 3
    return experiment.folder


@pytest.mark.slow
def test_a_quick_run_checks_its_answers_and_writes_the_page(kept: Path, tmp_path: Path) -> None:
    themes = ("counting", "enumeration", "threads", "solution-sets")
    done = run("--records", str(kept), "--only", *themes, "--output", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "rand3_54" in done.stdout
    assert "failed" not in done.stdout
    page = (tmp_path / "benchmarks.md").read_text()
    assert "| queens8 by bitmask |" in page
    assert "| dominoes 8x8 | 12,988,816 | minuet | 1," in page
    assert page.startswith("# Benchmarks")
    assert "| count by memo | time | nodes | memory |" in page
    assert re.search(r"\| dominoes,rows=8,cols=8 \| [0-9.]+ m?s \|", page)


def test_ways_across_a_grid_are_its_simple_paths() -> None:
    for side in (2, 3, 4):
        grid = networkx.grid_2d_graph(side, side)
        paths = networkx.all_simple_paths(grid, (0, 0), (side - 1, side - 1))
        assert count(ways(side)).count == sum(1 for _ in paths)


def test_algorithm_z_counts_what_minuet_counts() -> None:
    for matrix in (dominoes(4, 6), instance("queens8")):
        assert of_knuth(lambda of: of, matrix)().answer == count(matrix).count


def test_a_theme_of_the_suite_wants_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for words, said in (
        ([], "expected --records DIR"),
        (["--records", str(tmp_path)], "no records.sqlite"),
    ):
        monkeypatch.setattr(sys, "argv", ["benchmarks", "--only", "counting", *words])
        with pytest.raises(SystemExit):
            main()
        assert said in capsys.readouterr().err


def test_a_wrong_count_is_told(kept: Path, tmp_path: Path) -> None:
    with Records(kept) as records:
        every = list(records)
    with Records(tmp_path) as copied:
        for one in every:
            copied.add(replace(one, count=(one.count or 0) + 1))
    recorded = Recorded(tmp_path)
    for section in THEMES:
        section(recorded)
    assert sorted(recorded.wrong) == [
        "dominoes,rows=8,cols=8: memo: 12988817, expected 12988816",
        "rand3_54: bitmask: 1725, expected 1724",
        "sudoku-2x3: memo: 28200961, expected 28200960",
    ]


def test_every_run_of_the_suite_is_told_in_a_theme(experiment: Experiment, tmp_path: Path) -> None:
    """Each question about each instance, whoever answered, stands in some table."""
    with Records(tmp_path) as records:
        for each in (one for one in experiment.runs if one.repetition == 0):
            told = Record(
                key=each.key,
                instance=each.instance.name,
                family=each.instance.family,
                digest=each.instance.digest,
                question=each.question,
                solver=each.solver.label,
                settings=each.solver.settings.to_dict(),
                outcome=Outcome.TIMEOUT,
                limits=each.limits.told(),
            )
            records.add(told)
    recorded = Recorded(tmp_path)
    pages = [table.markdown() for section in THEMES for table in section(recorded).tables]
    for name in {_short(each.instance.name) for each in experiment.runs}:
        assert any(f"| {name} |" in page for page in pages), name


def _short(name: str) -> str:
    path = Path(name)
    return path.stem if path.suffix in (".dlx", ".in", ".txt") else name


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
    verdicts = list(check(peer(), cases=10))
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


def test_simulated_workers_do_all_the_work_and_no_more_than_they_can(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["simulate_workers", "--hours", "0.001"])
    runpy.run_module("benchmarks.simulate_workers", run_name="__main__")
    printed = capsys.readouterr().out.splitlines()
    rows = [line.strip("| ").split(" | ") for line in printed[2:]]
    assert [row[0] for row in rows] == ["10", "100", "1000", "10000"] * 2
    for workers, _, seconds, gain, busy, tasks in rows:
        assert int(seconds.split()[0]) >= 3  # seconds of each worker
        assert 1 <= int(gain) <= int(workers) <= int(tasks)
        assert 0 < int(busy.rstrip("%")) <= 100
