"""Features of the symmetries that a matrix has: all its automorphisms, found by igraph's BLISS."""

from __future__ import annotations

import math

import numpy as np

from ...models.symmetry.automorphisms import Automorphisms
from ...solvers.contract.deadline import Deadline, Stopped
from ...solvers.search.selection import Problem
from ...solvers.search.symmetries.alike import symmetries_in_time
from .sizes import Numbers

__all__ = ["symmetry"]


def symmetry(problem: Problem, deadline: Deadline) -> Numbers:
    """Return the features. Raises Stopped at the limit, Unavailable without igraph."""
    found = symmetries_in_time(problem, deadline, "auto")
    if found is None:
        raise Stopped
    assert isinstance(found, Automorphisms)  # what "auto" finds
    options = found.matrix.options
    return {
        "symmetries": math.log10(found.order),
        "symmetry_generators": float(len(found.generators)),
        "symmetry_orbits": len(np.unique(found.orbits)) / options if options else None,
    }
