"""What several tests of the cross-check look at."""

from __future__ import annotations

from pathlib import Path

import pytest

from minuet.models import ExactCover
from minuet.models.formats import read


@pytest.fixture
def langford(data: Path) -> ExactCover:
    (matrix,) = read((data / "instances/langford8_cost.dlx").read_bytes()).problems
    assert isinstance(matrix, ExactCover)
    return matrix
