"""A suite, from a text to the list of its runs.

suite.py is a suite as a value. reading.py reads one: sources.py its instances, variants.py its
solvers, plug_ins.py the solvers that it brings along, programs.py
commands, targets.py what is aimed at. loading.py reads the instances, plan.py makes
the list of runs and chooses some by patterns.
"""
