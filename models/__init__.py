"""What a puzzle is: the matrix, the declarative layer, puzzles to start from, the formats.

ExactCover          the shared matrix that every solver reads
Puzzle              tables of choices and rules on them, compiled to the matrix
Sudoku, ShapedSudoku, Samurai, TargetSudoku, Packing, BeadPuzzle    puzzles written in that layer
Board, Piece, polyominoes, polyhexes ...     what packings are made of, on four lattices
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
    from .packings.board import Board
    from .packings.coloring import Coloring
    from .packings.lattices import CUBES, HEXAGONS, LATTICES, SQUARES, TRIANGLES, Lattice
    from .packings.named_packings import BEAD_PIECES, BeadPuzzle, conway_box, slothouber_graatsma
    from .packings.packing import Packing
    from .packings.piece import Piece
    from .packings.piece_sets import (
        pentominoes,
        polycubes,
        polyforms,
        polyhexes,
        polyiamonds,
        polyominoes,
        soma_pieces,
    )
    from .packings.placements import Placement, placements
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
    "BEAD_PIECES",
    "CUBES",
    "HEXAGONS",
    "LATTICES",
    "SQUARES",
    "TRIANGLES",
    "Answer",
    "Automaton",
    "BeadPuzzle",
    "Board",
    "CheckpointError",
    "Choices",
    "Coloring",
    "ExactCover",
    "ExactCoverBuilder",
    "GridPicture",
    "InputError",
    "Lattice",
    "MinuetError",
    "ModelError",
    "ModelWarning",
    "OutOfTime",
    "Packing",
    "Piece",
    "Placement",
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
    "conway_box",
    "distinct",
    "edge_rows",
    "node_rows",
    "pentominoes",
    "placements",
    "polycubes",
    "polyforms",
    "polyhexes",
    "polyiamonds",
    "polyominoes",
    "slothouber_graatsma",
    "soma_pieces",
]
