"""The technique neighborhoods: ever better solutions where there are costs, at any size.

neighborhoods.py is the technique, over the native engine (solvers/native/neighborhoods/).
"""

__all__ = ["neighborhoods"]
