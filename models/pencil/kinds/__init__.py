"""The kinds of pencil puzzles, one a file: its rules in words, its model and an object `KIND`.

puzzle(grid)              the puzzle of a grid
solution(grid, answer)    an answer as marks by cell, or row by row
KIND                      what else there is to say of the kind (../kind.py)
"""
