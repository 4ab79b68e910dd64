"""What several solvers compute from a matrix before they encode it in their own language.

Start with selection.py (the matrix after given and forbidden options) and rows.py (the rest as 0/1
rows). priced_matrix.py prices the items in exact integers. This room imports no solver.
"""
