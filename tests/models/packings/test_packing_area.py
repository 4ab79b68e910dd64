"""Packings whose pieces cannot cover the board, as counting cells tells: answered at once."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import Packing
from minuet.models.packings import Board, Piece, pentominoes
from minuet.models.packings.placements import Lot, misfit
from minuet.setting import is_unique
from minuet.solvers import (
    count,
    crosscheck,
    explain,
    solutions,
    solve,
    solve_many,
)

from drawing import few
from in_process import minuet

LOTS = st.builds(
    lambda cells, least, more: Lot(cells, least, None if more is None else least + more),
    st.integers(1, 6),
    st.integers(0, 2),
    st.none() | st.integers(0, 2),
)
FEW = "the pieces have 60 cells in all, and 63 are to be covered"


def too_large(**settings: Any) -> Packing:
    """Return a packing that no search would be done with."""
    board = Board.from_text("\n".join(["#" * 9] * 7))
    return Packing(board, pentominoes(), **settings)


@few(30)
@given(st.lists(LOTS, max_size=4), st.integers(0, 12), st.integers(0, 30))
def test_it_is_told_just_where_no_numbers_of_copies_add_up(
    lots: list[Lot], span: int, most: int
) -> None:
    least = max(most - span, 0)
    ranges = [
        range(lot.least, 1 + (most + lot.least if lot.most is None else lot.most)) for lot in lots
    ]
    sums = {
        sum(lot.cells * number for lot, number in zip(lots, numbers, strict=True))
        for numbers in product(*ranges)
    }
    fits = any(least <= one <= most for one in sums)
    assert (misfit(lots, least, most) == "") is fits


@pytest.mark.parametrize(
    ("board", "pieces", "settings", "reason"),
    [
        ("####", {"L": "##/#."}, {"leftover": True}, "the pieces have 3 cells in all, and 4 are"),
        ("##/##", {"I": "#####"}, {}, "the pieces that must be laid have 5 cells, and there are 4"),
        ("##/##", {"I": "###"}, {"copies": {"I": (0, None)}},
         "no number of pieces of 3 cells covers 4 cells"),
        ("###/##.", {"I": "##", "Q": "####"}, {"copies": {"I": (0, None), "Q": (0, None)}},
         "no number of pieces of these sizes covers 5 cells"),
        ("####", {"I": "##"}, {"uncovered": True, "most_uncovered": 1},
         "the pieces have 2 cells in all, and 3 are to be covered"),
        ("######", {"Q": "####"}, {"uncovered": True, "copies": {"Q": (2, None)}},
         "the pieces that must be laid have 8 cells, and there are 6 to cover"),
        ("#######", {"Q": "####"}, {"uncovered": [(0, 0), (0, 1)], "copies": {"Q": (0, None)}},
         "no number of pieces of 4 cells covers 5 to 7 cells"),
    ],
)  # fmt: skip
def test_the_reason_is_told(
    board: str, pieces: dict[str, str], settings: dict[str, Any], reason: str
) -> None:
    made = [Piece.from_text(name, drawing) for name, drawing in pieces.items()]
    packing = Packing(Board.from_text(board), made, **settings)
    assert packing.obstacle is not None
    assert packing.obstacle.reason.startswith(reason)
    assert count(packing, "dlx").count == 0
    result = solve(packing)
    assert (str(result.status), result.solver) == ("INFEASIBLE", "auto")
    assert result.reason == packing.obstacle.reason


def test_what_fits_by_its_cells_is_searched() -> None:
    packing = Packing(Board.from_text("##/##"), [Piece.from_text("I", "##", copies=2)])
    assert packing.obstacle is None
    assert count(packing).count == 2
    assert count(packing).solver != "auto"
    spare = Packing(Board.from_text("###"), [Piece.from_text("I", "##")], uncovered=True)
    assert count(spare).count == 2


def test_every_question_is_answered_at_once() -> None:
    packing = too_large()
    assert count(packing).count == 0
    assert count(packing).complete
    assert count(packing).reason == FEW
    assert str(count(packing).evidence) == "no solution: claimed by auto"
    found = solutions(packing)
    assert (list(found), found.complete) == ([], True)
    assert not is_unique(packing)
    assert [r.status for r in solve_many(packing, [[], [0], [5]])] == ["INFEASIBLE"] * 3
    assert count(packing, symmetries="known").count == 0
    packing.maximize(packing.place, lambda cells: len(cells))
    assert solve(packing).status == "INFEASIBLE"


def test_an_explanation_is_the_reason() -> None:
    found = explain(too_large())
    assert found.verdict == "CLASH"
    heading, pieces, cells = str(found).split("\n")
    assert heading == f"no solution: {FEW}"
    assert pieces.startswith("  piece needs exactly one in each of 12 groups (F, I, L, N,")
    assert cells.startswith("  cell needs exactly one in each of 63 groups ((0,0), (0,1), ")
    assert {item.rule for item in found.groups} == {"piece", "cell"}
    assert found.to_dict()["text"] == str(found)


def test_who_names_a_solver_gets_its_search() -> None:
    result = count(too_large(), "dlx", time_limit=0.05)
    assert (str(result.status), result.complete) == ("UNKNOWN", False)


def test_further_rules_and_givens_change_nothing() -> None:
    packing = too_large()
    packing.given(packing.place, packing.place[0]._asdict())
    packing.at_most_one(packing.place, by="piece", name="once")
    assert count(packing).reason == FEW


def test_a_check_asks_the_solvers_all_the_same() -> None:
    tiny = Packing(Board.from_text("#####"), [Piece.from_text("I", "##", copies=2)])
    report = crosscheck(tiny, ["dlx", "sat"])
    assert report.count == 0
    assert report.verdict == "agreed"
    reason = "the pieces have 4 cells in all, and 5 are to be covered"
    assert f"by counting alone there is no solution: {reason}\n" in report.to_text()
    assert [outcome.status for outcome in report.outcomes] == ["INFEASIBLE"] * 2


def test_a_check_nobody_finishes_has_not_agreed() -> None:
    report = crosscheck(too_large(), ["dlx", "dlx:cells"], budget=0.1)
    assert report.verdict == "nothing compared"
    assert report.count is None
    assert FEW in report.to_text()


def test_a_solution_where_there_can_be_none_is_a_disagreement() -> None:
    packing = Packing(Board.from_text("####"), [Piece.from_text("I", "##", copies=2)])
    packing.copies["I"] = (1, 1)  # of which the rules know nothing
    assert packing.obstacle is not None
    report = crosscheck(packing, ["dlx", "sat"])
    assert report.verdict == "disagreed"
    assert "but a solution was found and verified" in report.to_text()


def test_the_commands_say_it() -> None:
    rows = "\n".join(["#" * 9] * 7)
    text = f'[packing]\nboard = """\n{rows}"""\npieces = "pentominoes"\n'
    solved = minuet("solve", text=text)
    assert (solved.stdout, solved.returncode) == ("INFEASIBLE\n", 0)
    assert FEW in solved.stderr
    told = minuet("explain", text=text)
    assert (told.stdout.split("\n")[0], told.returncode) == (f"no solution: {FEW}", 0)
    assert told.stderr == ""
