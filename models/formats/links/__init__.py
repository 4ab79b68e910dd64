"""The formats that live in links: puzzles of f-puzzles, SudokuPad and puzz.link.

A page packs its whole puzzle into a link, which is taken apart here; nothing is ever fetched.
addresses.py tells links apart, lz_string.py unpacks what two of the pages pack, json_values.py and
loose_json.py read what comes out. f_puzzles.py holds the formats of f-puzzles and SudokuPad:
link_lines.py reads them, f_puzzles_reading.py (with the constraints of f_puzzles_words.py) and
f_puzzles_writing.py (with f_puzzles_extremes.py) what f-puzzles says, scl_reading.py and
scl_writing.py what SudokuPad says itself; regions.py, page_metadata.py and sudokus.py are what they
share.
puzz_link/ is the third page, a kind of puzzle a file.
"""

__all__ = [
    "addresses",
    "f_puzzles",
    "f_puzzles_extremes",
    "f_puzzles_reading",
    "f_puzzles_words",
    "f_puzzles_writing",
    "json_values",
    "link_lines",
    "loose_json",
    "lz_string",
    "page_metadata",
    "puzz_link",
    "regions",
    "scl_reading",
    "scl_writing",
    "sudokus",
]
