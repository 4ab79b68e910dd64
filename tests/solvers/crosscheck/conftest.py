"""Cross-checks that ask their solvers in this process, as on a system without fork.

A child process costs a hundred times as much as most of what it is asked here. What children are
there for, solvers that crash or hang, is tested with them.
"""

from __future__ import annotations

import os

import pytest


@pytest.fixture
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no child process begin."""
    monkeypatch.delattr(os, "fork", raising=False)
