"""Tables of a TOML document that stand in a file beside it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from minuet.models import InputError, Puzzle
from minuet.models.formats import read, write
from minuet.solvers import count

from in_process import minuet

ROSTER = """\
name = "roster"

[choices.work]
csv = "shifts.csv"
nurse = ["ann", "bob"]
where = "need > 0"

[rules]
cover = { exactly_one = "work", by = "day, shift" }
"""
SHIFTS = "day,shift,need\nmon,early,2\nmon,late,1\ntue,early,1\ntue,late,0\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    (home / "tables").mkdir(parents=True)
    (home / "roster.toml").write_text(ROSTER)
    (home / "shifts.csv").write_text(SHIFTS)
    (home / "tables/shifts.csv").write_text(SHIFTS)
    (tmp_path / "outside.csv").write_text(SHIFTS)
    return home


def roster(file: str) -> str:
    return ROSTER.replace("shifts.csv", file.replace("\\", "\\\\"))


def test_a_table_stands_beside_the_document(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (puzzle,) = read(ROSTER, folder=str(folder)).problems
    assert isinstance(puzzle, Puzzle)
    work = puzzle.table("work")
    assert work.columns == ("day", "shift", "need", "nurse")
    assert tuple(work.rows[0]) == ("mon", "early", 2, "ann")
    assert count(puzzle).count == 8
    (again,) = read(write(puzzle, "toml")).problems
    assert again.matrix == puzzle.matrix  # type: ignore[union-attr]
    assert minuet("count", str(folder / "roster.toml")).stdout == "8\n"
    monkeypatch.chdir(folder)
    assert minuet("count", "roster.toml").stdout == "8\n"
    (folder / "roster.toml").write_text(roster("tables/../tables/shifts.csv"))
    assert minuet("count", "roster.toml").stdout == "8\n"


def test_a_text_by_itself_opens_no_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    for file in ("shifts.csv", str(folder / "shifts.csv"), "/etc/passwd"):
        with pytest.raises(
            InputError, match=r"4:7: the file .* is not opened for a text by itself"
        ):
            read(roster(file))
    told = minuet("count", "-", text=ROSTER)
    assert (told.returncode, told.stdout) == (2, "")
    assert "<stdin>:4:7: the file 'shifts.csv' is not opened for a text by itself" in told.stderr


def test_what_leads_out_of_the_folder_is_refused(folder: Path) -> None:
    (folder / "link.csv").symlink_to(folder.parent / "outside.csv")
    (folder / "below").symlink_to(folder.parent)
    outside = ["../outside.csv", str(folder.parent / "outside.csv"), "link.csv"]
    for file in (*outside, "below/outside.csv", "tables/../../outside.csv", "/etc/passwd", ".."):
        with pytest.raises(InputError, match=r"4:7: the file .* leads out of the folder"):
            read(roster(file), folder=str(folder))


@pytest.mark.parametrize("file", ["none.csv", "tables", "tables/none.csv", ".", "fifo", "x" * 5000])
def test_a_file_that_is_not_there_is_told_at_its_name(folder: Path, file: str) -> None:
    os.mkfifo(folder / "fifo")
    with pytest.raises(InputError, match=r"^<text>:4:7: .*, expected ") as caught:
        read(roster(file), folder=str(folder))
    assert "Traceback" not in str(caught.value)


@pytest.mark.parametrize("name", ['""', '"a\\u0000b"', '"a\\nb"', "5", '["shifts.csv"]'])
def test_what_is_no_name_is_refused(folder: Path, name: str) -> None:
    with pytest.raises(InputError, match=r"4:7: .*expected the name of a file"):
        read(ROSTER.replace('"shifts.csv"', name), folder=str(folder))


def test_a_mistake_in_the_file_is_told_there(folder: Path) -> None:
    (folder / "shifts.csv").write_text("day,shift,need\nmon,early\n")
    with pytest.raises(InputError) as caught:
        read(ROSTER, folder=str(folder))
    said = f"{folder / 'shifts.csv'}:2:10: 2 cells in the row, expected 3 as in the first line"
    assert str(caught.value) == said


def test_a_table_that_is_too_large_is_refused(folder: Path) -> None:
    with pytest.raises(InputError, match="row 4 of the table, expected 3 at most"):
        read(ROSTER, folder=str(folder), most_choices=3)
    with pytest.raises(InputError, match="8 choices, expected 7 choices at most"):
        read(ROSTER, folder=str(folder), most_choices=7)
    os.truncate(folder / "shifts.csv", (1 << 27) + 1)
    with pytest.raises(InputError, match=r"shifts\.csv: more than 128 megabytes"):
        read(ROSTER, folder=str(folder))
