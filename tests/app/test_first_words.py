"""What the command line says at first to somebody who is new to it, or got something wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from minuet.models.formats import FORMATS

from in_process import minuet


@pytest.mark.parametrize("command", ["count", "solve"])
def test_the_usual_solver_is_told_only_to_who_asks(command: str) -> None:
    done = minuet(command, "gallery:sudoku-4")
    assert (done.returncode, done.stderr) == (0, "")
    told = minuet(command, "--verbose", "gallery:sudoku-4").stderr
    assert "dlx (dancing links" in told


def test_a_checkpoint_of_another_solver_names_it_as_the_cure(tmp_path: Path) -> None:
    path = tmp_path / "c"
    minuet("count", "--solver", "dlx", "--checkpoint", str(path), "gallery:queens-8")
    done = minuet("count", "--checkpoint", str(path), "gallery:queens-8")
    assert done.returncode == 2
    assert "another solver (dlx), expected auto; it goes on with that one: --solver dlx" in (
        done.stderr
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "c made by hand\np cnf 3 2\n1 2 0\n-1 3 0\n",
            "1:1: a CNF, which is written and not read, expected another format",
        ),
        (
            "nurse,day\nAnn,1\nBob,2\n",
            "1:1: comma-separated values, expected a puzzle; a table of a description in TOML "
            'takes them: csv = "x"',
        ),
        (
            "from minuet.models import Puzzle\n\np = Puzzle('x')\nc = p.choices('c', row=[1])\n",
            "1:1: this looks like a Python program, expected a puzzle; run it with python",
        ),
        (
            ".Or.Windoku.End\n",
            "1:2: Or: 'Windoku' in a branch, expected a word such as Cage or Sum",
        ),
        (
            "hello world\nthis is\n",
            "2:1: unknown item 'this', expected a name from line 1 "
            "(read as dlx; --from names another format)",
        ),
        (
            "a b\na a\n",
            "2:3: item 'a' twice in the option, expected once "
            "(read as dlx; --from names another format)",
        ),
        (
            "53..7....|6..195...|.98....6.\n",
            "1:1: multiplicity '53..7....|6..195...', expected n|name or low:high|name "
            "(read as dlx; --from names another format)",
        ),
    ],
)
def test_a_text_that_nothing_fits_is_said_to_be_read_as_dlx(
    text: str, told: str, tmp_path: Path
) -> None:
    path = tmp_path / "x"
    path.write_text(text)
    done = minuet("solve", str(path))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"minuet: {path}:{told.replace(chr(34) + 'x', chr(34) + str(path))}\n"


@pytest.mark.parametrize("form", [name for name, form in FORMATS.items() if form.read is None])
def test_what_is_written_for_other_programs_is_named(form: str, tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text(FORMATS[form].example)
    done = minuet("solve", str(path))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith(", which is written and not read, expected another format\n")


def test_a_format_that_is_named_or_certain_is_not_doubted(tmp_path: Path) -> None:
    path = tmp_path / "x.dlx"
    path.write_text("a b | c\na d\n")
    assert "--from" not in minuet("solve", str(path)).stderr
    path.write_text("a b\na d\n")
    assert "read as" not in minuet("solve", "--from", "dlx", str(path)).stderr
    assert "read as" not in minuet("solve", str(path)).stderr


@pytest.mark.parametrize("end", ["gif", "jpg", "svg"])
def test_a_picture_that_is_taken_for_the_puzzle_is_told_where_it_goes(end: str) -> None:
    done = minuet("draw", f"nowhere.{end}")
    assert done.returncode == 2
    assert "; a picture is written with -o, into .svg, .png or .txt" in done.stderr
    assert (
        "expected one of .svg, .png, .txt"
        in minuet("draw", "gallery:sudoku-4", "-o", "q.gif").stderr
    )


@pytest.mark.parametrize("form", [(), ("--json",), ("--markdown",)])
def test_a_check_goes_into_a_file(form: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "report"
    asked = ("check", "--solvers", "dlx,bitmask", *form, "gallery:sudoku-4")
    done = minuet(*asked, "-o", str(path))
    assert done.stdout == ""
    shown = minuet(*asked)
    assert done.returncode == shown.returncode
    assert path.read_text().split()[:3] == shown.stdout.split()[:3]
    assert "288" in path.read_text()


def test_a_check_refuses_to_write_over_what_it_reads(tmp_path: Path) -> None:
    path = tmp_path / "x.dlx"
    path.write_text("a b\na\nb\n")
    done = minuet("check", str(path), "-o", str(path))
    assert done.returncode == 2
    assert "is the file that is read" in done.stderr
    assert path.read_text() == "a b\na\nb\n"
