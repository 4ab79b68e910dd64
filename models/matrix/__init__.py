"""The shared matrix: what every solver reads, and all that a puzzle is compiled to.

exact_cover.py is the matrix, of flat arrays (arrays.py) that exact_cover.py looks at; conditions.py
has what a solution must hold beside its items, graph_kinds/ what the kinds of graph rules mean;
builder.py makes one option by option, parts.py one
of another, exact_cover.py says what makes it what it is; graphs.py writes its exact covers down as
graphs, notebook.py shows it in notebooks, and builder.py keeps Python's garbage collector out of
the way while millions of objects are made. This room knows nothing of puzzles; everything may
import it.
"""
