"""What a puzzle is: the matrix, the declarative layer, puzzles to start from, the formats.

ExactCover          the shared matrix that every solver reads
Puzzle              tables of choices and rules on them, compiled to the matrix
Sudoku, Samurai, TargetSudoku, Packing, BeadPuzzle    puzzles written in that layer
constraints         cages, arrows, thermometers ... (minuet.models.constraints)
"""

from .answer import Answer, Check
from .board import Board, Piece, Placement, placements
from .constraints import Constraint, constraint_of
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
from .packing import BEAD_PIECES, BeadPuzzle, Packing
from .picture import GridPicture, Picture
from .puzzle import Given, Puzzle
from .rules import Rule
from .samurai import Samurai
from .sudoku import Sudoku, TargetSudoku
from .table import Choices

__all__ = [
    "BEAD_PIECES",
    "Answer",
    "BeadPuzzle",
    "Board",
    "Check",
    "Choices",
    "Constraint",
    "ExactCover",
    "ExactCoverBuilder",
    "Given",
    "GridPicture",
    "InputError",
    "MinuetError",
    "ModelError",
    "Packing",
    "Picture",
    "Piece",
    "Placement",
    "Puzzle",
    "Rule",
    "Samurai",
    "SolverError",
    "Sudoku",
    "TargetSudoku",
    "Unavailable",
    "UnknownSolver",
    "Unsupported",
    "WrongAnswer",
    "constraint_of",
    "placements",
]
