"""Packings: lattices, boards, pieces, and the puzzle of laying the ones on the others."""
