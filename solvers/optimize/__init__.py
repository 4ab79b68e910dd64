"""The solver `optimize`: the best solution where options have costs, by techniques in turns.

optimize.py is the solver and improver.py the base of its techniques: blocks.py (proofs where the
matrix falls into blocks), climbing.py (prices that climb at every node), diving.py (the same, only
where good solutions are likely) and neighborhoods.py (large neighborhoods of the best solution).
"""
