"""What notebooks show of every class: HTML that is well-formed and escaped, pictures, and text."""

from __future__ import annotations

from collections.abc import Mapping
from html.parser import HTMLParser
from typing import Any

import pytest

from minuet.models import ExactCover, Packing, Puzzle, Samurai, Sudoku, TargetSudoku
from minuet.models.packings import BeadPuzzle, Board, Piece, soma_pieces
from minuet.models.picture import Cell, Picture
from minuet.solvers import count, crosscheck, explain, solve
from minuet.solvers.explain.explanation import explanation_picture

from oracle.paper import SPACE, document_of

EVIL = "<script>alert('x')</script>&\x00"
VOID = {"br", "hr", "img", "path", "rect", "circle"}


class _Balance(HTMLParser):
    """Checks that tags close in order, and notes them and the text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def html_of(shown: Any) -> _Balance:
    html = shown._repr_html_()
    assert isinstance(html, str)
    page = _Balance()
    page.feed(html)
    assert page.open == []
    assert "script" not in page.tags and "\x00" not in html
    return page


def bundle_of(shown: Any) -> Mapping[str, str]:
    bundle: Mapping[str, str] = shown._repr_mimebundle_()
    assert bundle["text/html"] == shown._repr_html_() and bundle["text/plain"]
    assert shown._repr_mimebundle_(include={"text/plain"}).keys() == {"text/plain"}
    assert "text/html" not in shown._repr_mimebundle_(exclude={"text/html"})
    if "image/svg+xml" in bundle:
        assert bundle["image/svg+xml"] == shown._repr_svg_()
        assert document_of(bundle["image/svg+xml"]).tag == f"{SPACE}svg"
    return bundle


def queens(size: int = 4, name: str = "queens") -> Puzzle:
    puzzle = Puzzle(name)
    queen = puzzle.choices("queen", row=range(size), col=range(size))
    puzzle.exactly_one(queen, by="row")
    puzzle.exactly_one(queen, by="col")
    puzzle.at_most_one(queen, by=lambda row, col: row + col)
    puzzle.at_most_one(queen, by=lambda row, col: row - col)
    return puzzle


@pytest.mark.parametrize(
    "puzzle",
    [
        queens(),
        Puzzle("nothing"),
        Sudoku("1...|..3.|.4..|...2".replace("|", "")),
        TargetSudoku("." * 81),
        Samurai(),
        BeadPuzzle(),
        Packing(Board.box(3, 3, 3), soma_pieces()),
        Packing(Board.from_text("###"), [Piece.from_text("I", "###")]),
    ],
    ids=lambda puzzle: type(puzzle).__name__,
)
def test_a_puzzle_and_its_answer_are_drawn(puzzle: Puzzle) -> None:
    for shown in (puzzle, puzzle.read([])):
        bundle = bundle_of(shown)
        assert "image/svg+xml" in bundle and bundle["text/plain"] == repr(shown)
        assert {"figure", "svg", "figcaption"} <= html_of(shown).tags
        assert puzzle.name in html_of(shown).text


def test_a_result_shows_its_answer_and_what_it_rests_on() -> None:
    found = solve(queens(), "dlx")
    page = html_of(found)
    assert {"svg", "table"} <= page.tags and "OPTIMAL" in page.text and "dlx" in page.text
    assert "image/svg+xml" in bundle_of(found)
    counted = html_of(count(queens(5), "dlx"))
    assert "svg" not in counted.tags and "count10" in counted.text
    of_matrix = html_of(solve(queens().matrix, "dlx"))
    assert "svg" not in of_matrix.tags and "options" in of_matrix.text
    assert "INFEASIBLE" in html_of(solve(queens(3), "dlx")).text


def test_a_report_is_a_table_of_solvers() -> None:
    report = crosscheck(queens(), ["dlx", "bitmask"])
    page = html_of(report)
    assert {"table", "th", "td"} <= page.tags
    assert "agreed" in page.text and "bitmask" in page.text
    assert bundle_of(report)["text/plain"] == str(report)


def test_a_matrix_is_summed_up() -> None:
    page = html_of(queens().matrix)
    assert "primary items8" in page.text and "options16" in page.text and "8 more" in page.text
    assert html_of(ExactCover(primary=0, items=[], starts=[0], members=[])).text
    odd = ExactCover(primary=1, items=[EVIL], starts=[0, 1], members=[0])
    assert "<script>" in html_of(odd).text  # as text


def test_an_explanation_marks_the_cells_that_clash() -> None:
    grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..77"
    found = explain(Sudoku(grid))
    assert found.verdict == "CLASH"
    picture = explanation_picture(found)
    assert isinstance(picture, Picture)
    marked = {
        role: {s.place for s in picture.shapes if isinstance(s, Cell) and s.role == role}
        for role in ("clash", "touched")
    }
    assert marked["clash"] == {(8, 7), (8, 8)}
    assert marked["touched"] == {(8, col) for col in range(7)}
    page = html_of(found)
    assert {"svg", "ul", "li"} <= page.tags and "no solution" in page.text
    assert bundle_of(found)["text/plain"] == str(found)


@pytest.mark.parametrize("told", [False, True])
def test_groups_that_clash_are_marked_in_puzzles_of_ones_own(told: bool) -> None:
    puzzle = queens(3)
    if told:
        puzzle.drawn("queen", by=("row", "col"), show="Q")
    puzzle.given("queen", row=0, col=0)
    puzzle.given("queen", row=2, col=2)
    picture = explanation_picture(explain(puzzle))
    assert picture is not None
    cells = {s.place for s in picture.shapes if isinstance(s, Cell) and s.role == "clash"}
    assert cells == {(0, 0), (2, 2)}


def test_a_choice_that_was_asked_about_is_marked() -> None:
    puzzle = queens(4)
    picture = explanation_picture(explain(puzzle, 0))
    assert picture is not None
    marked = [s.place for s in picture.shapes if isinstance(s, Cell) and s.role == "clash"]
    assert marked == [(0, 0)]
    assert html_of(explain(puzzle)).tags >= {"svg"}  # there is a solution, which is shown
    assert "svg" not in html_of(explain(queens(3).matrix)).tags
    packing = Packing(Board.box(1, 1, 1), soma_pieces())
    assert "svg" in html_of(explain(packing)).tags


def test_names_are_text_and_never_markup() -> None:
    puzzle = Puzzle(EVIL)
    word = puzzle.choices("word", text=[EVIL, "b"], more=[EVIL])
    puzzle.exactly_one(word, by="more", name=EVIL)
    for shown in (puzzle, puzzle.read([0]), solve(puzzle, "dlx"), puzzle.matrix):
        html_of(shown)
    html_of(crosscheck(puzzle, ["dlx", "bitmask"]))
    puzzle.given(word, text="b", more=EVIL)
    puzzle.given(word, text=EVIL, more=EVIL)
    assert "<script>" in html_of(explain(puzzle)).text


def test_what_is_huge_is_summed_up() -> None:
    huge = Puzzle("huge")
    choice = huge.choices("cell", row=range(400), col=range(400))
    page = html_of(huge)
    assert "svg" not in page.tags and "cell (160000)" in page.text.replace(",", "")
    assert huge._repr_svg_() is None and huge.read([0])._repr_svg_() is None
    assert choice._rows is None  # a look at it does not make its rows


def test_a_picture_that_fails_leaves_the_text() -> None:
    puzzle = queens()
    puzzle.picture = "grid queen by=(row, nowhere)"
    for shown in (puzzle, puzzle.read([0])):
        assert shown._repr_html_() is None and shown._repr_svg_() is None
        assert shown._repr_mimebundle_() == {"text/plain": repr(shown)}
    page = html_of(solve(puzzle, "dlx"))
    assert "OPTIMAL" in page.text and "svg" not in page.tags
