"""Symmetries that are found by themselves, on the command line."""

from __future__ import annotations

from command_line import minuet


def test_classes_are_counted_and_what_may_be_exchanged_is_told() -> None:
    done = minuet("count", "--symmetries", "auto", "gallery:queens-6", gives=0)
    assert done.stdout == "1\n"
