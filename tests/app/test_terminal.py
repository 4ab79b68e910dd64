"""The streams: readers that go away, full disks, terminals without UTF-8, names that steer."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from clocks import Clock

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
        "list --json gallery:queens-8 | head -1",
    ],
)
def test_a_reader_that_goes_away_ends_a_command_quietly(command: str) -> None:
    status, _, err = run(command)
    assert status == 0
    assert all(line.startswith("minuet: bitmask (") for line in err.splitlines())


@pytest.mark.parametrize(
    ("command", "status", "out"),
    [
        ("count gallery:queens-8 2>/dev/full", 0, "92\n"),
        ("count gallery:queens-8 2> >(true)", 0, "92\n"),
        ("count no/such/file 2>/dev/full", 2, ""),
    ],
)
def test_messages_that_nobody_reads_do_not_cost_the_answer(
    command: str, status: int, out: str
) -> None:
    assert run(command) == (status, out, "")


@pytest.mark.parametrize(
    "command",
    [
        "list gallery:queens-8",
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
def test_a_terminal_without_utf_8_gets_tables_in_ascii(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    done = minuet(*command.split(), encoding="ascii")
    assert done.returncode in (0, 3), done.stderr
    assert done.stderr == ""
    assert "+---" in done.stdout


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
        ("estimate --ways 5 --time-limit inf gallery:fewest-queens", "nodes      some "),
    ],
)
def test_a_terminal_without_utf_8_gets_pictures_in_ascii(
    command: str, begin: str, clock: Clock
) -> None:
    clock.tick = 0.05
    done = minuet(*command.split(), text=GRID, encoding="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(begin)
    assert "\\" not in done.stdout


DRAWN = "x░▒▓█─│┌┼═║╬∧±×ü…€"  # the name of an item, which stands in the answer as it is


@pytest.mark.parametrize(
    ("encoding", "shown"),
    [
        ("ascii", r"x:+%#-|++=|+^+-x\xfc...\u20ac"),
        ("latin-1", r"x:+%#-|++=|+^±×ü...\u20ac"),
        ("utf-8", DRAWN),
    ],
)
def test_shades_and_lines_have_signs_of_their_own_in_ascii(encoding: str, shown: str) -> None:
    done = minuet("solve", text=f"{DRAWN}\n{DRAWN}\n", encoding=encoding)
    assert (done.returncode, done.stdout) == (0, f"{shown}\n")


def test_names_that_the_encoding_lacks_are_escaped(tmp_path: Path) -> None:
    """Of processes of their own: the encoding is that of the environment."""
    (tmp_path / "odd.toml").write_text(ODD, encoding="utf-8")
    status, out, err = run(f"solve {tmp_path}/odd.toml", **PLAIN)
    assert (status, "Traceback" in err, (out + err).isascii()) == (0, False, True), err
    assert "\\xfc" in out
    assert "'ü'" in run(f"solve {tmp_path}/odd.toml", PYTHONUTF8="1")[1]
    for command in ("solve", "explain"):
        done = minuet(command, f"{tmp_path}/odd.toml", encoding="ascii")
        assert (done.returncode, done.stderr.count("Traceback")) == (0, 0)


@pytest.mark.parametrize(
    ("command", "text"),
    [("list", ODD), ("explain", ODD + CLASH), ("solve", MARKS), ("solve --json", MARKS)],
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


def test_what_is_not_printable_is_escaped_and_all_else_stays() -> None:
    items = "aü x\u202e \u200bb \ufdd0 \ufeffc"
    done = minuet("solve", text=f"{items}\n{items}\n")
    assert done.stdout == "aü x\\u202e \\u200bb \\ufdd0 \\ufeffc\n"


def test_a_message_is_one_line_and_of_a_bounded_length() -> None:
    assert minuet("solve", "a\nb\tc\x1b").stderr.startswith("minuet: a b c\\x1b: no such file")
    said = minuet("solve", "--evidence", f"{'x ' * 3000}", text=GRID).stderr
    assert len(said) <= len("minuet: ") + 1000 + len("\n")
    assert said.count("\n") == 1
