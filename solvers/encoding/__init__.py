"""What several solvers read of a matrix before they turn it into a language of their own.

selection.py applies the selection and what that forces, slack.py by the bounds of weighted sums;
rows.py writes what is left as 0/1 rows, sums.py those of weighted items, agreed.py what colors say
of items; conditions.py looks at a solution by what it must hold besides, lex_leader.py breaks
symmetries; reduced_costs.py prices the items one after another, relaxation.py by a linear program,
and priced_matrix.py works out in integers what prices are worth; cheaper.py keeps what improves.
The solvers import this room, and what looks at their trees; it knows no solver.
"""

__all__ = [
    "agreed",
    "cheaper",
    "conditions",
    "lex_leader",
    "priced_matrix",
    "reduced_costs",
    "relaxation",
    "rows",
    "selection",
    "slack",
    "sums",
]
