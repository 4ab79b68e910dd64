"""Rules along a graph: what is chosen of its vertices or edges hangs together, or makes a loop.

graph.py is a graph as rules know it; on_graph.py is what all these rules have in common, and
kinds.py has a class a kind (its meaning, by networkx, and its words) and the methods of a puzzle.
What the kinds mean for a solver stands in models/matrix/graph_kinds.
"""

__all__ = ["graph", "kinds", "on_graph"]
