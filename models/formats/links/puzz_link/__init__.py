"""Links of puzz.link, the page of pzpr: a kind of puzzle a file.

link_text.py is the format; kind.py says what a kind is, kinds.py lists those that there are, and
kind.py holds the codes in which links spell clues. The other files are kinds: how the links of
each are read and spelled, and the puzzle that its clues make. The registry of formats imports
link_text.py alone.
"""
