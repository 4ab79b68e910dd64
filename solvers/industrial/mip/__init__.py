"""The solver mip: the matrix as a 0/1 program, for SCIP and HiGHS.

mip.py is the solver, program.py what is written down, scip.py and highs.py each ask one library.
relaxation.py asks HiGHS for the linear relaxation alone; experiments tell it as a feature. The
registry alone imports the rest.
"""

__all__ = ["highs", "mip", "program", "relaxation", "scip"]
