"""The kinds of rules of the declarative layer, a file or a room a kind.

cardinality.py says how many of each group of choices are made, or what their weights add up to
(counting.py has a puzzle's methods for it, bounds.py reads the numbers), comparison.py how one such
sum is to another, agreement.py that choices agree on what they share, statements/ what lines of
choices may say and what follows from what, graph_rules/ that what is chosen of a graph hangs
together, requirement.py what any function of Python's says; kinds.py lists the kinds. They build on
rule.py (what any kind says of itself), groups.py (rules on groups of rows), keys.py and weights.py
(what a rule reads of a table), form.py (how texts write a rule) and rulebook.py (where a puzzle
keeps its rules). The compiler, the puzzle and the formats import this room; it knows tables, and no
puzzle. hidden_rows.py checks what rules have besides, which follows from the choices;
exactly_one.py gives statements the groups of other rules, so that they need no weights.
"""

__all__ = [
    "agreement",
    "bounds",
    "cardinality",
    "comparison",
    "counting",
    "exactly_one",
    "form",
    "graph_rules",
    "groups",
    "hidden_rows",
    "keys",
    "kinds",
    "requirement",
    "rule",
    "rulebook",
    "statements",
    "weights",
]
