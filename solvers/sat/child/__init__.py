"""Search for the models of a CNF; also as a program of its own, a child that can be killed.

CaDiCaL and Lingeling keep Python locked while they search and cannot be interrupted. For them
Python runs this folder as a child process (__main__.py). So nothing here imports anything of
minuet: task.py says what is searched, formula.py gives it to the solver, models.py enumerates,
cheapest.py looks for the cheapest, search.py does what the task asks; proofs.py writes proofs. The
room above imports it.
"""
