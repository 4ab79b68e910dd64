"""Parameters of python-sat's solvers: which there are, and what values they take.

CaDiCaL passes over a name that it does not know in silence and clips values, and Glucose 4.2 reads
the first of several names alone; so what may be given is listed here, and given one at a time
(child.py). Other solvers of python-sat have no more than the two modes of INCREMENTAL and WARM.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...models.errors import ModelError, did_you_mean

__all__ = ["settings"]

INCREMENTAL = ("glucose3", "glucose4", "glucose42", "gluecard3", "gluecard4")
WARM = (*INCREMENTAL, "ergo", "maplecm", "minicard", "minisat22", "minisat-gh")


@dataclass(frozen=True)
class _Whole:
    low: int
    high: int

    def fits(self, value: object) -> bool:
        return isinstance(value, int) and self.low <= value <= self.high

    def __str__(self) -> str:
        return f"a whole number, {self.low} to {self.high}"


@dataclass(frozen=True)
class _Part:
    most: float = 1.0

    def fits(self, value: object) -> bool:
        return isinstance(value, int | float) and 0 <= value <= self.most

    def __str__(self) -> str:
        return f"a number from 0 to {self.most:g}"


@dataclass(frozen=True)
class _Word:
    words: tuple[str, ...]

    def fits(self, value: object) -> bool:
        return value in self.words

    def __str__(self) -> str:
        return f"one of {', '.join(self.words)}"


_Kind = _Whole | _Part | _Word
SWITCH = _Whole(0, 1)
GREAT = 2_000_000_000

_CADICAL: dict[str, _Kind] = {
    **dict.fromkeys(
        (
            "bump",
            "compact",
            "decompose",
            "elim",
            "forcephase",
            "inprocessing",
            "lucky",
            "minimize",
            "phase",
            "probe",
            "reduce",
            "rephase",
            "restart",
            "reverse",
            "score",
            "shuffle",
            "shufflerandom",
            "stabilize",
            "stabilizeonly",
            "subsume",
            "ternary",
            "transred",
            "vivify",
            "walk",
        ),
        SWITCH,
    ),
    "chrono": _Whole(0, 2),
    "reduceint": _Whole(10, 1_000_000),
    "rephaseint": _Whole(1, GREAT),
    "restartint": _Whole(1, GREAT),
    "seed": _Whole(0, GREAT),
    "target": _Whole(0, 2),
}
_ERGO: dict[str, _Kind] = {
    "ccmin-mode": _Whole(0, 2),
    "cla-decay": _Part(),
    "emulate": _Word(("m2.0", "m2.2", "g3", "g4.2")),
    "glucose-bump": SWITCH,
    "jw-mode": _Word(("none", "act", "pol-soft", "pol-hard", "full-soft", "full-hard")),
    "keep-bin": SWITCH,
    "lcm": SWITCH,
    "phase-saving": _Whole(0, 2),
    "reduce-by": _Part(),
    "reducedb-policy": _Word(("standard", "aggressive")),
    "restart-first": _Whole(1, GREAT),
    "restart-inc": _Part(1000.0),
    "restart-policy": _Word(("geom", "luby", "arif", "gluc")),
    "var-decay": _Part(),
}
_GLUCOSE: dict[str, _Kind] = {
    "rnd-first-descent": SWITCH,
    "rnd-freq": _Part(),
    "rnd-init-act": SWITCH,
    "rnd-pol": SWITCH,
    "rnd-seed": _Whole(1, GREAT),
}
_OWN = {
    "cadical153": _CADICAL,
    "cadical195": _CADICAL,
    "cadical300": _CADICAL,
    "ergo": _ERGO,
    "glucose42": _GLUCOSE,
}

# Chronological backtracking is for millions of variables. Four sudokus of 25x25 take CaDiCaL some 5
# s each without it and more than 8 with it (two to three orders of the clauses).
_USUAL: dict[str, dict[str, Any]] = {"cadical195": {"chrono": 0}}
# Where every item is covered exactly or at most once and nothing else is asked, few restarts and
# activities as in MiniSat alone, without the phases of quick restarts between: to solve four
# sudokus of 25x25 and prove that there is no other solution takes 102,000 conflicts so, and 133,000
# otherwise.
_USUAL_IN_COVERS: dict[str, dict[str, Any]] = {"cadical195": {"stabilizeonly": 1}}


def settings(solver: str, parameters: Mapping[str, Any], *, covers: bool) -> dict[str, Any]:
    """Return the parameters in an order that the solver can be given them.

    covers  whether every item is covered exactly or at most once, and nothing else is asked

    Raises ModelError for a name that it does not know and for a value out of its range.
    """
    kinds: dict[str, _Kind] = dict(_OWN.get(solver, {}))
    kinds |= {"incr": SWITCH} if solver in INCREMENTAL else {}
    kinds |= {"warm_start": SWITCH} if solver in WARM else {}
    for name, value in parameters.items():
        if name not in kinds:
            names = f"one of {', '.join(sorted(kinds))}" if kinds else "none"
            close = did_you_mean(name, kinds)
            raise ModelError(
                f"solver sat:{solver}: unknown parameter {name!r}, expected {names}{close}"
            )
        if not kinds[name].fits(value):
            raise ModelError(
                f"solver sat:{solver}: parameter {name} {value!r}, expected {kinds[name]}"
            )
    # Ergo's presets come first: what else is given overrides them.
    usual = _USUAL.get(solver, {}) | (_USUAL_IN_COVERS.get(solver, {}) if covers else {})
    chosen = {**usual, **parameters}
    return dict(sorted(chosen.items(), key=lambda pair: pair[0] != "emulate"))
