"""What a misspelt name is told in the line that says it is none: which known one it is like."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import one_line
from in_process import minuet
from oracle.problems import GRID


@pytest.mark.parametrize(
    ("arguments", "close"),
    [
        (["solve", "--solver", "dxl"], "dlx"),
        (["solve", "--solver", "DLX"], "dlx"),
        (["solve", "--solver", "dlx:link"], "links"),
        (["solve", "--solver", "bitmask:phyton"], "python"),
        (["solve", "--solver", "mip:high"], "highs"),
        (["count", "--solver", "sat:glucos42"], "glucose42"),
        (["count", "--solver", "sat:glucose4:totaliser"], "totalizer"),
        (["check", "--solvers", "dlx,bitmusk"], "bitmask"),
        (["solve", "--from", "tolm"], "toml"),
        (["solve", "--evidence", "agred"], "agreed"),
        (["fuzz", "--time-limit", "0", "--shapes", "smal_matrix"], "small_matrix"),
        (["contest", "luogu-1074"], "luogu-p1074"),
        (["solve", "--solver", "cpsat", "--parameter", "num_wrkers=3"], "num_workers"),
        (["solve", "--solver", "sat", "--parameter", "warmstart=1"], "warm_start"),
        (["solve", "queens-8"], "gallery:queens-8"),
        (["solve", "queens-8.toml"], "gallery:queens-8"),
        (["explain", "--choice", "digt row=0"], "digit"),
        (["explain", "--choice", "digit clo=0"], "col"),
        (["solv"], "solve"),
        (["solve", "--evidnce", "agreed"], "--evidence"),
        (["gallery:queens-8"], "minuet solve gallery:queens-8"),
        (["solve", "--all"], "minuet list"),
        (["solve", "--limit", "3"], "minuet list --limit N"),
        (["solve", "--best=3"], "minuet list --limit N"),
        (["solve", "--diverse", "3"], "minuet diverse -n N"),
        (["solve", "--pareto"], "minuet pareto"),
        (["count", "--set", "FILE"], "minuet fold -o FILE"),
        (["check", "--up-to-symmetry"], "minuet check --symmetries known"),
        (["list", "--draw", "FILE"], "minuet draw --limit N"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else value,
)
def test_what_is_like_a_misspelt_name_is_named(arguments: list[str], close: str) -> None:
    done = minuet(*arguments, text=GRID)
    assert (done.returncode, done.stdout) == (2, "")
    line = done.stderr.splitlines()[-1]
    _, said, meant = line.casefold().rpartition("did you mean")
    assert said, line
    assert close.casefold() in meant


def test_a_file_that_is_not_there_is_told_what_is_like_it(tmp_path: Path) -> None:
    (tmp_path / "sudoku.txt").write_text(GRID)
    done = minuet("solve", str(tmp_path / "soduku.txt"))
    assert done.returncode == 2
    assert done.stderr.endswith(f"that can be read; did you mean {tmp_path / 'sudoku.txt'}?\n")


def test_a_file_in_the_place_of_a_command_is_a_puzzle_to_solve(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text(GRID)
    done = minuet(str(tmp_path / "mine"))
    assert done.returncode == 2
    assert f"Did you mean minuet solve {tmp_path / 'mine'}?" in done.stderr


def test_wrong_usage_names_the_help_of_the_command() -> None:
    assert minuet("list", "--limit", "0").stderr.endswith("; see minuet list --help\n")
    assert minuet("nonsense").stderr.endswith("; see minuet --help\n")


def test_what_is_like_nothing_gets_no_suggestion() -> None:
    for name in ("xyzzy", "", "x" * 100_000):
        said = minuet("solve", "--solver", name, text=GRID).stderr
        assert "did you mean" not in said
        assert len(said) < 1500


def test_a_beginning_is_like_what_begins_so() -> None:
    assert one_line(minuet("solve", "--solver", "propa", text=GRID)).endswith(
        "did you mean propagate?\n"
    )
