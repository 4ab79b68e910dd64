"""Runs: each a process of its own, within limits that are enforced from outside.

task.py is what a process is told to do; child.py does it there (asking.py puts the question,
shuffling.py puts items and options into another order, describing.py tells features instead,
program.py runs a program, confinement.py is what a process does to itself first). limits/ starts
such processes, measures them, and ends them. made.py makes a record of what came of one; loop.py
runs those of a suite, on the cores that cores.py gives out, and environment.py says where all that
was. elsewhere.py has workers do them instead; came.py is what comes of a run, wherever it was, and
doing.py says how runs are done.
"""

__all__ = [
    "asking",
    "came",
    "child",
    "confinement",
    "cores",
    "describing",
    "doing",
    "elsewhere",
    "environment",
    "limits",
    "loop",
    "made",
    "own_timing",
    "program",
    "shuffling",
    "task",
]
