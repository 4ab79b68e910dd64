"""`minuet draw` and `solve --draw`: pictures as text, SVG and PNG, contact sheets, mistakes."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from own_solvers import DancingLinks, one_by_one, singly

from minuet.solvers.contract import Progress, Query

from command_line import one_line
from in_process import minuet
from oracle.paper import SPACE, document_of

GRID = "1...\n....\n....\n...2\n"
PNG = b"\x89PNG\r\n\x1a\n"


def parts(svg: str) -> int:
    """Return how many pictures are within a document."""
    return len(list(document_of(svg).iter(f"{SPACE}svg"))) - 1


def test_a_puzzle_is_drawn_as_text_with_its_givens() -> None:
    drawn = minuet("draw", text=GRID)
    assert drawn.returncode == 0 and "│ 1 . │ . . │" in drawn.stdout
    solved = minuet("draw", "--solution", text=GRID)
    assert "." not in solved.stdout and "│ 1 " in solved.stdout


def test_candidates_are_drawn_where_no_digit_is(tmp_path: Path) -> None:
    drawn = minuet("draw", "--candidates", text=GRID)
    assert drawn.stdout.splitlines()[1] == "│    1  234 │  234   34 │"
    file = tmp_path / "candidates.svg"
    assert minuet("draw", "--candidates", "-o", str(file), text=GRID).returncode == 0
    assert "cells with candidates: 14" in file.read_text("utf-8")
    other = one_line(minuet("draw", "gallery:queens-8", "--candidates"))
    assert "candidates of 'eight queens', expected what was read as a sudoku" in other


@pytest.mark.parametrize("ending", ["svg", "png", "txt", "SVG"])
def test_the_name_of_the_file_says_what_is_written(tmp_path: Path, ending: str) -> None:
    pytest.importorskip("resvg_py")
    file = tmp_path / f"queens.{ending}"
    drawn = minuet("draw", "gallery:queens-8", "--solution", "-o", str(file))
    assert (drawn.returncode, drawn.stdout) == (0, "")
    data = file.read_bytes()
    if ending == "png":
        assert data.startswith(PNG) and len(data) > 1000
    elif ending == "txt":
        assert data.count(b"Q") == 8
    else:
        assert document_of(data.decode()).tag == f"{SPACE}svg"


def test_a_contact_sheet_has_a_picture_for_each_solution(tmp_path: Path) -> None:
    file = tmp_path / "sheet.svg"
    assert minuet("draw", "gallery:steiner-7", "--all", "-o", str(file)).returncode == 0
    assert parts(file.read_text("utf-8")) == 24
    assert minuet("draw", "gallery:latin-4", "--limit", "5", "-o", str(file)).returncode == 0
    text = file.read_text("utf-8")
    assert parts(text) == 5 and ">5</text>" in text
    shown = minuet("draw", "gallery:latin-4", "--limit", "2")
    assert shown.stdout.count("\n\n") == 1


def test_the_best_solutions_stand_first_on_a_sheet(tmp_path: Path) -> None:
    file = tmp_path / "sheet.svg"
    minuet("draw", "gallery:perkins-7", "--limit", "3", "-o", str(file))
    assert [f">{k}: 9</text>" in file.read_text("utf-8") for k in (1, 2, 3)] == [True] * 3


def test_several_puzzles_make_a_sheet_or_stand_below_each_other(tmp_path: Path) -> None:
    file = tmp_path / "sheet.svg"
    assert minuet("draw", "-o", str(file), text=f"{GRID}\n{GRID}").returncode == 0
    assert parts(file.read_text("utf-8")) == 2
    assert minuet("draw", text=f"{GRID}\n{GRID}").stdout.count("┌") == 2


def test_solve_draws_what_it_prints(tmp_path: Path) -> None:
    file = tmp_path / "answer.svg"
    solved = minuet("solve", "gallery:sudoku-9", "--draw", str(file))
    assert solved.returncode == 0 and len(solved.stdout.split()) == 81
    assert solved.stdout == minuet("solve", "gallery:sudoku-9").stdout
    assert parts(file.read_text("utf-8")) == 0
    several = minuet("diverse", "-n", "3", "gallery:queens-8", "--json", "--draw", str(file))
    assert several.stdout.count("\n") == 4
    assert parts(file.read_text("utf-8")) == 3
    minuet("solve", "--draw", str(file), text=f"{GRID}\n{GRID}")
    assert parts(file.read_text("utf-8")) == 2


def test_nothing_is_drawn_where_nothing_is_found(tmp_path: Path) -> None:
    file = tmp_path / "answer.svg"
    impossible = "11..\n....\n....\n....\n"
    solved = minuet("solve", "--draw", str(file), text=impossible)
    assert (solved.returncode, solved.stdout) == (0, "INFEASIBLE\n")
    assert "nothing to draw" in solved.stderr and not file.exists()
    drawn = minuet("draw", "--solution", text=impossible)
    assert (drawn.returncode, drawn.stdout) == (0, "") and "no solution" in drawn.stderr


def test_what_is_not_drawn_is_said(tmp_path: Path) -> None:
    file = tmp_path / "sheet.svg"
    sheet = minuet("draw", "--all", "gallery:queens-8", "-o", str(file))
    assert "24 pictures, there are more: --limit N" in sheet.stderr and sheet.returncode == 0
    assert (
        "there are more" not in minuet("draw", "--all", "gallery:queens-8", "--limit", "3").stderr
    )
    assert "there are more" not in minuet("draw", "--all", text=GRID).stderr
    file.write_text("old")
    none = minuet("draw", "--solution", "-o", str(file), text="11..\n....\n....\n....\n")
    assert none.returncode == 0 and file.read_text() == "old"
    assert f"no solution; {file} is not written" in none.stderr
    both = minuet("draw", "--candidates", "--solution", text=GRID)
    assert "--candidates is about puzzles" in both.stderr and both.returncode == 0


def test_pictures_are_told_as_json(tmp_path: Path) -> None:
    file = tmp_path / "sheet.svg"
    lines = minuet("draw", "--limit", "2", "--json", "-o", str(file), "gallery:latin-4").stdout
    told = [json.loads(line) for line in lines.splitlines()]
    assert [(one["puzzle"], one["solution"], one["name"]) for one in told] == [
        (1, number, "Latin squares of order 4") for number in (1, 2)
    ]
    assert all(document_of(one["svg"]).tag == f"{SPACE}svg" for one in told)
    assert parts(file.read_text("utf-8")) == 2


def test_mistakes_are_told_in_a_line(tmp_path: Path) -> None:
    for command in ("draw", "solve"):
        option = "-o" if command == "draw" else "--draw"
        said = one_line(minuet(command, "gallery:queens-8", option, "queens.gif"))
        assert "queens.gif: no picture ends so, expected one of .svg, .png, .txt" in said
    nowhere = minuet("draw", "gallery:queens-8", "-o", str(tmp_path / "no" / "q.svg"))
    assert nowhere.returncode == 4 and "No such file or directory" in nowhere.stderr
    assert "1001 pictures, expected 1000" in one_line(minuet("draw", "--limit", "1001", text=GRID))
    assert "expected one" in one_line(minuet("draw", "--solution", "--all", text=GRID))


def test_without_resvg_a_png_is_refused_before_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    said = one_line(minuet("draw", "--all", "-o", "queens.png", text="." * 81))
    assert "PNG needs resvg-py, expected it: pip install" in said


def test_drawing_imports_networkx_for_graphs_alone() -> None:
    script = (
        "import sys\nfrom minuet.models import Puzzle\np = Puzzle()\n"
        "q = p.choices('queen', row=range(4), col=range(4))\np.draw()\n"
        "print('networkx' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("False\n", "")


class StruckAtTheThird(DancingLinks):
    """Ctrl-C strikes once two solutions have been found."""

    def solutions(self, query: Query, progress: Progress) -> Iterator[Any]:
        found = one_by_one(super().solutions(query, progress))
        yield from singly(islice(found, 2))
        raise KeyboardInterrupt


def test_ctrl_c_keeps_what_was_found(tmp_path: Path, plug_in: Callable[..., None]) -> None:
    plug_in("solvers", struck=StruckAtTheThird)
    file = tmp_path / "sheet.svg"
    done = minuet("draw", "gallery:latin-4", "--all", "--solver", "struck", "-o", str(file))
    assert done.returncode == 130
    assert parts(file.read_text("utf-8")) == 2


def test_a_bare_matrix_is_drawn(tmp_path: Path) -> None:
    matrix = "a b c |\na c |2\nb\na b\n"
    assert minuet("draw", text=matrix).stdout.splitlines() == [
        "  a b c | cost",
        "1 1 . 1 |    2",
        "2 . 1 . |    0",
        "3 1 1 . |    0",
    ]
    for number, command in enumerate((("draw", "--all", "-o"), ("solve", "--draw"))):
        file = tmp_path / f"{number}.svg"
        assert minuet(*command, str(file), text=matrix).returncode == 0
        assert document_of(file.read_text("utf-8")).tag == f"{SPACE}svg"
    (told,) = minuet("draw", "--solution", "--json", text=matrix).stdout.splitlines()
    assert json.loads(told)["text"].splitlines()[1].startswith("* 1 ")
    assert "candidates of a bare matrix" in one_line(minuet("draw", "--candidates", text=matrix))
