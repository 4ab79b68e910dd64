"""The sections of a report: about solvers, about what explains costs, about runs, and changes."""
