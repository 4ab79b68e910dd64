"""The native engines, and their drivers in Python.

engine.py makes the input of the engines, engine.py has their shape and runs one in steps, split.py
shares a tree among threads, solver.py is the base of the solvers with such engines, and solver.py
answers many selections; memory.py counts what sums leave open, and says how much memory there is.
The C++ sources stand in the folders beside, an engine a folder, and shared/ has what they are built
from and knows none of them; tests/arrows.py says who may include whom. The solvers dlx, bitmask,
memo, propagate and optimize import this room, and who asks for batches; it imports the contract
alone.
"""
