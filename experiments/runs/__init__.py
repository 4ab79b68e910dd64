"""Runs: each is a process of its own, with limits that are enforced from outside.

Start with loop.py, which does the runs of a suite, and task.py, a run as its process receives it.
child.py is that process: asking.py asks the solver (shuffling.py reorders the puzzle), program.py
runs another program (own_timing.py: one that times itself). limits.py starts, measures and ends
processes; recording.py makes the records; workers.py distributes runs to other machines.
"""
