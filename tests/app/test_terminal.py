"""The streams: readers that go away, full disks, terminals without UTF-8, names that steer."""

from __future__ import annotations

import os
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from minuet.app.terminal.streams import one_line, printable

from command_line import MINUET
from command_line import one_line as complaint
from in_process import minuet
from oracle.problems import GRID

COMMAND = " ".join(MINUET)
PLAIN = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}
ODD = r"""
[choices.digit]
row = ["a\u001b[31m\u0007", "b\u202e\u2028c"]
col = ["1\u009b", "ü"]

[rules]
row = { exactly_one = "digit", by = "row", says = "row {1}\u001b[2J needs one" }
col = { exactly_one = "digit", by = "col" }
"""
CLASH = """
[given]
digit = [{ row = "a\\u001b[31m\\u0007", col = "ü" }, { row = "b\\u202e\\u2028c", col = "ü" }]
"""
MARKS = r"""
[choices.cell]
row = "1..2"
col = "1..2"

[rules]
row = { exactly_one = "cell", by = "row" }
col = { exactly_one = "cell", by = "col" }

[show]
table = "cell"
mark = "\u001bX"
blank = "\u0008"
"""


def run(command: str, **environment: str) -> tuple[int, str, str]:
    """Run `minuet ...` in bash; return its own exit status, whatever follows it in the pipe."""
    script = f"{COMMAND} {command}\nexit ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", script],
        capture_output=True,
        check=False,
        timeout=120,
        env=os.environ | environment,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.mark.parametrize(
    "command",
    [
        "gallery | head -1",
        pytest.param("--help | true", marks=pytest.mark.slow),
        pytest.param(
            "check --solvers dlx,bitmask gallery:queens-8 | head -1", marks=pytest.mark.slow
        ),
        "solve --all --json gallery:queens-8 | head -1",
    ],
)
def test_a_reader_that_goes_away_ends_a_command_quietly(command: str) -> None:
    status, _, err = run(command)
    assert status == 0
    assert all(line.startswith("minuet: bitmask (") for line in err.splitlines())


@pytest.mark.parametrize("where", ["2>/dev/full", "2>&-", "2> >(true)"])
def test_messages_that_nobody_reads_do_not_cost_the_answer(where: str) -> None:
    assert run(f"count gallery:queens-8 {where}") == (0, "92\n", "")
    assert run(f"count no/such/file {where}") == (2, "", "")


@pytest.mark.parametrize(
    "command",
    [
        "solve --all gallery:queens-8",
        pytest.param("gallery", marks=pytest.mark.slow),
        "--version",
        pytest.param(
            "contest luogu-p1074 < docs/examples/target-sudoku.txt", marks=pytest.mark.slow
        ),
    ],
)
def test_a_full_disk_is_one_line_and_exit_4(command: str) -> None:
    root = Path(__file__).parents[2]
    status, out, err = run(command.replace("docs/", f"{root}/docs/") + " > /dev/full")
    lines = [line for line in err.splitlines() if not line.startswith("minuet: bitmask (")]
    assert (status, out) == (4, "")
    assert lines == ["minuet: standard output: No space left on device"]


@pytest.mark.parametrize("command", ["solvers", "check --solvers dlx gallery:queens-8"])
def test_a_terminal_without_utf_8_gets_tables_in_ascii(command: str) -> None:
    status, out, err = run(command, COLUMNS="120", **PLAIN)
    assert status in (0, 3), err
    assert err == ""
    assert out.isascii()
    assert "+---" in out


SHADED = """1 solution
digit: value 1
##
      ##
    ##
  ##
"""
FRAMED = """+-----+-----+
| 1 . | . . |
| . . | 3 . |
+-----+-----+
| . 4 | . . |
| . . | . 2 |
+-----+-----+
"""


@pytest.mark.parametrize(
    ("command", "begin"),
    [
        ("marginals", SHADED),
        ("draw", FRAMED),
        ("draw gallery:hashiwokakero-5", ""),
        ("draw --solution gallery:slitherlink-6", ""),
        ("estimate gallery:pentominoes-6x10", ""),
    ],
)
def test_a_terminal_without_utf_8_gets_pictures_in_ascii(command: str, begin: str) -> None:
    status, out, err = run(f"{command} <<< '{GRID}'", **PLAIN)
    assert (status, "Traceback" in err) == (0, False), err
    assert out.startswith(begin)
    assert out.isascii()
    assert "\\" not in out


def test_shades_and_lines_have_signs_of_their_own_in_ascii(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = " .░▒▓█ ─│┌┼═║╬ 2 ± 1 × ü…"
    monkeypatch.setattr(sys, "stdout", TextIOWrapper(BytesIO(), "ascii"))
    assert printable(picture) == " .:+%# -|++=|+ 2 +- 1 x \\xfc..."
    monkeypatch.setattr(sys, "stdout", TextIOWrapper(BytesIO(), "latin-1"))
    assert printable(picture) == " .:+%# -|++=|+ 2 ± 1 × ü..."
    monkeypatch.setattr(sys, "stdout", TextIOWrapper(BytesIO(), "utf-8"))
    assert printable(picture) == picture


def test_names_that_the_encoding_lacks_are_escaped(tmp_path: Path) -> None:
    (tmp_path / "odd.toml").write_text(ODD, encoding="utf-8")
    for command in ("solve --all", "explain"):
        status, out, err = run(f"{command} {tmp_path}/odd.toml", **PLAIN)
        assert (status, "Traceback" in err) == (0, False), err
        assert (out + err).isascii()
    assert "\\xfc" in run(f"solve {tmp_path}/odd.toml", **PLAIN)[1]
    assert "'ü'" in run(f"solve {tmp_path}/odd.toml", PYTHONUTF8="1")[1]


@pytest.mark.parametrize(
    ("command", "text"),
    [("solve --all", ODD), ("explain", ODD + CLASH), ("solve", MARKS), ("solve --json", MARKS)],
    ids=["all", "explain", "solve", "json"],
)
def test_control_characters_in_names_are_shown_escaped(
    tmp_path: Path, command: str, text: str
) -> None:
    (tmp_path / "odd.toml").write_text(text, encoding="utf-8")
    done = minuet(*command.split(), f"{tmp_path}/odd.toml")
    assert done.returncode == 0, done.stderr
    assert (done.stdout + done.stderr).replace("\n", "").isprintable()


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "no\x1b[31m\nsuch\u202efile"],
        ["solve", "--solver", "\x1b[31m", "gallery:queens-8"],
        ["solve", "--\x1b[31m"],
        ["\x1b[31m"],
        ["explain", "--choice", "\x1b[31m", "gallery:queens-8"],
        ["solve", "\udcff\udcfe"],  # as Python takes bytes that are no UTF-8
    ],
)
def test_control_characters_on_the_command_line_are_shown_escaped(arguments: list[str]) -> None:
    said = complaint(minuet(*arguments))
    assert said.replace("\n", "").isprintable()
    assert "\\x1b" in said or "\\udcff" in said


def test_what_is_printable_stays_as_it_is() -> None:
    assert printable("a ü\nb") == "a ü\nb"
    assert printable("\t\x1b\x7f\x9b\u2028\u202e\ud800") == r"\t\x1b\x7f\x9b\u2028\u202e\ud800"
    assert one_line("a\nb\tc\x1b") == "a b c\\x1b"
    assert len(one_line("x" * 5000)) == 1000
