"""Runs: each a process of its own, within limits that are enforced from outside.

task.py is a run as a process receives it; child.py is that process, and asking.py puts the question
there, shuffling.py in another order, or program.py runs a program, which may measure itself
(own_timing.py). limits.py starts such processes, measures them, and ends them. recording.py makes a
record of what they answered, and where. loop.py does the runs of a suite, and workers.py has
workers do them.
"""
