"""Peers: solvers of other packages, and programs that suites run."""
