"""Lex-leader clauses: of solutions that symmetries map to one another the first one will do.

A symmetry maps a solution to another one. Read as a word of zeros and ones, an option a letter, the
greatest word of all that are alike is no less than its image under any generator, and clauses say
that of all generators at once: so a first solution, and a best one, are still there. With e true
where all letters before are equal, the letters a of the word and b of its image give

    e and b imply a       e and (a equals b) imply the next e

(J. Crawford, M. Ginsberg, E. Luks and A. Roy, Symmetry-breaking predicates for search problems,
KR 1996.) A word may be cut short: what is said of its beginning is true. Measured with CaDiCaL on
matrices where no option can be left out at the root (orbit_fixing.py), so that nothing else breaks
their symmetries: proofs that no four queens rule 8x8 and 9x9 boards in a third of the time, that
every coloring of the edges among nine vertices has a triangle or a four of one color in a fortieth.
Beside options that are left out at the root they gained nothing, so it is one or the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..contract.query import Permutation
from .rows import Rows
from .sums import Either

__all__ = ["LETTERS", "add_lex_leader"]

LETTERS = 200  # of a word that are compared

Letter = int | bool  # a variable, or what is decided of an option


def add_lex_leader(
    table: Rows, generators: Sequence[Permutation], check: Callable[[], None]
) -> None:
    """Add to the rows that no generator maps a solution to a greater one.

    generators  each gives for every option of the matrix the one that it is mapped to
    """
    places = {option: place for place, option in enumerate(table.options.tolist())}
    given = set(table.given)

    def letter(option: int) -> Letter:
        return places.get(option, option in given)

    for generator in generators:
        check()
        moved = [(k, int(image)) for k, image in enumerate(generator.tolist()) if image != k]
        # Add that the word of the first letters is no less than that of the second ones.
        pairs = [(letter(k), letter(image)) for k, image in moved[:LETTERS]]
        equal: Letter = True
        for one, other in pairs:
            if isinstance(one, bool) and one is other:
                continue
            _add(table, [one], [equal, other])
            following = table.variables
            table.variables += 1
            _add(table, [following], [equal, one, other])
            _add(table, [following, one, other], [equal])
            equal = following


def _add(table: Rows, yes: Sequence[Letter], no: Sequence[Letter]) -> None:
    """Add a clause of letters, of which those that are decided are left out."""
    if any(one is True for one in yes) or any(one is False for one in no):
        return
    own, others = ([one for one in side if not isinstance(one, bool)] for side in (yes, no))
    table.clauses.append(Either(own, others))
