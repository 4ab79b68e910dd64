"""The cross-check of counts up to symmetry, by the command line and by the library."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator, Sequence

import pytest
from own_solvers import BitMask, Options

from minuet.models import ModelError, Packing, Unsupported
from minuet.models.packings import Board, Piece
from minuet.solvers import Interrupted, crosscheck, get_solver
from minuet.solvers.contract import Progress, Query, Solver

from in_process import minuet
from oracle.problems import queens

here = pytest.mark.usefixtures("in_this_process")


def dominoes(rows: int, cols: int) -> Packing:
    number = rows * cols // 2
    return Packing(Board.rectangle(rows, cols), [Piece.from_text("I", "##")], copies={"I": number})


class Losing(Solver):
    """Loses the last solution of those of more than two."""

    name = "losing"

    def version(self) -> str:
        return "1"

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        found = [one for batch in BitMask().solutions(query, progress) for one in batch]
        yield found[:-1] if len(found) > 2 else found


class Hanging(Losing):
    name = "hanging"

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        while True:
            pass


class Interrupting(Losing):
    """Gives its parent a Ctrl-C."""

    name = "interrupting"

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        os.kill(os.getppid(), signal.SIGINT)
        time.sleep(60)
        yield []


@here
def test_solvers_agree_in_both_ways() -> None:
    # 3x4: 11 tilings; two lie still under each mirror and one under the half turn besides.
    report = crosscheck(dominoes(3, 4), ["dlx", "sat"], symmetries="known")
    assert (report.classes, report.symmetries, bool(report)) == (5, 4, True)
    assert [(one.classes, one.listed, one.total) for one in report.outcomes] == [(5, 5, 11)] * 2


@here
def test_one_that_loses_solutions_is_caught() -> None:
    report = crosscheck(dominoes(3, 4), ["dlx", Losing()], symmetries="known")
    assert not report
    assert report.classes is None
    noted = report.outcomes[1].note
    assert noted or any("losing" in line for line in report.disagreements)


def test_one_that_hangs_is_a_note() -> None:
    get_solver("sat").version()  # loads its library here, not in the time of its child
    report = crosscheck(
        dominoes(2, 2), ["dlx", Hanging(), "sat"], time_limit=0.4, symmetries="known"
    )
    assert bool(report)
    assert "killed" in report.outcomes[1].note


@here
def test_an_expected_number_is_held_against_all() -> None:
    report = crosscheck(dominoes(2, 2), ["dlx", "sat"], expect=2, symmetries="known")
    assert report.disagreements[0] == "expected are 2 classes, dlx counts 1"


@here
def test_beyond_the_limit_nothing_is_listed() -> None:
    report = crosscheck(dominoes(3, 4), ["dlx", "sat"], limit=10, symmetries="known")
    assert [one.listed for one in report.outcomes] == [None, None]
    assert bool(report)


@here
def test_without_symmetries_it_is_unsupported() -> None:
    with pytest.raises(Unsupported, match="has no known symmetries"):
        crosscheck(queens(4).matrix, symmetries="known")


@here
@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("query", "all"),
        ("replay", "a.dlx"),
        ("seed", 1),
        ("checkpoint", "c"),
        ("on", "processes:2"),
    ],
)
def test_what_is_not_heeded_beside_symmetries_is_refused(setting: str, value: object) -> None:
    with pytest.raises(ModelError, match=f"{setting}: not beside symmetries"):
        crosscheck(dominoes(2, 2), ["dlx"], symmetries="known", **{setting: value})


def test_what_are_no_symmetries_is_refused() -> None:
    with pytest.raises(ModelError, match="symmetries: 3, expected auto, known or Symmetries"):
        crosscheck(dominoes(2, 2), symmetries=3)  # type: ignore[call-overload]


def test_an_interrupt_keeps_what_was_counted() -> None:
    with pytest.raises(Interrupted) as stopped:
        crosscheck(dominoes(2, 2), ["dlx", Interrupting(), "sat"], symmetries="known")
    first, second = stopped.value.result.outcomes
    assert (first.classes, second.classes, second.note) == (1, None, "was interrupted")


SLOTHOUBER = "gallery:slothouber-graatsma"


@here
@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        (["--solvers", "dlx,sat", SLOTHOUBER], 0, "agreed: dlx, sat"),
        (["--solvers", "dlx,sat", "--expect", "1", SLOTHOUBER], 0, "agreed: dlx, sat"),
        (["--solvers", "dlx,sat", "--expect", "2", SLOTHOUBER], 1, "expected are 2 classes"),
        (["--solvers", "dlx,bitmask", SLOTHOUBER], 3, "they are of one kind"),
        (["--solvers", "dlx,sat", "--budget", "0", SLOTHOUBER], 3, "nothing compared"),
    ],
)
def test_the_command_line_prints_a_table_and_exits_as_a_check_does(
    arguments: list[str], status: int, told: str
) -> None:
    done = minuet("check", "--symmetries", "known", *arguments)
    assert (done.returncode, told in done.stdout) == (status, True), done.stdout + done.stderr


@here
@pytest.mark.parametrize(
    ("name", "classes"),
    [("pentominoes-3x20", 2), ("slothouber-graatsma", 1), ("soma", 240), ("queens-8", 12)],
)
def test_classes_are_counted_on_the_command_line(name: str, classes: int) -> None:
    done = minuet("count", "--symmetries", "known", f"gallery:{name}")
    assert (done.returncode, done.stdout) == (0, f"{classes}\n")
    assert f"{classes} class" in done.stderr


@here
@pytest.mark.parametrize("command", ["list", "count", "check"])
def test_a_puzzle_without_known_symmetries_is_one_line(command: str) -> None:
    done = minuet(command, "--symmetries", "known", "gallery:zebra")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "has no known symmetries" in done.stderr


@here
@pytest.mark.parametrize("option", [["--seed", "1"], ["--memory", "1G"]])
def test_what_counting_classes_would_not_heed_is_refused(option: list[str]) -> None:
    done = minuet("count", "--symmetries", "known", *option, SLOTHOUBER)
    assert done.returncode == 2
    assert f"{option[0][2:]}: not beside symmetries" in done.stderr
