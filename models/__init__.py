"""What a puzzle is: the matrix, the declarative layer, puzzles to start from, the formats.

ExactCover          the shared matrix that every solver reads
Puzzle              tables of choices and rules on them, compiled to the matrix
Sudoku, ShapedSudoku, Samurai, TargetSudoku, Packing, BeadPuzzle    puzzles written in that layer
packings                    boards, pieces and sets of pieces, on four lattices
sudokus.constraints         cages, arrows, thermometers ... of sudoku variants
Symmetries, distinct, automorphisms          which solutions are alike, and by what
"""

from .importing.lazily import lazily

with lazily(__name__):
    from .answer import Answer
    from .errors import (
        CheckpointError,
        InputError,
        MinuetError,
        ModelError,
        ModelWarning,
        OutOfTime,
        SolverError,
        Unavailable,
        UnknownSolver,
        Unsupported,
        WrongAnswer,
    )
    from .matrix.builder import ExactCoverBuilder
    from .matrix.exact_cover import ExactCover
    from .packings.named_packings import BeadPuzzle
    from .packings.packing import Packing
    from .picture.painters.grid_picture import GridPicture
    from .puzzle import Puzzle
    from .rules.rule import Rule
    from .rules.statements.automaton import Automaton
    from .sudokus.samurai import Samurai
    from .sudokus.shaped_sudoku import ShapedSudoku
    from .sudokus.sudoku import Sudoku
    from .sudokus.target_sudoku import TargetSudoku
    from .symmetry.automorphisms import automorphisms
    from .symmetry.symmetries import Symmetries, distinct
    from .tables.graph_rows import edge_rows, node_rows
    from .tables.rows import Rows
    from .tables.table import Choices

__all__ = [
    "Answer",
    "Automaton",
    "BeadPuzzle",
    "CheckpointError",
    "Choices",
    "ExactCover",
    "ExactCoverBuilder",
    "GridPicture",
    "InputError",
    "MinuetError",
    "ModelError",
    "ModelWarning",
    "OutOfTime",
    "Packing",
    "Puzzle",
    "Rows",
    "Rule",
    "Samurai",
    "ShapedSudoku",
    "SolverError",
    "Sudoku",
    "Symmetries",
    "TargetSudoku",
    "Unavailable",
    "UnknownSolver",
    "Unsupported",
    "WrongAnswer",
    "automorphisms",
    "distinct",
    "edge_rows",
    "node_rows",
]
