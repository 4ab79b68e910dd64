"""The table of docs/which-rule.md lists every rule, and each line of code in it is valid."""

import re
from itertools import pairwise, product
from pathlib import Path

import pytest

from minuet.models import Puzzle
from minuet.models.rules.methods import FORMS, METHODS

PAGE = (Path(__file__).parents[1] / "docs/which-rule.md").read_text("utf-8")
ROWS = [re.split(r"(?<!\\)\|", line)[1:4] for line in PAGE.splitlines() if line.startswith("| ")]
CALLS = [
    call.replace(r"\|", "|") for _, code, _ in ROWS for call in re.findall(r"`(p\..*?)`[ ,]", code)
]


def names() -> dict[str, object]:
    """Return a puzzle with the tables of the page, and the functions and groups it names."""
    p, side = Puzzle(), range(6)
    points = list(product(side, side))
    lines = [(a, b) for row in side for a, b in pairwise((row, col) for col in side)]
    lines += [((c, r), (d, r)) for ((r, c), (_, d)) in lines]
    return {
        "p": p,
        "star": p.choices("star", row=side, col=side),
        "digit": p.choices("digit", row=side, col=side, value=range(7)),
        "item": p.choices("item", rows=[{"name": "tent", "kilos": 5}]),
        "cell": p.choices("cell", row=side, col=side),
        "line": p.choices("line", rows=[{"a": a, "b": b} for a, b in lines]),
        "shift": p.choices("shift", nurse=["Ann", "Bob"], day=range(7), kind=["D", "N"]),
        "piece": p.choices("piece", rows=[{"cells": tuple(points)}]),
        "nation": p.choices("nation", who=["Briton", "Dane"], house=range(2)),
        "color": p.choices("color", what=["red", "white"], house=range(2)),
        "across": p.choices("across", row=range(2), word=["at", "to"]),
        "down": p.choices("down", col=range(2), word=["at", "to"]),
        "board": points,
        "cage": lambda row, col: (row // 3, col // 3),
        "letters_across": lambda row, word: {(row, k): c for k, c in enumerate(word)},
        "letters_down": lambda col, word: {(k, col): c for k, c in enumerate(word)},
    }


@pytest.mark.filterwarnings("ignore:.*no rule reads")
@pytest.mark.parametrize("call", CALLS)
def test_a_line_of_the_table_states_a_rule(call: str) -> None:
    known = names()
    eval(call, known)
    assert known["p"].matrix.options


def test_the_table_lists_every_rule() -> None:
    assert set(METHODS) <= {name for call in CALLS for name in re.findall(r"\bp\.(\w+)\(", call)}
    assert set(FORMS) <= {word for *_, key in ROWS for word in re.findall(r"\w+", key)}
