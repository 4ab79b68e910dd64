"""Rules that one states in the words of constraint programming, a technique a file.

regular.py adds `regular` and `table_rule`, all_different.py and increasing.py what they are named
after. They build on lines.py (what the choices of a group say, one behind the other), which
lines.py reads of a table, words.py (lines that an automaton accepts), automaton.py,
automaton.py (regular expressions) and layers.py (an automaton laid out over a line).
implications.py states what follows from what, perhaps for each group (cases.py), as clauses
(clauses.py) that become items (clauses.py); conditional.py lets a rule depend on choices,
soft.py lets one be broken at a cost (soft.py).
"""
