"""Certificates: texts from which a checker that shares no code with minuet confirms an answer.

docs/trust.md specifies the format. Start with certify.py (the verb), certificate.py (the
text) and check_certificate.py (the checker: one file that runs by itself).
"""
