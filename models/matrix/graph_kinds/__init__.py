"""The meaning of graph rules, a file for each kind: the clauses that chosen options break.

`clauses` yields violated clauses for chosen options (none if the rule holds), `implied` clauses
that every solution satisfies. network.py has the graph, its degrees and its connected parts;
connected.py is the shortest kind.
"""
