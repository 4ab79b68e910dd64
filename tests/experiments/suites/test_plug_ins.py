"""Solvers that a suite brings along: files beside it, within it alone, and run anew when edited."""

from __future__ import annotations

from pathlib import Path

import pytest

from minuet.experiments import Experiment, Outcome, contradictions, read_suite
from minuet.models import InputError
from minuet.solvers import solver_names

SOLVER = '''
from dataclasses import dataclass
from minuet.models import Unavailable
from minuet.solvers import get_solver
from minuet.solvers.contract import Solver, Technique

@dataclass
class Lost:
    number: int = 1

class Mine(Solver):
    """A solver whose technique "loses" loses the first solution of each batch."""

    features = frozenset({"colors", "costs"})
    techniques = {"loses": Technique("loses the first solution of each batch")}

    def version(self):
        return "1"

    def solutions(self, query, progress):
        for batch in get_solver("bitmask").solutions(query, progress):
            yield list(batch)[Lost().number if self.technique else 0 :]

class Absent(Mine):
    def solutions(self, query, progress):
        raise Unavailable("solver absent: its library is not there")
        yield

class Other:
    pass
'''
TINY = "a b c\na b\nc\na\nb c\na c\nb\n"  # four solutions
HEAD = 'files = ["tiny.dlx"]\nquestions = ["all"]\n'
END = '[plug_ins]\nmine = "mine.py:Mine"\nabsent = "mine.py:Absent"\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mine.py").write_text(SOLVER)
    (tmp_path / "tiny.dlx").write_text(TINY)
    return tmp_path


def experiment(folder: Path, text: str) -> Experiment:
    (folder / "suite.toml").write_text(text)
    return Experiment(read_suite(folder / "suite.toml"))


def test_it_is_asked_as_any_other_and_checked_against_them(folder: Path) -> None:
    text = HEAD + 'solvers = ["dlx", "mine", "mine:loses", "absent"]\n' + END
    records = list(experiment(folder, text).go(jobs=2))
    found = {one.solver: one for one in records}
    assert (found["mine"].outcome, found["mine"].count) == (Outcome.ANSWERED, 4)
    assert found["mine"].solutions == found["dlx"].solutions != found["mine:loses"].solutions
    assert (found["mine:loses"].count or 0) < 4
    assert found["absent"].outcome is Outcome.UNSUPPORTED
    limit = {"time_limit": found["dlx"].limits["seconds"]}
    assert found["dlx"].settings == {"solver": "dlx", **{k: v for k, v in limit.items() if v}}
    assert found["mine"].plug_in.split()[0] == "mine.py:Mine"
    assert {one.subject for one in contradictions(records)} >= {"number of solutions"}


def test_it_is_no_solver_anywhere_else(folder: Path) -> None:
    experiment(folder, HEAD + 'solvers = ["mine"]\n' + END)
    assert "mine" not in solver_names()


def test_an_edited_file_makes_another_run(folder: Path) -> None:
    text = HEAD + 'solvers = ["dlx", "mine"]\n' + END
    before = {run.solver.label: run.key for run in experiment(folder, text).runs}
    (folder / "mine.py").write_text(SOLVER + "# edited\n")
    after = {run.solver.label: run.key for run in experiment(folder, text).runs}
    assert before["dlx"] == after["dlx"]
    assert before["mine"] != after["mine"]


def test_a_file_that_changes_under_way_is_told(folder: Path) -> None:
    begun = experiment(folder, HEAD + 'solvers = ["mine"]\n' + END)
    (folder / "mine.py").write_text(SOLVER + "# edited\n")
    (record,) = begun.go()
    assert record.outcome is Outcome.CRASHED
    assert "mine.py has changed since it was named" in record.message


MISTAKES = {
    "5:5: 'mine.py', expected a Python file and a class": 'x = "mine.py"',
    "5:5: 'nope.py': no such file or directory": 'x = "nope.py:Mine"',
    "5:5: mine.py has no class Nope of solvers": 'x = "mine.py:Nope"',
    "5:5: mine.py has no class Other of solvers": 'x = "mine.py:Other"',
    "5:5: broken.py: SyntaxError": 'x = "broken.py:Mine"',
    "5:5: quits.py: SystemExit": 'x = "quits.py:Mine"',
    "5:1: dlx is a solver that minuet knows": 'dlx = "mine.py:Mine"',
    "5:1: name 'a:b', expected one without a colon": '"a:b" = "mine.py:Mine"',
}


@pytest.mark.parametrize("what", MISTAKES, ids=str)
def test_mistakes_have_their_places(folder: Path, what: str) -> None:
    (folder / "broken.py").write_text("class\n")
    (folder / "quits.py").write_text("raise SystemExit(3)\n")
    with pytest.raises(InputError) as raised:
        experiment(folder, HEAD + 'solvers = ["dlx"]\n[plug_ins]\n' + MISTAKES[what])
    assert what in str(raised.value)


def test_a_technique_that_it_does_not_know(folder: Path) -> None:
    with pytest.raises(
        InputError, match=r":3:12: no solver 'mine:slow', expected mine, alone or with loses"
    ):
        experiment(folder, HEAD + 'solvers = ["mine:slow"]\n' + END)
