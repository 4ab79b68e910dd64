"""What a puzzle is: the matrix, the declarative layer, puzzles to start from, the formats.

ExactCover          the shared matrix that every solver reads
Puzzle              tables of choices and rules on them, compiled to the matrix
Sudoku, ShapedSudoku, Samurai, TargetSudoku, Packing    puzzles written in that layer
packings                    boards, pieces and sets of pieces, on four lattices
sudokus.constraints         cages, arrows, thermometers ... of sudoku variants
Symmetries, distinct, automorphisms          which solutions are alike, and by what
"""

from .lazily import lazily

with lazily(__name__):
    from .answer import Answer
    from .errors import (
        CheckpointError,
        InputError,
        MinuetError,
        ModelError,
        ModelWarning,
        SolverError,
        Unavailable,
        UnknownSolver,
        Unreached,
        Unsupported,
        WrongAnswer,
    )
    from .matrix.builder import ExactCoverBuilder
    from .matrix.exact_cover import ExactCover
    from .packings.packing import Packing
    from .puzzle import Puzzle
    from .rules.statements.automaton import Automaton
    from .sudokus.samurai import Samurai
    from .sudokus.shaped_sudoku import ShapedSudoku
    from .sudokus.sudoku import Sudoku, TargetSudoku
    from .symmetry.automorphisms import automorphisms
    from .symmetry.symmetries import Symmetries, distinct
    from .tables.rows import Rows
    from .tables.table import Choices

__all__ = [
    "Answer",
    "Automaton",
    "CheckpointError",
    "Choices",
    "ExactCover",
    "ExactCoverBuilder",
    "InputError",
    "MinuetError",
    "ModelError",
    "ModelWarning",
    "Packing",
    "Puzzle",
    "Rows",
    "Samurai",
    "ShapedSudoku",
    "SolverError",
    "Sudoku",
    "Symmetries",
    "TargetSudoku",
    "Unavailable",
    "UnknownSolver",
    "Unreached",
    "Unsupported",
    "WrongAnswer",
    "automorphisms",
    "distinct",
]
