"""What tests draw and count for themselves: random matrices and puzzles, the gallery's numbers."""
