"""The texts of packings. Only the registry of formats and the contests import this room."""

__all__ = ["beads_text"]
