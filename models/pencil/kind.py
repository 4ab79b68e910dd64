"""A kind of pencil puzzle: its model, how its clues are read and drawn, an example; and the list.

Each kind is a file of `kinds/` with an object `KIND`; the file's first line has its name and what
it asks. Nothing lists the kinds but their folder.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from difflib import get_close_matches
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from ..answer import Answer
from ..errors import InputError, ModelError, excerpt
from ..matrix.builder import collector_paused
from ..puzzle import Puzzle
from .answers import Drawing, PencilPicture
from .clues import Cells, Part
from .grid import BLANKS, SIDES, Cell, Draft, Grid, Marks, rows_of
from .link_codes import Link
from .penpa import Board

if TYPE_CHECKING:
    from .of_sudokus import OfSudoku

__all__ = ["Kind", "find_kind", "kind_names", "kind_of_link", "kinds_of_sudokus", "link_names"]


@dataclass(frozen=True, eq=False)
class Kind:
    """A kind of pencil puzzle.

    module        the `__name__` of its file
    model         makes the puzzle of a grid
    solution      an answer as marks: of cells, or row by row
    clues         the parts of its grid's text, in their order
    head          what the words behind the size of a text mean, as "stars in each row"; with "..."
                  at its end any number of words may stand there
    variants      further words that may stand there, with what each means
    answer        how the marks of a solution are drawn, one over the other
    example       a grid, and below an empty line the marks of its solution: rows, columns, lines
    source        where the rules are from
    link          its links to puzz.link; None: that page does not have it
    of_sudoku     how it says sudokus; None: it says none
    areas         the marks of a solution are only names of regions
    marks         only these marks of a stored solution count; none: all do
    vacant        the cells of a grid that are no part of the puzzle
    """

    module: str
    model: Callable[[Grid], Puzzle]
    solution: Callable[[Grid, Answer], Marks | Iterable[Iterable[object]]]
    _: KW_ONLY
    clues: Sequence[Part] = (Cells(),)
    answer: Sequence[Drawing]
    example: str
    source: str
    head: Sequence[str] = ()
    variants: Mapping[str, str] = field(default_factory=dict)
    link: Link | None = None
    of_sudoku: OfSudoku | None = None
    areas: bool = False
    marks: Sequence[str] = ()
    vacant: Callable[[Grid], Iterable[Cell]] = lambda grid: ()

    @property
    def name(self) -> str:
        """What texts and commands call it: the name of its file."""
        return self.module.rpartition(".")[2]

    @property
    def rules(self) -> str:
        """Its rules in words, as its file begins with them."""
        return (sys.modules[self.module].__doc__ or "").strip()

    @property
    def title(self) -> str:
        """Its name as people write it."""
        return self.rules.partition(":")[0]

    @property
    def about(self) -> str:
        """What it asks, in a sentence."""
        text = self.rules.partition(":")[2].strip().partition("\n")[0]
        return text[:1].upper() + text[1:]

    @property
    def parts(self) -> tuple[str, ...]:
        """The names of the parts of its text."""
        return tuple(part.name for part in self.clues)

    def __reduce__(self) -> tuple[Callable[[str], Kind], tuple[str]]:
        return find_kind, (self.name,)

    # ---- Puzzles --------------------------------------------------------------------------

    def read(
        self, text: str, source: str = "<text>", first: int = 1, *, stated: str = ""
    ) -> Puzzle:
        """Return the puzzle of a text.

        first   the number of its first line in a whole text
        stated  its solution as it was published, as a text of marks

        Raises InputError, which says where, for a text that is no grid of the kind.
        """
        optional = [part.name for part in self.clues if part.optional]
        grid = Grid.read(text, self.parts, source, first, optional)
        return self.puzzle(grid, first, stated=stated)

    def puzzle(self, grid: Grid, first: int = 1, *, stated: str = "") -> Puzzle:
        """Return the puzzle of a grid. Raises InputError for clues that the kind does not know."""
        needed = [each for each in self.head if each != "..."]
        if len(grid.head) < len(needed):
            message = f"the line ends, expected {needed[len(grid.head)]}"
            raise InputError(message, file=grid.source, line=first)
        for word in grid.head[len(needed) :] if needed == list(self.head) else ():
            if word not in self.variants:
                expected = " or ".join([*map(repr, self.variants), "nothing more"])
                message = f"{word!r} behind the size, expected {expected}"
                raise InputError(message, file=grid.source, line=first)
        for part in self.clues:
            part.check(grid, first)
        try:
            with collector_paused():
                puzzle = self.model(grid)
        except InputError:
            raise
        except (ModelError, LookupError, ValueError) as error:
            message = f"no {self.title}: {error}"
            raise InputError(message, file=grid.source, line=first) from error
        puzzle.picture = PencilPicture(self, grid, stated)
        return puzzle

    def vacant_cells(self, grid: Grid) -> set[Cell]:
        """Return the cells of a grid that are no part of the puzzle."""
        return set(self.vacant(grid))

    def solution_marks(self, grid: Grid, answer: Answer) -> Marks:
        """Return the marks of an answer by cell."""
        marks = self.solution(grid, answer)
        if isinstance(marks, Mapping):
            return dict(marks)
        return {(r, c): str(m) for r, row in enumerate(marks) for c, m in enumerate(row)}

    def solution_text(self, grid: Grid, answer: Answer) -> str:
        """Return an answer as a text: rows and columns, then a line of marks for each row."""
        lines = (" ".join(row) for row in rows_of(grid, self.solution_marks(grid, answer)))
        return "\n".join([f"{grid.rows} {grid.cols}", *lines]) + "\n"

    def same_solution(self, grid: Grid, first: str, second: str) -> bool:
        """Whether two texts of marks are one solution, as the kind means them.

        All blanks are alike, as is a clue that only one of them repeats; sides of a loop may come
        in any order.
        """
        both = [[line.split() for line in text.strip().split("\n")[1:]] for text in (first, second)]
        sizes = [list(map(len, lines)) for lines in both]
        if sizes[0] != sizes[1]:
            return False
        pairs = [
            (self._plain(grid, mark, (row, col)), self._plain(grid, other, (row, col)))
            for row, (marks, others) in enumerate(zip(*both, strict=True))
            for col, (mark, other) in enumerate(zip(marks, others, strict=True))
        ]
        if self.areas:
            names = [len({pair[k] for pair in pairs}) for k in (0, 1)]
            return names[0] == names[1] == len(set(pairs))
        return all(mark == other for mark, other in pairs)

    def _plain(self, grid: Grid, mark: str, cell: Cell) -> str:
        """Return a mark of a solution as it is compared."""
        if self.areas:
            return mark
        if mark in BLANKS or mark == grid.marks.get(cell):
            return "-"
        if self.marks and mark not in self.marks:
            return "-"
        return "".join(sorted(mark)) if set(mark) <= set(SIDES) else mark

    @cached_property
    def example_text(self) -> str:
        """The grid of its example."""
        return self.example.strip("\n").partition("\n\n")[0] + "\n"

    @cached_property
    def example_solution(self) -> str:
        """The solution of its example."""
        return self.example.strip("\n").partition("\n\n")[2] + "\n"

    # ---- Boards of Penpa+ -----------------------------------------------------------------

    def grid_of_board(self, board: Board, head: Sequence[str] = ()) -> Grid:
        """Return the grid of a board of Penpa+; what is not read stands in its `unread`.

        head  what stands behind the size in a text, which a board does not say
        """
        draft = Draft(board.rows, board.cols, self.parts)
        draft.head += head
        for part in self.clues:
            part.read(board, draft)
        board.others |= draft.unread
        return draft.grid()

    def board_of_grid(self, grid: Grid) -> Board:
        """Return a board of Penpa+ with the clues of a grid."""
        margins = [0, 0, 0, 0]
        for part in self.clues:
            for side, far in part.margins(grid).items():
                k = ("top", "bottom", "left", "right").index(side)
                margins[k] = max(margins[k], far)
        board = Board(grid.rows, grid.cols, tuple(margins))  # type: ignore[arg-type]
        board.title = " ".join((self.title, *grid.head))
        for part in self.clues:
            part.write(grid, board)
        return board


# ---- The list ------------------------------------------------------------------------------------


@cache
def kind_files() -> tuple[Path, ...]:
    """Return the files of all kinds, in the order of their names."""
    return tuple(sorted((Path(__file__).parent / "kinds").glob("[a-z]*.py")))


@cache
def kind_names() -> tuple[str, ...]:
    """Return the names of all kinds, in order."""
    return tuple(file.stem for file in kind_files())


def find_kind(name: str) -> Kind:
    """Return the kind of that name. Raises ModelError, which names similar ones, if none is."""
    if name not in kind_names():
        close = get_close_matches(name, kind_names(), 3, 0.6)
        wanted = f"one of {', '.join(close)}" if close else "a name `minuet gallery pencil` lists"
        raise ModelError(f"no kind {excerpt(name)} of pencil puzzle, expected {wanted}")
    found: Kind = import_module(f".kinds.{name}", __package__).KIND
    return found


@cache
def kind_of_link(name: str) -> Kind | None:
    """Return the kind that links to puzz.link call so; None if there is none."""
    for file in kind_files():  # imported only if the name stands in it
        if f'"{name}"' in file.read_text("utf-8"):
            found = find_kind(file.stem)
            if found.link is not None and name in found.link.names:
                return found
    return None


@cache
def kinds_of_sudokus() -> tuple[Kind, ...]:
    """Return the kinds that say sudokus."""
    texts = ((file.stem, file.read_text("utf-8")) for file in kind_files())
    return tuple(find_kind(name) for name, text in texts if "of_sudoku=" in text)


def link_names() -> tuple[str, ...]:
    """Return all names that links to puzz.link may have."""
    links = (find_kind(name).link for name in kind_names())
    return tuple(name for link in links if link is not None for name in link.names)
