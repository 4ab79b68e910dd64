"""`minuet report`: its formats, its mistakes, and its exit statuses."""

from __future__ import annotations

import importlib.util
import json
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from command_line import one_line
from in_process import minuet
from made_records import kept, run

RECORDS = [
    run(f"queens-{n}", solver, time * n)
    for n in range(4, 12)
    for solver, time in (("dlx", 0.1), ("sat", 0.3))
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return kept(tmp_path / "made", RECORDS)


def test_markdown_is_written_unless_told(folder: Path) -> None:
    done = minuet("report", str(folder))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("# made\n\n## Disagreements\n\nNo run contradicts another one.\n")
    assert "| **dlx**      | **8 of 8** |" in done.stdout


@pytest.mark.parametrize(
    ("name", "begin"),
    [
        ("r.html", b"<!DOCTYPE html>"),
        ("r.tex", rb"\documentclass"),
        ("r.csv", b"key,instance,"),
        ("r.parquet", b"PAR1"),
        ("r.txt", b"# made"),
    ],
)
def test_the_name_of_the_output_tells_the_format(folder: Path, name: str, begin: bytes) -> None:
    done = minuet("report", "made", "-o", name, cwd=folder.parent)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert (folder.parent / name).read_bytes().startswith(begin)


def test_the_format_that_is_named_goes_before_the_output_s_name(folder: Path) -> None:
    minuet("report", "made", "--format", "csv", "-o", "r.html", cwd=folder.parent)
    assert (folder.parent / "r.html").read_text().startswith("key,")


def test_plots_are_written_and_linked(folder: Path) -> None:
    (folder.parent / "out").mkdir()
    done = minuet("report", "made", "-o", "out/../r.md", "--plots", "out/p", cwd=folder.parent)
    assert done.returncode == 0
    assert (folder.parent / "out/p/cactus-count.svg").read_bytes().startswith(b"<?xml")
    assert "](<out/p/cactus-count.svg>)" in (folder.parent / "r.md").read_text()


def test_an_earlier_run_is_compared_with(folder: Path) -> None:
    slower = [replace(one, seconds=one.seconds * 2) for one in RECORDS]
    kept(folder.parent / "later", slower)
    done = minuet("report", "later", "--against", "made", cwd=folder.parent)
    assert done.returncode == 0
    assert "later compared with made: 16 pairs of runs" in done.stdout
    assert "no change beyond noise" not in done.stdout and "**slower**" in done.stdout


def test_contradictions_are_exit_status_1_and_the_report_is_there(folder: Path) -> None:
    kept(folder, [run("queens-4", "mip", 1, count=8)])
    done = minuet("report", str(folder), "-o", str(folder / "r.md"))
    assert done.returncode == 1
    assert done.stderr == (
        f"minuet: {folder}: answers contradict each other, see the report's first section\n"
    )
    assert "These answers cannot all be right" in (folder / "r.md").read_text()


def test_another_clock_is_asked_for(folder: Path) -> None:
    done = minuet("report", str(folder), "--by", "processor")
    assert done.returncode == 0 and "processor seconds from the question" in done.stdout
    kept(folder, [run("queens-4", "mip", 1, processor_seconds=None)])
    done = minuet("report", str(folder), "--by", "processor")
    assert "mip on queens-4 tells no processor seconds" in one_line(done)


def test_a_folder_without_records_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    kept(tmp_path / "none", [])
    (tmp_path / "file").write_text("x")
    for name, what in {
        "missing": "missing: no such folder, expected one that minuet experiment wrote",
        "file": "file: is no folder, expected one that minuet experiment wrote",
        "empty": "empty: no records.sqlite in it, expected a folder that minuet experiment",
        "none": "none/records.sqlite: no record in it, expected one run or more",
    }.items():
        assert what in one_line(minuet("report", name, cwd=tmp_path))
    assert not (tmp_path / "missing").exists() and list((tmp_path / "empty").iterdir()) == []


@pytest.mark.parametrize("damage", ["text", "cut", "outcome", "json", "nothing"])
def test_damaged_records_are_one_line(folder: Path, damage: str) -> None:
    path = folder / "records.sqlite"
    changes = {
        "outcome": "UPDATE records SET outcome = 'won'",
        "json": "UPDATE records SET features = '{'",
        "nothing": "UPDATE records SET solver = NULL",
    }
    if damage == "text":
        path.write_text("no database at all, and long enough to be looked at" * 100)
    elif damage == "cut":
        path.write_bytes(path.read_bytes()[:5000])
    else:
        file = sqlite3.connect(path)
        file.execute(changes[damage])
        file.commit()
        file.close()
    done = minuet("report", str(folder), "-o", str(folder / "r.html"))
    assert "made/records.sqlite: damaged (" in one_line(done)
    assert not (folder / "r.html").exists()


def test_a_library_that_is_missing_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = importlib.util.find_spec

    def spec(name: str, *more: Any) -> Any:
        return None if name == "matplotlib" else found(name, *more)

    monkeypatch.setattr(importlib.util, "find_spec", spec)
    said = one_line(minuet("report", str(folder)))
    assert said == (
        "minuet: reports: matplotlib is missing, expected it: pip install 'minuet[experiments]'\n"
    )


@pytest.mark.parametrize(
    "arguments", [["--format", "pdf"], ["--by", "moon"], ["--seed", "-1"], ["--seed", "x"]]
)
def test_wrong_usage_is_one_line(folder: Path, arguments: list[str]) -> None:
    one_line(minuet("report", str(folder), *arguments))


def test_an_ending_that_no_format_has_is_one_line(folder: Path) -> None:
    said = one_line(minuet("report", str(folder), "-o", str(folder / "r.xls")))
    assert "no format is called .xls, expected a name with .md, .txt, .html" in said
    assert not (folder / "r.xls").exists()
    done = minuet("report", str(folder), "-o", str(folder / "r.xls"), "--format", "csv")
    assert done.returncode == 0 and (folder / "r.xls").read_text().startswith("key,")
    one_line(minuet("report", str(folder), "--json", "--format", "md"))


def test_a_report_is_a_document_too(folder: Path) -> None:
    done = minuet("report", str(folder), "--json")
    told = json.loads(done.stdout)
    assert (told["kind"], told["disagrees"]) == ("report", done.returncode == 1)
    text = minuet("report", str(folder)).stdout
    titles = [one["title"] for one in told["sections"] if one["tables"] or not one["plots"]]
    assert "Disagreements" in titles and all(f"## {one}" in text for one in titles)
    cells = [c for one in told["sections"] for t in one["tables"] for row in t["rows"] for c in row]
    assert cells and all(isinstance(one, str) for one in cells)


def test_the_records_are_not_written_over(folder: Path) -> None:
    before = (folder / "records.sqlite").read_bytes()
    one_line(minuet("report", str(folder), "-o", str(folder / "records.sqlite")))
    assert (folder / "records.sqlite").read_bytes() == before


def test_an_output_that_cannot_be_written_is_exit_status_4(folder: Path) -> None:
    done = minuet("report", str(folder), "-o", str(folder / "no/such/r.md"))
    assert (done.returncode, done.stdout) == (4, "") and done.stderr.count("\n") == 1
