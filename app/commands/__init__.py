"""The commands, one a file: its options as click reads them, what it does, and what it prints.

NAME.py defines `command`, which click calls NAME. cli.py alone imports these files: one when its
command is named, and all for `minuet --help`. So they import only what is light at their heads, and
the library where they ask it. What several commands share is in answers/.
"""
