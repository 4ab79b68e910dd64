"""The kinds of puzz.link that minuet models, by the names that links call them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .filled_regions import Cojun, Ripple
from .kakuro import Kakuro
from .kind import Kind
from .latin_squares import KropkiSquare, Minarism, PlainSudoku, Skyscrapers
from .light_up import LightUp
from .magnets import Magnets
from .minesweeper import Minesweeper
from .nonogram import Nonogram
from .norinori import Norinori
from .rectangles import Shikaku, Tatamibari
from .star_battle import StarBattle
from .tents import Tents

__all__ = ["BY_NAME", "KINDS"]

KINDS: Sequence[type[Kind]] = (
    Cojun,
    Kakuro,
    KropkiSquare,
    LightUp,
    Magnets,
    Minarism,
    Minesweeper,
    Nonogram,
    Norinori,
    Ripple,
    Shikaku,
    Skyscrapers,
    StarBattle,
    PlainSudoku,
    Tatamibari,
    Tents,
)
BY_NAME: Mapping[str, type[Kind]] = {name: kind for kind in KINDS for name in kind.names}
