"""Minuet beside its peers: suites for `minuet experiment`, and drivers of other programs.

make bench    runs the suites that docs/benchmarks.md tells of, and writes it

*.toml        the suites; what their reports hold the records against stands in them, too
peers/        solvers of other packages, as plug-ins (solvers.py), and programs that time themselves
drawn.py      instances that are drawn by seed, written as files
head.md       how docs/benchmarks.md begins
"""
