"""The solver neighborhoods: ever better solutions where there are costs, at any size.

neighborhoods.py is the solver, over the native engine (solvers/native/neighborhoods/). The registry
alone imports this room.
"""

__all__ = ["neighborhoods"]
