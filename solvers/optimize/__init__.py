"""The solver `optimize`: the best solution where there are costs, by techniques that take turns.

optimize.py is the solver, plans.py the turns of its techniques, and improver.py the base of these;
each has a room: blocks proves where a family of items divides the matrix, climbing by prices that
climb at every node, and neighborhoods comes near the best solution soon. groups.py reads families
of groups off the names of the items, as rows and digits are; improver.py is where two of the
techniques may begin.
"""
