"""A description in TOML as a Python program in the declarative layer.

program.py writes the whole; tables.py, rules.py with lines.py, selections.py and graph_rules.py,
bases.py (packings and
sudokus) and endings.py (givens, costs, the picture) a part each; expressions.py turns expressions
into lambdas, layout.py breaks lines, remarks.py keeps the comments. The gallery imports program.py
alone.
"""

__all__ = [
    "bases",
    "endings",
    "expressions",
    "graph_rules",
    "layout",
    "lines",
    "names",
    "program",
    "remarks",
    "rules",
    "selections",
    "tables",
]
