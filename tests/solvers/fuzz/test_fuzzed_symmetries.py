"""The fuzzer's question of symmetries that are found: what is wrong with them is seen."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pytest

from minuet.models import Automorphisms, ExactCover
from minuet.models.formats import read
from minuet.solvers.fuzz import FuzzReport, replay
from minuet.solvers.fuzz.ask import Ask
from minuet.solvers.questions.symmetries import alike as alike_module

from late import needs

pytestmark = needs("igraph")
TWO = "a b\na\na\nb\n"  # the two options of a are alike, that of b is in both solutions


def asked() -> FuzzReport:
    (matrix,) = read(TWO, form="dlx").problems
    assert isinstance(matrix, ExactCover)
    return replay(matrix, [Ask("alike", "dlx")])


def test_symmetries_that_are_right_are_no_fault() -> None:
    assert asked()


def test_a_symmetry_that_maps_a_solution_to_none_is_a_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wrong = [np.array([2, 1, 0], np.int32)]
    monkeypatch.setattr(Automorphisms, "_generators", lambda self, *sets: wrong)
    report = asked()
    assert not report
    assert "a solution, to [0, 1], none" in report.faults[0].what


def test_sparing_what_the_best_solution_needs_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def greedy(group: object) -> Iterable[int]:
        return frozenset([2])

    monkeypatch.setattr(alike_module, "spared_options", greedy)
    report = asked()
    assert not report
    assert "INFEASIBLE None up to symmetry of 2 solutions" in report.faults[0].what
