"""The sections of a report: solvers, targets, improvements, costs, runs, changes."""
