"""The formats that live in links: puzzles of f-puzzles, SudokuPad and puzz.link.

A page packs its whole puzzle into a link, which is taken apart here; nothing is ever fetched.
addresses.py tells links apart, lz_string.py unpacks what two of the pages pack, json_values.py and
json_values.py read what comes out. f_puzzles.py holds the formats of f-puzzles and SudokuPad:
link_lines.py reads them, f_puzzles_reading.py (with the constraints of f_puzzles_reading.py) and
f_puzzles_writing.py (with f_puzzles_reading.py) what f-puzzles says, scl.py and
scl.py what SudokuPad says itself; grids.py, grids.py and sudokus.py are what they
share.
puzz_link/ is the third page, a kind of puzzle a file.
"""
