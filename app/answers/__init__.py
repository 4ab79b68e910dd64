"""What the commands that print answers share.

each.py answers each puzzle of a source, for solve, improve, bottleneck, pareto and diverse; text.py
is how an answer reads. files.py writes all solutions into files, for list. hints.py reads the
answer that a search begins at, hints.py the choice that is to be explained. certificates.py
writes certificates, classes.py counts classes of solutions and compares the counts, and
files.py makes the solution sets that fold, sample and marginals ask.
"""
