"""Packings in TOML: a board and pieces."""

from __future__ import annotations

import pytest

from minuet.solvers import count

from oracle.toml_texts import mistake, puzzle_of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('board = { rectangle = [3, 20] }\npieces = "pentominoes"', 8),
        ('lattice = "cubes"\nboard = { box = [3, 3, 3] }\npieces = "soma"', 11520),
        ('board = """\n####\n####\n####"""\npieces.L = { cells = "##/#.", copies = 4 }', 4),
        ('board = "###/###"\npieces = { I = "##", O = "#" }\nuncovered = true', 7 * 4),
        ('board = "##/##"\npieces.I = { cells = "##", copies = [0, "many"] }\n', 2),
        ('board = "##/##"\npieces.I = "##"\ncopies.I = 9\nleftover = true', 2),
        ('lattice = "hexagons"\nboard = { hexagon = 2 }\npieces = { cells = 1 }', 0),
        ('lattice = "triangles"\nboard = { triangle = 2 }\npieces = { cells = 4 }\n'
         "leftover = true", 1),
    ],
)  # fmt: skip
def test_packings_are_a_board_and_pieces(text: str, expected: int) -> None:
    assert count(puzzle_of(f"[packing]\n{text}\n")).count == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('pieces = "soma"', "1:1: no board, expected a drawing or a shape"),
        ('board = "##"', "1:1: no pieces, expected pieces"),
        ('board = "##"\npieces = "tetris"', "3:10: no pieces 'tetris', expected pentominoes, soma"),
        ('board = "#?"\npieces = "soma"', "2:11: row 1, column 2: '?', expected # or ."),
        ('lattice = "torus"', "2:11: no lattice 'torus', expected one of squares, triangles"),
        ("board = { rectangle = [9999, 9999] }", "2:23: too large a board, expected 20000 cells"),
        ("board = { rectangle = [9] }", "2:23: 1 element in the array, expected 2"),
        ('lattice = "hexagons"\nboard = { box = [2, 2, 2] }', "3:17: a box of hexagons, expected"),
        ('board = "#"\npieces = { cells = 30 }', "3:20: all pieces of 30 cells, expected 8"),
        ('board = "#"\npieces.A = { cells = "#", copies = [2, 1] }', "3:40: 1, expected an integ"),
        ('board = "#"\npieces.A = "x"', "3:13: row 1, column 1: 'x', expected # or ."),
        ('board = "#"\npieces.A = ""', "1:1: piece 'A' has no cells"),
        ("board = '''\n\n##\n#?\n'''\npieces = \"soma\"", "5:2: row 2, column 2: '?', expected #"),
        ('board = """##\n\\u0023?"""\npieces = "soma"', "2:9: row 2, column 2: '?', expected #"),
        ('board = "#"\npieces.A = { cells = "#/?" }', "3:25: row 2, column 1: '?', expected #"),
    ],
)
def test_mistakes_in_packings_have_their_place(text: str, message: str) -> None:
    assert mistake(f"[packing]\n{text}\n").startswith(f"p.toml:{message}")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[packing]\nboard = {}\npieces = "soma"\n', "p.toml:2:9: no shape, expected one of rect"),
        ('[packing]\nlattice = "squares"\nboard = { box = [2, 2, 2] }\npieces = "soma"\n',
         "p.toml:3:17: a box of squares, expected cubes"),
    ],
)  # fmt: skip
def test_mistakes_in_shapes_have_their_place(text: str, message: str) -> None:
    assert mistake(text).startswith(message)
