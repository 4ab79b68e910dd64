"""The commands, one a file: its options for click, what it runs, and what it prints.

NAME.py defines `command`, which click calls NAME; start with solve.py or count.py. cli.py imports a
file when its command is named, and all files for `minuet --help`. So heads import only light
modules, and functions import the library. Code that several commands share is in answers/.
"""
