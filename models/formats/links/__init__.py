"""Formats in links: puzzles of f-puzzles, SudokuPad (SCL) and puzz.link. Nothing is ever fetched.

addresses.py detects and unpacks links; link_lines.py, f_puzzles_reading.py and scl.py read what is
in them, and puzz_link/ has a file for each kind of pencil puzzle.
"""
