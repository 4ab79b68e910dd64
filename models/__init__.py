"""What a puzzle is: the matrix, the declarative layer, the puzzles, the formats."""

from .errors import (
    InputError,
    MinuetError,
    ModelError,
    SolverError,
    Unavailable,
    UnknownSolver,
    Unsupported,
    WrongAnswer,
)
from .exact_cover import ExactCover, ExactCoverBuilder

__all__ = [
    "ExactCover",
    "ExactCoverBuilder",
    "InputError",
    "MinuetError",
    "ModelError",
    "SolverError",
    "Unavailable",
    "UnknownSolver",
    "Unsupported",
    "WrongAnswer",
]
