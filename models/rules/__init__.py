"""The kinds of rules of the declarative layer, a file or a folder a kind.

A kind is a class of rules (rule.py) and beside it the functions that state such rules, which are
methods of a puzzle: methods.py lists them, arguments.py says what they take and how texts write it.
cardinality.py says how many of each group of choices are made, or what their weights add up to
(weights.py reads the numbers), comparison.py how one such sum is to another, agreement.py that
choices agree on what they share, statements/ what lines of choices may say and what follows from
what, graph_rules/ that what is chosen of a graph hangs together, requirement.py what a Python
function says. They build on groups.py (rules on groups of rows), keys.py and weights.py (what a
rule reads of a table) and rulebook.py (where a puzzle keeps its rules). The compiler, the puzzle
and the formats import this folder; it knows tables, and no puzzle. rulebook.py checks the rows
of rules that follow from the choices; exactly_one.py gives statements the groups of other rules, so
that they need no weights.
"""
