"""The solver bitmask: native bit masks, and the same in readable Python.

bitmask.py is the solver, reference.py and reference_count.py are the Python of `bitmask:python`.
The registry alone imports this room.
"""

__all__ = ["bitmask", "reference", "reference_count"]
