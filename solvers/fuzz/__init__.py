"""The fuzzer: it draws cases, asks every solver every question, and compares what they say.

fuzz(solvers, time_limit=60, seed=0)  -> FuzzReport, true if nothing is wrong
fuzz(solvers, Draws(cases=100))       the same of some cases, shapes or questions
replay(matrix, asks, solvers)         the same of one matrix or puzzle

A case is a function of a seed and a number (cases.py); `SHAPES` are the ways to draw one.
participants.py says which solvers are asked what (task.py). What is known of a case beforehand
(brute force, a planted solution) and what solvers say of it meet in one place (oracles.py) when
the case is examined (examine.py). fuzzing.py is the loop; a fault is made small (shrinking.py) and
written down (report.py).
"""

from ...models.lazily import lazily

with lazily(__name__):
    from .cases.cases import SHAPES, Case, draw
    from .fuzzing import fuzz, replay
    from .participants import Draws
    from .report import Fault, FuzzReport
    from .task import Task, read_task, write_task

__all__ = [
    "SHAPES",
    "Case",
    "Draws",
    "Fault",
    "FuzzReport",
    "Task",
    "draw",
    "fuzz",
    "read_task",
    "replay",
    "write_task",
]
