"""What the fuzzer asks of a case, question by question; questions.py has the table of them."""

__all__ = [
    "certificates",
    "evidence_questions",
    "folded_set",
    "found_symmetries",
    "puzzle_questions",
    "questions",
]
