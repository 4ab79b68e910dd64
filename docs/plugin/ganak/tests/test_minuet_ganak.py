"""The plug-in: its counts are right, it stops when it is told to, and says what it cannot."""

from __future__ import annotations

import _thread
import os
import shutil
import subprocess
import sys
import threading
import time
import tomllib
from pathlib import Path

import pytest

pytest.importorskip("pyganak", reason="pyganak is not installed, which the plug-in asks")

from minuet.models import Puzzle, SolverError, Sudoku, UnknownSolver, Unsupported
from minuet.models.formats import read
from minuet.models.gallery import entry
from minuet.solvers import count, crosscheck, solve
from minuet.solvers.conformance import check

PACKAGE = Path(__file__).parents[1]
sys.path.insert(0, str(PACKAGE))
import minuet_ganak
from minuet_ganak import Ganak

GANAK = Ganak()


@pytest.mark.parametrize("name", ["dominoes-8", "kings-16", "sator-square", "steiner-7"])
def test_it_counts_the_gallery(name: str) -> None:
    found = entry(name)
    result = count(found.load(), GANAK)
    assert (result.count, result.complete, result.solver) == (found.solutions, True, "ganak")


def test_givens_and_what_is_forbidden_hold() -> None:
    queens = entry("queens-8").load()
    queens.given("queen", row=1, col=4)
    queens.forbid("queen", row=2, col=2)
    assert count(queens, GANAK).count == count(queens, "dlx").count == 12
    assert count(Sudoku("11.............."), GANAK).count == 0


def test_costs_play_no_part_in_a_count() -> None:
    (matrix,) = read("a b\na |5\nb\na b |-3\n").problems
    assert count(matrix, GANAK).count == 2


def test_more_digits_than_python_would_print_are_counted() -> None:
    board = Puzzle("free")
    cells = board.choices("cell", number=range(16000))
    board.at_most(16000, cells)
    assert count(board, GANAK).count == 1 << 16000


def test_what_clauses_cannot_say_is_refused() -> None:
    for name, what in (("loops-3", "graph rules"), ("kakurasu-6", "weights")):
        with pytest.raises(Unsupported, match=what):
            count(entry(name).load(), GANAK)
    with pytest.raises(Unsupported, match="ganak answers count alone"):
        solve(entry("queens-8").load(), GANAK)
    with pytest.raises(UnknownSolver, match="expected ganak"):
        Ganak("fast")


def test_the_deadline_ends_it() -> None:
    began = time.monotonic()
    result = count(entry("queen-domination-5").load(), GANAK, time_limit=0.5)
    assert (result.status, result.complete) == ("UNKNOWN", False)
    assert time.monotonic() - began < 30


def test_ctrl_c_ends_it_and_its_process(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = threading.Event()
    children = []

    class Watched(subprocess.Popen):
        def communicate(self, *arguments, **named):
            children.append(self)
            begun.set()
            return super().communicate(*arguments, **named)

    def interrupt() -> None:
        begun.wait(30)
        _thread.interrupt_main()

    monkeypatch.setattr(minuet_ganak.subprocess, "Popen", Watched)
    threading.Thread(target=interrupt, daemon=True).start()
    with pytest.raises(KeyboardInterrupt):
        count(entry("queen-domination-5").load(), GANAK, time_limit=60)
    assert children[0].returncode is not None


def test_a_process_that_is_slow_to_begin_gets_all_of_a_long_text(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    slow = tmp_path / "slow.py"
    wait = f"import time\ntime.sleep({2 * minuet_ganak.STEP})\n"
    slow.write_text(wait + minuet_ganak.COUNTER.read_text("utf-8"), "utf-8")
    monkeypatch.setattr(minuet_ganak, "COUNTER", slow)
    assert count(entry("sudoku-9").load(), GANAK, time_limit=30).count == 1


def test_what_breaks_in_its_process_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text("raise SystemExit('no memory')")
    monkeypatch.setattr(minuet_ganak, "COUNTER", broken)
    with pytest.raises(SolverError, match=r"^solver ganak: no memory$"):
        count(entry("queens-8").load(), GANAK)


def test_it_joins_the_cross_check() -> None:
    report = crosscheck(entry("sator-square").load(), ["dlx", GANAK])
    assert report.verdict == "agreed", report
    assert [one.count for one in report.outcomes] == [2, 2]
    report = crosscheck(entry("steiner-7").load(), ["memo", GANAK], limit=5)
    assert report.verdict == "agreed", report
    assert [one.count for one in report.outcomes] == [30, 30]


class Miscounts(Ganak):
    """Loses a solution."""

    name = "miscounts"

    def count(self, query, progress):
        progress.found = super().count(query, progress) - 1
        return progress.found


def test_a_wrong_number_is_found_out() -> None:
    report = crosscheck(entry("queens-8").load(), ["dlx", Miscounts()])
    assert report.verdict == "disagreed"
    assert "91 solutions against 92" in str(report)


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Where the package stands as pip would install it; no pip, and so no network, is needed."""
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text("utf-8"))["project"]
    site = tmp_path_factory.mktemp("site")
    shutil.copytree(PACKAGE / "minuet_ganak", site / "minuet_ganak")
    info = site / f"minuet_ganak-{project['version']}.dist-info"
    info.mkdir()
    told = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (info / "METADATA").write_text(told)
    ((group, entries),) = project["entry-points"].items()
    lines = [f"{name} = {value}" for name, value in entries.items()]
    (info / "entry_points.txt").write_text("\n".join([f"[{group}]", *lines, ""]))
    paths = os.pathsep.join(filter(None, (str(site), os.environ.get("PYTHONPATH"))))
    return os.environ | {"PYTHONPATH": paths, "COLUMNS": "200"}


def run(environment: dict[str, str], module: str, *arguments: str) -> str:
    command = [sys.executable, "-m", module, *arguments]
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, check=True, timeout=120
    ).stdout


def test_once_installed_it_is_listed_and_asked(environment: dict[str, str]) -> None:
    listed = run(environment, "minuet.app", "solvers", "--json")
    assert "Ganak, an exact counter of models" in listed
    asked = ("gallery:dominoes-8", "--solver", "ganak")
    assert run(environment, "minuet.app", "count", *asked) == "12988816\n"
    checked = run(environment, "minuet.app", "check", "gallery:steiner-7", "--solvers", "dlx,ganak")
    assert checked.splitlines()[-1] == "agreed: dlx, ganak"
    assert "not met" in run(environment, "minuet.solvers.conformance", "ganak", "--cases", "4")


def test_it_keeps_the_contract() -> None:
    verdicts = list(check(GANAK, cases=4))
    assert [one for one in verdicts if not one] == []
    assert sum(one.cases > 0 for one in verdicts) == 6  # the others ask for solutions
