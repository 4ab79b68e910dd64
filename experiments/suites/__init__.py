"""A suite, from a text to the list of its runs.

suite.py says what one is. reading.py reads one (sources.py its instances, generated.py those that
are made, variants.py its solvers, asked.py the questions of a part, amounts.py seconds and bytes),
loading.py reads the instances, plan.py makes the list of runs, and only.py chooses some of them.
"""

__all__ = [
    "amounts",
    "asked",
    "generated",
    "loading",
    "only",
    "plan",
    "reading",
    "sources",
    "suite",
    "variants",
]
