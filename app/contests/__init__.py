"""The judges' formats: what a contest gives is read, and what it wants is written, byte for byte.

contests.py lists them and runs one; task.py says what a contest is; the others are a family of
judges each (sudoku_answers.py does what sudokus.py lists). This room asks the library and knows
nothing of the command line, which imports it.
"""
