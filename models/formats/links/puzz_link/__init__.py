"""Links of puzz.link (pzpr), a file for each kind of puzzle.

link_text.py is the format, kind.py the base of all kinds with the codes of clues, kinds.py the list
of kinds. norinori.py is a short example.
"""
