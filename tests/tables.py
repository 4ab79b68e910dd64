"""Runs the cases of a parametrized test as one test, a table: a test of its own costs 2 ms.

The cases that are left after `-k`, `-m` or `test_x[case]` make the table. All of them run, and a
failure has a note with its case. Left as they are: tests that set something up for each case
(fixtures of the scope of a function), tests that hypothesis draws, slow ones, and marked cases.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence
from typing import Any

import pytest

SINGLE = ("slow", "browser")  # marks of what takes long, and is to be seen case by case
FAILURES = (Exception, pytest.fail.Exception)


@pytest.hookimpl(trylast=True)  # where the cases that nobody asked for are gone
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put tables at the places of their first cases."""
    groups: dict[object, list[pytest.Item]] = {}
    for item in items:
        key = (item.parent, item.originalname) if _is_case(item) else item
        groups.setdefault(key, []).append(item)
    items[:] = [group[0] if len(group) == 1 else _table(group) for group in groups.values()]


def _is_case(item: pytest.Item) -> bool:
    if not isinstance(item, pytest.Function) or not hasattr(item, "callspec"):
        return False
    if item.callspec.marks or any(map(item.get_closest_marker, SINGLE)):
        return False
    if getattr(item.obj, "is_hypothesis_test", False):
        return False
    parameters, fixtures = item.callspec.params, item._fixtureinfo.name2fixturedefs
    return all(
        fixtures[name][-1].params is None if name in parameters else _is_shared(fixtures.get(name))
        for name in item.fixturenames
    )


def _is_shared(fixtures: Sequence[pytest.FixtureDef[Any]] | None) -> bool:
    return fixtures is not None and fixtures[-1].scope != "function"


def _table(cases: Sequence[Any]) -> pytest.Item:
    first = cases[0]
    table: pytest.Item = pytest.Function.from_parent(
        first.parent, name=first.originalname, callobj=_all_of(cases)
    )
    return table


def _all_of(cases: Sequence[Any]) -> Callable[..., None]:
    """Return a test that is given the shared fixtures of the cases, and runs them in turn."""
    test, parameters = cases[0].obj, cases[0].callspec.params
    shared = [name for name in cases[0]._fixtureinfo.argnames if name not in parameters]

    @functools.wraps(test)
    def run(**fixtures: Any) -> None:
        failures: list[BaseException] = []
        skipped: list[str] = []
        for case in cases:
            try:
                test(**fixtures, **case.callspec.params)
            except pytest.skip.Exception as reason:
                skipped.append(str(reason))
            except FAILURES as failure:
                failure.add_note(f"in the case [{case.callspec.id}]")
                failures.append(failure)
        if len(failures) == 1:
            raise failures[0]
        if failures:
            raise BaseExceptionGroup(f"in {len(failures)} of {len(cases)} cases", failures)
        if skipped:
            reasons = "; ".join(dict.fromkeys(skipped))
            pytest.skip(f"{len(skipped)} of {len(cases)} cases: {reasons}")

    keyword = inspect.Parameter.KEYWORD_ONLY
    run.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [inspect.Parameter(name, keyword) for name in shared]
    )
    return run
