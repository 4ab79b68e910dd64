"""A suite, from a text to the list of its runs.

suite.py says what one is. reading.py reads one (sources.py its instances, generated.py those that
are made, variants.py its solvers, plug_ins.py those that it brings along, programs.py commands,
targets.py what is aimed at, asked.py who is asked what about which, amounts.py seconds and bytes),
loading.py reads the instances, plan.py makes the list of runs, and only.py chooses some of them.
"""

__all__ = [
    "amounts",
    "asked",
    "generated",
    "loading",
    "only",
    "plan",
    "plug_ins",
    "programs",
    "reading",
    "sources",
    "suite",
    "targets",
    "variants",
]
