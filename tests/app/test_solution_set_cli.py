"""`minuet sample`, `minuet marginals` and `minuet fold -o`."""

from __future__ import annotations

from pathlib import Path

import pytest

from minuet.models.gallery import entry
from minuet.solvers import SolutionSet

from command_line import one_line
from documents import documents
from in_process import minuet

SHIDOKU = "." * 16 + "\n"
IMPOSSIBLE = "11" + "." * 14 + "\n"


def test_a_sample_is_repeated_by_its_seed() -> None:
    one, other, third = (
        minuet("sample", "-n", "5", "--seed", seed, text=SHIDOKU).stdout for seed in "112"
    )
    assert one == other != third
    assert sum(character.isdigit() for character in one) == 5 * 16


def test_a_sample_without_repeats_ends_with_the_solutions() -> None:
    done = minuet("sample", "-n", "300", "--distinct", "--json", text=SHIDOKU)
    lines = done.stdout.splitlines()
    assert done.returncode == 0
    assert len(set(lines)) == len(documents(done.stdout, "solution")) == 288
    assert "there are but 288 solutions" in done.stderr


def test_a_sample_is_drawn(tmp_path: Path) -> None:
    file = tmp_path / "sample.svg"
    done = minuet("sample", "gallery:queens-8", "-n", "2", "--draw", str(file))
    assert done.returncode == 0, done.stderr
    assert file.read_text(encoding="utf-8").startswith("<svg")


def test_of_no_solutions_none_is_drawn() -> None:
    done = minuet("sample", text=IMPOSSIBLE)
    assert (done.returncode, done.stdout) == (0, "INFEASIBLE\n")
    assert minuet("sample", "--json", text=IMPOSSIBLE).stdout == ""


def test_marginals_of_a_grid_are_shades() -> None:
    done = minuet("marginals", text="1" + "." * 15 + "\n")
    lines = done.stdout.splitlines()
    assert lines[:3] == ["72 solutions", "digit: value 1", "██"]
    assert lines[3:5] == ["    ░░░░", "  ░░...."]


def test_marginals_in_a_table() -> None:
    done = minuet("marginals", "--table", text="1" + "." * 15 + "\n")
    assert done.returncode == 0, done.stderr
    assert "100.00%" in done.stdout
    assert "0.00%" in done.stdout


@pytest.mark.parametrize("kind", ["svg", "txt"])
def test_marginals_are_drawn(kind: str, tmp_path: Path) -> None:
    file = tmp_path / f"marginals.{kind}"
    done = minuet("marginals", "--draw", str(file), text=SHIDOKU * 2)
    assert done.returncode == 0, done.stderr
    drawn = file.read_text(encoding="utf-8")
    assert drawn.count("digit: value 4") >= 2
    assert drawn.count("puzzle 2: digit: value 4") >= 1
    assert drawn.startswith("<svg" if kind == "svg" else "puzzle 1: digit: value 1\n\u2593")


def test_marginals_without_cells_are_not_drawn(tmp_path: Path) -> None:
    file = tmp_path / "marginals.svg"
    done = minuet("marginals", "--draw", str(file), text="| a matrix\na b\na\nb\n")
    assert done.returncode == 0
    assert "is not written" in done.stderr
    assert not file.exists()


def test_marginals_of_a_matrix_are_by_option() -> None:
    text = "| a matrix\na b\na\nb\na b\n"
    assert "66.67%" not in minuet("marginals", text=text).stdout
    (told,) = documents(minuet("marginals", "--json", text=text).stdout, "marginals")
    assert (told["count"], told["options"]) == (2, [1, 1, 1])


def test_marginals_as_a_document() -> None:
    (told,) = documents(minuet("marginals", "--json", text=SHIDOKU).stdout, "marginals")
    assert told["count"] == 288
    assert {choice["count"] for choice in told["choices"]["digit"]} == {72}


def test_a_count_keeps_its_set(tmp_path: Path) -> None:
    file = tmp_path / "queens.set"
    done = minuet("fold", "gallery:queens-8", "-o", str(file))
    assert (done.returncode, done.stdout) == (0, "92\n")
    assert SolutionSet.load(file, entry("queens-8").load()).count == 92
    (told,) = documents(
        minuet("fold", "gallery:queens-8", "-o", str(file), "--json").stdout, "solution_set"
    )
    assert (told["count"], told["file"]) == (92, str(file))


def test_each_puzzle_has_a_set_of_its_own(tmp_path: Path) -> None:
    done = minuet("fold", "-o", "s.npz", text=SHIDOKU * 2, cwd=tmp_path)
    assert done.stdout == "288\n288\n"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["s-2.npz", "s.npz"]


def test_a_set_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    done = minuet("fold", "-o", str(tmp_path / "no" / "set"), text=SHIDOKU)
    assert (done.returncode, done.stdout) == (4, "")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("command", [["sample"], ["marginals"], ["fold", "-o", "set"]])
def test_limits_are_said_in_one_line(command: list[str], tmp_path: Path) -> None:
    for limit in (["--memory", "1K"], ["--time-limit", "0"]):
        done = minuet(*command, "gallery:latin-5", *limit, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (3, "")
        assert "at least" in done.stderr
        assert done.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "options", [["--checkpoint", "c"], ["--solver", "dlx"], ["--symmetries", "known"]]
)
def test_what_a_set_does_not_heed_is_refused(options: list[str]) -> None:
    done = minuet("fold", "-o", "set", *options, text=SHIDOKU)
    assert done.returncode == 2
    assert f"No such option '{options[0]}'" in done.stderr


@pytest.mark.parametrize(
    "command",
    [["sample"], ["marginals", "--draw", "drawn.svg"], ["fold", "-o", "set"]],
    ids=lambda one: one[0],
)
@pytest.mark.parametrize("name", ["spanning-trees-4", "loops-3"])
def test_graph_rules_are_refused_in_one_line(command: list[str], name: str, tmp_path: Path) -> None:
    told = one_line(minuet(*command, f"gallery:{name}", cwd=tmp_path))
    assert told == "minuet: a solution set does not support graph rules\n"
    assert not list(tmp_path.iterdir())
