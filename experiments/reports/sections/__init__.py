"""The sections of a report, in the order in which they are read; a file writes one of them."""

__all__ = [
    "by_family",
    "by_instance",
    "comparison",
    "disagreements",
    "features",
    "growth",
    "head_to_head",
    "improving",
    "luck",
    "nodes",
    "origin",
    "summary",
    "targets",
]
