"""The solver cpsat: OR-Tools CP-SAT.

cpsat.py is the solver, search.py has it search, model.py is what is written down for it,
parameters.py its own settings. The registry alone imports this room.
"""

__all__ = ["cpsat", "model", "parameters", "search"]
