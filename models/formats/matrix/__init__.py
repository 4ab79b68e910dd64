"""Texts of bare matrices: Knuth's DLX format, JSON, 0/1 matrices, and exports to other solvers.

dlx_text.py is the interchange format and knuth_text.py what Knuth's own programs take;
clause_exports.py and linear_exports.py write CNF, WCNF, LP, MPS, OPB, MiniZinc and CP-SAT.
"""
