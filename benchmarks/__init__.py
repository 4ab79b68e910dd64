"""Minuet's engines beside their peers from PyPI, on the same work in the same run.

    python -m benchmarks            everything; writes docs/benchmarks.md and its plot
    python -m benchmarks --quick    a small part of everything, on the screen only

measure.py runs the work in child processes, report.py says what came of it, one file a theme says
what is to be done and which targets are set, page.py and plot.py write the results down. Only the
ratios within a run mean anything: the machine may be shared and slow.
"""
