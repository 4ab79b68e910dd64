"""Cases that run as one test: every one runs, and what fails or is skipped is named."""

from __future__ import annotations

import pytest

pytest_plugins = ["pytester"]

TESTS = """
import pytest

@pytest.fixture(scope="module")
def three():
    return 3

@pytest.mark.parametrize("a", [1, 2, 3])
def test_passes(a, three):
    assert a <= three

@pytest.mark.parametrize("a", [1, 2, 3])
def test_fails_once(a):
    assert a != 2

@pytest.mark.parametrize("a", [1, 2, 3], ids="abc")
def test_fails_twice(a):
    if a != 2:
        pytest.fail(f"it is {a}")

@pytest.mark.parametrize("a", [1, 2, 3])
def test_is_skipped_twice(a):
    if a != 2:
        pytest.skip(f"no {a}")

@pytest.mark.parametrize("a", [1, pytest.param(2, marks=pytest.mark.skip("marked")), 3])
def test_has_a_marked_case(a):
    assert a != 2

@pytest.mark.parametrize("a", [1, 2])
def test_sets_up_each_case(a, tmp_path):
    (tmp_path / "new").touch(exist_ok=False)
"""


def test_each_case_runs_and_a_failure_names_its_own(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(TESTS)
    done = pytester.runpytest_inprocess("-p", "tables", "-ra")
    done.assert_outcomes(passed=4, failed=2, skipped=2)
    lines = (
        "*assert 2 != 2",
        "*in the case [[]2[]]",
        "*in 2 of 3 cases*",
        "*Failed: it is 1",
        "*in the case [[]a[]]",
        "*Failed: it is 3",
        "*in the case [[]c[]]",
        "SKIPPED*2 of 3 cases: no 1; no 3",
        "SKIPPED*marked",
    )
    for line in lines:
        done.stdout.fnmatch_lines([line])


def test_a_case_can_be_asked_for_alone(pytester: pytest.Pytester) -> None:
    path = pytester.makepyfile(TESTS)
    one = pytester.runpytest_inprocess("-p", "tables", f"{path}::test_fails_once[3]")
    one.assert_outcomes(passed=1)
    pytester.runpytest_inprocess("-p", "tables", "-k", "test_fails_twice and a").assert_outcomes(
        failed=1
    )
