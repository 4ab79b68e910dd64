"""Packings written down in TOML stay packings: board, pieces, copies, and what may stay empty."""

from __future__ import annotations

import warnings
from typing import Any

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import ModelWarning, Packing, Puzzle, Sudoku
from minuet.models.formats import read, write
from minuet.models.packings import BeadPuzzle, Board, Coloring, Piece, soma_pieces

from oracle.toml_texts import program_of

LATTICES = ("squares", "triangles", "hexagons", "cubes")


def assert_written(packing: Packing) -> str:
    """Assert that a packing, and the program of its text, are the packing that was written."""
    text = write(packing, "toml")
    (again,) = read(text, form="toml").problems
    space: dict[str, Any] = {"__name__": "read"}
    exec(program_of(text), space)
    for found in (again, space["puzzle"]):
        assert isinstance(found, Packing)
        assert list(found.board) == list(packing.board)
        assert set(map(frozenset, found.board.edges)) == set(map(frozenset, packing.board.edges))
        assert found.pieces == packing.pieces and found.copies == packing.copies
        assert found.uncovered == packing.uncovered
        assert found.most_uncovered == packing.most_uncovered
        assert found.comment == packing.comment and found.name == packing.name
        assert found.given_options == packing.given_options
        some = range(0, packing.visible_options, 7)
        for options in ([], some):
            assert found.draw(found.read(options)) == packing.draw(packing.read(options))
            assert str(found.read(options)) == str(packing.read(options))
    return text


@st.composite
def cells(draw: st.DrawFn, lattice: str, least: int = 1, most: int = 7) -> list[Any]:
    """Cells that are neighbours of one another, from wherever."""
    known = Board.of([], lattice).lattice
    start = draw(st.integers(-3, 3))
    found = [tuple(start for _ in known.axes)]
    for _ in range(draw(st.integers(least, most)) - 1):
        beside = sorted({one for cell in found for one in known.neighbours(cell)} - set(found))
        found.append(draw(st.sampled_from(beside)))
    return draw(st.sampled_from([found, sorted(found)]))


COPIES = st.one_of(
    st.integers(0, 2), st.tuples(st.integers(0, 1), st.one_of(st.none(), st.integers(1, 2)))
)


@st.composite
def packings(draw: st.DrawFn) -> Packing:
    lattice = draw(st.sampled_from(LATTICES))
    board = Board.of(draw(cells(lattice, 1, 12)), lattice)
    names = draw(st.lists(st.text(min_size=1, max_size=3), min_size=1, max_size=3, unique=True))
    pieces = [
        Piece(
            name,
            frozenset(draw(cells(lattice, 1, 4))),
            rotations=draw(st.booleans()),
            reflections=draw(st.sampled_from([None, True, False])),
            lattice=board.lattice,
            copies=draw(COPIES),
        )
        for name in names
    ]
    uncovered: Any = draw(st.one_of(st.booleans(), st.sets(st.sampled_from(list(board)))))
    return Packing(
        board,
        pieces,
        draw(st.sampled_from(["packing", 'a "name"'])),
        copies={names[0]: draw(COPIES)} if draw(st.booleans()) else None,
        leftover=draw(st.booleans()),
        uncovered=uncovered,
        most_uncovered=draw(st.one_of(st.none(), st.integers(0, 3))),
        comment=draw(st.sampled_from(["", "two\nlines"])),
    )


@given(packings())
def test_packings_come_back_as_they_were(packing: Packing) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ModelWarning)  # a table of which nothing is demanded
        assert_written(packing)


BOARDS = {
    "{ rectangle = [2, 3] }": Board.rectangle(2, 3),
    "{ box = [1, 2, 3] }": Board.box(1, 2, 3),
    "{ triangle = 4 }": Board.triangle(4),
    "{ hexagon = 2 }": Board.hexagon(2),
    "{ parallelogram = [2, 3] }": Board.parallelogram(2, 3),
    "{ cells = [[100, -7], [100, -6]] }": Board.of([(100, -7), (100, -6)]),
    '"""\n#.#\n###"""': Board.from_text("#.#/###"),
}


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("lattice", ["", "triangles", "hexagons"])
def test_a_board_is_written_as_a_shape_a_drawing_or_cells(board: str, lattice: str) -> None:
    made = BOARDS[board]
    if lattice:
        if not any(name in board for name in ("triangle", "hexagon", "parallelogram")):
            return
        kind = "triangle" if "triangle" in board else "hexagon" if "hexagon" in board else ""
        sides = (2, 3) if not kind else (2,)
        made = getattr(Board, kind or "parallelogram")(*sides, lattice)
    piece = Piece("O", frozenset(list(made)[:1]), lattice=made.lattice, copies=len(made))
    text = assert_written(Packing(made, [piece]))
    assert lattice or f"board = {board}\n" in text


def test_sets_of_pieces_keep_their_names() -> None:
    assert 'pieces = "soma"\n' in assert_written(Packing(Board.box(3, 3, 3), soma_pieces()))
    assert len(write(BeadPuzzle(), "toml")) < 300


def test_what_was_added_to_a_packing_comes_along() -> None:
    ell = Piece.from_text("L", "##/#.", copies=2)
    packing = Packing(Board.rectangle(2, 3), [ell])
    packing.given("place", piece="L", cells=((0, 0), (0, 1), (1, 0)))
    packing.forbid("place", piece="L", cells=((0, 1), (0, 2), (1, 1)))
    note = packing.choices("note", x=range(2))
    packing.exactly_one(note, by=lambda: 0, name="note")
    packing.at_most(1, "place", by="piece", name="first")
    packing.minimize(note, "x")
    text = assert_written(packing)
    assert "[packing]" in text and "[choices.note]" in text and "[choices.place]" not in text
    sudoku = Sudoku("1..............3")
    sudoku.exactly_one(
        sudoku.digit, by=lambda row, col, value: (row == col and value) or None, name="x"
    )
    text = write(sudoku, "toml")
    assert "[sudoku]" in text and "[rules.x]" in text and "[choices" not in text
    (again,) = read(text).problems
    assert isinstance(again, Sudoku) and again.draw() == sudoku.draw()


@pytest.mark.parametrize("why", ["the cells of its pieces have colors", "its board joins other"])
def test_a_packing_without_words_is_tables_and_rules_with_a_warning(why: str) -> None:
    ell = Piece.from_text("L", "##/#.", copies=2)
    board, coloring = Board.rectangle(2, 3), None
    if "colors" in why:
        coloring = Coloring({(0, 0): 1}, {"L": {(0, 0): 1}}, [(1, 1)])
    else:
        board = nx.Graph(board)
        board.add_edge((0, 0), (1, 2))
    packing = Packing(board, [ell], coloring=coloring)
    with pytest.warns(ModelWarning, match=f"Left out: the picture of a Packing, .*{why}"):
        text = write(packing, "toml")
    (again,) = read(text).problems
    assert f"for {why}" in text and type(again) is Puzzle
    assert again.table("place").columns == packing.place.columns
