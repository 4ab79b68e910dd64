"""Code that several commands share to answer puzzles and print the answers.

each.py answers each puzzle of a source, for solve, improve, bottleneck, pareto and diverse; text.py
formats answers. files.py writes solutions and certificates into files and makes solution sets;
hints.py parses `--hint` files and `--choice` texts; classes.py counts solutions up to symmetry.
"""
