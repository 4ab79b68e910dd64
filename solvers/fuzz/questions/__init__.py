"""What the fuzzer asks of a case, question by question; questions.py has the table of them."""

__all__ = [
    "certificates",
    "cost_questions",
    "evidence_questions",
    "folded_set",
    "found_symmetries",
    "objective_questions",
    "puzzle_questions",
    "questions",
]
