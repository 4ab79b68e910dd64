"""The shared matrix: what every solver reads, and what a puzzle is compiled to.

exact_cover.py is the matrix, builder.py makes one option by option, conditions.py has what items
cannot express, graph_kinds/ the kinds of graph rules. This room knows nothing of puzzles.
"""
