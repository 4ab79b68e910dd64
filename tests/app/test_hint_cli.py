"""`minuet solve --hint FILE`: an answer that was kept, in each way in which it may be told."""

from __future__ import annotations

from pathlib import Path

import pytest

from documents import documents
from in_process import minuet

COVER = "a b c\na b |3\nc |1\na c |1\nb |2\nb c |9\na |7\n"
ROOKS = """\
[choices.rook]
row = "1..3"
col = "1..3"
[choices.flag]
at = [[1, 2], [3, 4]]
[rules]
row = { exactly_one = "rook", by = "row" }
col = { exactly_one = "rook", by = "col" }
flag = { exactly_one = "flag", by = "at" }
[minimize]
rook = "row * col"
"""
DIAGONAL = "rook(row=1, col=1)\nrook(row=2, col=2)\nrook(row=3, col=3)\n"
FLAGS = "flag(at=(1, 2))\nflag(at=(3, 4))\n"
PREFERRED = """\
[choices.digit]
row = "0..2"
col = "1..3"
[rules]
row = { exactly_one = "digit", by = "row" }
few = { at_most = 1, of = "digit", by = "col", prefer = 3 }
[minimize]
digit = "col"
"""


def begins_at(tmp_path: Path, puzzle: str, kept: str, *more: str) -> int | None:
    """Return the objective of the hint, as the first document tells it; None where it is none."""
    hint = tmp_path / "kept"
    hint.write_text(kept)
    done = minuet("improve", "--json", "--hint", str(hint), *more, text=puzzle)
    assert done.returncode == 0, done.stderr
    first, *_, last = documents(done.stdout)
    assert (last["kind"], last["status"]) == ("result", "OPTIMAL")
    return first["objective"] if first.get("solver") == "hint" else None


@pytest.mark.parametrize(
    "kept",
    [
        "b c |9\na |7\nobjective 16\n",
        "\na\n   c b  \n",
        '{"options": [4, 5]}',
        '{"minuet": "1", "kind": "result", "answer": {"options": [5, 4]}}',
    ],
)
def test_the_search_begins_at_options_of_a_matrix(tmp_path: Path, kept: str) -> None:
    assert begins_at(tmp_path, COVER, kept, "--solver", "dlx") == 16


def test_of_options_with_the_same_items_each_line_is_another(tmp_path: Path) -> None:
    twins = "3|a b\na |2\na |4\na |9\nb |1\n"
    assert begins_at(tmp_path, twins, "a\na\na\nb\n") == 16
    hint = tmp_path / "more"
    hint.write_text("a |2\na |2\n")
    done = minuet("solve", "--hint", str(hint), text=twins)
    assert (done.returncode, done.stdout) == (2, "")
    assert "more:2:1: 'a |2' is no further option of the matrix" in done.stderr


@pytest.mark.parametrize("kept", [DIAGONAL + FLAGS + "objective 14\n", FLAGS + DIAGONAL])
def test_the_search_begins_at_choices(tmp_path: Path, kept: str) -> None:
    assert begins_at(tmp_path, ROOKS, kept) == 14


def test_the_search_begins_at_what_json_told(tmp_path: Path) -> None:
    best = minuet("solve", "--json", text=ROOKS).stdout
    assert begins_at(tmp_path, ROOKS, best) == 10
    stream = minuet("improve", "--json", text=ROOKS).stdout
    assert begins_at(tmp_path, ROOKS, stream) == 10
    ranked = minuet("list", "--limit", "3", "--json", text=ROOKS).stdout
    assert begins_at(tmp_path, ROOKS, ranked) == 10


def test_hidden_rows_are_found_to_go_with_choices(tmp_path: Path) -> None:
    told = minuet("solve", "--json", text=PREFERRED).stdout
    (document,) = documents(told)
    assert document["objective"] == 6
    assert begins_at(tmp_path, PREFERRED, told) == 6


def test_the_search_begins_at_a_grid(tmp_path: Path) -> None:
    (tmp_path / "grid").write_text("1324423124133142\n")
    hint = ["--hint", str(tmp_path / "grid")]
    done = minuet("improve", "--json", *hint, text="................\n")
    first, *_ = documents(done.stdout)
    assert first["solver"] == "hint"
    assert [one["value"] for one in first["answer"]["digit"][:4]] == [1, 3, 2, 4]


def test_a_part_of_an_answer_is_a_guess(tmp_path: Path) -> None:
    assert begins_at(tmp_path, ROOKS, "rook(row=1, col=1)\n") is None


@pytest.mark.parametrize(
    ("puzzle", "kept", "wrong"),
    [
        (COVER, "a b\nx |1\n", "kept:2:1: 'x |1' is no option of the matrix"),
        (COVER, "", "kept: no options"),
        (COVER, '{"options": [0, 6]}', "kept:1:1: option 6 of 6, counted from 0"),
        (COVER, '{"options": "all"}', "without `options`"),
        (COVER, '\n{"options": [0,\n]}', "kept:3:1: expecting value"),
        (COVER, '{"minuet": "1", "kind": "count", "count": 3}', "no document with an answer"),
        (ROOKS, '{"rook": [{"row": 9}]}', "kept:1:1: answer, table 'rook', row 0:"),
        (ROOKS, '{"queen": []}', "has no table 'queen'"),
        (ROOKS, '{"answer": 3}', "an answer that is no object"),
        (ROOKS, "rook(row=1, col=1)\nrook(row=1, col=9)\n", "kept:2:1: 'rook(row=1, col=9)' is no"),
        (ROOKS, "1324423124133142\n", "kept:1:1: no answer of this puzzle"),
        (ROOKS, "anything\n", "kept:1:1: no answer of this puzzle"),
        ("." * 81, "1324423124133142\n", "kept:1:1: no answer of this puzzle"),
    ],
)
def test_what_is_no_answer_is_refused_in_a_line(
    tmp_path: Path, puzzle: str, kept: str, wrong: str
) -> None:
    hint = tmp_path / "kept"
    hint.write_text(kept)
    done = minuet("solve", "--hint", str(hint), text=puzzle)
    assert (done.returncode, done.stdout) == (2, "")
    assert wrong in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        (["--hint", "missing"], "missing: no such file or directory"),
        (["--hint", "-"], "standard input has the puzzle"),
        (["--hint", "kept", "--all"], "did you mean minuet list?"),
    ],
)
def test_what_does_not_go_with_a_hint_is_refused(arguments: list[str], wrong: str) -> None:
    done = minuet("solve", *arguments, text=COVER)
    assert (done.returncode, done.stdout) == (2, "")
    assert wrong in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_hint_of_several_puzzles_is_refused(tmp_path: Path) -> None:
    (tmp_path / "grid").write_text("1324423124133142\n")
    two = "1.....3..4.....2\n2.....4..1.....3\n"
    done = minuet("solve", "--hint", str(tmp_path / "grid"), text=two)
    assert (done.returncode, done.stdout) == (2, "")
    assert "goes with one puzzle, but there are 2" in done.stderr
