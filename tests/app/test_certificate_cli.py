"""`--certificate` and `minuet verify`, as a person uses them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from clocks import Clock
from own_solvers import DancingLinks

from minuet.solvers.contract import Progress, Query

from command_line import one_line
from in_process import minuet

UNSOLVABLE = "a b c\na b\nb c\n"
PRICED = "a b c\na |2\nb |3\nc |4\na b |4\nb c |6\na c |5\na b c |10\n"


def verified(folder: Path, matrix: str) -> str:
    (folder / "matrix.dlx").write_text(matrix, "utf-8")
    done = minuet("verify", "matrix.dlx", "out.cert", cwd=folder)
    assert done.returncode == 0
    assert done.stderr.startswith("minuet: evidence: certified, checked by ")
    return done.stdout


@pytest.mark.parametrize(
    ("command", "puzzle", "told"),
    [
        ("count", "gallery:queens-8", "certified: 92 solutions\n"),
        ("count", "gallery:sudoku-4", "certified: 288 solutions\n"),
        pytest.param(
            "solve", "gallery:fewest-queens", "certified: optimum 5\n", marks=pytest.mark.slow
        ),
    ],
)
def test_an_answer_is_certified(command: str, puzzle: str, told: str, tmp_path: Path) -> None:
    done = minuet(command, puzzle, "--certificate", "out.cert", cwd=tmp_path)
    assert done.returncode == 0
    assert "out.cert: a certificate of" in done.stderr
    text = minuet("convert", puzzle, "--to", "dlx", cwd=tmp_path).stdout
    assert verified(tmp_path, text) == told


@pytest.mark.parametrize(
    ("matrix", "told"),
    [
        (UNSOLVABLE, "certified: INFEASIBLE\n"),
        (UNSOLVABLE + "c\n", "certified: 1 solution\n"),
        (PRICED, "certified: optimum 8\n"),
    ],
)
def test_solve_certifies_what_it_says(matrix: str, told: str, tmp_path: Path) -> None:
    done = minuet("solve", "--certificate", "out.cert", text=matrix, cwd=tmp_path)
    assert done.returncode == 0
    assert verified(tmp_path, matrix) == told


@pytest.mark.parametrize("name", ["gallery:queens-8", "generator:dominoes,rows=4,cols=4"])
def test_a_puzzle_is_verified_by_its_name(name: str, tmp_path: Path) -> None:
    count = minuet("count", name, "--certificate", "out.cert", cwd=tmp_path).stdout.strip()
    done = minuet("verify", name, "out.cert", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, f"certified: {count} solutions\n")
    done = minuet("verify", "gallery:queens-12", "out.cert", cwd=tmp_path)
    assert (done.returncode, "expected matrix" in done.stderr) == (1, True)
    done = minuet("verify", "gallery:queens-80", "out.cert", cwd=tmp_path)
    assert (done.returncode, "no puzzle 'queens-80'" in done.stderr) == (2, True)


def test_each_puzzle_of_a_file_has_a_certificate_of_its_own(tmp_path: Path) -> None:
    two = "1 0 0 0\n0 0 3 0\n0 4 0 0\n0 0 0 2\n\n1 1 0 0\n0 0 3 0\n0 4 0 0\n0 0 0 2\n"
    done = minuet("solve", "--certificate", "out.cert", text=two, cwd=tmp_path)
    assert done.returncode == 0
    claims = [(tmp_path / name).read_text().splitlines()[2] for name in ("out.cert", "out-2.cert")]
    assert claims == ["claim solutions 1", "claim solutions 0"]


@pytest.mark.parametrize(
    ("command", "matrix", "claim", "nodes"),
    [
        ("count", UNSOLVABLE, "solutions 0", 1),
        ("solve", UNSOLVABLE, "solutions 0", 1),
        ("solve", PRICED, "optimum 8", 1),
    ],
)
@pytest.mark.parametrize("evidence", ["claimed", "certified"])
def test_json_tells_of_the_certificate(
    command: str, matrix: str, claim: str, nodes: int, evidence: str, tmp_path: Path
) -> None:
    asked = ["--json", "--evidence", evidence, "--certificate", "out.cert"]
    done = minuet(command, *asked, text=matrix, cwd=tmp_path)
    assert done.returncode == 0
    size = (tmp_path / "out.cert").stat().st_size
    told = {"path": "out.cert", "claim": claim, "nodes": nodes, "bytes": size}
    assert json.loads(done.stdout)["certificate"] == told
    assert "certificate" not in json.loads(minuet(command, "--json", text=matrix).stdout)


class TakesLong(DancingLinks):
    """Dancing links, behind which the clock has gone 1000 seconds ahead."""

    clock = Clock()

    def solutions(self, query: Query, progress: Progress) -> Iterator[Any]:
        yield from super().solutions(query, progress)
        self.clock.ahead += 1000

    def count(self, query: Query, progress: Progress) -> int:
        found: int = super().count(query, progress)
        self.clock.ahead += 1000
        return found


@pytest.mark.parametrize("command", ["count", "solve"])
@pytest.mark.parametrize("form", [[], ["--json"]])
@pytest.mark.parametrize("late", [True, False])
def test_the_limit_is_over_the_answer_and_its_certificate(
    command: str,
    form: list[str],
    late: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    plug_in: Callable[..., None],
    clock: Clock,
) -> None:
    monkeypatch.setattr(TakesLong, "clock", clock)
    plug_in("solvers", long=TakesLong)
    limit = "900" if late else "100000"
    asked = ["--solver", "long", "--certificate", "out.cert", "--time-limit", limit, *form]
    done = minuet(command, *asked, text=UNSOLVABLE, cwd=tmp_path)
    assert ("INFEASIBLE" if command == "solve" or form else "0") in done.stdout.upper()
    assert ("no certificate was written" in done.stderr) == late
    assert done.returncode == (3 if late else 0)
    assert list(tmp_path.iterdir()) == ([] if late else [tmp_path / "out.cert"])


def test_a_certificate_that_the_answer_carries_is_not_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("minuet.solvers.certify", None)
    asked = ["--evidence", "certified", "--certificate", "out.cert"]
    done = minuet("solve", *asked, text=PRICED, cwd=tmp_path)
    assert done.returncode == 0
    assert verified(tmp_path, PRICED) == "certified: optimum 8\n"


def test_a_broken_certificate_is_told_with_its_line(tmp_path: Path) -> None:
    minuet("count", "--certificate", "out.cert", text=UNSOLVABLE, cwd=tmp_path)
    broken = (tmp_path / "out.cert").read_text().replace("claim solutions 0", "claim solutions 1")
    (tmp_path / "out.cert").write_text(broken)
    (tmp_path / "matrix.dlx").write_text(UNSOLVABLE)
    done = minuet("verify", "matrix.dlx", "out.cert", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("minuet: out.cert:4: ")
    assert done.stderr.count("\n") == 1


def test_a_certificate_of_another_matrix_says_how_the_text_was_read(tmp_path: Path) -> None:
    (tmp_path / "grid.txt").write_text("1.....3..4.....2\n")
    assert minuet("count", "grid.txt", "--certificate", "out.cert", cwd=tmp_path).stdout == "1\n"
    done = minuet("verify", "grid.txt", "out.cert", cwd=tmp_path)
    wrong, note = done.stderr.splitlines()
    assert (done.returncode, done.stdout) == (1, "")
    assert wrong.startswith("minuet: out.cert:2: expected matrix ")
    assert note == "minuet: grid.txt is read as DLX text; minuet convert writes that of any puzzle"


def test_files_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    (tmp_path / "matrix.dlx").write_text(UNSOLVABLE + "d\n")
    told = one_line(minuet("verify", "matrix.dlx", "none", cwd=tmp_path))
    assert told == "minuet: matrix.dlx:4:1: unknown item 'd', expected a name from line 1\n"
    (tmp_path / "matrix.dlx").write_text(UNSOLVABLE)
    told = one_line(minuet("verify", "matrix.dlx", "none", cwd=tmp_path))
    assert told == "minuet: none: no such file or directory, expected a file that can be read\n"


def test_graph_rules_are_verified(tmp_path: Path) -> None:
    done = minuet("count", "gallery:loops-3", "--certificate", "out.cert", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "213\n")
    done = minuet("verify", "gallery:loops-3", "out.cert", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "certified: 213 solutions\n")


def test_a_matrix_that_lacks_the_clauses_of_a_certificate_is_refused(tmp_path: Path) -> None:
    minuet("count", "gallery:oasis", "--certificate", "out.cert", cwd=tmp_path)
    told = one_line(minuet("verify", "gallery:oasis", "out.cert", cwd=tmp_path))
    wrong = "no checker knows reach/reachable, expected out.cert.dlx, which has its clauses"
    assert told == f"minuet: gallery:oasis: {wrong}\n"


FOREST = """[choices.line]
columns = ["a", "b"]
rows = [[1, 2], [2, 3], [3, 1], [3, 4]]

[rules]
cycle = { acyclic = "line", by = "a, b" }
some = { at_least = 2, of = "line" }
"""


@pytest.mark.parametrize(("rule", "number"), [("acyclic", 9), ("tree", 8)])
def test_what_items_do_not_say_is_verified_with_the_matrix_beside_it(
    rule: str, number: int, tmp_path: Path
) -> None:
    text = FOREST.replace("acyclic", rule)
    done = minuet("count", "--certificate", "out.cert", text=text, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, f"{number}\n")
    assert "minuet verify out.cert.dlx out.cert checks it" in done.stderr
    done = minuet("verify", "out.cert.dlx", "out.cert", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, f"certified: {number} solutions\n")


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        (["count", "--certificate", "-"], "standard output has the answer"),
        (["list", "--certificate", "out.cert"], "No such option '--certificate'"),
        (["count", "--symmetries", "known", "--certificate", "out.cert"], "given together"),
    ],
)
def test_what_has_no_certificate_is_refused(
    arguments: list[str], wrong: str, tmp_path: Path
) -> None:
    done = minuet(*arguments, text=UNSOLVABLE, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert wrong in done.stderr
    assert list(tmp_path.iterdir()) == []
