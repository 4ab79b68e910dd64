"""The texts of sudokus: grids in many shapes, candidates, and the variants' constraints.

sudoku_text.py tells the shapes of plain grids apart (character_grids.py, character_grids.py and
pasted/ read them, grids.py is what they read, grids.py cuts many out at once);
sadman_text.py and candidates/ read the files of solving programs; variant_lines.py, killer_text.py,
greater_than.py, constraint_reading.py (told by constraint_text.py, with constraint_reading.py and
constraint_reading.py) and samurai_text.py read variants. Each format's file writes it too, and
constraint_writing.py writes constraint strings; grids.py reads off a puzzle what they write.
Only the registry of formats and the contests import this room.
"""
