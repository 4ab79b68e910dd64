"""How keys and values are written down.

spelling.py writes keys, names and numbers of any size, json_values.py turns values into JSON's.
"""

__all__ = ["json_values", "spelling"]
