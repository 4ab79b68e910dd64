"""The texts of sudokus: grids in many shapes, and the variants' constraints.

sudoku_text.py tells the shapes of plain grids apart (character_grids.py, number_grids.py,
json_grid.py read them, grids.py is what they read, grid_table.py cuts many out at once);
variant_lines.py, constraint_words.py (told by constraint_text.py) and samurai_text.py read
variants. Each format's file writes it too, and constraint_writing.py writes constraint strings;
given_rows.py reads off a puzzle what they write. Only the registry of formats and the contests
import this room.
"""

__all__ = [
    "character_grids",
    "constraint_puzzles",
    "constraint_text",
    "constraint_words",
    "constraint_writing",
    "given_rows",
    "grid_table",
    "grids",
    "json_grid",
    "number_grids",
    "samurai_text",
    "sudoku_text",
    "variant_lines",
]
