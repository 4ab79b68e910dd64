"""The kinds of rules of the declarative layer, a file a kind.

rule.py says how many of each group of choices are made, agreement.py that choices agree on what
they share; grouping.py puts the rows of a table into groups, rulebook.py is where a puzzle keeps
its rules. The compiler and the puzzle import this room; it knows tables, and no puzzle.
"""

__all__ = ["agreement", "grouping", "rule", "rulebook"]
