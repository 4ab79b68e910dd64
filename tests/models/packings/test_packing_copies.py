"""Packings on four lattices: placements, copies, what may be left over or stay empty, pictures."""

from __future__ import annotations

import gc
import re
from collections import Counter
from itertools import combinations, product
from operator import add
from xml.etree import ElementTree

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import Choices, ModelError, Packing, Puzzle
from minuet.models.packings import (
    LATTICES,
    Board,
    Piece,
    Placement,
    conway_box,
    pentominoes,
    placements,
    polyforms,
    polyhexes,
    polyiamonds,
    soma_pieces,
)
from minuet.solvers import Status, count, crosscheck, explain, solutions, solve

from oracle.board_maps import PLAIN, image, places

Cell = tuple[int, ...]


@st.composite
def boards(draw: st.DrawFn, largest: int = 14) -> Board:
    """Draw a board of any shape, its cells in any order, connected or not."""
    lattice = draw(st.sampled_from(list(LATTICES.values())))
    cell = st.sampled_from(places(lattice, range(-2, 3)))
    return Board.of(draw(st.lists(cell, max_size=largest, unique=True)), lattice)


@given(boards(), st.data())
def test_placements_are_all_images_of_the_piece_on_the_board(
    board: Board, data: st.DataObject
) -> None:
    lattice = board.lattice
    cell = st.sampled_from(places(lattice, range(-1, 3)))
    cells = data.draw(st.lists(cell, min_size=1, max_size=4, unique=True))
    rotations, reflections = data.draw(st.booleans()), data.draw(st.booleans())
    piece = Piece("p", frozenset(cells), rotations, reflections, lattice)
    found = placements(board, [piece])
    matrices = lattice.symmetries(rotations=rotations, reflections=reflections)
    images = [image(lattice, matrix, cells) for matrix in matrices]
    shapes = {lattice.normal(moved) for moved in images if moved}
    expected = {
        on for on in combinations(sorted(board), len(cells)) if lattice.normal(on) in shapes
    }
    assert {on for _, on in found} == expected
    assert len(found) == len(expected)
    assert all(isinstance(one, Placement) and one.piece == "p" for one in found)


@given(boards(6), st.data())
def test_packings_are_the_sets_of_placements_that_obey_the_words(
    board: Board, data: st.DataObject
) -> None:
    numbers = st.sampled_from([0, 1, 2, (0, 1), (1, 2), (0, None), (1, None)])
    sizes = data.draw(st.lists(st.integers(1, 3), min_size=1, max_size=2, unique=True))
    pieces = [
        Piece(str(n), polyforms(board.lattice, n)[-1].cells, lattice=board.lattice) for n in sizes
    ]
    copies = {piece.name: data.draw(numbers) for piece in pieces}
    leftover = data.draw(st.booleans())
    uncovered = data.draw(
        st.one_of(st.booleans(), st.lists(st.sampled_from(sorted(board)), unique=True))
        if board
        else st.booleans()
    )
    packing = Packing(board, pieces, copies=copies, leftover=leftover, uncovered=uncovered)

    free = set(board) if uncovered is True else set(uncovered or ())
    laid = placements(board, pieces)
    expected = set()
    for size in range(len(board) + 1):
        for chosen in combinations(range(len(laid)), size):
            cells = Counter(cell for k in chosen for cell in laid[k].cells)
            used = Counter(laid[k].piece for k in chosen)
            if any(times > 1 for times in cells.values()) or not set(board) - free <= set(cells):
                continue
            ranges = {n: c if isinstance(c, tuple) else (c, c) for n, c in copies.items()}
            if all(
                (leftover or used[name] >= least) and (most is None or used[name] <= most)
                for name, (least, most) in ranges.items()
            ):
                expected.add(chosen)
    answers = list(solutions(packing, "dlx"))
    assert {answer.options for answer in answers} == expected
    assert len(answers) == len(expected)
    assert all(packing.check(answer) for answer in answers)


def test_copies_do_not_multiply_the_count() -> None:
    board = Board.rectangle(6, 6)
    for copies in (18, (18, 18), (0, None), (4, 20)):
        domino = Piece.from_text("domino", "##", copies=copies)  # type: ignore[arg-type]
        assert count(Packing(board, [domino]), "dlx").count == 6728
    single = Piece.from_text("domino", "##")
    assert count(Packing(board, [single], copies={"domino": 18}), "dlx").count == 6728
    assert count(Packing(board, [single], copies={"domino": 17}), "dlx").count == 0


def test_any_number_of_copies_needs_no_item() -> None:
    domino = Piece.from_text("domino", "##", copies=(0, None))
    packing = Packing(Board.rectangle(8, 8), [domino])
    assert not packing.matrix.has_multiplicities
    assert count(packing).count == 12988816


def test_pieces_may_be_left_over_and_cells_may_stay_empty() -> None:
    five = Board.from_text("#####")
    domino = Piece.from_text("d", "##", copies=2)
    assert solve(Packing(five, [domino])).status is Status.INFEASIBLE
    assert count(Packing(five, [domino], uncovered=True)).count == 3
    assert count(Packing(five, [domino], uncovered=True, leftover=True)).count == 1 + 4 + 3
    assert count(Packing(five, [domino], uncovered=[(0, 0)])).count == 1
    chosen = Packing(Board.rectangle(5, 5), pentominoes(), leftover=True)
    answer = solve(chosen).answer
    assert answer is not None
    assert len(answer["place"]) == 5
    assert chosen.check(answer)


def test_solvers_agree_on_copies() -> None:
    tromino = Piece.from_text("V", "##/#.", copies=(1, 4))
    packing = Packing(Board.rectangle(3, 4), [tromino, Piece.from_text("d", "##", copies=(0, 3))])
    report = crosscheck(packing, ["dlx", "cpsat", "sat"])
    assert report, report.disagreements


def test_conways_box_is_filled() -> None:
    box = conway_box()
    answer = solve(box).answer
    assert answer is not None
    assert box.check(answer)
    used = Counter(piece for piece, _ in answer["place"])
    assert used == {"block": 13, "cube": 1, "square": 1, "rod": 3}


def test_what_cannot_be_laid_makes_the_puzzle_infeasible_even_with_pieces_left_over() -> None:
    domino = Piece.from_text("d", "##")
    packing = Packing(Board.rectangle(2, 2), [domino], leftover=True, uncovered=True)
    packing.lay("d", [(0, 1), (0, 0)])
    assert count(packing).count == 1
    packing.lay("d", [(0, 0), (1, 1)])
    assert solve(packing).status is Status.INFEASIBLE


@pytest.mark.parametrize("copies", [-1, (2, 1), "two", 1.5, True, (None, 3), (0, 1, 2), None])
def test_copies_that_cannot_be_are_refused(copies: object) -> None:
    with pytest.raises(ModelError, match=r"piece 'd': .* copies, expected"):
        Piece.from_text("d", "##", copies=copies)  # type: ignore[arg-type]
    with pytest.raises(ModelError, match=r"piece 'd': .* copies, expected"):
        Packing(Board.rectangle(2, 2), [Piece.from_text("d", "##")], copies={"d": copies})  # type: ignore[dict-item]


def test_mistakes_of_a_packing_are_named() -> None:
    domino, board = Piece.from_text("d", "##"), Board.rectangle(2, 2)
    with pytest.raises(ModelError, match="copies of 'e', expected one of d"):
        Packing(board, [domino], copies={"e": 2})
    with pytest.raises(ModelError, match=r"uncovered: \(2, 0\) is not a cell of the board"):
        Packing(board, [domino], uncovered=[(2, 0)])
    with pytest.raises(ModelError, match="piece 'd' is of squares, the board of hexagons"):
        Packing(Board.hexagon(2), [domino])
    with pytest.raises(ModelError, match="too far apart"):
        Packing(Board.of([(0, 0), (1 << 40, 1 << 40)]), [domino])
    with pytest.raises(ModelError, match="board: cell 'a', expected"):
        Packing(nx.path_graph(["a", "b"]), [domino])


@pytest.mark.parametrize("lattice", PLAIN)
@pytest.mark.parametrize("apart", [1, 10**7])
def test_placements_stand_shape_by_shape_in_the_order_of_the_board(
    lattice: str, apart: int
) -> None:
    grid = LATTICES[lattice]
    block = list(product(range(4), repeat=len(grid.axes)))
    far = [(apart * 40, *cell[1:]) for cell in block if not cell[0]]
    board = Board.of([*block[::-1], *far], grid)
    pieces = [*polyforms(grid, 3), *polyforms(grid, 1), *polyforms(grid, 5)[:1]]
    wide = Piece("wide", frozenset([(0,) * len(grid.axes), (1 << 70, *block[0][1:])]), lattice=grid)
    kinds = {cell: grid.kind(cell) for cell in board}
    expected = []
    for piece in (*pieces, wide):
        for shape in piece.orientations():
            for first in board:
                step = [a - b for a, b in zip(first, shape[0], strict=True)]
                on = tuple(tuple(map(add, cell, step)) for cell in shape)
                if kinds[first] == grid.kind(shape[0]) and all(cell in kinds for cell in on):
                    expected.append((piece.name, on))
    assert placements(board, [*pieces, wide]) == expected


def test_a_board_that_is_spread_out_takes_no_memory_for_its_holes() -> None:
    board = Board.of([(0, 0), (0, 1), (10**8, 10**8), (10**8, 10**8 + 1)])
    assert len(placements(board, [Piece.from_text("d", "##")])) == 2


def test_shows_every_lattice() -> None:
    hexes = Packing(Board.parallelogram(4, 7), polyhexes(4))
    diamonds = Packing(Board.parallelogram(6, 6, "triangles"), polyiamonds(6))
    soma = Packing(Board.box(3, 3, 3), soma_pieces())
    for packing in (hexes, diamonds, soma):
        answer = solve(packing).answer
        assert answer is not None
        marks = packing.marks()
        for piece, cells in answer["place"]:
            text = re.sub(f"[^{marks[piece]}\n/ ]", ".", str(answer))
            drawn = Board.from_text(text.replace(marks[piece], "#"), packing.board.lattice)
            lattice = packing.board.lattice
            assert lattice.normal(drawn) == lattice.normal(cells)


def test_shows_empty_cells_as_dots_and_holes_as_blanks() -> None:
    packing = Packing(Board.from_text("###/#.#"), [Piece.from_text("I", "###")], uncovered=True)
    assert str(solve(packing).answer) == "III\n. ."


def test_marks_differ() -> None:
    names = ["F", "F'", "Fo", "", ".", "f"]
    board = Board.rectangle(1, 1)
    packing = Packing(board, [Piece.from_text(name, "#") for name in names], leftover=True)
    marks = packing.marks()
    assert (marks["F"], marks["F'"]) == ("F", "f")
    assert len(set(marks.values())) == len(names)
    assert all(re.fullmatch("[A-Za-z0-9]", mark) for mark in marks.values())


@pytest.mark.parametrize(
    ("board", "piece", "corners"),
    [
        (Board.from_text("##"), Piece.from_text("<a & b>", "##"), 4),
        (Board.triangle(2, "triangles"), Piece.from_text("t", ".^./^v^", lattice="triangles"), 3),
        (Board.from_text("# #", "hexagons"), Piece.from_text("h", "# #", lattice="hexagons"), 10),
        (Board.box(2, 1, 1), Piece.from_text("c", "#//#", lattice="cubes"), 8),
    ],
)
def test_draws_every_lattice(board: Board, piece: Piece, corners: int) -> None:
    packing = Packing(board, [piece])
    answer = solve(packing).answer
    assert answer is not None
    picture = ElementTree.fromstring(packing.draw(answer))
    space = "{http://www.w3.org/2000/svg}"
    assert picture.tag == f"{space}svg"
    laid = next(one for one in picture.findall(f"{space}g") if one[0].tag == f"{space}title")
    title, faces, border = laid
    assert title.text == piece.name
    assert faces.attrib["d"].count("Z") == len(board)
    assert len(re.findall("[ML]", border.attrib["d"])) == corners
    x, y, width, height = map(float, picture.attrib["viewBox"].split())
    for path in picture.iter(f"{space}path"):
        for across, down in re.findall(r"(-?[\d.]+),(-?[\d.]+)", path.attrib["d"]):
            assert x <= float(across) <= x + width
            assert y <= float(down) <= y + height


def test_a_board_without_pieces_cannot_be_covered() -> None:
    assert solve(Packing(Board.rectangle(1, 2), [])).status is Status.INFEASIBLE


def test_an_empty_board_is_drawn_and_shown() -> None:
    packing = Packing(Board(), [])
    answer = solve(packing).answer
    assert answer is not None
    assert str(answer) == ""
    ElementTree.fromstring(packing.draw(answer))


def test_the_collector_rests_while_rows_are_made_and_goes_on_afterwards() -> None:
    seen = []

    def small(n: int) -> bool:
        seen.append(gc.isenabled())
        if n == 1:  # a table within a table leaves it at rest
            Puzzle().choices("inner", n=range(1), where=lambda n: not gc.isenabled())
        return 1 / (n - 3) < 0

    def made(numbers: range) -> Choices:
        return Puzzle().choices("number", n=numbers, where=small)

    assert gc.isenabled()
    with pytest.raises(ModelError, match="division by zero"):
        made(range(5))
    assert gc.isenabled()
    assert seen == [False] * 4
    gc.disable()
    try:
        made(range(3))
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_at_least_so_many_copies_are_explained_as_at_least() -> None:
    domino = Piece.from_text("D", "##", copies=(4, None))
    packing = Packing(Board.rectangle(2, 4), [domino], uncovered=True)
    assert count(packing).count == 5
    rule = packing.rules[0]
    assert (rule.wanted, rule.high) == ("at least 4", None)
    assert packing.matrix.high[0] == 4  # more do not fit
    assert rule.demand("D") == "piece D needs at least 4"
    assert "piece: at least 4 in each of 1 group" in packing.describe()
    small = Packing(Board.rectangle(2, 3), [domino], uncovered=True)
    assert "piece D needs at least 4" in str(explain(small))
    few = small.check(small.read([0])).violations
    assert few == ("piece D: 1 chosen, expected at least 4",)


def test_any_number_of_copies_beside_so_many_at_least() -> None:
    pieces = [
        Piece.from_text("I", "#", copies=(1, None)),
        Piece.from_text("D", "##", copies=(1, None)),
        Piece.from_text("L", "##/#.", copies=(0, None)),
    ]
    packing = Packing(Board.rectangle(1, 4), pieces)
    assert count(packing).count == 3  # a domino in three places
    assert all(packing.check(answer) for answer in solutions(packing))
