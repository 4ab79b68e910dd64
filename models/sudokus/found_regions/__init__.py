"""Regions that are to be found: chaos construction, where a sudoku's regions are not given.

clues.py has the constraints, which say what they demand of the regions in the kinds of
region_demands.py; labelled.py makes the tables and rules that every such puzzle has, related.py
those of the clues. asked.py is what grids of sudokus import when a constraint asks for regions.
"""

__all__ = [
    "asked",
    "clues",
    "labelled",
    "region_demands",
    "related",
]
