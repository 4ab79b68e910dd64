"""What rules read of a TOML table, besides tables, counts and keys of groups.

lines.py reads lines, automata and tuples, selections.py what is said of choices, graphs.py along
which graph a rule is. rules.py calls them.
"""

__all__ = ["graphs", "lines", "selections"]
