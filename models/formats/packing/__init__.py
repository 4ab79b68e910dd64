"""The texts of packings. Only the table of formats and the contests import this room."""

__all__ = ["beads_text"]
