"""Minuet compared with its peers: suites for `minuet experiment`, and drivers of other programs.

`make bench` runs the suites (*.toml, with the targets of their reports) and writes the report,
build/benchmarks.md, which begins with head.md. peers/ has solvers of other packages, as plug-ins
(solvers.py), and programs that time themselves; drawn.py writes instances drawn by seed.
gallery_evidence.py writes gallery_evidence.csv. industrial/ has rosters, schedules and the like,
each modeled with minuet and by hand for CP-SAT: `python -m benchmarks.industrial`.
"""
