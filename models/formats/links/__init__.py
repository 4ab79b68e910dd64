"""Formats in links: puzzles of f-puzzles, SudokuPad (SCL) and puzz.link. Nothing is ever fetched.

addresses.py detects and unpacks links; link_lines.py, f_puzzles_reading.py and scl.py read what is
in them. formats/pencil reads links to puzz.link, whose codes stand in the file of each kind of
pencil puzzle (pencil/kinds).
"""
