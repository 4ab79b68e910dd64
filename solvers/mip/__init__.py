"""The solver mip: the matrix as a 0/1 program, for SCIP and HiGHS.

mip.py is the solver, program.py what is written down, scip.py and highs.py each ask one library.
The registry alone imports this room.
"""

__all__ = ["highs", "mip", "program", "scip"]
