"""Values as JSON holds them: nothing is rounded, and nothing cannot be written."""

from __future__ import annotations

import json
from collections import namedtuple
from dataclasses import dataclass
from enum import Enum, IntEnum, StrEnum
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import Puzzle

EXACT = 2**53  # the greatest integer up to which a reader of JSON may hold all as they are
Pair = namedtuple("Pair", "left right")


@dataclass
class Piece:
    name: str
    cells: tuple[tuple[int, int], ...]


class Side(Enum):
    LEFT = 1


class Rank(IntEnum):
    LOW = 7


class Word(StrEnum):
    HI = "hi"


def as_json(value: Any) -> Any:
    """Return the value of a chosen row as the answer's dictionary has it."""
    puzzle = Puzzle("rows")
    puzzle.choices("take", rows=[{"value": value}])
    return puzzle.read([0]).to_dict()["take"][0]["value"]


@pytest.mark.parametrize(
    ("value", "held"),
    [
        (EXACT, 2**53),
        (-EXACT, -(2**53)),
        (EXACT + 1, "9007199254740993"),
        (-EXACT - 1, "-9007199254740993"),
        (10**5000, "1" + "0" * 5000),
        (True, True),
        (None, None),
        (0.5, 0.5),
        (float("nan"), None),
        (float("inf"), None),
        (np.int64(3), 3),
        (np.int64(2**60), str(2**60)),
        (np.float64(0.5), 0.5),
        (np.bool_(True), True),
        (np.array([[1, 2]]), [[1, 2]]),
        (np.str_("a"), "a"),
        ((1, (2, "x")), [1, [2, "x"]]),
        ({3, 1}, [1, 3]),
        (frozenset({"b", "a"}), ["a", "b"]),
        (range(3), [0, 1, 2]),
        (Pair(1, 2), [1, 2]),
        ({(0, 1): 2**60, "k": {1}}, {"(0, 1)": str(2**60), "k": [1]}),
        (Piece("T", ((0, 1),)), {"name": "T", "cells": [[0, 1]]}),
        (Fraction(1, 3), "1/3"),
        (Side.LEFT, "Side.LEFT"),
        (Rank.LOW, 7),
        (Word.HI, "hi"),
        (b"ab", "b'ab'"),
    ],
    ids=lambda one: type(one).__name__,
)
def test_a_value_becomes_what_json_holds(value: Any, held: Any) -> None:
    told = as_json(value)
    assert told == held and type(told) is type(held)
    assert json.loads(json.dumps(told, allow_nan=False)) == held


@given(st.integers())
def test_an_integer_comes_back_as_it_was(value: int) -> None:
    held = as_json(value)
    assert isinstance(held, int) == (abs(value) <= EXACT)
    assert held is not None
    assert int(held) == value


def test_an_answer_of_any_rows_is_told() -> None:
    puzzle = Puzzle("rows")
    rows = [{"who": Side.LEFT, "cells": frozenset({(1, 0), (0, 1)}), "worth": 2**70}]
    table = puzzle.choices("take", rows=rows)
    puzzle.exactly_one(table, by="who")
    told = puzzle.read([0]).to_dict()
    assert told == {"take": [{"who": "Side.LEFT", "cells": [[0, 1], [1, 0]], "worth": str(2**70)}]}
