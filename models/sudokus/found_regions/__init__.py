"""Regions that are to be found: chaos construction, where a sudoku's regions are not given.

labelled.py makes the tables and rules that every such puzzle has, related.py those of the clues,
by what these demand (constraints/region_demands.py). implied.py says what follows of regions from
their being connected, for solvers to see at once. asked.py is what grids of sudokus import when a
constraint asks for regions, shaded.py when one asks for cells to be shaded; named.py gathers what
the clues of either demand.
"""

__all__ = ["asked", "cave", "implied", "labelled", "named", "related", "shaded"]
