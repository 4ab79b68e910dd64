"""Puzzles described in TOML, in the declarative layer's own words.

toml_text.py is the format. description.py reads and writes a whole text; each other file has one
kind of section: how it is read, written, and spelled in Python (tables.py, rules.py, givens.py,
costs.py, packing.py, sudoku.py, show.py with show.py). The arguments of rules are of sorts
(sorts.py), which keys.py, amounts.py, lines.py, graphs.py, amounts.py and selections.py hold.
Reading stands on node.py (values with their places), context.py (what all readers share) and
expressions.py (the arithmetic that is allowed), writing on values.py (a text of plain tables) and
expressions.py (finds the expression that says something of all rows); words.py has what messages
call choices and groups. program.py makes a Python program of a text, for the gallery, with
python_text.py. Besides the gallery only the registry of formats imports this room.
"""
