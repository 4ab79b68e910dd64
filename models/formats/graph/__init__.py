"""Exact covers as graphs for networkx and its like: options and items are two kinds of vertices.

node_link.py is node-link JSON and graphml.py GraphML; both read vertices and edges with their
places (vertices.py, placed_json.py), of which cover_graph.py makes a matrix, and of a matrix them.
"""

__all__ = ["cover_graph", "graphml", "node_link", "placed_json", "vertices"]
