"""Tables of choices: each row is one yes/no choice, and rules look at the named columns.

table.py has the table and what is said of its rows, selections.py says something of some of them;
table.py makes a table of the rows (rows.py) or columns that are given, of a file (csv_rows.py), a
data frame (rows.py) or a graph (rows.py); frames.py makes a data frame of what is
chosen (chosen.py), of pandas (pandas_frames.py) or of polars (polars_frames.py); matching.py finds
rows that somebody tells, and faults.py names the row where a function of columns fails.
file_bytes.py reads any file that a user names, and bounds it.
"""
