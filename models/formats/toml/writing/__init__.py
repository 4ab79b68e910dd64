"""A puzzle of the layer as a description in TOML: the way back from what the readers read.

puzzle.py writes the whole and reads it again; sudoku.py writes a sudoku's own table, show.py a
picture, groups.py the groups of a rule, graph_rules.py rules along a graph, lines.py rules on
lines, selections.py statements; costs.py what rows cost; fitting.py the
expressions that say a rule's groups, values.py writes values. The format imports puzzle.py alone.
"""

__all__ = [
    "costs",
    "fitting",
    "graph_rules",
    "groups",
    "lines",
    "puzzle",
    "selections",
    "show",
    "sudoku",
    "values",
]
