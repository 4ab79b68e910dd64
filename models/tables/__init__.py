"""Tables of choices: each row is one yes/no choice, and rules look at the named columns.

table.py is the table, rows.py reads rows, selections.py selects some of them, and frames.py makes a
data frame of solutions.
"""
