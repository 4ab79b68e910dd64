"""Models: the shared matrix, the declarative layer, puzzles written in it, and formats.

puzzle.py is `Puzzle` (tables/ and rules/), which compiler.py compiles to the matrix
(matrix/exact_cover.py). sudokus/ and packings/ are puzzles, formats/ reads and writes texts,
picture/ draws, symmetry/ finds solutions that are alike, gallery/ has puzzles to start from.
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
