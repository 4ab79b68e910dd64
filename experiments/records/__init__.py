"""What is kept of an experiment: a record a run, in one sqlite file that a kill cannot tear."""

__all__ = ["contradictions", "description", "record", "store"]
