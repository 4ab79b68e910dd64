"""Certificates: files from which a checker that shares no code with minuet confirms an answer.

docs/certificates.md has the format. tree_lines.py tells of which text a certificate is,
tree_lines.py writes a folded tree as its lines, certificate.py puts them together, certify.py is
the question, certifier.py answers to `evidence="certified"`. priced_tree.py searches for the proof
of an optimum, by exact prices that prices.py makes for the states of tree_lines.py.
check_certificate.py is the checker: one page that runs by itself. certificate.py runs the
checker that is proved.
"""
