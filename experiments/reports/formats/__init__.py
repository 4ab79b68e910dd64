"""What a report is written as: words for people, and data for programs."""

__all__ = ["flat", "latex", "markdown", "page"]
