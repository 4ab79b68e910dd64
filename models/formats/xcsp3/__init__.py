"""Reads XCSP3: instances of constraint solvers as XML."""
