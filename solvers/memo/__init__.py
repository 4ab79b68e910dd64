"""Counting with memory, as a solver."""

__all__ = ["memo"]
