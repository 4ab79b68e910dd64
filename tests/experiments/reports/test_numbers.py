"""Numbers have the digits that they are good for."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.experiments.reports.contents import exact, factor, integer, rounded, with_error


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0.012345, "0.012"),
        (1234.5, "1200"),
        (9.96, "10"),
        (0.996, "1.0"),
        (0, "0"),
        (-2.55, "-2.5"),
        (1.5e9, "1.5e9"),
        (3e-7, "3.0e-7"),
        (None, "–"),
        (math.nan, "–"),
        (math.inf, "–"),
    ],
)
def test_two_digits(value: float | None, shown: str) -> None:
    assert rounded(value) == shown


@pytest.mark.parametrize(
    ("value", "error", "shown"),
    [
        (1.83472, 0.0531, "1.83 ± 0.05"),
        (1.83472, 0.0131, "1.835 ± 0.013"),
        (41.2, 13, "41 ± 13"),
        (3, 0.5, "3.0 ± 0.5"),
        (2, 0, "2.00 ± 0.00"),
        (2, math.nan, "–"),
    ],
)
def test_a_number_ends_where_its_error_begins(value: float, error: float, shown: str) -> None:
    assert with_error(value, error) == shown


def test_a_factor_close_to_one_has_a_digit_more() -> None:
    assert [factor(one) for one in (0.5, 0.873, 1.004, 1.24, 3.14)] == [
        *("0.50", "0.873", "1.00", "1.24", "3.1")
    ]


def test_what_is_no_measurement_is_whole() -> None:
    assert [exact(one) for one in (8, 10.0, 0.33333, None)] == ["8", "10", "0.333", "–"]
    assert [integer(one) for one in (12, 1234567.0, math.nan)] == ["12", "1,234,567", "–"]


@given(st.floats(1e-9, 1e12), st.integers(1, 4))
def test_what_is_shown_is_close(value: float, digits: int) -> None:
    assert float(rounded(value, digits)) == pytest.approx(value, rel=0.51 * 10 ** (1 - digits))
