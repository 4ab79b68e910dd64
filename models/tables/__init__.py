"""Tables of choices: each row is one yes/no choice, and rules look at the named columns.

table.py has the table and what is said of its rows; making.py makes one of the rows (rows.py) or
columns that are given; frames.py makes tables of pandas of what is chosen.
"""

__all__ = ["frames", "making", "rows", "table"]
