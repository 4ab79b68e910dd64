"""What is computed from the runs: numbers, with their errors, and no words or pictures."""

__all__ = ["changes", "growth", "luck", "ratios", "scores", "signed_rank"]
