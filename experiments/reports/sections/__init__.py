"""The sections of a report: solvers, targets, better answers, costs, runs, and changes."""
