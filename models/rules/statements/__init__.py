"""Rules in the words of constraint programming, a technique a file.

lines.py reads lines of a table, regular.py is the general rule on them (automaton.py, layers.py);
implications.py states logic, which clauses.py compiles; conditional.py and soft.py change a rule.
"""
