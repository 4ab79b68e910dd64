"""The texts of sudokus: grids in many shapes, candidates, and the variants' constraints.

sudoku_text.py tells the shapes of plain grids apart (character_grids.py, number_grids.py and
pasted/ read them, grids.py is what they read, grid_table.py cuts many out at once);
sadman_text.py and candidates/ read the files of solving programs; variant_lines.py, killer_text.py,
greater_than.py, constraint_words.py (told by constraint_text.py, with constraint_forms.py and
constraint_puzzles.py) and samurai_text.py read variants. Each format's file writes it too, and
constraint_writing.py writes constraint strings; given_rows.py reads off a puzzle what they write.
Only the registry of formats and the contests import this room.
"""

__all__ = [
    "candidates",
    "character_grids",
    "constraint_forms",
    "constraint_puzzles",
    "constraint_text",
    "constraint_words",
    "constraint_writing",
    "given_rows",
    "greater_than",
    "grid_table",
    "grids",
    "killer_text",
    "number_grids",
    "pasted",
    "sadman_text",
    "samurai_text",
    "sudoku_text",
    "variant_lines",
]
