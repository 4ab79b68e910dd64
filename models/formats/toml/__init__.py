"""Puzzles described in TOML, in the words of the declarative layer.

description.py reads and writes a whole text, rules.py its rules, sorts.py the arguments of rules.
Each other file has one kind of section: how it is read, written, and spelled in Python.
program.py makes a Python program of a text.
"""
