"""The pictures of a report, drawn by matplotlib; the same wherever it is drawn."""

__all__ = ["colors", "curves", "drawing", "lines", "pairs"]
