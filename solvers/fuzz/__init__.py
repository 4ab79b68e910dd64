"""The fuzzer: draws cases, asks solvers every question about them and compares the answers.

fuzz(solvers, time_limit=60, seed=0)  -> FuzzReport, true if nothing is wrong
fuzz(solvers, Draws(cases=100))       the same for some cases, shapes or questions
replay(matrix, asks, solvers)         the same for one matrix or puzzle

Start with fuzzing.py (the loop) and examine.py (one case). oracles.py compares the answers with
brute force and with each other. cases/ has the shapes that are drawn.
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
