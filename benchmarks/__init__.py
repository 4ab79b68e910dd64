"""Minuet's engines beside their peers from PyPI, on the same work in the same run.

    make bench                      everything; writes docs/benchmarks.md and its plot
    python -m benchmarks --quick    a small part of what is no suite, on the screen only

What is one question on one matrix is a run of suite.toml, which `minuet experiment` does; the peers
are solvers there (peer_solvers.py), and recorded.py reads the records. Everything else is a
script, whose work measure.py runs in child processes. report.py says what came of either, one file
a theme says what is to be done or read and which targets are set, page.py and plot.py write it
down. Only the ratios within a run mean anything: the machine may be shared and slow.
"""
