"""Certificates: files from which a checker that shares no code with minuet confirms an answer.

docs/certificates.md has the format. matrix_text.py tells of which text a certificate is,
tree_lines.py writes a folded tree as its lines, certificate.py puts them together, certify.py is
the question. check_certificate.py is the checker: one page that runs by itself.
"""

__all__ = ["certificate", "certify", "check_certificate", "matrix_text", "tree_lines"]
