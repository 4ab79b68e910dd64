"""Texts of sudokus: grids in many layouts, candidates, and variants with their constraints.

sudoku_text.py detects the layouts of plain grids, grids.py holds grids as numbers, and
constraint_reading.py reads constraint strings. A format's file writes it, too.
"""
