"""What is known of a case besides what solvers say: by brute force, or since it was planted."""

__all__ = ["brute_force", "completions", "knowledge", "meaning", "row_answers"]
