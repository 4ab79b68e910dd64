"""Packings: lattices, boards, pieces, and the puzzle of laying the ones on the others."""

__all__ = ["board", "cell_text", "drawing", "lattices", "packing", "piece_sets", "symmetries"]
