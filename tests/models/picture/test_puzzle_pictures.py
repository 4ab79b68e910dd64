"""What the pictures of sudokus and packings show."""

from collections import Counter
from xml.etree import ElementTree

from minuet.models import Packing, Samurai, Sudoku, TargetSudoku
from minuet.models.packings import BeadPuzzle, Board, soma_pieces
from minuet.models.picture import Area, Cage, Cell, Circle, Line, Outline, Picture, Text
from minuet.models.sudokus.constraints import Cage as KillerCage
from minuet.models.sudokus.constraints import Kropki, Sandwich, Thermometer
from minuet.solvers import solve

SPACE = "{http://www.w3.org/2000/svg}"
GRID = "1...|..3.|.4..|...2".replace("|", "")


def roles(picture: Picture) -> Counter[tuple[str, str]]:
    return Counter((type(shape).__name__, shape.role) for shape in picture.shapes)


def test_a_sudoku_shows_boxes_givens_and_answers() -> None:
    sudoku = Sudoku(GRID)
    answer = solve(sudoku).answer
    assert answer is not None
    picture = sudoku.picture(answer)
    assert roles(picture) == {
        ("Cell", "plain"): 16,
        ("Outline", "box"): 4,
        ("Text", "given"): 4,
        ("Text", "answer"): 12,
    }
    assert picture.description == "digits given: 4, found: 12"
    document = ElementTree.fromstring(sudoku.draw(answer))
    bold = [g for g in document.iter(f"{SPACE}g") if g.get("font-weight") == "bold"]
    assert sorted(text.text or "" for g in bold for text in g) == ["1", "2", "3", "4"]


def test_the_givens_alone_can_be_drawn() -> None:
    sudoku = Sudoku(GRID)
    assert (
        sudoku.picture(sudoku.read(sudoku.given_options)).description == "digits given: 4, found: 0"
    )


def test_jigsaws_diagonals_windows_and_extra_regions_are_seen() -> None:
    layout = ["aaabb", "aabbb", "ccddd", "cccdd", "eeeee"]
    jigsaw = Sudoku(regions=layout)
    boxes = [s.cells for s in jigsaw.picture(jigsaw.read([])).shapes if isinstance(s, Outline)]
    assert [{layout[r][c] for r, c in cells} for cells in boxes] == [{x} for x in "abcde"]
    several = Sudoku(size=9, diagonals=True, windoku=True, extra=["R1C1-R1C9"])
    found = roles(several.picture(several.read([])))
    assert found["Line", "diagonal"] == 2
    assert found["Cell", "shaded"] == 36 + 9
    (down, _) = [s for s in several.picture(several.read([])).shapes if isinstance(s, Line)]
    assert down.places == ((-0.5, -0.5), (8.5, 8.5))


def test_constraints_draw_themselves() -> None:
    sudoku = Sudoku(
        size=4,
        constraints=[
            KillerCage(7, "R1C1 R1C2 R2C1"),
            Thermometer("R1C3 R2C3 R2C4"),
            Kropki(white=["R3C1 R3C2"]),
            Sandwich(3, "R4C1-R4C4"),
        ],
    )
    picture = sudoku.picture(sudoku.read([]))
    (cage,) = [shape for shape in picture.shapes if isinstance(shape, Cage)]
    assert (cage.label, set(cage.cells)) == ("7", {(0, 0), (0, 1), (1, 0)})
    assert [s.place for s in picture.shapes if isinstance(s, Circle)] == [(0, 2), (2, 0.5)]
    written = [shape for shape in picture.shapes if isinstance(shape, Text)]
    assert [shape.place for shape in written if shape.role != "legend"] == [(3, -1)]
    document = ElementTree.fromstring(sudoku.draw(sudoku.read([])))
    assert [one.text for one in document.iter(f"{SPACE}text") if one.text] == [
        "7",
        "outside: sandwich",
    ]
    titles = {title.text for title in document.iter(f"{SPACE}title")}
    assert titles >= {"cage", "thermometer", "kropki", "sandwich"}


def test_a_target_sudoku_shows_its_rings() -> None:
    target = TargetSudoku("." * 81)
    cells = [s for s in target.picture(target.read([])).shapes if isinstance(s, Cell)]
    assert Counter(cell.title for cell in cells) == {
        "weight 6": 32,
        "weight 7": 24,
        "weight 8": 16,
        "weight 9": 8,
        "weight 10": 1,
    }
    assert len({cell.tint for cell in cells}) == 5


def test_a_samurai_shows_each_cell_and_each_box_once() -> None:
    samurai = Samurai()
    found = roles(samurai.picture(samurai.read([])))
    assert found == {("Cell", "plain"): 369, ("Outline", "box"): 41}


def test_a_packing_shows_its_board_and_its_pieces() -> None:
    packing = Packing(Board.box(3, 3, 3), soma_pieces())
    answer = solve(packing).answer
    assert answer is not None
    areas = [s for s in packing.picture(answer).shapes if isinstance(s, Area)]
    assert sorted(area.title for area in areas) == sorted(piece.name for piece in packing.pieces)
    assert sorted(cell for area in areas for cell in area.cells) == sorted(packing.board)
    assert len({area.tint for area in areas}) == len(areas)
    beads = BeadPuzzle()
    assert roles(beads.picture(beads.read([]))) == {
        ("Cell", "plain"): 55,
        ("Text", "blank"): 55,
        ("Outline", "rim"): 1,
    }


def test_an_own_picture_takes_the_place_of_a_class_picture() -> None:
    sudoku = Sudoku(size=4)
    sudoku.picture = lambda answer: Picture((Text((0, 0), "mine"),))
    assert ">mine<" in sudoku.draw(sudoku.read([]))
    assert "mine" not in sudoku.show(sudoku.read([]))  # the text keeps the layout that was read
