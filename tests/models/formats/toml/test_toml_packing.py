"""Packings in TOML: a board and pieces."""

from __future__ import annotations

import pytest

from minuet.solvers import count

from oracle.toml_texts import puzzle_of


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
