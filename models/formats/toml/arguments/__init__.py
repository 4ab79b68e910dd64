"""What rules read of a TOML table, besides tables and keys of groups.

amounts.py reads counts, bounds and weights, pairs.py keys with values, lines.py lines, automata and
tuples, selections.py what is said of choices, graphs.py along which graph a rule is. rules.py calls
them with what arguments.py tells. costs.py reads what rows cost, beside all rules.
"""

__all__ = ["amounts", "arguments", "costs", "graphs", "lines", "pairs", "selections"]
