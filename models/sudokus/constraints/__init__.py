"""The constraints of sudoku variants, in the words of those who set the puzzles.

A constraint is a small frozen dataclass: where it stands (`cells`), and what it demands of the
digits (`demands`, in the kinds of demands.py). `Sudoku(constraints=[...])` takes any number of
them, and a rule that is not here is a class of its own:

    @dataclass(frozen=True)
    class Modular(Constraint):
        '''Any three neighbours on the line differ modulo 3.'''

        kind = "modular line"
        line: Cells

        def demands(self, grid):
            line = self.path(self.line)
            for k in (1, 2):
                for a, b in zip(line, line[k:]):
                    yield Pair(a, b, lambda v, w: v % 3 != w % 3)

All that is to be said about a constraint stands in its class: its arguments, demands, words in
constraint strings, key in TOML and picture, and in the docstring its page (constraint.py says what
may be given). The families, a file each, are listed in families.py; formats, pages and tests go
over CONSTRAINTS and know none by name. To add one, write its class in a family and name it here.

Cells are pairs (row, column) from 0, or names from 1: `"R1C1 R1C2"`, `"R1C1-R1C9"` (grid_shape.py).
"""

from ...lazily import lazily

with lazily(__name__):
    from ..demands import Different, Digits, OneOf, Pair, Walk
    from .cages import Cage, EqualityCage, Lunchbox, RellikCage
    from .connected import ConnectedValues
    from .constraint import Constraint
    from .counts import Contains, CountDistinct, CountingCircles, LookAndSay, SameDigits
    from .families import (
        CONSTRAINTS,
        FAMILIES,
        Either,
        constraint_of,
        constraints_in,
        kind_of_word,
    )
    from .found_regions import (
        ChaosConstruction,
        RegionCount,
        RegionRun,
        RegionsSeen,
        SameRegion,
    )
    from .full_rank import FullRank
    from .indexing import BoxIndexing, Indexing, NumberedRoom, ValueIndexing
    from .lines import (
        BetweenLine,
        EntropicLine,
        LockoutLine,
        ModularLine,
        Palindrome,
        Renban,
        Thermometer,
        Whispers,
        ZipperLine,
    )
    from .marked_cells import Candidates, Clone, Even, Odd, Quadruple
    from .moves import (
        AntiKing,
        AntiKnight,
        AntiTaxicab,
        DisjointGroups,
        Doppelganger,
        DutchFlatmates,
        GlobalEntropy,
        GlobalModulo,
        NonConsecutive,
        SameSets,
    )
    from .outside import HiddenSkyscraper, Sandwich, Skyscraper, XSum
    from .pairings import Pairing
    from .patterns import LineMachine, LinePattern
    from .shading import Cave, CaveCount, ShadedCells, ShadedCount, YinYang
    from .signs import XV, Difference, DotsShown, Kropki, Less, Ratio
    from .sum_lines import Arrow, DoubleArrow, EqualSums, RegionSumLine, SumLine

__all__ = [
    "CONSTRAINTS",
    "FAMILIES",
    "XV",
    "AntiKing",
    "AntiKnight",
    "AntiTaxicab",
    "Arrow",
    "BetweenLine",
    "BoxIndexing",
    "Cage",
    "Candidates",
    "Cave",
    "CaveCount",
    "ChaosConstruction",
    "Clone",
    "ConnectedValues",
    "Constraint",
    "Contains",
    "CountDistinct",
    "CountingCircles",
    "Difference",
    "Different",
    "Digits",
    "DisjointGroups",
    "Doppelganger",
    "DotsShown",
    "DoubleArrow",
    "DutchFlatmates",
    "Either",
    "EntropicLine",
    "EqualSums",
    "EqualityCage",
    "Even",
    "FullRank",
    "GlobalEntropy",
    "GlobalModulo",
    "HiddenSkyscraper",
    "Indexing",
    "Kropki",
    "Less",
    "LineMachine",
    "LinePattern",
    "LockoutLine",
    "LookAndSay",
    "Lunchbox",
    "ModularLine",
    "NonConsecutive",
    "NumberedRoom",
    "Odd",
    "OneOf",
    "Pair",
    "Pairing",
    "Palindrome",
    "Quadruple",
    "Ratio",
    "RegionCount",
    "RegionRun",
    "RegionSumLine",
    "RegionsSeen",
    "RellikCage",
    "Renban",
    "SameDigits",
    "SameRegion",
    "SameSets",
    "Sandwich",
    "ShadedCells",
    "ShadedCount",
    "Skyscraper",
    "SumLine",
    "Thermometer",
    "ValueIndexing",
    "Walk",
    "Whispers",
    "XSum",
    "YinYang",
    "ZipperLine",
    "constraint_of",
    "constraints_in",
    "kind_of_word",
]
