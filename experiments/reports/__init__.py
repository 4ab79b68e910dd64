"""Reports: what the records of an experiment come to, in words, tables and plots.

`study.py` holds the runs, `statistics/` computes, `sections/` says it, `plots/` draws it, and
`formats/` writes it down. Only records are read, never the suite that asked for them.
"""

__all__ = [
    "contents",
    "digits",
    "formats",
    "plots",
    "reading",
    "report",
    "runs",
    "sections",
    "statistics",
    "study",
]
