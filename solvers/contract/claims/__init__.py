"""What the solvers of one question say, so that it can be told whether they agree.

claims.py compares what they claim; incumbent.py is what those who search side by side share: the
best solution and the bound that any of them knows, compared likewise.
"""

__all__ = ["claims", "incumbent"]
