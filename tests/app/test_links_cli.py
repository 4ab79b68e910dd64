"""A link where a file is taken: it is the puzzle's text, and nothing is fetched."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import one_line
from in_process import minuet

SUDOKU = "https://puzz.link/p?sudoku/4/4/g1k23k3g"
SOLVED = "2 1 4 3\n4 3 1 2\n3 4 2 1\n1 2 3 4\n"


def test_a_link_is_solved_as_an_argument_and_on_standard_input() -> None:
    assert minuet("solve", SUDOKU).stdout == SOLVED
    assert minuet("solve", text=f"{SUDOKU}\n").stdout == SOLVED
    assert minuet("count", SUDOKU).stdout == "1\n"


@pytest.mark.parametrize("bare", ["puzz.link/p?sudoku/4/4/g1k23k3g", "sudoku/4/4/g1k23k3g"])
def test_a_link_is_solved_without_its_scheme_or_its_site(bare: str) -> None:
    assert minuet("solve", bare).stdout == SOLVED


def test_a_file_that_is_called_like_a_link_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sudoku" / "4").mkdir(parents=True)
    (tmp_path / "sudoku" / "4" / "4").write_text("1234341221434321")
    assert minuet("solve", "sudoku/4/4").stdout == "1234341221434321\n"
    for missing in ("puzzles/4/4", "sudoku.txt"):
        assert "no such file" in one_line(minuet("solve", missing))


def test_a_link_goes_from_page_to_page_and_back() -> None:
    link = minuet("convert", SUDOKU, "--to", "sudokupad").stdout.strip()
    assert link.startswith("https://sudokupad.app/fpuzzlesN4I")
    assert minuet("convert", link, "--to", "f-puzzles").stdout.startswith("https://www.f-puzzles.")
    assert minuet("convert", link, "--to", "puzz-link").stdout == f"{SUDOKU}\n"
    solved = minuet("convert", SUDOKU, "--to", "puzz-link", "--solution").stdout
    assert solved == "https://puzz.link/p?sudoku/4/4/2143431234211234\n"


@pytest.mark.parametrize("command", ["solve", "count", "explain", "draw", "estimate"])
def test_a_link_that_holds_no_puzzle_is_a_line(command: str) -> None:
    done = minuet(command, "https://sudokupad.app/abcd")
    assert done.returncode == 2
    told = "minuet: <link>:1:1: the link names the puzzle 'abcd', and nothing is fetched: expected"
    assert one_line(done).startswith(told)


def test_what_a_page_cannot_say_is_named() -> None:
    done = minuet("convert", "gallery:queens-8", "--to", "f-puzzles")
    assert "f-puzzles: Puzzle('eight queens'), expected a Sudoku" in one_line(done)
