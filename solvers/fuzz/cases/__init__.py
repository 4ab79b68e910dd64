"""The cases that the fuzzer draws, a shape a file; cases.py has the table of them."""

__all__ = [
    "any_rule",
    "beyond_covers",
    "cases",
    "costly_matrices",
    "drafts",
    "large_costs",
    "large_shapes",
    "line_rules",
    "packing_puzzles",
    "rule_puzzles",
    "small_matrices",
    "sudoku_puzzles",
]
