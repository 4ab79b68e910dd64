"""Symmetries that questions heed.

alike.py finds them in time; class_count.py counts classes of solutions, partial_covers.py where
there are too many symmetries to list; class_stream.py passes on one solution of each class; and
orbit_fixing.py leaves out what a first or best solution needs not.
"""

__all__ = [
    "alike",
    "branches",
    "class_count",
    "class_stream",
    "isolated_bliss",
    "orbit_fixing",
    "partial_covers",
]
