"""A puzzle of the layer as a description in TOML: the way back from what the readers read.

puzzle.py writes the whole and reads it again; sudoku.py writes a sudoku's own table, show.py a
picture; fitting.py finds the expressions that say a rule's groups, numbered.py the rules that are
one, values.py writes values. The format imports puzzle.py alone.
"""

__all__ = ["fitting", "numbered", "puzzle", "show", "sudoku", "values"]
