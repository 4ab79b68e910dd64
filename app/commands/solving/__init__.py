"""What `minuet solve` does once it knows what it is asked (asked.py): a solution of each puzzle
(each.py), or many of each, in order or one of each class (many.py).

The command imports this room; it asks the library and prints.
"""

__all__ = ["asked", "each", "many"]
