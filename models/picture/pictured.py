"""What a puzzle has for being seen: its picture, told or guessed, as text, SVG and in notebooks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..answer import Answer
from ..errors import ModelError
from ..tables.table import Choices

if TYPE_CHECKING:
    from .notebook import Page
    from .picture import Painter

__all__ = ["PicturedPuzzle"]


class PicturedPuzzle:
    """The part of a `Puzzle` that draws its answers.

    picture  what makes an answer's picture, or says it in words (`drawn`); None: it is guessed
    """

    picture: Painter | str | None = None

    def drawn(
        self: Any,
        choices: Choices | str | None = None,
        kind: str | None = None,
        /,
        *,
        clues: Mapping[tuple[int, int], Any] | None = None,
        **words: Any,
    ) -> None:
        """Say in a few words how answers are drawn; said again, the one lies over the other.

        kind   "grid" (marks on cells, the default), "table" (names down and across), "tiles" (what
               is on the sides of cells), "graph", "edges", "cages", "signs" or "list";
               docs/pictures.md has the words of each
        clues  what is printed on cells, by cell (row, col); without a table they lie over the
               picture that is told or guessed

        Raises ModelError for a kind, a word or a column that there is not.

        >>> from minuet.models import Puzzle
        >>> queens = Puzzle("four queens")
        >>> queen = queens.choices("queen", row=range(4), col=range(4))
        >>> queens.drawn(queen, by=("row", "col"), show="Q", symbol="queen", clues={(0, 0): 2})
        >>> print(queens.read([1, 7, 8, 14]))
        2Q..
        ...Q
        Q...
        ..Q.
        """
        from .painters.painting import add_layer, told_painter
        from .painters.words import ON_CELLS

        known = told_painter(self)
        if choices is not None:
            kind = kind or "grid"
            if clues is not None and kind not in ON_CELLS:
                wanted = ", ".join(ON_CELLS)
                raise ModelError(f"picture: clues on a {kind}, expected one of {wanted}")
            known = add_layer(known, kind, self.table(choices), words)
            words = {"lattice": words["lattice"]} if "lattice" in words else {}
        elif clues is None:
            raise ModelError("picture: no table, expected one, or clues={(0, 1): 3}")
        if clues is not None:
            known = add_layer(known, "clues", None, {"clues": clues, **words})
        self.picture = known

    def show(self: Any, answer: Answer) -> str:
        """Return the answer as `minuet solve` prints it and programs read it.

        That is the marks of its picture; without a picture of its own, a line for each chosen row.
        """
        if self.picture is not None:
            from .painters.painting import marks_of

            return marks_of(self, answer)
        return "\n".join(self.describe(option) for option in answer.choices)

    def draw(self: Any, answer: Answer | None = None) -> str:
        """Return an answer as an SVG document; without one, the puzzle with its givens."""
        from .painters.painting import picture_of
        from .svg import svg

        return svg(picture_of(self, answer))

    def draw_text(self: Any, answer: Answer | None = None) -> str:
        """Return an answer as lines of text, as `minuet draw` prints it; without one, the givens.

        `str(answer)` is the same.
        """
        from .painters.painting import text_of

        return text_of(self, answer)

    def page(self: Any, answer: Answer | None = None) -> Page:
        """Return what a notebook shows of an answer, or of the puzzle with its givens."""
        from .notebook import page_of

        return page_of(self, answer)

    def _repr_html_(self) -> str | None:
        return self.page().html

    def _repr_svg_(self) -> str | None:
        return self.page().svg

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Mapping[str, str]:
        return self.page().bundle(include, exclude)
