"""`minuet convert`: puzzles and their answers in other formats, whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from minuet.models.formats import FORMATS, read

from command_line import one_line
from in_process import minuet

TWO = "1.....3..4.....2\n1............2..\n"
UNSOLVABLE = "11....3..4.....2\n"


@pytest.mark.parametrize(
    "form", [name for name, form in FORMATS.items() if form.read and form.write]
)
def test_every_format_is_converted_to(form: str) -> None:
    done = minuet("convert", "--from", form, "--to", form, text=FORMATS[form].example)
    assert done.returncode == 0, done.stderr
    assert list(read(done.stdout, form=form).problems)


@pytest.mark.parametrize(
    ("form", "lines"),
    [
        ("sudoku", ["1000003004000002", "1000000000000200"]),
        ("constraints", ["1.....3..4.....2", "", "1............2.."]),
        ("jigsaw", ["1122112233443344 1.....3..4.....2", "1122112233443344 1............2.."]),
    ],
)
def test_a_file_of_many_is_converted(form: str, lines: list[str]) -> None:
    done = minuet("convert", "--to", form, text=TWO)
    assert (done.returncode, done.stderr, done.stdout.splitlines()) == (0, "", lines)


def test_answers_are_written_as_givens_or_beside_the_puzzle() -> None:
    line = minuet("convert", "--to", "sudoku", "--solution", text=TWO.splitlines()[0])
    assert line.stdout == "1324423124133142\n"
    beside = minuet("convert", "--to", "jigsaw", "--solution", text=TWO).stdout.splitlines()
    assert len(beside) == 2
    assert beside[0] == "1122112233443344 1.....3..4.....2 1324423124133142"
    queens = minuet("convert", "gallery:queens-8", "--to", "toml", "--solution")
    assert minuet("count", text=queens.stdout).stdout == "1\n"
    matrix = minuet("convert", "--to", "dlx", "--solution", text="a b\na\nb\na b\n")
    assert minuet("count", text=matrix.stdout).stdout == "1\n"


def test_the_best_answer_is_written_where_there_are_costs() -> None:
    best = minuet(
        "convert", "gallery:fewest-queens", "--to", "dlx", "--solution", "--solver", "dlx"
    )
    assert minuet("solve", text=best.stdout).stdout.endswith("objective 5\n")


@pytest.mark.parametrize(
    ("name", "form"), [("q.dlx", "dlx"), ("q.json", "json-cover"), ("q.toml", "toml")]
)
def test_the_end_of_a_name_tells_the_format(tmp_path: Path, name: str, form: str) -> None:
    out = tmp_path / name
    done = minuet("convert", "gallery:queens-8", "-o", str(out))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert read(out.read_bytes(), form=form).problems
    assert minuet("count", str(out)).stdout == "92\n"


def test_a_format_that_is_named_wins_over_the_end(tmp_path: Path) -> None:
    out = tmp_path / "q.dlx"
    assert minuet("convert", "gallery:queens-8", "--to", "toml", "-o", str(out)).returncode == 0
    assert read(out.read_bytes()).format == "toml"


@pytest.mark.parametrize(
    ("arguments", "text", "what"),
    [
        (["--to", "sodoku"], TWO, "unknown format 'sodoku'"),
        ([], TWO, "'--to': no format is named, expected one of sudoku, "),
        (["-o", "out.txt"], TWO, "'--to': out.txt tells no format, expected one of sudoku, "),
        (["--to", "dlx"], TWO, "<stdin>: a text of the format dlx holds one puzzle"),
        (["--to", "dlx"], "", "the input is empty"),
        (["--to", "windoku"], TWO, "<stdin>: puzzle 1: windoku: "),
        (["--to", "sudoku-x"], TWO, "has no rule diagonal, expected those of a plain sudoku-x"),
        (["--to", "toml"], "a\na\n", "ExactCover(.*) has no tables"),
        (["--to", "toml", "--from", "jig"], TWO, "unknown format 'jig'"),
    ],
)
def test_what_cannot_be_converted_is_one_line(arguments: list[str], text: str, what: str) -> None:
    said = one_line(minuet("convert", *arguments, text=text))
    for part in what.split(".*"):
        assert part in said


@pytest.mark.parametrize(
    ("text", "where"), [(UNSOLVABLE, "<stdin>"), (TWO + UNSOLVABLE, "<stdin>: puzzle 3")]
)
def test_a_puzzle_without_an_answer_is_named(text: str, where: str) -> None:
    done = minuet("convert", "--to", "sudoku", "--solution", text=text)
    assert (done.returncode, done.stdout) == (2, "")
    last = done.stderr.splitlines()[-1]
    assert last == f"minuet: {where} has no solution, expected one to write"


def test_what_fails_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    out = tmp_path / "out.dlx"
    out.write_text("as it was")
    for arguments in (["--to", "windoku"], ["--to", "sudoku", "--solution"]):
        failed = minuet("convert", *arguments, "-o", str(out), text=TWO + UNSOLVABLE)
        assert failed.returncode == 2
        assert (out.read_text(), list(tmp_path.iterdir())) == ("as it was", [out])
    assert minuet("convert", "--to", "sudoku", "-o", str(out), text=TWO).returncode == 0
    assert out.read_text() == "1000003004000002\n1000000000000200\n"


def test_a_time_limit_writes_nothing(tmp_path: Path) -> None:
    out = tmp_path / "out.dlx"
    asked = ["gallery:pentominoes-6x10", "--solution", "--time-limit", "0", "-o", str(out)]
    done = minuet("convert", *asked)
    assert done.returncode == 3
    assert "time limit" in done.stderr
    assert not list(tmp_path.iterdir())
