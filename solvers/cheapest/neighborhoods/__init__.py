"""The solver neighborhoods: ever better solutions where there are costs, at any size.

neighborhoods.py is the solver, over the native engine (solvers/native/neighborhoods/); groups.py
reads families of groups off the names of the items, as rows and digits are. The registry alone
imports this room.
"""

__all__ = ["groups", "neighborhoods"]
