"""What the kinds of graph rules mean, a file a kind: the clauses that chosen options break.

Each kind has `clauses`, which yields of chosen options clauses that they break and every solution
that holds keeps (none, if they hold), and `implied`: clauses that every solution keeps, to be had
before one is known. network.py is the graph of a rule with its options, parts.py cuts what is
chosen into connected parts, network.py looks at how many edges meet in a vertex.
"""
