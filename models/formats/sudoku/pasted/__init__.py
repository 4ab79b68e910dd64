"""Sudokus as people paste them: other marks for blanks, frames and boxes, fields behind, lists.

symbols.py decides what each character of a text means; puzzle_fields.py reads a puzzle a line with
its solution or other fields behind it, and tables with a heading; drawn_grids.py reads rows with
blanks, bars and rulers between boxes; listed_grids.py reads JSON, lists of Python and arrays as
numpy prints them.
"""

__all__ = ["drawn_grids", "listed_grids", "puzzle_fields", "symbols"]
