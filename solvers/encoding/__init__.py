"""What several solvers read of a matrix before they turn it into a language of their own.

selection.py applies the selection and what that forces, sums.py by the bounds of weighted sums;
rows.py writes what is left as 0/1 rows, sums.py those of weighted items, rows.py what colors say
of items; conditions.py looks at a solution by what it must hold besides, rows.py breaks
symmetries; priced_matrix.py prices the items one after another, relaxation.py by a linear program,
and priced_matrix.py works out in integers what prices are worth; conditions.py keeps what improves.
The solvers import this room, and what looks at their trees; it knows no solver.
"""
