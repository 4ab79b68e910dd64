"""The features of one instance, as an experiment keeps them beside its runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["Description"]


@dataclass(frozen=True)
class Description:
    """What was told of a matrix.

    digest    of the matrix, as in the records
    seconds   that were given for it, by which `version` of minuet
    features  by name; empty where nothing came of it
    message   why nothing did; "" else
    """

    digest: str
    seconds: float
    version: str
    features: Mapping[str, float | None]
    message: str = ""
