"""Several FILEs on one command line: each is answered in turn, and the exit status is the worst."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from minuet.models.gallery import entry
from minuet.solvers.environment import machine

from in_process import minuet

ONE, NONE = "1000000000400000", "1100000000000000"


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    paths = [tmp_path / "one.txt", tmp_path / "none.txt"]
    for path, text in zip(paths, (ONE, NONE), strict=True):
        path.write_text(f"{text}\n")
    return [str(path) for path in paths]


def test_the_answers_of_each_file_follow_its_name(files: list[str]) -> None:
    done = minuet("count", *files, "gallery:queens-8")
    one = minuet("count", files[0]).stdout
    assert done.returncode == 0
    assert done.stdout == f"{files[0]}:\n{one}{files[1]}:\n0\ngallery:queens-8:\n92\n"


def test_documents_name_their_file(files: list[str]) -> None:
    done = minuet("solve", "--json", *files, "gallery:queens-8")
    documents = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["status"] for one in documents] == ["OPTIMAL", "INFEASIBLE", "OPTIMAL"]
    contexts = [one["context"] for one in documents]
    assert [one["file"] for one in contexts] == [*files, "gallery:queens-8"]
    assert [one["name"] for one in contexts] == ["sudoku", "sudoku", "eight queens"]
    queens = entry("queens-8").load().matrix.digest
    assert contexts[2]["digest"] == queens != contexts[0]["digest"] == contexts[1]["digest"]
    assert contexts[0]["machine"] == machine()
    assert contexts[0]["versions"]["minuet"] == documents[2]["version"]


@pytest.mark.parametrize(
    ("command", "status"),
    [
        (["count", "FILES", "absent"], 2),
        (["count", "absent", "FILES"], 2),
        (["check", "FILES", "--solvers", "dlx,bitmask", "--expect", "0"], 1),
        (["check", "absent", "FILES", "--solvers", "dlx,bitmask", "--expect", "0"], 1),
        (["count", "FILES", "absent", "--time-limit", "0"], 2),
        (["count", "FILES", "--time-limit", "0"], 3),
        (["list", "FILES", "--limit", "1"], 0),
        (["features", "FILES"], 0),
    ],
)
def test_the_status_is_the_worst(
    command: list[str], status: int, files: list[str], tmp_path: Path
) -> None:
    words = [file for word in command for file in (files if word == "FILES" else [word])]
    done = minuet(*words, cwd=tmp_path)
    assert done.returncode == status, done
    for file in files:
        assert done.stdout.count(f"{file}:\n") == 1


def test_a_disagreement_has_a_file_of_its_own(files: list[str], tmp_path: Path) -> None:
    minuet("check", *files, "--solvers", "dlx,bitmask", "--expect", "2", cwd=tmp_path)
    assert "minuet-disagreement" not in "".join(map(str, tmp_path.iterdir()))  # nothing to shrink
    done = minuet("check", *files, "--replay", "out.dlx", cwd=tmp_path)
    assert "'--replay': goes with one FILE" in done.stderr


def test_what_serves_one_file_is_refused(files: list[str]) -> None:
    for option in ("-o", "--certificate", "--hint", "--draw"):
        done = minuet("solve", *files, option, "out.txt")
        assert done.returncode == 2
        assert "goes with one FILE, but there are 2" in done.stderr
    assert "standard input is named twice" in minuet("solve", "-", "-").stderr
