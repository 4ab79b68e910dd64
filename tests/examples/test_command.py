"""`python -m examples` says what became of each grid, and what it cannot read."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from examples.__main__ import main
from examples.answering import is_same
from examples.grid import Grid
from minuet.experiments import Experiment, read_suite

ROOT = Path(__file__).parents[2]
GRIDS = ROOT / "examples/grids"
AKARI = GRIDS / "akari/4x4.txt"
OPEN = "4 4\n" + "- - - -\n" * 4  # many solutions


def test_a_folder_is_answered_grid_by_grid_and_summed_up_at_the_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = AKARI.read_text()
    problem, solution = text.split("\n\n")
    (tmp_path / "a_good.txt").write_text(text)
    (tmp_path / "b_many.txt").write_text(f"{OPEN}\n{OPEN}")
    (tmp_path / "c_other.txt").write_text(f"{problem}\n\n{solution.replace('o', '-')}")
    (tmp_path / "d_new.txt").write_text(problem)
    out = tmp_path / "out.jsonl"
    assert main(["Akari", str(tmp_path), "-o", str(out)]) == 1
    printed = capsys.readouterr().out.splitlines()
    verdicts = ["right", "not unique", "differs", "new"]
    assert [line.split(": ")[1].split(",")[0] for line in printed[:4]] == verdicts
    assert printed[4:] == ["4 grids: 1 right, 1 not unique, 1 differs, 1 new"]
    kept = [json.loads(line) for line in out.read_text().splitlines()]
    assert [one["verdict"] for one in kept] == verdicts
    assert kept[0]["solution"] == [line.split() for line in printed_rows(solution)]


def printed_rows(solution: str) -> list[str]:
    return solution.strip().split("\n")[1:]


def test_a_grid_that_cannot_be_read_is_told_and_the_others_are_answered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.txt").write_text("4 4\n- - - -\n- -\n")
    (tmp_path / "b.txt").write_text("four by four\n")
    (tmp_path / "c.txt").write_text(AKARI.read_text())
    assert main(["akari", str(tmp_path)]) == 2
    one, two, three = capsys.readouterr().out.splitlines()[:3]
    assert "unread (a:3:1: 2 marks, expected 4)" in one
    assert "unread (b:1:1: 'four by four', expected the number of rows and of columns)" in two
    assert "right" in three


def test_a_mark_that_is_no_number_is_told_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bad.txt").write_text("2 2\n- - x\n- - -\n- - -\n")
    assert main(["creek", str(tmp_path)]) == 2
    line = capsys.readouterr().out.splitlines()[0]
    assert "unread (bad:2:5: 'x', expected a number or a mark of creek)" in line


def test_a_file_that_is_no_text_is_unread_and_the_others_are_answered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.txt").write_bytes(b"\xff\xfe4 4\n")
    (tmp_path / "b.txt").write_text(AKARI.read_text())
    assert main(["akari", str(tmp_path)]) == 2
    one, two = capsys.readouterr().out.splitlines()[:2]
    assert "akari a: unread (" in one
    assert "a.txt: invalid start byte at byte 0, expected UTF-8)" in one
    assert "akari b: right" in two


def test_a_size_beyond_all_grids_is_told_before_anything_is_built(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "huge.txt").write_text("99999 99999\n- -\n")
    assert main(["creek", str(tmp_path)]) == 2
    line = capsys.readouterr().out.splitlines()[0]
    assert "unread (huge:1:1: '99999 99999', expected 100000 cells at most)" in line


def test_an_interrupt_while_the_folder_is_read_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "read_text", interrupted)
    assert main(["akari", str(AKARI)]) == 130
    assert "interrupted after 0 of 0 grids" in capsys.readouterr().err


def test_all_kinds_of_a_folder_are_answered(tmp_path: Path) -> None:
    for kind in ("akari", "Castle_Wall"):
        shutil.copytree(GRIDS / kind.lower(), tmp_path / kind.replace("_", ""))
    done = run("all", str(tmp_path), "--limit", "1")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "akari 4x4: right" in done.stdout
    assert "castle_wall 5x5: right" in done.stdout


def test_a_limit_takes_grids_from_all_over_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = AKARI.read_text().split("\n\n")
    data = {f"{k}_4x4": {"problem": text[0], "solution": text[1]} for k in range(10)}
    (tmp_path / "akari.json").write_text(json.dumps({"data": data}))
    assert main(["akari", str(tmp_path / "akari.json"), "--limit", "2"]) == 0
    assert [line.split()[1] for line in capsys.readouterr().out.splitlines()[:2]] == [
        "0_4x4:",
        "5_4x4:",
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["heyawaki", "."], "no kind 'heyawaki'; did you mean heyawake"),
        (["akari", "no/such"], "no/such: no such file or folder"),
        (
            ["akari", "docs/pictures"],
            "docs/pictures: no grid of akari, expected .json or .txt files",
        ),
        (["akari", "docs/minuet.schema.json"], 'minuet.schema.json: expected {"data"'),
        (["all", "README.md"], "README.md: no such folder"),
        (
            ["all", "docs/pictures"],
            "docs/pictures: no folder of a kind, expected one as abc_end_view",
        ),
        (["akari", ".", "--limit", "some"], "argument --limit: invalid int value: 'some'"),
        (["akari", ".", "--time-limit", "nan"], "--time-limit nan, expected 0 or more"),
        (["akari", "examples/grids", "--solver", "none"], "'none'"),
        (["akari", "examples/grids", "-o", "no/such/file"], "No such file or directory"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(
    arguments: list[str],
    message: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(ROOT)
    try:
        status = main(arguments)
    except SystemExit as end:
        status = int(str(end.code))
    assert status == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("examples: ")
    assert message in line


def many_grids(folder: Path) -> Path:
    data = {f"{k}_4x4": {"problem": AKARI.read_text().split("\n\n")[0]} for k in range(5000)}
    (folder / "akari.json").write_text(json.dumps({"data": data}))
    return folder


def test_an_interrupt_keeps_what_was_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Interrupting(io.StringIO):
        """What is printed; Ctrl-C is pressed when the second line is there."""

        def flush(self) -> None:
            if self.getvalue().count("\n") == 2:
                raise KeyboardInterrupt

    printed = Interrupting()
    monkeypatch.setattr(sys, "stdout", printed)
    assert main(["akari", str(many_grids(tmp_path))]) == 130
    assert "interrupted after 2 of 5000 grids" in capsys.readouterr().err
    first, second, summed = printed.getvalue().splitlines()
    assert "new" in first and "new" in second
    assert summed == "2 grids: 2 new"


def test_grids_are_written_for_a_suite(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "good.txt").write_text(AKARI.read_text())
    (tmp_path / "bad.txt").write_text("2 2\n- x\n- -\n")
    assert main(["akari", str(tmp_path), "--write", str(tmp_path / "out")]) == 2
    told = capsys.readouterr()
    assert told.out == f"1 of 2 grids are in {tmp_path / 'out'}\n"
    assert "bad" in told.err
    (one,) = Experiment(read_suite(tmp_path / "out/suite.toml")).go()
    assert (one.instance, one.family, one.count) == ("akari/good.toml", "akari", 1)


def test_clues_printed_once_more_and_names_of_regions_say_nothing() -> None:
    grid = Grid.read("2 2\n3 -\n- -")
    assert is_same([["-", "o"], ["-", "-"]], [["3", "o"], [".", "-"]], grid)
    assert not is_same([["-", "o"], ["-", "-"]], [["3", "o"], ["o", "-"]], grid)
    assert not is_same([["-", "o"]], [["3", "o"], ["-", "-"]], grid)
    assert is_same([["-", "o"], ["-", "-"]], [["x", "o"], ["x", "x"]], grid, marks="o")
    assert is_same([["ns", "se"], ["-", "x"]], [["sn", "es"], ["-", "x"]], grid)
    ours, theirs = [["1", "1"], ["2", "2"]], [["b", "b"], ["a", "a"]]
    assert is_same(ours, theirs, grid, names=True)
    assert not is_same(ours, [["a", "a"], ["a", "a"]], grid, names=True)
    assert not is_same(ours, [["a", "b"], ["c", "c"]], grid, names=True)


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "examples", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
