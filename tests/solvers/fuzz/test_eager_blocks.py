"""Small matrices are freed in parts and branched on, as the fuzzer asks `blocks` to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from minuet.models import Unsupported
from minuet.solvers import Progress, Query
from minuet.solvers.cheapest.blocks import freeing
from minuet.solvers.cheapest.blocks.blocks import Blocks
from minuet.solvers.fuzz.cases.costly_matrices import costed_roster
from minuet.solvers.fuzz.eager_blocks import eager_blocks


@pytest.mark.parametrize("wanted", [False, True])
def test_parts_are_freed_where_that_is_wanted(
    wanted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    attempts: list[Any] = []
    usual = freeing.Freeing._attempt

    def counted(self: freeing.Freeing, family: freeing.Family) -> Iterator[Any]:
        attempts.append(family)
        return usual(self, family)

    monkeypatch.setattr(freeing.Freeing, "_attempt", counted)
    rng = Random(1)
    with eager_blocks(wanted):
        for _ in range(10):
            task = costed_roster(rng)
            with suppress(Unsupported):  # of the largest costs
                list(Blocks().improving(Query(task.matrix, task.given), Progress()))
    assert bool(attempts) == wanted
