"""The kinds of rules of the declarative layer, a file for each.

rule.py is the base class, cardinality.py the usual kind, statements/ has rules on lines and logic.
arguments.py declares the arguments of rules and their form in texts; methods.py, which is
generated, lists the methods of a puzzle; rulebook.py keeps a puzzle's rules.
"""
